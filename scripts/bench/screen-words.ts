// How often the words that somebody sees on a game's screen lead to their row, by texts of real games:
//
//   node scripts/bench/screen-words.ts [--seed WORD] [--tries 400] [--languages uk,pl,de,zh] [--corpus FOLDER] [--misses]
//
// Half of the tries are of the original, half of the translation. Each is made of what players see of a text, with a name or a number in
// each gap. Right is the first row found if its text is the one of the try; of rows with the very same text any counts; a part of a text that
// other texts have, too, names none of them, which is counted apart. The folder
// of the texts is that of WINDROW_CORPUS, unless it is named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '../../src/base/bytes.ts'
import { runAlone } from '../../src/base/slices.ts'
import { systemClock } from '../../src/base/time.ts'
import { Turn } from '../../src/base/turn.ts'
import { eachUnseen, seenIn } from '../../src/domain/text/skeleton.ts'
import { rowsSeenAs } from '../../src/search/rows-seen.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { openApp } from '../../test/support/app-world.ts'
import { diceOf } from '../../test/support/dice.ts'
import { fillWindrow } from './stores.ts'

const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: 'windrow' },
    tries: { type: 'string', default: '400' },
    languages: { type: 'string', default: 'uk,pl,de,zh' },
    corpus: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})
if (asked.corpus !== undefined) process.env['WINDROW_CORPUS'] = asked.corpus
const { dumpPairs, packedPairs, PACKED } = await import('../../test/support/corpus.ts')

const dice = diceOf(sha256(asked.seed).readUInt32BE())

const pairsOf = (language: string): readonly (readonly [string, string])[] => {
  const dumped = ['uk', 'zh'].includes(language) ? dumpPairs(language, ['main']) : []
  return [...dumped, ...PACKED.flatMap((game) => packedPairs(game, language))]
}

/** OpenLoco's own marks, which show nothing but a new line. */
const MARKS = /\{(?:COLOUR [A-Z_\d ]+|(?:SMALL|TINY)FONT|OUTLINE|NEWLINE[A-Z_\d ]*|MOVE_X \d+|SPRITE[^{}]*)\}/g
const withoutMarks = (text: string): string => text.replace(MARKS, (mark) => (mark.startsWith('{NEW') ? '\n' : ''))
const NAMES = ['Aragorn', 'Оксана', 'Goblin King', 'Zażółć', '云中君', '17', '3', 'Old Master Wu']

/** What players see of a text: its gaps filled, in place of each other mark nothing. */
function seenOf(marked: string): { readonly seen: string; readonly gaps: number } {
  const text = withoutMarks(marked)
  let [seen, from, gaps] = ['', 0, 0]
  eachUnseen(text, (as, start, end) => {
    seen += text.slice(from, start)
    if (as === 'gap') {
      seen += dice.pick(NAMES)
      gaps++
    }
    from = end
  })
  return { seen: (seen + text.slice(from)).trim(), gaps }
}

const isWide = (text: string): boolean => /[\u3040-\u30FF\u4E00-\u9FFF]{3}/.test(text.replace('云中君', ''))
const letters = (text: string): number => (text.match(/\p{L}/gu)?.length ?? 0) * (isWide(text) ? 2.5 : 1)
const partsOf = (text: string): readonly string[] => (isWide(text) ? Array.from(text) : text.split(/\s+/))
const joined = (text: string, parts: readonly string[]): string => parts.join(isWide(text) ? '' : ' ')

/** A letter left out, doubled, exchanged with the next or replaced. */
function withSlip(text: string): string {
  const all = Array.from(text)
  const places = all.flatMap((each, at) => (/\p{L}/u.test(each) ? [at] : []))
  const at = dice.pick(places)
  const [here = '', next = ''] = [all[at], all[at + 1]]
  const instead = dice.pick(['', here + here, next + here, all[dice.pick(places)] ?? ''])
  all.splice(at, instead === next + here ? 2 : 1, instead)
  return all.join('')
}

/** The kinds of tries; null: the text is too short for it. */
const KINDS: Readonly<Record<string, (seen: string, gaps: number) => string | null>> = {
  'line cut': (seen) => {
    const parts = partsOf(seen)
    const perLine = isWide(seen) ? 12 : 5
    if (parts.length <= perLine) return null
    const first = dice.below(2) === 0 ? 0 : dice.below(parts.length - perLine)
    const lines = [parts.slice(first, first + perLine), parts.slice(first + perLine, first + 2 * perLine - 1)]
    return lines.map((line) => joined(seen, line)).join('\n')
  },
  'name in place of a token': (seen, gaps) => (gaps === 0 ? null : seen),
  'one slip': (seen) => (letters(seen) < 8 ? null : withSlip(seen)),
  'half a sentence': (seen) => {
    const sentences = seen.split(/(?<=[.!?。！？])\s*|\n+/).filter((each) => letters(each) >= 24)
    if (sentences.length === 0) return null
    const parts = partsOf(dice.pick(sentences))
    const half = Math.ceil(parts.length / 2)
    return joined(seen, dice.below(3) === 0 ? parts.slice(-half) : parts.slice(0, half))
  },
  'no marks': (seen) => (letters(seen) < 3 ? null : seen.replace(/[\p{P}\p{S}]+/gu, ' ')),
}

interface Tally {
  tries: number
  right: number
  /** Wrong, but the words stand just so in the text that was found, too. */
  same: number
}

const tallies = new Map<string, Tally>()
const spentMs: number[] = []
const languages = asked.languages.split(',')
const perLanguage = Math.ceil(Number(asked.tries) / languages.length)

function note(what: string, isRight: boolean, isSame: boolean): void {
  const { tries, right, same } = tallies.get(what) ?? { tries: 0, right: 0, same: 0 }
  tallies.set(what, { tries: tries + 1, right: right + Number(isRight), same: same + Number(isSame) })
}

const wordsIn = (text: string): string =>
  text
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
    .toLowerCase()

const bare = (marked: string): string => seenIn(withoutMarks(marked), '').trim()

async function tryLanguage(folder: string, language: string): Promise<void> {
  const pairs = [...new Map(pairsOf(language)).entries()].filter(([source, text]) => source !== '' && text !== '')
  if (pairs.length === 0) throw new Error(`no texts in ${language} here: name the folder by --corpus`)
  const dump = (name: string, at: 0 | 1): string => {
    const path = join(folder, `${language}-${name}.jsonl`)
    const lines = pairs.map((pair, row) =>
      JSON.stringify({ id: sha256(`${row} ${pair[0]}`).toString('hex', 0, 8), text: pair[at] }),
    )
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const data = join(folder, language)
  await fillWindrow(data, { main: dump('main', 0), localized: dump('localized', 1) })
  const app = openApp(data, systemClock)
  await new SearchIndexer(app, runAlone).renew(new AbortController().signal)
  const kinds = Object.entries(KINDS)
  for (let made = 0; made < perLanguage; ) {
    const at = made % 2 === 0 ? 0 : 1
    const [kind, make] = kinds[made % kinds.length] as (typeof kinds)[number]
    const text = dice.pick(pairs)[at]
    if (!/\p{L}/u.test(bare(text))) continue
    const { seen, gaps } = seenOf(text)
    const typed = make(seen, gaps)
    if (typed === null || !/\p{L}/u.test(NAMES.reduce((rest, name) => rest.replaceAll(name, ''), typed))) continue
    made++
    const before = process.cpuUsage()
    const [first] = await rowsSeenAs(app, typed, 5, new Turn(null))
    const { user, system } = process.cpuUsage(before)
    spentMs.push((user + system) / 1000)
    const row = first === undefined ? null : readRow(app.store.main, app.store.files, first)
    const heads = first === undefined ? null : readHeads(app.store.main, first)
    const found = row === null ? [] : [sourceTextOf(row), heads?.manual?.text ?? '', heads?.machine?.text ?? '']
    const isRight = found.some((each) => bare(each) === bare(text))
    const isSame = !isRight && found.some((each) => wordsIn(bare(each)).includes(wordsIn(typed)))
    for (const what of [kind, at === 0 ? 'the original' : 'the translation', language, 'all'])
      note(what, isRight, isSame)
    if (!isRight && asked.misses)
      console.log(
        `${language} ${kind}\n  tried  ${JSON.stringify(typed)}\n  of     ${JSON.stringify(text)}\n  found  ${JSON.stringify(found[2 * at])}`,
      )
  }
  await app.store.close()
}

const folder = mkdtempSync(join(tmpdir(), 'windrow-screen-words-'))
try {
  for (const language of languages) await tryLanguage(folder, language)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`seed ${asked.seed}`)
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
for (const [what, { tries, right, same }] of tallies) {
  const also = same === 0 ? '' : `; ${same} more found another text with just these words`
  console.log(`${what.padEnd(26)} ${right} of ${tries} first (${percent(right, tries)})${also}`)
}
spentMs.sort((a, b) => a - b)
console.log(
  `processor time: median ${spentMs[spentMs.length >> 1]?.toFixed(1)} ms, most ${spentMs.at(-1)?.toFixed(1)} ms`,
)
