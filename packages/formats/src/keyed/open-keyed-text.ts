// Opens a game's own file of keyed texts, or a folder of such files (docs/another-game.md#files). Each file is parsed whole, one
// after the other; the keys of sources are kept, at some 100 bytes each. In a folder a file that cannot be read is left out by name,
// and rows that came from it stay; what is refused is a file alone, and what has no text at all.
import { basename } from 'node:path'
import { counted } from '../../../../src/base/numeral.ts'
import { DamagedFile, damagedLine } from '../damage.ts'
import type { GameText, Role } from '../game-text.ts'
import { keyedKeysMax, type TextEntry } from '../text-entry.ts'
import { readKeyedFile } from './keyed-file.ts'
import { folderNotes, idOfKey, type KeyedPath, keyedPaths } from './keyed-paths.ts'
import { KEYED_FORMATS, SHAPES } from './keyed-formats.ts'
import type { KeyedDocument, KeyedSide } from './keyed-format.ts'

const entriesPerBatch = 1_000
/** Files that are left out by name; further ones are counted. */
const namedMax = 20

/** A source is read from where sources stand; other languages may stand beside it. */
const SIDE: Readonly<Record<Role, KeyedSide>> = {
  source: 'source',
  diff: 'source',
  reference: 'translation',
  localized: 'translation',
}

/** Throws DamagedFile for a file of an unknown shape, and for a folder without any known one. */
export async function openKeyedText(path: string, name: string, role: Role, targetLanguage = ''): Promise<GameText> {
  const files = await knownFiles(path, name)
  const side = SIDE[role]
  let keys = new Map<string, string>()
  let warnings: string[] = []
  let unread: string[] = []
  let unreadIds = new Set<string>()
  const markup = new Set<string>()
  async function* entries(): AsyncGenerator<readonly TextEntry[]> {
    keys = new Map()
    warnings = []
    unreadIds = new Set()
    const damaged = [...files.damaged]
    const partly: string[] = []
    let [keyUnits, count] = [0, 0]
    for (const file of files.known) {
      const of = nameOf(file, name)
      const read = await readOrNote(file, of, { side, targetLanguage }, damaged)
      if (read === null) continue
      warnings.push(...read.warnings)
      for (const grammar of read.markup) markup.add(grammar)
      if (read.isPartial) partly.push(of)
      for (const key of read.unread) unreadIds.add(idOfKey(file.place, key))
      count += read.texts.length + read.unfinished
      let batch: TextEntry[] = []
      for (const { key, text, line } of read.texts) {
        const id = idOfKey(file.place, key)
        // A key may be a slice of its document, which would be kept with it.
        if (side === 'source') keys.set(id, Buffer.from(key).toString())
        if (side === 'source') keyUnits += key.length
        if (keyUnits > keyedKeysMax) {
          throw damagedLine(of, line, { problem: 'too_much_text', found: keyUnits, expected: keyedKeysMax })
        }
        batch.push({ id, text, file: of, number: line })
        if (batch.length < entriesPerBatch) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    }
    // The last one looked like a file of texts.
    const fault = damaged.at(-1)
    if (count === 0 && fault !== undefined) throw fault
    if (count === 0 && (role === 'source' || warnings.length > 0)) {
      throw new DamagedFile({
        file: name,
        where: { at: 'file' },
        problem: 'nothing_read',
        found: warnings[0] ?? 'no text',
      })
    }
    unread = [...files.foreign, ...damaged.map(({ damage }) => damage.file), ...partly]
    warnings = [...files.notes, ...leftOut(name, damaged), ...warnings]
  }
  return {
    name,
    format: 'keyed',
    sizeBytes: files.sizeBytes,
    shardCount: null,
    totalEntries: null,
    entries,
    warnings: () => warnings,
    skipped: () => [],
    unread: () => unread,
    // A file alone may have another name than before.
    isSkipped: (id, file = '') => unreadIds.has(id) || (files.isFolder ? unread.includes(file) : unread.length > 0),
    keys: () => keys,
    markup: () => [...markup],
  }
}

interface KnownFiles {
  readonly isFolder: boolean
  readonly known: readonly KeyedPath[]
  /** Files of a folder that should be readable by their names. */
  readonly damaged: readonly DamagedFile[]
  /** Names of links, and of files of no known shape. */
  readonly foreign: readonly string[]
  /** What else a folder has. */
  readonly notes: readonly string[]
  readonly sizeBytes: number
}

const nameOf = ({ place }: KeyedPath, name: string): string => (place === '' ? name : place)
const isUnknownShape = ({ damage }: DamagedFile): boolean => damage.problem.startsWith('shape_')

async function knownFiles(path: string, name: string): Promise<KnownFiles> {
  const known: KeyedPath[] = []
  const damaged: DamagedFile[] = []
  const unknown: string[] = []
  let sizeBytes = 0
  const paths = await keyedPaths(path)
  for (const file of paths) {
    try {
      sizeBytes += (await readKeyedFile(file.path, nameOf(file, name))).sizeBytes
      known.push(file)
    } catch (error) {
      if (file.place === '' || !(error instanceof DamagedFile)) throw error
      if (isUnknownShape(error)) unknown.push(file.place)
      else damaged.push(error)
    }
  }
  const { links, kinds } = await folderNotes(path)
  const [first] = damaged
  if (known.length === 0 && first !== undefined) throw first
  if (known.length === 0) {
    const found = kinds === '' ? 'no file' : kinds
    throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'folder_unknown', found, shapes: SHAPES })
  }
  const folder = basename(name)
  const notes = [
    ...(unknown.length === 0
      ? []
      : [`${folder}: ${counted(unknown.length, 'file is', 'files are')} of no known shape, and left out`]),
    ...(links.length === 0
      ? []
      : [`${folder}: ${counted(links.length, 'link is', 'links are')} not followed, and left out`]),
  ]
  return {
    isFolder: paths.some(({ place }) => place !== ''),
    known,
    damaged,
    foreign: [...unknown, ...links],
    notes,
    sizeBytes,
  }
}

/** Null: the file of a folder is damaged, and noted. */
async function readOrNote(
  { path, place }: KeyedPath,
  name: string,
  { side, targetLanguage }: { readonly side: KeyedSide; readonly targetLanguage: string },
  damaged: DamagedFile[],
): Promise<KeyedDocument | null> {
  try {
    const { document, format } = await readKeyedFile(path, name, targetLanguage)
    return KEYED_FORMATS[format].read(document, name, side)
  } catch (error) {
    if (place === '' || !(error instanceof DamagedFile)) throw error
    damaged.push(error)
    return null
  }
}

function leftOut(folder: string, damaged: readonly DamagedFile[]): string[] {
  const more = damaged.length - namedMax
  return [
    ...damaged.slice(0, namedMax).map(({ message }) => `${message}; the file is left out`),
    ...(more > 0 ? [`${basename(folder)}: ${counted(more, 'more file', 'more files')} left out as damaged`] : []),
  ]
}
