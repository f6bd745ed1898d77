// The rows of a list on the workbench: those of a filter, or of one person's proposals.
import type { App } from '../../../app/app.ts'
import { rowsOfAuthor } from '../../../app/bench/rows-of-author.ts'
import { listWork, placeInWork, type WorkRow } from '../../../app/work/list-work.ts'
import type { BenchAddress } from './address.ts'

interface Asked {
  /** Rows after this ordinal; ignored with `before`. */
  readonly after: number
  /** The rows directly before this ordinal. */
  readonly before?: number
  readonly limit: number
}

export interface Queue {
  rows(asked: Asked): Promise<readonly WorkRow[]>
  /** The row's position, from 1; null when it is not in the list. */
  place(ordinal: number): Promise<{ readonly index: number | null; readonly total: number }>
}

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
