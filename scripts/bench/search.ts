// Search beside an FTS5 trigram index of SQLite over the same texts: size, processor time to build, and, in a process that
// finds both made (search-answers.ts), answers a second of processor time, an answer being a page of 50 rows with their
// texts. Prints JSON for `npm run bench`, whose works-search.ts runs it:
//
//   node scripts/bench/search.ts DATA-FOLDER ROUNDS TURN-MS SCRATCH-FOLDER
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { runAlone } from '../../src/base/slices.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readReference } from '../../src/store/rows/references.ts'
import { readBlock } from '../../src/store/rows/scan.ts'
import { cpuMs, type Samples } from './measure.ts'
import { run } from './processes.ts'
import type { Queries } from './search-answers.ts'
import { copyStore } from './store-copy.ts'
import { node } from './stores.ts'

const [folder = 'windrow-data', rounds = '11', turnMs = '300', scratch = '.'] = process.argv.slice(2)
const queriesOfAKind = 16
const ever = new AbortController().signal
const asking = fileURLToPath(new URL('search-answers.ts', import.meta.url))

const copy = copyStore(folder, scratch)
const { app } = copy
const { store } = app

const sqliteFile = `${copy.path}.db`
const sqlite = new DatabaseSync(sqliteFile)

interface Sample {
  readonly source: string
  readonly chinese: string
}

/** Fills SQLite; gives texts from all over the store, and the last one. */
function fillSqlite(): readonly Sample[] {
  sqlite.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF')
  sqlite.exec(`CREATE VIRTUAL TABLE texts USING fts5(source, reference, translation, content='', tokenize='trigram')`)
  sqlite.exec('CREATE TABLE rows(id INTEGER PRIMARY KEY, source, reference, translation, has_machine INTEGER)')
  const keep = sqlite.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?)')
  const insert = sqlite.prepare('INSERT INTO texts(rowid, source, reference, translation) VALUES (?, ?, ?, ?)')
  const samples: Sample[] = []
  let [rows, last] = [0, { source: '', chinese: '' }]
  sqlite.exec('BEGIN')
  for (let read = readBlock(store.main, store.files, 0); read !== null; ) {
    for (const row of read.rows) {
      const heads = readHeads(store.main, row.ordinal)
      const reference = readReference(store.main, row.ordinal)
      const [source, chinese] = [sourceTextOf(row), reference?.diff ?? reference?.main ?? '']
      const texts = [
        row.ordinal,
        source,
        chinese,
        [heads.manual?.text, heads.machine?.text].filter((text) => text !== undefined).join('\n'),
      ] as const
      insert.run(...texts)
      keep.run(...texts, heads.machine === null ? 0 : 1)
      if (source.length >= 20) last = { source, chinese }
      if (++rows % 97 === 0 && source.length >= 20 && chinese !== '') samples.push(last)
    }
    read = readBlock(store.main, store.files, read.block + 1)
  }
  sqlite.exec('COMMIT')
  return [...samples, last]
}

/** What is looked for, cut from texts all over the store. */
function queriesOf(samples: readonly Sample[]): Readonly<Record<string, Queries>> {
  const many = (cut: (sample: Sample) => string): readonly string[] =>
    Array.from({ length: queriesOfAKind }, (_, i) => {
      const from = Math.floor((i * (samples.length - 1)) / queriesOfAKind)
      return cut(samples[from] as Sample)
    })
  const word = ({ source }: Sample): string => source.match(/\p{L}{4,}/u)?.[0] ?? 'text'
  const phrase = ({ source }: Sample): string =>
    `"${(source.match(/\S+(?: \S+)*/)?.[0] ?? '').slice(0, 60).replaceAll('"', '""')}"`
  return {
    early: { typed: many(word) },
    late: { typed: samples.slice(-queriesOfAKind).map(phrase) },
    none: { typed: many((sample) => `q${word(sample)}zj`) },
    chinese: { typed: many(({ chinese }) => chinese.match(/\p{Script=Han}{3}/u)?.[0] ?? '文本文') },
    three: { typed: many((sample) => word(sample).slice(1, 4)) },
    filtered: { typed: many(word), isFiltered: true },
  }
}

async function compare(): Promise<Record<string, Samples>> {
  const beforeMs = cpuMs()
  await new SearchIndexer(app, runAlone).renew(ever)
  const builtMs = cpuMs()
  const index = statSync(join(copy.path, 'derived', 'data.mdb')).size
  const samples = fillSqlite()
  const filledMs = cpuMs()
  const kept = sqlite.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'rows'").get()
  const fts = statSync(sqliteFile).size - Number(kept?.['bytes'] ?? 0)
  const results: Record<string, Samples> = {
    size: {
      windrow: [index / 1e6],
      FTS5: [fts / 1e6],
      store: [statSync(join(copy.path, 'main', 'data.mdb')).size / 1e6],
    },
    build: { windrow: [(builtMs - beforeMs) / 1000], FTS5: [(filledMs - builtMs) / 1000] },
  }
  sqlite.close()
  await store.close()
  const answers = await run([node, asking, copy.path, sqliteFile, rounds, turnMs], JSON.stringify(queriesOf(samples)))
  return { ...results, ...(JSON.parse(answers.output) as Record<string, Samples>) }
}

try {
  process.stdout.write(`${JSON.stringify(await compare())}\n`)
} finally {
  rmSync(sqliteFile, { force: true })
  copy.remove()
}
