// The rows of a list of the workbench, wherever they come from: a filter of work, or one person's proposals.
import type { App } from '../../../app/app.ts'
import { rowsOfAuthor } from '../../../app/bench/rows-of-author.ts'
import { listWork, placeInWork, type WorkRow } from '../../../app/work/list-work.ts'
import type { BenchAddress } from './address.ts'

interface Asked {
  /** The rows after this ordinal; not looked at with `before`. */
  readonly after: number
  /** The rows right before this ordinal. */
  readonly before?: number
  readonly limit: number
}

interface Queue {
  /** In the order of the game's files. */
  rows(asked: Asked): Promise<readonly WorkRow[]>
  /** Of a row, from 1; null when it is not in the list. */
  place(ordinal: number): Promise<{ readonly index: number | null; readonly total: number }>
}

/** The list of an address. */
export const queueOf = (app: App, { filter, proposedBy }: BenchAddress): Queue =>
  proposedBy === null
    ? {
        rows: async (asked) => (await listWork(app, filter, asked)).rows,
        place: async (ordinal) => await placeInWork(app, filter, ordinal),
      }
    : inMemory(rowsOfAuthor(app, proposedBy))

function inMemory(all: readonly WorkRow[]): Queue {
  return {
    rows: ({ after, before, limit }) =>
      Promise.resolve(
        before === undefined
          ? all.filter(({ row }) => row.ordinal > after).slice(0, limit)
          : all.filter(({ row }) => row.ordinal < before).slice(-limit),
      ),
    place(ordinal) {
      const at = all.findIndex(({ row }) => row.ordinal === ordinal)
      return Promise.resolve({ index: at < 0 ? null : at + 1, total: all.length })
    },
  }
}
