// What a file is that somebody has, and which command takes it: the readers of an import say it, so that `windrow doctor FILE` and a
// refused import agree.
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { counted } from '../../base/numeral.ts'
import { fillGaps } from '../../base/sentences.ts'
import { DamagedFile, damageText } from '../../../packages/formats/src/damage.ts'
import { FORMATS, type GameText } from '../../../packages/formats/src/game-text.ts'
import type { LeftWhy } from '../../../packages/formats/src/keyed/project.ts'
import { readProject } from '../../../packages/formats/src/keyed/read-project.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import type { StoreGame } from '../upkeep/look-inside.ts'
import { slotOfFile } from './game-files.ts'

interface RecognisedFile {
  /** False: no command takes it as it is. */
  readonly isTaken: boolean
  readonly what: string
  /** What to type, or what to do. */
  readonly next: string
}

/**
 * Throws errors of the system, as for a file that cannot be read. `typed`: the path as it stands in a command. `store`: what game the
 * store here has; null: none yet, so that a file decides.
 */
export async function recogniseFile(path: string, typed: string, store: StoreGame | null): Promise<RecognisedFile> {
  try {
    return await ofFirstGame(path, typed, store)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    const { problem } = error.damage
    // What begins like a file of the first game may be a list of another's, and a text of no known kind a table.
    const isOther = ['shape_other_game', 'shape_text'].includes(problem) || !problem.startsWith('shape_')
    if (isOther) return await ofAnotherGame(path, typed, store).catch((fault: unknown) => refusedAs(fault, typed))
    return refusedAs(error, typed)
  }
}

/** In the words of a table, by the problem that the readers of games have with a file; `FILE` is its name. */
const WORDS: Partial<Record<string, readonly [what: string, next: string, isTaken?: true]>> = {
  shape_backup: ['a backup of a store', 'windrow restore FILE --data DIR', true],
  shape_history: ['the history of a store', 'windrow merge FILE', true],
  shape_exchange: ["a file that windrow made for translators' tools", 'windrow exchange import FILE --as NAME', true],
  shape_glossary: ['a glossary', 'windrow glossary import FILE', true],
  shape_rows: ['rows, or texts of a batch', 'windrow write FILE --model NAME --as NAME', true],
  shape_profile: ['a profile of a game', 'windrow import --profile FILE --main FOLDER', true],
  shape_packed: ['a packed file ({found})', 'unpack it, then windrow doctor tells what is in it'],
  shape_foreign: ['another kind of file ({found}), without texts', "choose the file with the game's texts"],
  shape_empty: ['an empty file', 'choose one with texts'],
  shape_encoding: [
    'text that is not UTF-8',
    'save it as UTF-8 (for Windows Cyrillic: iconv -f windows-1251 -t utf-8 FILE > NEW)',
  ],
  named_charset: ['text in {charset}', 'iconv -f {charset} -t utf-8 FILE > NEW; then let NEW name UTF-8 too'],
  shape_columns: [
    'a table that does not say which columns have the keys and the texts ({found})',
    'windrow import --profile generic --main FILE --key-column NAME --source-column NAME',
  ],
  shape_text: ['an unknown kind of file, which begins with {found}', 'windrow help import lists the formats'],
  shape_bytes: [
    'an unknown kind of file, which begins with the bytes {found}',
    'windrow help import lists the formats',
  ],
}

function refusedAs(error: unknown, typed: string): RecognisedFile {
  if (!(error instanceof DamagedFile)) throw error
  const { damage, message } = error
  const said = message.startsWith(damage.file) ? message.slice(damage.file.length).replace(/^[,:]? /, '') : message
  const [what, next, isTaken = false] = WORDS[damage.problem] ?? [said, 'repair it, or use an undamaged copy']
  return { isTaken, what: fillGaps(what, damage), next: fillGaps(next, damage).replace('FILE', () => typed) }
}

async function countIn(text: GameText): Promise<number> {
  let count = 0
  for await (const batch of text.entries()) count += batch.length
  return count
}

const inOwnStore = (what: string, game: string, options: string): RecognisedFile => ({
  isTaken: true,
  what: `${what}; the store here has ${game}, and a store has one`,
  next: `windrow import --${options} --data NEW-FOLDER`,
})

async function ofFirstGame(path: string, typed: string, store: StoreGame | null): Promise<RecognisedFile> {
  const text = await openGameText(path, { role: 'source' })
  const texts = text.totalEntries ?? (await countIn(text))
  const [kind] = text.format === 'keyed' ? [''] : FORMATS[text.format].split(' (')
  const slot = slotOfFile(basename(path))
  const option = slot.startsWith('__') ? 'also' : slot.startsWith('official-') ? 'official' : slot
  const what = `${kind} of Where Winds Meet, ${counted(texts, 'text', 'texts')}`
  if (store?.isOther === true) return inOwnStore(what, 'another game', `${option} ${typed}`)
  return { isTaken: true, what, next: `windrow import --${option} ${typed}` }
}

async function ofAnotherGame(path: string, typed: string, store: StoreGame | null): Promise<RecognisedFile> {
  const { readKeyedFile } = await import('../../../packages/formats/src/keyed/keyed-file.ts')
  const { called, encoding } = await readKeyedFile(path, basename(path), store?.project)
  const keyed = store === null ? {} : { keyed: { project: store.project, known: store.places } }
  const text = await openGameText(path, { role: 'source', isKeyed: true, ...keyed })
  const texts = await countIn(text)
  const also = encoding === 'utf-8' ? '' : `, ${encoding.toUpperCase()}`
  const [odd] = text.warnings()
  const of = store?.isOther === true ? '' : ' of another game'
  const what = `${called}${of}, ${counted(texts, 'text', 'texts')}${also}${odd === undefined ? '' : ` (${damageText(odd)})`}`
  if (store === null) return { isTaken: true, what, next: `windrow import --profile generic --main ${typed}` }
  if (!store.isOther) return inOwnStore(what, 'Where Winds Meet', `profile generic --main ${typed}`)
  const [part, next] = await partOf(path, typed, store)
  return { isTaken: true, what: `${what}: ${part}`, next }
}

/** What a file is in the game of a store, and which command takes it. */
async function partOf(path: string, typed: string, { project, places }: StoreGame): Promise<readonly [string, string]> {
  const [first = ''] = places
  if (first === '') return ["for the store's game, which is one file", `windrow import --main ${typed}`]
  const whole = resolve(path)
  const folders = typed.split('/').map((_, at) => resolve(whole, '../'.repeat(at + 1)))
  const root = folders.find((folder) => places.some((place) => existsSync(join(folder, place))))
  if (root === undefined) {
    const folder = dirname(first) === '.' ? first : dirname(first)
    return [
      `none of the game's files here (${folder} …)`,
      "put it into the game's folder, then windrow import --main that folder",
    ]
  }
  const place = relative(root, whole).replaceAll('\\', '/')
  const { files, left } = (await readProject(root, root, project)) ?? { files: [], left: [] }
  const bare = typed.replaceAll('"', '')
  const folder = bare.endsWith(place) ? bare.slice(0, -place.length).replace(/(?<=.)\/$/, '') || '.' : root
  const main = bare === typed ? folder : `"${folder}"`
  const isWhole = places.length === 1 && place === first && !first.includes('/')
  if (files.some((file) => file.file === place))
    return ["a source file of the store's game", `windrow import --main ${isWhole ? typed : main}`]
  if (files.some((file) => file.out === place))
    return [`a translation of the store's game (${project.targetLanguage})`, `windrow import --localized ${main}`]
  const why = left.find((file) => file.place === place)?.why ?? 'language'
  return [LEFT[why], 'nothing to do: windrow leaves it as it is']
}

/** Why a file of the game's folder is left out. */
const LEFT: Readonly<Record<LeftWhy, string>> = {
  language: 'of a language that this store does not have',
  manifest: 'a manifest',
  data: 'without anything to read',
  no_language: 'beside those that name their language',
  only: 'outside of the patterns (only)',
  skip: 'left out by a pattern (skip)',
}
