// What an import does with the blocks of a shelf: the rows, a further pair, the Chinese references, the official texts of a language.
// Each block is compared with the stored one, and a changed one written where readers do not look; the last transaction reveals all.
import { blockAhead, type Shelf } from '../../store/change-rows.ts'
import { blockOf, ROWS_PER_BLOCK } from '../../store/rows.ts'
import type { Aside, Switch } from '../../store/txn.ts'

const [SAME, REPLACED, REMOVED] = [0, 1, 2] as const

const plannedPerBreath = 32
const revealedPerBreath = 1_000

export class StagedBlocks {
  readonly #shelf: Shelf
  readonly #fates: Uint8Array

  /** `next`: the number behind the last row after the import. */
  constructor(shelf: Shelf, next: number) {
    this.#shelf = shelf
    this.#fates = new Uint8Array(blockOf(next) + 1)
  }

  get count(): number {
    return this.#fates.length
  }

  /** Notes what becomes of a block. `stored`: the block as it is, `fresh`: as it will be; null: there is none. */
  put(aside: Aside, block: number, stored: Buffer | null, fresh: Buffer | null): void {
    if (fresh === null) {
      if (stored !== null) this.#fates[block] = REMOVED
    } else if (stored?.equals(fresh) !== true) {
      this.#fates[block] = REPLACED
      aside.put(this.#shelf.keyOf(block), this.#shelf.pack(fresh))
    }
  }

  isChanged(block: number): boolean {
    return this.#fates[block] !== SAME
  }

  isRemoved(block: number): boolean {
    return this.#fates[block] === REMOVED
  }

  /** A copy of the block as the import will leave it; null: it will be gone. */
  ahead(looking: Pick<Switch, 'ahead'>, block: number): Buffer | null {
    return this.isRemoved(block) ? null : blockAhead(looking, this.#shelf, block)
  }

  async reveal(txn: Switch): Promise<void> {
    for (const [block, fate] of this.#fates.entries()) {
      if (fate === REMOVED) txn.remove(this.#shelf.keyOf(block))
      else if (fate === REPLACED) txn.reveal(this.#shelf.keyOf(block))
      if (block % revealedPerBreath === 0) await txn.breathe()
    }
  }
}

/** Goes through the blocks of the rows below `next`, and lets other work run between them. */
export async function eachBlock(
  aside: Aside,
  next: number,
  work: (block: number) => void,
  onProgress: (rowsDone: number, rowsTotal: number) => void = () => {},
): Promise<void> {
  for (let block = 0; block <= blockOf(next - 1); block++) {
    work(block)
    if (aside.isFull) await aside.flush()
    if (block % plannedPerBreath !== 0) continue
    onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
    await aside.breathe()
  }
  await aside.flush()
}
