// Lines of a text dump in batches of about a thousand: UTF-8 checked, BOM removed, split at LF only (a CR before it may
// belong to a text, which only the format's reader knows).
import { isUtf8 } from 'node:buffer'
import { lineBytesMax } from '../limits.ts'
import { damagedLine } from '../damage.ts'

export interface LineBatch {
  /** The number of the first line, from 1. */
  readonly first: number
  readonly lines: readonly string[]
}

const LF = 0x0a
const BOM = '\uFEFF'

/** Throws DamagedFile at a line that is too long or no UTF-8. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  file: string,
  bytesMax = lineBytesMax,
): AsyncGenerator<LineBatch> {
  let first = 1
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF)
    if (end === -1) {
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes > bytesMax) throw damagedLine(file, first, { problem: 'line_too_long', expected: bytesMax })
      continue
    }
    const batch = decode(Buffer.concat([...held, chunk.subarray(0, end)]), first, file, bytesMax)
    held = [chunk.subarray(end + 1)]
    heldBytes = chunk.length - end - 1
    yield batch
    first += batch.lines.length
  }
  if (heldBytes > 0) yield decode(Buffer.concat(held), first, file, bytesMax)
}

function decode(bytes: Buffer, first: number, file: string, bytesMax: number): LineBatch {
  if (!isUtf8(bytes)) refuseBytes(bytes, first, file)
  const text = bytes.toString('utf8')
  const lines = (first === 1 && text.startsWith(BOM) ? text.slice(1) : text).split('\n')
  for (const [at, line] of lines.entries()) {
    if (line.length * 3 > bytesMax && Buffer.byteLength(line) > bytesMax)
      throw damagedLine(file, first + at, { problem: 'line_too_long', expected: bytesMax })
  }
  return { first, lines }
}

function refuseBytes(bytes: Buffer, first: number, file: string): never {
  let line = first
  for (let start = 0; start <= bytes.length; line++) {
    const next = bytes.indexOf(LF, start)
    const end = next === -1 ? bytes.length : next
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw damagedLine(file, line, { problem: 'line_no_text' })
}
