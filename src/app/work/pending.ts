// Finds the rows with pending proposals.
import { type PendingOfRow, readPendingByRow } from '../../store/records.ts'
import type { App } from '../app.ts'

export const pendingByRow = (app: App): ReadonlyMap<number, PendingOfRow> =>
  app.work.pending.get(app.store, '', () => readPendingByRow(app.store.main)) ?? new Map()
