// How derived data is stored. Commands use a synchronous transaction. A server must not stop while another process, perhaps of lower
// priority, holds the writer: its transactions wait in the engine's queue.
import { detailOf } from '../door/disk-trouble.ts'
import type { Database } from '../file/environment.ts'

export type Storing = 'at once' | 'in turn'

/** Runs `work` in a transaction of the environment. */
export async function storeDerived(derived: Database, when: Storing, work: () => void): Promise<void> {
  if (when === 'at once') return derived.transactionSync(work)
  await derived.transaction(work).catch(async (error: unknown) => {
    throw await detailOf(error)
  })
}
