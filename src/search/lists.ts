// Encodes ascending numbers below a power of two: as Elias–Fano (two bits a number more than the logarithm of their mean distance), or
// as a bitmap where that is smaller. A list's length in bytes follows from its count, so readers can skip it.
//
//   Elias–Fano: the upper part of number i as bit (upper + i), then the lower bits of each. Lowest bit of a byte first.
import type { Span } from '../base/bytes.ts'

/** The lower bits of each number that Elias–Fano stores; -1: a bitmap is smaller. */
function lowBitsOf(count: number, width: number): number {
  const lowBits = Math.max(0, Math.clz32(count - 1) - (32 - width))
  return bitsOf(count, width, lowBits) < 1 << width ? lowBits : -1
}

const bitsOf = (count: number, width: number, lowBits: number): number =>
  count * (lowBits + 1) + ((1 << width) >> lowBits)

export function listBytes(count: number, width: number): number {
  const lowBits = Math.max(0, Math.clz32(count - 1) - (32 - width))
  return (Math.min(bitsOf(count, width, lowBits), 1 << width) + 7) >>> 3
}

interface NumberList extends Span {
  readonly numbers: Uint16Array
}

export function writeList(bytes: Uint8Array, at: number, { numbers, start, end }: NumberList, width: number): void {
  const count = end - start
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) {
    for (let i = start; i < end; i++) setBit(bytes, at, numbers[i] as number)
    return
  }
  for (let i = start; i < end; i++) setBit(bytes, at, ((numbers[i] as number) >>> lowBits) + i - start)
  const mask = (1 << lowBits) - 1
  const lowAt = count + ((1 << width) >> lowBits)
  let [byte, held, rest] = [at + (lowAt >>> 3), lowAt & 7, 0]
  for (let i = start; i < end; i++) {
    rest |= ((numbers[i] as number) & mask) << held
    held += lowBits
    if (held < 16) continue
    bytes[byte] = (bytes[byte] as number) | (rest & 0xff)
    bytes[byte + 1] = (rest >>> 8) & 0xff
    byte += 2
    held -= 16
    rest >>>= 16
  }
  for (; held > 0; held -= 8, rest >>>= 8, byte++) bytes[byte] = (bytes[byte] as number) | (rest & 0xff)
}

function setBit(bytes: Uint8Array, at: number, bit: number): void {
  const byte = at + (bit >>> 3)
  bytes[byte] = (bytes[byte] as number) | (1 << (bit & 7))
}

interface ListPlace {
  readonly at: number
  readonly count: number
  readonly width: number
}

/** The numbers that a reader wants: from `from` to before `end`, with a bit in `among`. */
export interface Wanted {
  readonly from: number
  readonly end: number
  readonly among: Uint32Array
}

/** Sets the bits of the wanted numbers, which must be 0; returns how many. Hot: every list of a search. */
export function readList(
  bytes: Uint8Array,
  { at, count, width }: ListPlace,
  into: Uint32Array,
  { from, end, among }: Wanted,
): number {
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) return readBitmap(bytes, at, into, { from, end, among })
  const mask = (1 << lowBits) - 1
  let lowAt = at * 8 + count + ((1 << width) >> lowBits)
  let found = 0
  for (let byte = at, done = 0; done < count; byte++) {
    // The upper part of a number is its bit's place minus the count of numbers before it.
    for (let bits = bytes[byte] as number; bits !== 0 && done < count; bits &= bits - 1) {
      const upper = 8 * (byte - at) + 31 - Math.clz32(bits & -bits) - done
      const lowByte = lowAt >>> 3
      // Three bytes are read even where fewer are needed: a page has spare ones at its end.
      const low =
        (bytes[lowByte] as number) | ((bytes[lowByte + 1] as number) << 8) | ((bytes[lowByte + 2] as number) << 16)
      const number = (upper << lowBits) | ((low >>> (lowAt & 7)) & mask)
      if (number >= end) return found
      const bit = (among[number >>> 5] as number) & (1 << (number & 31))
      if (bit !== 0 && number >= from) {
        into[number >>> 5] = (into[number >>> 5] as number) | bit
        found++
      }
      lowAt += lowBits
      done++
    }
  }
  return found
}

/** Adds 1 at each number of a list. Hot: lists of likeness. */
export function countList(bytes: Uint8Array, { at, count, width }: ListPlace, counts: Uint8Array): void {
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) {
    for (let number = 0; number < 1 << width; number++) {
      counts[number] = (counts[number] as number) + (((bytes[at + (number >>> 3)] as number) >>> (number & 7)) & 1)
    }
    return
  }
  const mask = (1 << lowBits) - 1
  let lowAt = at * 8 + count + ((1 << width) >> lowBits)
  for (let byte = at, done = 0; done < count; byte++) {
    for (let bits = bytes[byte] as number; bits !== 0 && done < count; bits &= bits - 1) {
      const upper = 8 * (byte - at) + 31 - Math.clz32(bits & -bits) - done
      const lowByte = lowAt >>> 3
      const low =
        (bytes[lowByte] as number) | ((bytes[lowByte + 1] as number) << 8) | ((bytes[lowByte + 2] as number) << 16)
      const number = (upper << lowBits) | ((low >>> (lowAt & 7)) & mask)
      counts[number] = (counts[number] as number) + 1
      lowAt += lowBits
      done++
    }
  }
}

function readBitmap(bytes: Uint8Array, at: number, into: Uint32Array, { from, end, among }: Wanted): number {
  let found = 0
  for (let number = from; number < end; number++) {
    const bit = ((bytes[at + (number >>> 3)] as number) >>> (number & 7)) & 1
    const kept = (among[number >>> 5] as number) & (bit << (number & 31))
    if (kept === 0) continue
    into[number >>> 5] = (into[number >>> 5] as number) | kept
    found++
  }
  return found
}
