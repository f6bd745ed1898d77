// Which rows have pending proposals, of this moment.
import { type PendingOfRow, readPendingByRow } from '../../store/records/pending-proposals.ts'
import type { App } from '../app.ts'

/** Rows with pending proposals, by ordinal. */
export const pendingByRow = (app: App): ReadonlyMap<number, PendingOfRow> =>
  app.work.pending.get(app.store, '', () => readPendingByRow(app.store.main)) ?? new Map()
