// An import beside a running server: readers see the store before or after, never between
// (docs/makers/architecture.md#the-way-of-an-import), writes wait for its last step (docs/api-v1.md#batch-writes),
// and an interruption leaves nothing half done (docs/command-line.md#everywhere). 300,000 rows, so that it takes a while.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/time.ts'
import { behindOthers } from '../../src/runtime/give-way.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { LeaseObserver } from '../../src/store/volatile/lease.ts'
import { hashOf } from '../support/import-model.ts'
import { id, openImportWorld } from '../support/import-world.ts'
import { start } from '../support/program.ts'
import { canShow } from '../support/under-wine.ts'
import type { Answer } from '../support/v1-client.ts'
import { hangMs } from '../support/hang.ts'

// An import gives way to whatever else runs, such as another lane of CI.

const rowCount = 300_000

/** A game all of whose texts begin with the same word. */
function game(word: string): string {
  const path = join(world.folder, word)
  const lines = Array.from(
    { length: rowCount },
    (_, n) => `{"id":"${id(n + 1)}","text":"${word} text of row ${n + 1}"}\n`,
  )
  writeFileSync(path, lines.join(''))
  return path
}

const world = await openImportWorld()
const old = game('Old')
const startedMs = performance.now()
await world.imports('--main', old)
/** How long the first import took, in ms. */
const firstMs = performance.now() - startedMs
const translated = { id: id(5), text: 'Старий текст' }
await world.translate({ [translated.id]: translated.text, [id(7)]: 'Сьомий' })
afterAll(() => world.close())

const begin = (...argv: string[]): ChildProcess => start(['import', ...argv, '--data', world.data])

const wordsOn = ({ json }: Answer): string[] => [
  ...new Set((json.data.rows as { source_text: string }[]).map(({ source_text }) => source_text.split(' ')[0] ?? '')),
]

const sourceHash = hashOf('Old text of row 7')
let written = 0
/** Another text each time, so that there is something to write. */
const write = (): Promise<Answer> =>
  world.ask('/translations', {
    items: [
      {
        row_id: id(7),
        text: `Текст ${++written}`,
        source_hash: sourceHash,
        layer: 'machine',
        provider: 'p',
        model: 'm',
        overwrite: true,
      },
    ],
  })

/**
 * Until the importer has the writer, or is about to have it; then it gets the signal at once, because it has it for a part of a second.
 * While it prepares, everything that is written beside it is written.
 */
async function untilBusy(importer: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  const answers: Answer[] = []
  const startedMs = performance.now()
  const beside = { isBusy: false }
  const writing = (async () => {
    while (!beside.isBusy) {
      const answer = await write()
      if (!beside.isBusy) answers.push(answer)
    }
  })()
  const store = canShow('a look into its store') ? openStore(world.data, systemClock) : null
  const lease = new LeaseObserver()
  try {
    // Without a look: at half the time of the first import, which had less to do, so that this one is in its middle.
    while (!(store === null ? performance.now() - startedMs > firstMs / 2 : lease.isHeld(store))) {
      if (importer.exitCode !== null) throw new Error(`the import ended with ${importer.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (signal !== undefined) importer.kill(signal)
  } finally {
    beside.isBusy = true
    await store?.close()
  }
  writing.catch(() => undefined)
  for (const { status, json } of answers) expect([status, json.meta?.written]).toEqual([200, 1])
}

const page = (): Promise<Answer> => world.ask('/rows?limit=50&include_total=1&fields=core,layers')

async function expectOld(): Promise<void> {
  const answer = await page()
  expect([wordsOn(answer), answer.json.meta.total_matching]).toEqual([['Old'], rowCount])
  expect(await world.total('&state=stale')).toBe(0)
  expect(answer.json.data.rows[4].layers.machine.text).toBe(translated.text)
}

describe('while it runs', () => {
  test('is undone by SIGINT, which ends it with 130', async () => {
    const importer = begin('--force', '--main', game('New'))
    let said = ''
    importer.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = once(importer, 'close')
    await untilBusy(importer, 'SIGINT')
    const [code] = await ended
    expect(code).toBe(130)
    // On a slow machine it tells how far it is before.
    expect(said).toMatch(
      /^(?:[a-z ]+: [^\n]*\n|reading [^\n]*\n)*error: interrupted; nothing was left half done[^\n]*\n$/,
    )
    await expectOld()
  })

  test('is as if it had never been when it is killed', async () => {
    const importer = begin('--force', '--main', join(world.folder, 'New'))
    const ended = once(importer, 'close')
    await untilBusy(importer, 'SIGKILL')
    await ended
    await expectOld()
  })

  test.runIf(canShow('a look into its store'))(
    'readers see all of it or nothing, and are answered while writers wait',
    async () => {
      const importer = begin('--force', '--main', join(world.folder, 'New'))
      const ended = once(importer, 'close')
      await untilBusy(importer)
      // Deno would ask its user for permission.
      const isDeno = process.env['WINDROW_PROGRAM'] === 'deno'
      const priority = isDeno ? getPriority() : Math.max(getPriority(), behindOthers)
      // The lease may still be that of the importer killed before, and this one at its start.
      await vi.waitFor(() => expect(getPriority(importer.pid)).toBe(priority), { timeout: hangMs })
      const waiting = write()
      const seen: string[] = []
      while (importer.exitCode === null) {
        const value = await page()
        expect(value.status).toBe(200)
        const words = wordsOn(value)
        expect(words).toHaveLength(1)
        expect(value.json.meta.total_matching).toBe(rowCount)
        if (seen.at(-1) !== words[0]) seen.push(words[0] ?? '')
        // Readers that never rest would take the importer's core, which gives way to them.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect((await ended)[0]).toBe(0)
      seen.push(...wordsOn(await page()))
      expect([...new Set(seen)]).toEqual(['Old', 'New'])
      expect(seen.lastIndexOf('Old')).toBeLessThan(seen.indexOf('New'))
      // It was judged by the text that the row has now; a slow machine may make it wait longer than a request does. Or it came
      // between the lease and the writer: then its text was stale at once.
      const { status, json } = await waiting
      const outcomes = [
        [200, 'stale_source'],
        [409, 'layer_busy'],
        [200, 'written'],
      ]
      expect(outcomes).toContainEqual([status, json.data?.items[0].error ?? json.error ?? 'written'])
      expect(await world.total('&state=stale')).toBe(2)
    },
  )
})

test('two imports at once come one after the other', async () => {
  const files = ['One', 'Two'].map((word) =>
    world.file(`diff-${word}`, Object.fromEntries(Array.from({ length: 400 }, (_, n) => [id(n + 1), `${word} ${n}`]))),
  )
  const codes = await Promise.all(files.map(async (file) => (await once(begin('--diff', file), 'close'))[0] as number))
  expect(codes).toEqual([0, 0])
  const rows = await world.rows('&source=diff')
  expect(rows).toHaveLength(400)
  expect(new Set(rows.map(({ source_text }) => source_text.split(' ')[0])).size).toBe(1)
})
