// How what is derived is stored. Commands do so at once. A server must not stand still while another process holds the writer: it
// waits in turn, and whoever began it must not wait for it, for behind a commit that failed (a full disk) the engine begins no other.
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
