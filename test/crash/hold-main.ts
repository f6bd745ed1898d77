// A process that holds main's writer until it is killed. Started by opening.test.ts.
import { systemClock } from '../../src/base/time.ts'
import { writeLong } from '../../src/store/door/long-write.ts'
import { openStore } from '../../src/store/door/open-store.ts'

const store = openStore(process.argv[2] ?? '', systemClock)
void writeLong(store, { isDryRun: true, signal: new AbortController().signal }, async () => {
  process.stdout.write('held\n')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
