// Opens a game's own file of keyed texts, or a folder of such files (docs/another-game.md#files). Each file is parsed whole, one
// after the other; the keys of all are kept, at some 100 bytes each.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { counted } from '../../base/numeral.ts'
import { damagedLine } from '../damage.ts'
import type { GameText, Role } from '../game-text.ts'
import { quoted, type TextEntry } from '../text-entry.ts'
import { readKeyedFile, unknownFile } from './keyed-file.ts'
import { idOfKey, type KeyedPath, keyedPaths } from './keyed-paths.ts'
import { KEYED_FORMATS, type KeyedFormatName } from './keyed-formats.ts'
import type { KeyedSide } from './keyed-format.ts'

const entriesPerBatch = 1_000

/** A source is read from where sources stand; other languages may stand beside it. */
const SIDE: Readonly<Record<Role, KeyedSide>> = {
  source: 'source',
  diff: 'source',
  reference: 'translation',
  localized: 'translation',
}

/** Throws DamagedFile for a file of an unknown shape, and for a folder without any known one. */
export async function openKeyedText(path: string, name: string, role: Role): Promise<GameText> {
  const files = await knownFiles(path, name)
  let keys = new Map<string, string>()
  let warnings: string[] = []
  async function* entries(): AsyncGenerator<readonly TextEntry[]> {
    keys = new Map()
    warnings = files.unknown === 0 ? [] : [leftOut(name, files.unknown)]
    for (const file of files.known) {
      const of = nameOf(file, name)
      const { document } = await readKeyedFile(file.path, of)
      const read = KEYED_FORMATS[file.format].read(document, of, SIDE[role])
      warnings.push(...read.warnings)
      let batch: TextEntry[] = []
      for (const { key, text, line } of read.texts) {
        const id = idOfKey(file.place, key)
        const other = keys.get(id)
        if (other !== undefined) throw damagedLine(of, line, { problem: 'key_twice', found: quoted(key) })
        keys.set(id, key)
        batch.push({ id, text, file: of, number: line })
        if (batch.length < entriesPerBatch) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    }
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
    isSkipped: () => false,
    keys: () => keys,
  }
}

interface KnownFiles {
  readonly known: readonly (KeyedPath & { readonly format: KeyedFormatName })[]
  /** In the folder, of unknown shapes. */
  readonly unknown: number
  readonly sizeBytes: number
}

const nameOf = ({ place }: KeyedPath, name: string): string => (place === '' ? name : place)

async function knownFiles(path: string, name: string): Promise<KnownFiles> {
  const known: KnownFiles['known'][number][] = []
  let [sizeBytes, start] = [0, '']
  const paths = await keyedPaths(path)
  for (const file of paths) {
    const { format, document } = await readKeyedFile(file.path, nameOf(file, name))
    if (start === '') start = document
    if (format === null) continue
    known.push({ ...file, format })
    sizeBytes += (await stat(file.path)).size
  }
  if (known.length === 0) throw unknownFile(name, start)
  return { known, unknown: paths.length - known.length, sizeBytes }
}

const leftOut = (folder: string, count: number): string =>
  `${basename(folder)}: ${counted(count, 'file is', 'files are')} of no known shape, and left out`
