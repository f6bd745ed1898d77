// What the readers of the text dumps' shapes share: batches that keep the line of every entry, and refusals by line.
import { textBytesMax } from '../limits.ts'
import { damagedLine } from '../damage.ts'
import { quoted } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

export interface DumpBatch {
  readonly entries: TextEntry[]
  /** The line each entry starts on, for messages; `number` may say something else. */
  readonly lines: number[]
}

export const emptyBatch = (): DumpBatch => ({ entries: [], lines: [] })

export function refuseId(file: string, line: number, found: string): never {
  throw damagedLine(file, line, { problem: 'no_id', found: quoted(found) })
}

/** The text itself when it may be one: bounded, and Unicode that UTF-8 can hold. */
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
