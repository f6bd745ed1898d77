// npm run bench -- --rows ten-million: what grows with the store. Fills two stores from made files, one of the run's size and one 8.5 times
// as large, so of ten million rows, and asks the servers of both one request after another, in turns: processor time of all threads.
// Imports are timed by the clock. Only when named: it takes 12 GB of disk, and the better part of an hour on two quiet cores.
import { join } from 'node:path'
import { numeral } from '../../src/base/numeral.ts'
import { diceOf } from '../../test/support/dice.ts'
import { SiteClient } from '../../test/support/site-client.ts'
import type { Bench } from './bench.ts'
import { inRounds, spreadOf, untilCalm } from './measure.ts'
import { claim, password, personName, Translator } from './people.ts'
import { costOf, type Server } from './processes.ts'
import { ask, pagePath, UNTRANSLATED_DIFF, type WireRow, windrowCursor } from './requests.ts'
import * as stores from './stores.ts'
import { addPeople } from './thirty.ts'

const times = 10_000_000 / 1_176_050
const askedPerTurn = 20
const atMost = 1.1

interface Store {
  readonly rows: number
  readonly server: Server
  /** Of the whole import, by the clock. */
  readonly importSeconds: number
}

async function makeStore(bench: Bench, name: string, sizes: stores.Sizes, files: stores.GameFiles): Promise<Store> {
  const data = join(bench.folder, name)
  const rows = sizes.entries + sizes.added
  bench.say(`importing ${numeral(rows)} rows`)
  const startedMs = performance.now()
  await stores.fillWindrow(data, files)
  const importSeconds = (performance.now() - startedMs) / 1000
  await addPeople(data, 1)
  await stores.command(data, 'label', 'add', 'bench')
  await stores.command(data, 'label', 'add-rule', 'bench', 'source', '--pattern', '*e*')
  await stores.command(data, 'index')
  return { rows, importSeconds, server: await bench.start(stores.serveWindrow(data)) }
}

type Do = (at: number) => Promise<unknown>

/** The requests that are measured, by their titles in the table. */
async function worksOf({ rows, server: { port } }: Store): Promise<Readonly<Record<string, Do>>> {
  const dice = diceOf(13)
  const depths = Array.from({ length: 100 }, () => dice.below(rows - 100))
  const ids: string[] = []
  for (const after of depths) {
    const { data } = JSON.parse(await ask(port, pagePath(windrowCursor, { limit: 1, after })))
    ids.push((data.rows as readonly WireRow[])[0]?.row_id ?? '')
  }
  const idAt = (at: number): string => ids[at % ids.length] as string
  const filter = { ...UNTRANSLATED_DIFF, source: 'all' } as const
  const page = (at: number, options = {}): Promise<string> =>
    ask(port, pagePath(windrowCursor, { limit: 50, after: depths[at % depths.length] as number, ...options }))
  const site = await new SiteClient({ url: `http://127.0.0.1:${port}` }).signIn(personName(0), password)
  const somebody = await Translator.signIn(port, personName(0), idAt(0))
  return {
    'page of 50': (at) => page(at),
    'page of 50, `state=none`, with its total': (at) => page(at, { filter, withTotal: true }),
    'row card': (at) => ask(port, `/api/v1/rows/${idAt(at)}`),
    'claim of 50, and its giving back': async () => (await claim(port))(),
    'similar rows of a row': (at) => ask(port, '/api/v2/memory', { row_ids: [idAt(at)] }),
    'counts of labels': () => ask(port, '/api/v2/facets?by=label'),
    'page with the map': () => site.get('/admin/'),
    'step of the workbench': () => somebody.skip(),
  }
}

/** A Markdown table of what each store takes, and how many times as much the large one does. */
export async function tenMillion(bench: Bench): Promise<string> {
  const { sizes } = bench.scale
  const larger = (count: number): number => Math.round(count * times)
  const large = {
    entries: larger(sizes.entries),
    shards: larger(sizes.shards),
    changed: larger(sizes.changed),
    added: larger(sizes.added),
  }
  bench.say('making game files for the large store')
  const files = await stores.makeGameFiles(join(bench.folder, 'large-files'), large)
  return compare(await makeStore(bench, 'same', sizes, bench.files), await makeStore(bench, 'large', large, files))
}

async function compare(small: Store, large: Store): Promise<string> {
  const works = [await worksOf(small), await worksOf(large)] as const
  const turnOf = ({ server }: Store, once: Do) => {
    let at = 0
    return () => costOf(server, askedPerTurn, () => once(at++))
  }
  const lines = [
    `| | ${numeral(small.rows)} rows | ${numeral(large.rows)} rows | times, at most ${atMost} | met |`,
    '|---|---|---|---|---|',
  ]
  const line = (title: string, one: string, other: string, ratio: number): unknown =>
    lines.push(`| ${[title, one, other, ratio.toFixed(2), ratio <= atMost ? 'yes' : '**no**'].join(' | ')} |`)
  for (const [title, once] of Object.entries(works[0])) {
    const turns = { small: turnOf(small, once), large: turnOf(large, works[1][title] as Do) }
    // The first one asked of a kind may begin work that goes on behind it, such as looking for families.
    await inRounds(2, turns)
    for (const { server } of [small, large]) await untilCalm(server)
    const { small: few = [], large: many = [] } = await inRounds(11, turns)
    const { median } = spreadOf(many.map((us, round) => us / (few[round] as number)))
    const us = (values: readonly number[]): string => `${numeral(Math.round(spreadOf(values).median))} µs`
    line(title, us(few), us(many), median)
  }
  const perRow = ({ importSeconds, rows }: Store): number => importSeconds / rows
  const seconds = ({ importSeconds }: Store): string => `${importSeconds.toFixed(0)} s`
  line('import, a row', seconds(small), seconds(large), perRow(large) / perRow(small))
  return lines.join('\n')
}
