// Reads text dumps of every format: counts entries, refuses a repeated id, and decides the byte order of a file's hex ids
// (docs/game-files.md#text-dumps). Memory: one batch, and 8 to 21 bytes an id.
import { bytesOf, type DumpFile } from './dump-bytes.ts'
import { type Damage, damagedLine } from '../damage.ts'
import { type DumpBatch, type DumpFormat, type DumpStart, SHAPES } from './dump-formats.ts'
import type { GameText, OpenOptions, Role, TemplateColumn } from '../game-text.ts'
import { halvesOf, IdSet } from '../id-set.ts'
import { entriesMax, quoted, reversedId, type TextEntry } from '../text-entry.ts'

/** When a byte order has given so many known ids, it is taken. */
const overlapEnough = 1000

const COLUMN_OF_ROLE: Readonly<Record<Role, TemplateColumn>> = {
  source: 'English',
  diff: 'English',
  reference: 'Chinese',
  localized: 'Target',
}

interface DumpToRead extends Omit<DumpFile, 'onBytesRead'> {
  readonly sizeBytes: number
  readonly format: DumpFormat
  readonly firstLine: string
}

/** Opens a dump. It reads ahead only to find the byte order of the ids. Throws DamagedFile. */
export async function openDump(dump: DumpToRead, options: OpenOptions): Promise<GameText> {
  const { path, name, sizeBytes, compression, format } = dump
  const start: DumpStart = { firstLine: dump.firstLine, column: options.column ?? COLUMN_OF_ROLE[options.role] }
  const batches = (onBytesRead?: (bytes: number) => void): AsyncGenerator<DumpBatch> => {
    const file = { path, name, compression, ...(onBytesRead === undefined ? {} : { onBytesRead }) }
    return SHAPES[format].read(bytesOf(file), name, start)
  }
  const isReversed =
    options.isKnownId !== undefined &&
    SHAPES[format].isHexOrderOpen &&
    (await areIdsReversed(batches(), options.isKnownId))

  let breaks = makeBreakWatch(name)
  async function* entries(): AsyncGenerator<readonly TextEntry[]> {
    breaks = makeBreakWatch(name)
    const check = makeCheck(name)
    for await (const batch of batches((bytesRead) => options.onProgress?.(bytesRead, sizeBytes))) {
      const read = isReversed ? batch.entries.map((entry) => ({ ...entry, id: reversedId(entry.id) })) : batch.entries
      check(read, batch.lines)
      breaks.look(read)
      yield read
    }
  }

  const ofFile = { file: name, where: { at: 'file' } } as const
  const warnings = isReversed ? [{ ...ofFile, problem: 'ids_reversed' } as const] : []
  return {
    name,
    format,
    sizeBytes,
    shardCount: null,
    totalEntries: null,
    entries,
    warnings: () => [...warnings, ...breaks.warnings()],
    skipped: () => [],
    isSkipped: () => false,
  }
}

function makeCheck(name: string): (entries: readonly TextEntry[], lines: readonly number[]) => void {
  const seen = new IdSet()
  let count = 0
  return (entries, lines) => {
    for (const [at, { id }] of entries.entries()) {
      const line = lines[at] ?? 0
      if (!seen.add(...halvesOf(id))) throw damagedLine(name, line, { problem: 'id_twice', found: id })
      if (++count > entriesMax)
        throw damagedLine(name, line, { problem: 'too_many_entries', found: count, expected: entriesMax })
    }
  }
}

/**
 * Detects line breaks written as `\\n`, which will not be read as such: texts with a backslash and an n, in a file without
 * any line feed in a text.
 */
function makeBreakWatch(name: string) {
  let hasLineFeed = false
  let written = 0
  let example: string | null = null
  return {
    look(entries: readonly TextEntry[]): void {
      if (hasLineFeed) return
      for (const { id, text } of entries) {
        if (text === null) continue
        hasLineFeed ||= text.includes('\n')
        if (!text.includes('\\n')) continue
        written++
        example ??= `${id}: ${quoted(text)}`
      }
    },
    warnings(): Damage[] {
      if (hasLineFeed || example === null) return []
      return [{ file: name, where: { at: 'file' }, problem: 'breaks_written', found: written, example }]
    },
  }
}

/** True: more ids are known if their bytes are reversed. */
async function areIdsReversed(batches: AsyncIterable<DumpBatch>, isKnownId: (id: string) => boolean): Promise<boolean> {
  let asTheyStand = 0
  let reversed = 0
  for await (const { entries } of batches) {
    for (const { id } of entries) {
      if (isKnownId(id)) asTheyStand++
      if (isKnownId(reversedId(id))) reversed++
    }
    if (asTheyStand + reversed >= overlapEnough) break
  }
  return reversed > asTheyStand
}
