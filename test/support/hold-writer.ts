// A program that holds the writer of a store as an import does, until its standard input ends; with `silent` as a program does
// that hangs: no lease says so. Says `held` when it has it.
import { systemClock } from '../../src/base/time.ts'
import { writeLong } from '../../src/store/door/long-write.ts'
import { openStore } from '../../src/store/door/open-store.ts'

const state = { isReleased: false }
process.stdin.on('end', () => {
  state.isReleased = true
})
process.stdin.resume()

async function hold(folder: string): Promise<void> {
  const store = openStore(folder, systemClock)
  const untilReleased = async (breathe: () => Promise<void>): Promise<void> => {
    process.stdout.write('held\n')
    while (!state.isReleased) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await breathe()
    }
  }
  if (process.argv[3] === 'silent') await store.writer.transaction(store.main, () => untilReleased(async () => {}))
  else {
    const options = { isDryRun: true, signal: new AbortController().signal }
    await writeLong(store, options, (txn) => untilReleased(txn.breathe))
  }
  await store.close()
}

void hold(process.argv[2] ?? '')
