// A process that imports a main file and is killed before one of its transactions: node import-main.ts DATA FILE NUMBER.
import { importGameFiles } from '../../src/app/import/import-game-files.ts'
import { systemClock } from '../../src/base/time.ts'
import { openApp } from '../support/app-world.ts'

const [data = '', path = '', number] = process.argv.slice(2)
const app = openApp(data, systemClock)
const { main } = app.store
const transaction = main.childTransaction.bind(main)
let count = 0
main.childTransaction = async (action) => {
  if (++count === Number(number)) process.kill(process.pid, 'SIGKILL')
  return await transaction(action)
}
await importGameFiles(
  app,
  {
    slots: { main: { path }, diff: null, reference: null, reference_diff: null },
    format: null,
    isDryRun: false,
    allowRetire: true,
    skipDamaged: false,
    force: true,
    userId: null,
  },
  { signal: new AbortController().signal, onRow: null, onProgress: () => {} },
)
await app.store.close()
