// How much of what models do to texts the gate sees: 74 classes of breakage, seeded, over translations that people shipped;
// and that it refuses none of the translations themselves. Runs where WINDROW_CORPUS names the folder of the corpus.

import type { GateResult } from '../../../../src/domain/finding.ts'
import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import { batchItemsMin, slippedTexts } from '../../../../src/domain/checks/alignment.ts'
import { TextPair } from '../../../../src/domain/checks/check.ts'
import { isServiceText } from '../../../../src/domain/text/service-text.ts'
import { BREAKAGES, type Subject } from '../../../vectors/breakages.ts'
import { diceOf } from '../../../support/dice.ts'
import { corpus, dumpPairs, packedPairs } from '../../../support/corpus.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

interface Pair {
  readonly source: string
  readonly text: string
}

/** All three versions of the game, each pair once. */
const pixelDungeon = (language: string): readonly Pair[] => [
  ...new Map(
    dumpPairs(language)
      .filter(([source]) => !isServiceText(source))
      .map(([source, text]) => [`${source}\0${text}`, { source, text }]),
  ).values(),
]

const openLoco = (language: string): readonly Pair[] =>
  packedPairs('openloco', language).map(([source, text]) => ({ source, text }))

const gate = ({ source, text }: Pair, targetLanguage: string): GateResult =>
  runGate({
    source,
    text,
    layer: 'machine',
    rules: { ...DEFAULT_GATE_RULES, targetLanguage },
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  })

const samplesPerClass = 100
const isContentRule = (rule: string): boolean => /^(CHAT|FORM|LANG)_/.test(rule)

interface Rates {
  readonly name: string
  readonly samples: number
  /** Shares of the samples. */
  readonly refusedWithout: number
  readonly refused: number
  readonly seen: number
}

function ratesOf(name: string, pairs: readonly Pair[], chinese: readonly string[]): Rates {
  const { below } = diceOf(20_261_121)
  const harm = BREAKAGES[name] as (subject: Subject) => string | null
  let samples = 0
  const counts = { refusedWithout: 0, refused: 0, seen: 0 }
  for (let tries = 0; tries < 60 * samplesPerClass && samples < samplesPerClass; tries++) {
    const at = below(pairs.length - 1)
    const { source, text } = pairs[at] as Pair
    const other = pairs[at + 1]?.text ?? ''
    const harmed = harm({ source, text, other, chinese: chinese[at % chinese.length] ?? '', below })
    if (harmed === null || harmed === text) continue
    samples++
    if (gate({ source, text: harmed }, '').errors.length > 0) counts.refusedWithout++
    const { errors, warnings } = gate({ source, text: harmed }, 'uk')
    if (errors.length > 0) counts.refused++
    if (errors.length + warnings.length > 0) counts.seen++
  }
  const share = (count: number): number => count / Math.max(1, samples)
  return {
    name,
    samples,
    refusedWithout: share(counts.refusedWithout),
    refused: share(counts.refused),
    seen: share(counts.seen),
  }
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

/** In a third of the pairs without a must-preserve token, one of a documented kind is put into both texts. */
function withTokens(pairs: readonly Pair[]): readonly Pair[] {
  const kinds = ['{0}', '%s', '<br>', '$HERO_NAME', '<Agility|780|#C|15>']
  return pairs.map(({ source, text }, i) => {
    const token = kinds[Math.floor(i / 3) % kinds.length] ?? ''
    const isPlain = !/[{<%$]/.test(source + text)
    return i % 3 === 0 && isPlain ? { source: `${token} ${source}`, text: `${token} ${text}` } : { source, text }
  })
}

describe.runIf(corpus !== undefined)('what models do to texts', () => {
  test('is refused or warned of', () => {
    const pairs = withTokens(pixelDungeon('uk'))
    const chinese = pixelDungeon('zh').map(({ text }) => text)
    const rates = Object.keys(BREAKAGES).map((name) => ratesOf(name, pairs, chinese))
    expect(rates.length).toBe(74)
    for (const { name, samples } of rates) expect([name, samples]).toEqual([name, samplesPerClass])
    const percent = (share: number): string => (100 * share).toFixed(0).padStart(4)
    if (process.env['WINDROW_TABLES'] === '1') {
      console.log(
        rates
          .map(
            (each) =>
              `${each.name.padEnd(32)}${percent(each.refusedWithout)}${percent(each.refused)}${percent(each.seen)}`,
          )
          .join('\n'),
        '\nmean',
        mean(rates.map((each) => each.refusedWithout)),
        mean(rates.map((each) => each.refused)),
        mean(rates.map((each) => each.seen)),
      )
    }
    expect(mean(rates.map((each) => each.refusedWithout))).toBeGreaterThanOrEqual(0.66)
    expect(mean(rates.map((each) => each.seen))).toBeGreaterThanOrEqual(0.9)
  })
})

describe.runIf(corpus !== undefined)('translations that people shipped', () => {
  const sets: readonly (readonly [string, string, () => readonly Pair[]])[] = [
    ...['uk', 'zh'].map((language) => ['pixel-dungeon', language, () => pixelDungeon(language)] as const),
    ...['de', 'pl', 'ru', 'zh'].map((language) => ['openloco', language, () => openLoco(language)] as const),
  ]

  test.each(sets)('%s %s: none is refused by a rule about content', (_, language, read) => {
    const pairs = read()
    expect(pairs.length).toBeGreaterThan(200)
    const refused = pairs.filter((pair) => {
      const rules = gate(pair, language).errors.map(({ rule }) => rule)
      // A text that is the source word for word is SOURCE_01's business, whatever else is said of it.
      return !rules.includes('SOURCE_01') && rules.some(isContentRule)
    })
    expect(refused).toEqual([])
  })

  const batchSize = 50
  const batchesOf = (pairs: readonly Pair[]): readonly (readonly Pair[])[] =>
    Array.from({ length: Math.floor(pairs.length / batchSize) }, (_, i) =>
      pairs.slice(i * batchSize, (i + 1) * batchSize),
    )
  const slipped = (pairs: readonly Pair[]): ReadonlyMap<number, number> =>
    slippedTexts(
      pairs.map(
        ({ source, text }) =>
          new TextPair({ source, text, rules: DEFAULT_GATE_RULES, glossary: EMPTY_GLOSSARY, waivers: NO_WAIVERS }),
      ),
    )

  test('are hardly ever taken for a slipped batch', () => {
    const batches = sets.flatMap(([, , read]) => batchesOf(read()))
    const flagged = batches.filter((batch) => slipped(batch).size > 0)
    expect(batches.length).toBeGreaterThan(200)
    expect(flagged.length / batches.length).toBeLessThanOrEqual(0.005)
  })

  test('are seen to have slipped when a line was dropped, in prose', () => {
    const { below } = diceOf(20_261_121)
    let events = 0
    let seen = 0
    for (const batch of [...batchesOf(pixelDungeon('uk')), ...batchesOf(pixelDungeon('zh'))]) {
      if (mean(batch.map(({ source }) => source.length)) < 40) continue
      const from = below(batchSize - batchItemsMin)
      const texts = batch.map(({ text }) => text)
      const shifted = [...texts.slice(0, from), ...texts.slice(from + 1), texts.at(-1) ?? '']
      const found = slipped(batch.map(({ source }, i) => ({ source, text: shifted[i] ?? '' })))
      events++
      if ([...found].some(([text, source]) => text >= from && source === text + 1)) seen++
    }
    expect(events).toBeGreaterThan(100)
    expect(seen / events).toBeGreaterThanOrEqual(0.95)
  })
})
