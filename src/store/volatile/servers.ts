// Running servers of this store, so that a second one can name the process that has a port. Dead processes are ignored.
import { isAlive } from '../../base/alive.ts'
import { keyOfU32, TABLES } from '../file/keyspace.ts'
import { putRecord, records } from '../file/record.ts'
import type { Store } from '../store.ts'

export interface RunningServer {
  readonly pid: number
  readonly url: string
}

export function otherServers(store: Store): RunningServer[] {
  const prefix = Buffer.from([TABLES.server])
  const all = Array.from(records<RunningServer>(store.volatile, { prefix }), ({ value }) => value)
  return all.filter(({ pid }) => pid !== process.pid && isAlive(pid))
}

/** Null removes this process's address. */
export function noteServer(store: Store, url: string | null): void {
  const db = store.volatile
  const key = keyOfU32('server', process.pid)
  db.transactionSync(() => {
    if (url === null) void db.remove(key)
    else putRecord(db, key, { pid: process.pid, url } satisfies RunningServer)
  })
}
