// Search beside an FTS5 trigram index of SQLite over the same texts, on a copy of a store: size, processor time to build, and of an answer,
// which is a page of 50 rows with their texts. Prints samples by kind of search as JSON:
//
//   node scripts/bench/search.ts DATA-FOLDER ROUNDS TURN-MS SCRATCH-FOLDER
import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findWork } from '../../src/app/work/find-work.ts'
import { present } from '../../src/base/assert.ts'
import { runAlone } from '../../src/base/slices.ts'
import { systemClock } from '../../src/base/time.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { ALL_WORK } from '../../src/domain/work/work-filter.ts'
import type { SearchHit } from '../../src/search/block.ts'
import { parseSearch } from '../../src/search/query.ts'
import { searchRows } from '../../src/search/search-rows.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { TEXT_FIELDS } from '../../src/store/rows/block-texts.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readReference } from '../../src/store/rows/references.ts'
import { readBlock } from '../../src/store/rows/scan.ts'
import { openApp } from '../../test/support/app-world.ts'
import { cpuMs, inRounds, type Samples } from './measure.ts'

const [folder = 'windrow-data', rounds = '11', turnMs = '300', scratch = '.'] = process.argv.slice(2)
const [queriesOfAKind, pageSize, warmUpTurns] = [16, 50, 6]
const ever = new AbortController().signal

// Without its derived indexes.
const path = join(scratch, `store-copy-${process.pid}`)
cpSync(join(folder, 'main', 'data.mdb'), join(path, 'main', 'data.mdb'))
const app = openApp(path, systemClock)
const { store } = app
const sqliteFile = `${path}.db`
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
      const { manual, machine } = readHeads(store.main, row.ordinal)
      const reference = readReference(store.main, row.ordinal)
      const [source, chinese] = [sourceTextOf(row), reference?.diff ?? reference?.main ?? '']
      const translations = [manual?.text, machine?.text].filter((text) => text !== undefined).join('\n')
      const texts = [row.ordinal, source, chinese, translations] as const
      insert.run(...texts)
      keep.run(...texts, machine === null ? 0 : 1)
      if (source.length >= 20) last = { source, chinese }
      if (++rows % 97 === 0 && source.length >= 20 && chinese !== '') samples.push(last)
    }
    read = readBlock(store.main, store.files, read.block + 1)
  }
  sqlite.exec('COMMIT')
  return [...samples, last]
}

const wordOf = ({ source }: Sample): string => source.match(/\p{L}{4,}/u)?.[0] ?? 'text'
const phraseOf = ({ source }: Sample): string =>
  `"${(source.match(/\S+(?: \S+)*/)?.[0] ?? '').slice(0, 60).replaceAll('"', '""')}"`

/** What is looked for, cut from texts all over the store. */
const KINDS: Readonly<Record<string, (sample: Sample) => string>> = {
  early: wordOf,
  late: phraseOf,
  none: (sample) => `q${wordOf(sample)}zj`,
  chinese: ({ chinese }) => chinese.match(/\p{Script=Han}{3}/u)?.[0] ?? '文本文',
  three: (sample) => wordOf(sample).slice(1, 4),
  filtered: wordOf,
}

/** Asks one after the other; gives the hits and the characters of their texts, so that nobody can leave them out. */
type Ask = (query: number) => Promise<{ readonly hits: number; readonly characters: number }>

/** Microseconds of processor time an answer. */
async function costOf(ask: Ask): Promise<number> {
  const startMs = cpuMs()
  let answers = 0
  for (; answers < queriesOfAKind || cpuMs() - startMs < Number(turnMs); answers++) await ask(answers % queriesOfAKind)
  return (1000 * (cpuMs() - startMs)) / answers
}

function askWindrow(typed: readonly string[], isFiltered: boolean): Ask {
  const queries = typed.map((each) => present(parseSearch(each, false), 'something to look for'))
  const fields = new Set(TEXT_FIELDS)
  const page = { fields, state: 'all', source: 'all', updatedSinceMs: null, after: 0, limit: pageSize } as const
  return async (number) => {
    const query = present(queries[number], 'a query')
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
    const rows = select.all(present(matches[number], 'a query')) as unknown as Record<string, string>[]
    const texts = rows.map(({ source = '', reference = '', translation = '' }) => source + reference + translation)
    return { hits: rows.length, characters: texts.join('').length }
  }
}

async function compare(): Promise<Record<string, Samples>> {
  const beforeMs = cpuMs()
  await new SearchIndexer(app, runAlone).renew(ever)
  const builtMs = cpuMs()
  const samples = fillSqlite()
  const filledMs = cpuMs()
  const megabytes = (file: string): number => statSync(file).size / 1e6
  const kept = sqlite.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'rows'").get()
  const [derived, main] = [join(path, 'derived', 'data.mdb'), join(path, 'main', 'data.mdb')]
  const fts = megabytes(sqliteFile) - Number(kept?.['bytes'] ?? 0) / 1e6
  const results: Record<string, Samples> = {
    size: { windrow: [megabytes(derived)], FTS5: [fts], store: [megabytes(main)] },
    build: { windrow: [(builtMs - beforeMs) / 1000], FTS5: [(filledMs - builtMs) / 1000] },
  }
  const spread = Array.from(
    { length: queriesOfAKind },
    (_, i) => samples[Math.floor((i * (samples.length - 1)) / queriesOfAKind)] as Sample,
  )
  for (const [kind, cut] of Object.entries(KINDS)) {
    const typed = (kind === 'late' ? samples.slice(-queriesOfAKind) : spread).map(cut)
    const [own, other] = [askWindrow(typed, kind === 'filtered'), askSqlite(typed, kind === 'filtered')]
    for (let query = 0; query < queriesOfAKind; query++) {
      const [found, foundToo] = [JSON.stringify(await own(query)), JSON.stringify(await other(query))]
      if (found !== foundToo) throw new Error(`${kind}, ${typed[query]}: ${found} beside ${foundToo}`)
    }
    const turns = { windrow: () => costOf(own), FTS5: () => costOf(other) }
    await inRounds(warmUpTurns, turns)
    results[kind] = await inRounds(Number(rounds), turns)
  }
  return results
}

try {
  process.stdout.write(`${JSON.stringify(await compare())}\n`)
} finally {
  sqlite.close()
  await store.close()
  rmSync(sqliteFile, { force: true })
  rmSync(path, { recursive: true, force: true })
}
