// One shard of a game container, inflated: a serialized open-addressing table (docs/game-files.md#container).
//
//     0   u64 capacity       2^k − 1
//     8   u64 size           occupied slots
//     16  u64 seed           0x595896DC everywhere
//     24  u8  ctrl[capacity] 0x80 empty, 0x00..0x7F occupied
//         u8  0xFF           sentinel
//         u8  clones[16]     ctrl[0..15], 0x80 past capacity
//         u8  0 …            up to a multiple of 8
//     S   slot[capacity]     u64 key, u32 relOffset, u32 byteLen
//         values             UTF-8, back to back, in slot order
//
// A value starts at the address of its relOffset field + relOffset; byteLen 1 with byte FF is a tombstone. A fault of
// the table throws; an untrustworthy slot goes to `watch`, and the others are still read. Hot: a million entries a
// file. Each value is decoded once, so overlapping values can't multiply the work.
import { isUtf8 } from 'node:buffer'
import { placeOf } from './container-block.ts'
import type { BlockPlace } from './container-block.ts'
import { IdSet } from '../id-set.ts'
import { blockBytesMax, entriesMax, textBytesMax } from '../text-entry.ts'
import { DamagedFile, type Place, type Problem } from '../damage.ts'

export const CTRL_EMPTY = 0x80
const CTRL_DELETED = 0xfe
export const CTRL_SENTINEL = 0xff
export const TABLE_SEED = 0x595896dc
export const TOMBSTONE = 0xff
export const tableHeadBytes = 24
export const clonesBytes = 16
export const slotBytes = 16

/** Faults that are accepted, with one warning a file. */
export type Oddity = Extract<Problem['problem'], `odd_${string}`>

interface ShardEntry {
  readonly slot: number
  /** The slot's number among occupied slots, from 1. */
  readonly nth: number
  readonly id: string
  /** The entry's text. Null: the entry is a deletion marker. */
  readonly text: string | null
  /** Where the value begins in the shard, in bytes. */
  readonly start: number
  readonly end: number
}

export interface Shard {
  readonly capacity: number
  readonly slotsAt: number
  readonly valuesAt: number
  /** The entries in the order of their slots, without those that can't be trusted. */
  readonly entries: readonly ShardEntry[]
  readonly occupied: number
}

export interface BadSlot {
  readonly damage: DamagedFile
  readonly id: string
  /** True: the key itself may be wrong, so the lost row may be any other row of the shard. */
  readonly isKeySuspect: boolean
}

/** Is told the faults of a shard that can be read. */
export interface ShardWatch {
  /** Takes a slot that can't be trusted: throws, or records the fault so that the other slots are read. */
  badSlot(bad: BadSlot): void
  odd(oddity: Oddity, where: Place): void
}

export const slotsStartOf = (capacity: number): number =>
  Math.ceil((tableHeadBytes + capacity + 1 + clonesBytes) / 8) * 8

/** The shard that a key belongs to. The result is exact for fewer than 2^24 shards. */
export const shardOfKey = (high: number, low: number, shardCount: number): number =>
  ((high % shardCount) * (2 ** 32 % shardCount) + low) % shardCount

/** Reads a shard. Throws DamagedFile when its table is unreadable; faults of single slots go to `watch`. */
export function readShard(
  raw: Buffer,
  place: BlockPlace,
  at: { shard: number; shardCount: number },
  watch: ShardWatch,
): Shard {
  const capacity = readHead(raw, place, watch)
  const slotsAt = slotsStartOf(capacity)
  const valuesAt = slotsAt + slotBytes * capacity
  const valueAt = valueReader(raw, valuesAt, place)
  const seen = new IdSet(Math.min(capacity, 4096))
  const entries: ShardEntry[] = []
  let occupied = 0
  for (let slot = 0; slot < capacity; slot++) {
    const ctrl = raw[tableHeadBytes + slot] ?? 0
    const start = slotsAt + slotBytes * slot
    const low = raw.readUInt32LE(start)
    const high = raw.readUInt32LE(start + 4)
    const lengthBytes = raw.readUInt32LE(start + 12)
    if (ctrl === CTRL_EMPTY || ctrl === CTRL_DELETED) {
      if (ctrl === CTRL_DELETED) watch.odd('odd_deleted_slot', slotOf(place, slot))
      if (low !== 0 || high !== 0 || lengthBytes !== 0) watch.odd('odd_empty_slot', slotOf(place, slot))
      continue
    }
    occupied++
    const id = raw.toString('hex', start, start + 8)
    const bad = (isKeySuspect: boolean, problem: Problem): void => {
      const where = { ...placeOf(place), at: 'slot', slot } as const
      watch.badSlot({ damage: new DamagedFile({ file: place.file, where, ...problem }, true), id, isKeySuspect })
    }
    if (ctrl > CTRL_EMPTY) {
      bad(true, { problem: 'control_byte', found: hex(ctrl) })
      continue
    }
    const shard = shardOfKey(high, low, at.shardCount)
    if (shard !== at.shard) {
      bad(true, { problem: 'key_in_wrong_shard', key: id, found: shard, expected: at.shard })
      continue
    }
    if (!seen.add(high, low)) {
      bad(true, { problem: 'key_twice', found: id })
      continue
    }
    if (low === 0 && high === 0) watch.odd('odd_zero_key', slotOf(place, slot))
    const valueStart = start + 8 + raw.readUInt32LE(start + 8)
    const text = valueAt(valueStart, lengthBytes, bad)
    if (text !== undefined)
      entries.push({ slot, nth: occupied, id, text, start: valueStart, end: valueStart + lengthBytes })
  }
  if (raw.readUInt32LE(8) !== occupied || raw.readUInt32LE(12) !== 0) watch.odd('odd_size', placeOf(place))
  return { capacity, slotsAt, valuesAt, entries, occupied }
}

/** Checks everything before the slots, and returns the capacity. */
function readHead(raw: Buffer, place: BlockPlace, watch: ShardWatch): number {
  const refuse = (problem: Problem): never => {
    throw new DamagedFile({ file: place.file, where: placeOf(place), ...problem }, true)
  }
  if (raw.length < tableHeadBytes) refuse({ problem: 'shard_cut_off', found: raw.length, expected: tableHeadBytes })
  const capacity = Number(raw.readBigUInt64LE(0))
  if (capacity > 2 * entriesMax) refuse({ problem: 'capacity_too_large', found: capacity, expected: 2 * entriesMax })
  if (capacity === 0 || (capacity & (capacity + 1)) !== 0) {
    refuse({ problem: 'capacity', found: capacity })
  }
  const slotsAt = slotsStartOf(capacity)
  const valuesAt = slotsAt + slotBytes * capacity
  if (valuesAt > raw.length) refuse({ problem: 'no_room_for_slots', found: raw.length, expected: valuesAt, capacity })
  const sentinelAt = tableHeadBytes + capacity
  const sentinel = raw[sentinelAt] ?? 0
  if (sentinel !== CTRL_SENTINEL) refuse({ problem: 'sentinel', found: hex(sentinel), expected: hex(CTRL_SENTINEL) })
  if (raw.readUInt32LE(16) !== TABLE_SEED || raw.readUInt32LE(20) !== 0) watch.odd('odd_seed', placeOf(place))
  for (let k = 0; k < clonesBytes; k++) {
    const mirrored = k < capacity ? raw[tableHeadBytes + k] : CTRL_EMPTY
    if (raw[sentinelAt + 1 + k] === mirrored) continue
    watch.odd('odd_clones', placeOf(place))
    break
  }
  for (let at = sentinelAt + 1 + clonesBytes; at < slotsAt; at++) {
    if (raw[at] === 0) continue
    watch.odd('odd_padding', placeOf(place))
    break
  }
  return capacity
}

type Bad = (isKeySuspect: boolean, problem: Problem) => void

/**
 * Reads values. Null: a deletion marker; undefined: the slot was reported as bad. The value area is checked as UTF-8 once as a whole; after
 * that a value only has to start and end between characters.
 */
function valueReader(raw: Buffer, valuesAt: number, place: BlockPlace) {
  const isAreaUtf8 = isUtf8(raw.subarray(valuesAt))
  const known = new Map<number, { readonly lengthBytes: number; readonly text: string }>()
  let decodedBytes = 0
  const isContinuation = (at: number): boolean => at < raw.length && ((raw[at] ?? 0) & 0xc0) === 0x80

  return (start: number, lengthBytes: number, bad: Bad): string | null | undefined => {
    const end = start + lengthBytes
    if (start < valuesAt || end > raw.length) {
      bad(false, { problem: 'value_outside', from: start, to: end, start: valuesAt, end: raw.length })
      return undefined
    }
    if (lengthBytes > textBytesMax) {
      bad(false, { problem: 'text_too_long', found: lengthBytes, expected: textBytesMax })
      return undefined
    }
    if (lengthBytes === 0) return ''
    if (lengthBytes === 1 && raw[start] === TOMBSTONE) return null
    const same = known.get(start)
    if (same?.lengthBytes === lengthBytes) return same.text
    decodedBytes += lengthBytes
    if (decodedBytes > blockBytesMax) {
      const problem = { problem: 'values_overlap', found: raw.length, expected: blockBytesMax } as const
      throw new DamagedFile({ file: place.file, where: placeOf(place), ...problem }, true)
    }
    const isGood = isAreaUtf8 ? !isContinuation(start) && !isContinuation(end) : isUtf8(raw.subarray(start, end))
    if (!isGood) {
      bad(false, { problem: 'value_no_text' })
      return undefined
    }
    const text = raw.toString('utf8', start, end)
    known.set(start, { lengthBytes, text })
    return text
  }
}

const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0').toUpperCase()}`

/** A slot's place in words, such as `block 3 at byte 4711, slot 17`. */
const slotOf = (place: BlockPlace, slot: number): Place => ({ ...placeOf(place), at: 'slot', slot })
