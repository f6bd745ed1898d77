// How derived data is stored: by commands in a synchronous transaction, by a server through the engine's queue, because
// it must not stop while another process holds the writer.
import { detailOf } from '../door/disk-trouble.ts'
import type { Database } from '../file/environment.ts'

export type Storing = 'at once' | 'in turn'

export async function storeDerived(derived: Database, when: Storing, work: () => void): Promise<void> {
  if (when === 'at once') return derived.transactionSync(work)
  await derived.transaction(work).catch(async (error: unknown) => {
    throw await detailOf(error)
  })
}
