// A program that holds the writer of a store as an import does, until its standard input ends. Says `held` when it has it.
import { systemClock } from '../../src/base/clock.ts'
import { writeLong } from '../../src/store/door/long-write.ts'
import { openStore } from '../../src/store/door/open-store.ts'

const state = { isReleased: false }
process.stdin.on('end', () => {
  state.isReleased = true
})
process.stdin.resume()

async function hold(folder: string): Promise<void> {
  const store = openStore(folder, systemClock)
  await writeLong(store, { isDryRun: true, signal: new AbortController().signal }, async (txn) => {
    process.stdout.write('held\n')
    while (!state.isReleased) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await txn.breathe()
    }
  })
  await store.close()
}

void hold(process.argv[2] ?? '')
