// The asking half of search.ts, in a process of its own as a server is: it opens the index and the database that are made,
// and asks both in turns. Prints the samples of each kind of search as JSON.
//
//   node scripts/bench/search-answers.ts STORE-FOLDER SQLITE-FILE ROUNDS TURN-MS < QUERIES.json
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import type { SearchHit } from '../../src/search/block.ts'
import { searchRows } from '../../src/search/search-rows.ts'
import { findWork } from '../../src/app/work/find-work.ts'
import { present } from '../../src/base/assert.ts'
import { parseSearch, type SearchQuery } from '../../src/search/query.ts'
import { ALL_WORK } from '../../src/domain/work/work-filter.ts'
import { TEXT_FIELDS } from '../../src/store/rows/block-texts.ts'
import { cpuMs, inRounds, type Samples } from './measure.ts'
import { openQuietApp } from './store-copy.ts'

/** What is typed of one kind, each asked in turn; `isFiltered`: only among rows with a machine text. */
export interface Queries {
  readonly typed: readonly string[]
  readonly isFiltered?: true
}

const [path = '', sqliteFile = '', rounds = '11', turnMs = '300'] = process.argv.slice(2)
const pageSize = 50
/** A server that answers searches is warm; this process has just begun. */
const warmUpTurns = 6
const ever = new AbortController().signal
const app = openQuietApp(path)
const sqlite = new DatabaseSync(sqliteFile, { readOnly: true })

/** Asks one after the other; gives the hits and the characters of their texts, so that nobody can leave them out. */
type Ask = (query: number) => Promise<{ readonly hits: number; readonly characters: number }>

/** Answers a second of processor time. */
async function rateOf(ask: Ask, count: number): Promise<number> {
  const startMs = cpuMs()
  let answers = 0
  for (; answers < count || cpuMs() - startMs < Number(turnMs); answers++) await ask(answers % count)
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
async function makeSure(kind: string, count: number, own: Ask, other: Ask): Promise<void> {
  for (let query = 0; query < count; query++) {
    const [found, foundToo] = [await own(query), await other(query)]
    const [characters, charactersToo] = [found.characters, foundToo.characters]
    if (found.hits !== foundToo.hits || characters !== charactersToo) {
      throw new Error(`${kind} ${query}: ${found.hits} hits (${characters}) beside ${foundToo.hits} (${charactersToo})`)
    }
  }
}

const kinds = JSON.parse(await text(process.stdin)) as Readonly<Record<string, Queries>>
const results: Record<string, Samples> = {}
try {
  for (const [kind, { typed, isFiltered = false }] of Object.entries(kinds)) {
    const [own, other] = [askWindrow(typed, isFiltered), askSqlite(typed, isFiltered)]
    const ask = { windrow: () => rateOf(own, typed.length), FTS5: () => rateOf(other, typed.length) }
    await makeSure(kind, typed.length, own, other)
    for (let turn = 0; turn < warmUpTurns; turn++) await Promise.all([ask.windrow(), ask.FTS5()])
    results[kind] = await inRounds(Number(rounds), ask)
  }
  process.stdout.write(`${JSON.stringify(results)}\n`)
} finally {
  sqlite.close()
  await app.store.close()
}
