// Search beside an FTS5 trigram index of SQLite over the same texts, in one process and in turns: size, processor time to build,
// and answers a second of processor time, an answer being a page of 50 rows with their texts. Prints JSON for `npm run bench`,
// whose works-search.ts runs it:
//
//   node scripts/bench/search.ts DATA-FOLDER ROUNDS TURN-MS SCRATCH-FOLDER
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SearchIndexer } from '../../src/app/rows/keep-search-index.ts'
import { runAlone } from '../../src/app/slices.ts'
import type { SearchHit } from '../../src/app/rows/search-block.ts'
import { searchRows } from '../../src/app/rows/search-rows.ts'
import { findWork } from '../../src/app/work/find-work.ts'
import { present } from '../../src/base/assert.ts'
import { parseSearch, type SearchQuery } from '../../src/domain/search/search-query.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { ALL_WORK } from '../../src/domain/work/work-filter.ts'
import { TEXT_FIELDS } from '../../src/store/derived/block-texts.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readReference } from '../../src/store/rows/references.ts'
import { readBlock } from '../../src/store/rows/scan.ts'
import { inRounds, type Samples } from './measure.ts'
import { copyStore } from './store-copy.ts'

const [folder = 'windrow-data', rounds = '11', turnMs = '300', scratch = '.'] = process.argv.slice(2)
const pageSize = 50
const warmUpTurns = 2
const queriesOfAKind = 16
const ever = new AbortController().signal

const copy = copyStore(folder, scratch)
const { app } = copy
const { store } = app

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

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

/** What is looked for, cut from texts all over the store and asked in turn; `isFiltered`: only among rows with a machine text. */
function queriesOf(
  samples: readonly Sample[],
): Readonly<Record<string, { typed: readonly string[]; isFiltered?: true }>> {
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

/** Asks one after the other; gives the hits and the characters of their texts, so that nobody can leave them out. */
type Ask = (query: number) => Promise<{ readonly hits: number; readonly characters: number }>

/** Answers a second of processor time. */
async function rateOf(ask: Ask): Promise<number> {
  const startMs = cpuMs()
  let answers = 0
  for (; answers < queriesOfAKind || cpuMs() - startMs < Number(turnMs); answers++) await ask(answers % queriesOfAKind)
  return (1000 * answers) / (cpuMs() - startMs)
}

function askWindrow(typed: readonly string[], isFiltered: boolean): Ask {
  const queries = typed.map((each) => present(parseSearch(each, false), 'something to look for'))
  const fields = new Set(TEXT_FIELDS)
  const page = { fields, state: 'all', source: 'all', updatedSinceMs: null, after: 0, limit: pageSize } as const
  return async (number) => {
    const query = queries[number] as SearchQuery
    const within = isFiltered ? { within: await findWork(app, { ...ALL_WORK, layer: 'machine' }) } : {}
    let [hits, characters] = [0, 0]
    const onHit = ({ source, reference, translations }: SearchHit): void => {
      hits++
      characters += source.length + (reference?.length ?? 0) + translations.join('\n').length
    }
    await searchRows(app, { ...page, query, ...within }, { onHit }, ever)
    return { hits, characters }
  }
}

interface FoundRow {
  readonly source: string
  readonly reference: string
  readonly translation: string
}

function askSqlite(typed: readonly string[], isFiltered: boolean): Ask {
  const matches = typed.map((each) =>
    (parseSearch(each, false)?.terms ?? [])
      .map(({ pieces }) => `"${pieces.join(' ').replaceAll('"', '""')}"`)
      .join(' '),
  )
  const select = sqlite.prepare(
    `SELECT rows.* FROM texts JOIN rows ON id = texts.rowid WHERE texts MATCH ? ${isFiltered ? 'AND has_machine' : ''} LIMIT ${pageSize}`,
  )
  return async (number) => {
    let [hits, characters] = [0, 0]
    for (const row of select.all(matches[number] as string) as unknown as FoundRow[]) {
      hits++
      characters += row.source.length + row.reference.length + row.translation.length
    }
    return { hits, characters }
  }
}

/** Both must answer the same, or nothing is measured. */
async function makeSure(kind: string, own: Ask, other: Ask): Promise<void> {
  for (let query = 0; query < queriesOfAKind; query++) {
    const [found, foundToo] = [await own(query), await other(query)]
    const [characters, charactersToo] = [found.characters, foundToo.characters]
    if (found.hits !== foundToo.hits || characters !== charactersToo) {
      throw new Error(`${kind} ${query}: ${found.hits} hits (${characters}) beside ${foundToo.hits} (${charactersToo})`)
    }
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
  for (const [kind, { typed, isFiltered = false }] of Object.entries(queriesOf(samples))) {
    const [own, other] = [askWindrow(typed, isFiltered), askSqlite(typed, isFiltered)]
    await makeSure(kind, own, other)
    for (let turn = 0; turn < warmUpTurns; turn++) await Promise.all([rateOf(own), rateOf(other)])
    results[kind] = await inRounds(Number(rounds), { windrow: () => rateOf(own), FTS5: () => rateOf(other) })
  }
  return results
}

try {
  process.stdout.write(`${JSON.stringify(await compare())}\n`)
} finally {
  sqlite.close()
  rmSync(sqliteFile, { force: true })
  await store.close()
  copy.remove()
}
