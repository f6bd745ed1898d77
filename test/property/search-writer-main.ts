// Writes texts and makes the indexes anew, again and again until it is killed; says what it begins. Started by
// search-survives.test.ts.
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { openApp } from '../support/app-world.ts'
import { idOf, putText } from '../support/game-store.ts'
import { ROWS, sameTime } from '../support/search-model.ts'

const [folder = '', first = '1'] = process.argv.slice(2)
const app = openApp(folder, sameTime)
const indexer = new SearchIndexer(app)
for (let row = Number(first); ; row = (row % ROWS) + 1) {
  process.stdout.write('writing\n')
  await putText(app.store, { id: idOf(row), layer: 'machine', text: `ring ${row} меценат 药水` })
  process.stdout.write('indexing\n')
  await indexer.renew(new AbortController().signal)
  process.stdout.write('deriving\n')
  app.work.index.look(0)
  await app.work.index.keep('in turn')
}
