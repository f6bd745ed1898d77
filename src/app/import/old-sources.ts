// Keeps source texts that an import replaces under existing work, for reviewers of stale texts. No reader needs them
// before the import is revealed, so they are stored earlier, sorted by hash: each page is written once.
import { effectiveSource } from '../../domain/decide-source.ts'
import { putOldSource } from '../../store/records.ts'
import type { RawRow } from '../../store/rows.ts'
import type { Aside, Txn } from '../../store/txn.ts'
import { createRawRows, hexOf, textOf } from './raw-row.ts'

const rowsPerPiece = 1 << 15
const storedAtOnce = 2_000

export const keepOldSource = (txn: Pick<Txn, 'db'>, before: RawRow): void =>
  putOldSource(txn, hexOf(before.hash), textOf(effectiveSource(before)))

/** Eight bytes a row: the beginning of the hash, and the ordinal. */
export class OldSources {
  readonly #pieces: BigUint64Array[] = []
  #count = 0

  note(ordinal: number, { hash }: RawRow): void {
    const place = this.#count++ % rowsPerPiece
    if (place === 0) this.#pieces.push(new BigUint64Array(rowsPerPiece))
    const start = Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).readUInt32BE(0)
    ;(this.#pieces.at(-1) as BigUint64Array)[place] = (BigInt(start) << 32n) | BigInt(ordinal)
  }

  async store(aside: Aside): Promise<void> {
    const all = new BigUint64Array(this.#count)
    this.#pieces.forEach((piece, i) => all.set(piece.subarray(0, this.#count - i * rowsPerPiece), i * rowsPerPiece))
    this.#pieces.length = 0
    all.sort()
    const rowOf = createRawRows(aside.db)
    for (let from = 0; from < all.length; from += storedAtOnce) {
      await aside.commit(() => {
        for (const each of all.subarray(from, from + storedAtOnce)) {
          const found = rowOf(Number(each & 0xffff_ffffn))
          if (found !== null) keepOldSource(aside, found.row)
        }
      })
    }
  }
}
