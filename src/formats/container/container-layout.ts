// Places the values in a shard of a game container (docs/game-files.md#writing): slot by slot, a new value goes to the
// end, an equal one points at its first copy, an empty slot points at the end with length 0.
import { blockBytesMax } from '../limits.ts'
import { slotBytes, TOMBSTONE } from './container-shard.ts'

/** Null: a deletion marker; undefined: an empty slot. */
export type SlotText = string | null | undefined

/**
 * `head`: everything before the values (control bytes, keys), and perhaps more; its relOffset and byteLen fields are
 * overwritten. `texts` is by slot.
 */
export function layOutShard(
  head: Buffer,
  { capacity, slotsAt, valuesAt }: { readonly capacity: number; readonly slotsAt: number; readonly valuesAt: number },
  texts: readonly SlotText[],
): Buffer {
  const { places, endsAt } = placeTexts(texts, valuesAt)
  if (endsAt > blockBytesMax)
    throw new Error(`the translated texts of one shard need ${endsAt} bytes, more than ${blockBytesMax}`)
  const shard = Buffer.alloc(endsAt)
  head.copy(shard, 0, 0, valuesAt)
  let cursor = valuesAt
  for (let slot = 0; slot < capacity; slot++) {
    const field = slotsAt + slotBytes * slot + 8
    const text = texts[slot]
    const place = text === undefined ? undefined : places.get(text)
    const at = place?.at ?? cursor
    shard.writeUInt32LE(at - field, field)
    shard.writeUInt32LE(place?.lengthBytes ?? 0, field + 4)
    if (place === undefined || text === undefined || at !== cursor) continue
    if (text === null) shard[at] = TOMBSTONE
    else shard.write(text, at)
    cursor += place.lengthBytes
  }
  return shard
}

interface Place {
  readonly at: number
  readonly lengthBytes: number
}

function placeTexts(
  texts: readonly SlotText[],
  valuesAt: number,
): { places: Map<string | null, Place>; endsAt: number } {
  const places = new Map<string | null, Place>()
  let cursor = valuesAt
  for (const text of texts) {
    if (text === undefined || places.has(text)) continue
    const lengthBytes = text === null ? 1 : Buffer.byteLength(text)
    places.set(text, { at: cursor, lengthBytes })
    cursor += lengthBytes
  }
  return { places, endsAt: cursor }
}
