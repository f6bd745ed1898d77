// What the readers of the text dumps' shapes share: batches that keep the line of every entry, and refusals by line.
import { textBytesMax } from '../limits.ts'
import { DamagedFile, quoted } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

export interface DumpBatch {
  readonly entries: TextEntry[]
  /** The line each entry starts on, for messages; `number` may say something else. */
  readonly lines: number[]
}

export const emptyBatch = (): DumpBatch => ({ entries: [], lines: [] })

/** Throws the refusal of a line. */
export function refuseLine(file: string, line: number, problem: string, found: string, expected: string): never {
  throw new DamagedFile({ file, place: `line ${line}`, problem, found, expected })
}

export function refuseId(file: string, line: number, found: string): never {
  refuseLine(file, line, 'the id is no id', quoted(found), '16 hex digits')
}

export function refuseColumns(file: string, line: number, found: string, expected: string): never {
  refuseLine(file, line, 'the row lacks expected columns', found, expected)
}

/** The text itself when it may be one: bounded, and Unicode that UTF-8 can hold. */
export function checkedText(text: string, file: string, line: number): string {
  if (text.length * 3 > textBytesMax && Buffer.byteLength(text) > textBytesMax) {
    refuseLine(file, line, 'the text is too long', `${Buffer.byteLength(text)} bytes`, `at most ${textBytesMax}`)
  }
  if (!text.isWellFormed())
    refuseLine(file, line, 'the text is no Unicode', 'an unpaired surrogate', 'whole characters')
  return text
}
