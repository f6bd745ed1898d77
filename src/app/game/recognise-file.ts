// What a file is that somebody has, and which command takes it: the readers of an import say it, so that `windrow doctor FILE` and a
// refused import agree.
import { basename } from 'node:path'
import { counted } from '../../base/numeral.ts'
import { fillGaps } from '../../base/sentences.ts'
import { DamagedFile } from '../../../packages/formats/src/damage.ts'
import { FORMATS, type GameText } from '../../../packages/formats/src/game-text.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import { slotOfFile } from './game-files.ts'

interface RecognisedFile {
  /** False: no command takes it as it is. */
  readonly isTaken: boolean
  readonly what: string
  /** What to type, or what to do. */
  readonly next: string
}

/** Throws errors of the system, as for a file that cannot be read. `typed`: the path as it stands in a command. */
export async function recogniseFile(path: string, typed: string): Promise<RecognisedFile> {
  try {
    return await ofFirstGame(path, typed)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    const { problem } = error.damage
    // What begins like a file of the first game may be a list of another's.
    const isOther = problem === 'shape_other_game' || !problem.startsWith('shape_')
    if (isOther) return await ofAnotherGame(path, typed).catch((fault: unknown) => refusedAs(fault, typed))
    return refusedAs(error, typed)
  }
}

/** In the words of a table, by the problem that the readers of games have with a file; `FILE` is its name. */
const WORDS: Partial<Record<string, readonly [what: string, next: string, isTaken?: true]>> = {
  shape_backup: ['a backup of a store', 'windrow restore FILE --data DIR', true],
  shape_history: ['the history of a store', 'windrow merge FILE', true],
  shape_exchange: [
    "a file for translators' tools, as windrow gave it out",
    'windrow exchange import FILE --as NAME',
    true,
  ],
  shape_glossary: ['a glossary', 'windrow glossary import FILE', true],
  shape_rows: ['rows, or texts of a batch', 'windrow write FILE --model NAME --as NAME', true],
  shape_profile: ['a profile of a game', 'windrow import --profile FILE --main FOLDER', true],
  shape_packed: ['a packed file ({found})', 'unpack it, then windrow doctor tells what is in it'],
  shape_foreign: ['another kind of file ({found}), without texts', "choose the file with the game's texts"],
  shape_empty: ['an empty file', 'choose one with texts'],
  shape_encoding: [
    'text that is not UTF-8',
    'save it as UTF-8 (Cyrillic of Windows: iconv -f windows-1251 -t utf-8 FILE > NEW)',
  ],
  named_charset: ['text in {charset}', 'iconv -f {charset} -t utf-8 FILE > NEW; then let NEW name UTF-8 too'],
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

async function ofFirstGame(path: string, typed: string): Promise<RecognisedFile> {
  const text = await openGameText(path, { role: 'source' })
  const texts = text.totalEntries ?? (await countIn(text))
  const [kind] = text.format === 'keyed' ? [''] : FORMATS[text.format].split(' (')
  const slot = slotOfFile(basename(path))
  const option = slot.startsWith('__') ? 'also' : slot.startsWith('official-') ? 'official' : slot
  return {
    isTaken: true,
    what: `${kind} of Where Winds Meet, ${counted(texts, 'text', 'texts')}`,
    next: `windrow import --${option} ${typed}`,
  }
}

async function ofAnotherGame(path: string, typed: string): Promise<RecognisedFile> {
  const { readKeyedFile } = await import('../../../packages/formats/src/keyed/keyed-file.ts')
  const { called, encoding } = await readKeyedFile(path, basename(path))
  const text = await openGameText(path, { role: 'source', isKeyed: true })
  const texts = await countIn(text)
  const also = encoding === 'utf-8' ? '' : `, ${encoding.toUpperCase()}`
  const [odd] = text.warnings()
  return {
    isTaken: true,
    what: `${called} of another game, ${counted(texts, 'text', 'texts')}${also}${odd === undefined ? '' : ` (${odd})`}`,
    next: `windrow import --profile generic --main ${typed}`,
  }
}
