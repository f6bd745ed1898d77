// Writes aside, reveals, takes back, puts and removes at random until it is killed. Started by aside.test.ts.
import { systemClock } from '../../src/base/time.ts'
import { TABLES } from '../../src/store/file/keyspace.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { writeAside } from '../../src/store/door/write-aside.ts'
import { ASIDE_KEYS } from '../support/aside-keys.ts'

const [folder = '', seed = '1'] = process.argv.slice(2)
const store = openStore(folder, systemClock)
let state = Number(seed)
const below = (count: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) % count
}
const some = (): Buffer[] => ASIDE_KEYS.filter(() => below(3) === 0)
const text = (): Buffer => Buffer.from(`${seed} ${state}`)

process.stdout.write('ready\n')
for (;;) {
  const keys = some()
  const isDryRun = below(4) === 0
  const waits = below(2) === 0
  await writeAside(
    store,
    { isDryRun, signal: new AbortController().signal },
    async (aside) => {
      for (const key of keys) aside.put(key, text())
      await aside.flush()
      if (waits) await aside.putWaitingPointers(Buffer.from([TABLES.head]), () => true)
    },
    async (txn) => {
      for (const key of keys) {
        if (waits && key[0] === TABLES.head) continue
        if (below(5) === 0) txn.drop(key)
        else txn.reveal(key)
      }
      await txn.breathe()
    },
  )
  const over = below(3) === 0 ? ASIDE_KEYS : some()
  await writeOrThrow(store, ({ db }) => {
    for (const key of over) void (below(3) === 0 ? db.remove(key) : db.put(key, text()))
  })
}
