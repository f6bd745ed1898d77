// Batches of entries that the readers of text dumps return, each entry with its line, and refusals by line.
import { textBytesMax } from '../limits.ts'
import { damagedLine } from '../damage.ts'
import { quoted } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

export interface DumpBatch {
  readonly entries: TextEntry[]
  /** The line of each entry, for messages; the entry's `number` may differ. */
  readonly lines: number[]
}

export const emptyBatch = (): DumpBatch => ({ entries: [], lines: [] })

export function refuseId(file: string, line: number, found: string): never {
  throw damagedLine(file, line, { problem: 'no_id', found: quoted(found) })
}

/** Refuses a text that is too long or has lone surrogates. */
export function checkedText(text: string, file: string, line: number): string {
  if (text.length * 3 > textBytesMax && Buffer.byteLength(text) > textBytesMax) {
    throw damagedLine(file, line, {
      problem: 'text_too_long',
      found: Buffer.byteLength(text),
      expected: textBytesMax,
    })
  }
  if (!text.isWellFormed()) throw damagedLine(file, line, { problem: 'text_no_unicode' })
  return text
}
