// What windrow is asked while its disk fails: works of one step or of several, each of which is done or refused, on a small game. After
// each step the store and the files that it makes are in one state.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { checkFit, installRelease, readOffers } from '../../packages/players/src/install-release.ts'
import { v1Routes } from '../../src/api-v1/routes.ts'
import { named } from '../../src/app/actor.ts'
import type { App } from '../../src/app/app.ts'
import { makeFeed } from '../../src/app/releases/feed.ts'
import { packagePath } from '../../src/app/releases/release-files.ts'
import { approveProposal } from '../../src/app/writes/review-proposal.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import type { User } from '../../src/domain/people.ts'
import { StoreUnusable } from '../../src/store/file/store-unusable.ts'
import { readUserByName } from '../../src/store/records/people-and-keys.ts'
import { readRowById } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { openApp } from '../../test/support/app-world.ts'
import { runCli } from '../../src/cli/cli.ts'
import { testWorld } from '../../test/support/cli-world.ts'
import { container, jsonLines } from '../../test/support/game-files.ts'
import { programRelease } from '../../test/support/program-release.ts'
import { layDown, storedStore } from '../../test/support/stored-store.ts'
import { copyLeft } from './left.ts'

/** What was said of a step. `isPlain`: as one sentence for whoever asked. */
export interface Said {
  readonly isDone: boolean
  readonly text: string
  readonly isPlain: boolean
  /** Asked again in the same process it is done once all the same. */
  readonly canRepeat: boolean
}

type Answer = Omit<Said, 'canRepeat'>

/** Where a work is done: a folder with `data`, `game` and `out`. */
interface Place {
  readonly folder: string
  readonly app: () => App
  close(): Promise<void>
}

type Step = (place: Place) => Promise<Said>

interface Work {
  /** The steps of other works that are done before. */
  readonly after?: readonly Step[]
  readonly steps: readonly Step[]
  /** The schema of the store that it begins with; absent: the game's. */
  readonly schema?: number
}

/** Stands still, so that two runs write the same. */
const clock = { nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5), monotonicMs: () => performance.now() }

export function openPlace(folder: string): Place {
  let app: App | null = null
  return {
    folder,
    app: () => (app ??= openApp(join(folder, 'data'), clock)),
    async close() {
      await app?.store.close()
      app = null
    },
  }
}

const MAIN = 'translate_words_map_en'
const locale = 'Package/HD/oversea/locale'
const rows = 160
const idOf = (row: number): string => (row + 1).toString(16).padStart(16, '0')
const texts = (count: number, textOf: (row: number) => string, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: idOf(from + at), text: textOf(from + at) }))

const gameFile =
  (count: number, textOf: (row: number) => string, from = 0) =>
  (): Buffer =>
    container(texts(count, textOf, from), 4)

const FILES: Readonly<Record<string, () => string | Buffer>> = {
  [MAIN]: gameFile(rows, (row) => `Take {0} herbs ${row % 50}, said ${'the old man '.repeat(row % 5)}`),
  [`${MAIN}_diff`]: gameFile(40, (row) => `Bring {0} herbs ${row}`, 140),
  'uk.jsonl': () => jsonLines(texts(60, (row) => `Візьми {0} трав ${row % 50}, сказав ${'дід '.repeat(row % 5)}`)),
  'others.jsonl': () => jsonLines(texts(90, (row) => `Неси {0} трав ${row}`)),
  later: gameFile(rows + 9, (row) => (row % 3 === 0 ? `Take it ${row}` : `Take {0} herbs ${row}`)),
  later_diff: gameFile(40, (row) => `Bring {0} ${row}`, 150),
}

const secret = `wdr_${sha256Hex('ann').slice(0, 60)}`

/** A command on the place's data; `{}` in it is the folder. */
const command =
  (line: string, input = ''): Step =>
  async ({ folder }) => {
    const argv = line.split(' ').map((word) => word.replace('{}', folder))
    const world = testWorld(folder, {}, input, clock, join(folder, program))
    const ended = await runCli([...argv, ...(argv.includes('--data') ? [] : ['--data', join(folder, 'data')])], world)
    const { stderr } = world.written
    // The answer to an earlier one was lost with the disk.
    const code = /nothing of windrow is in the game/.test(stderr) ? 0 : ended
    const last = stderr.trimEnd().split('\n').at(-1) ?? ''
    return {
      canRepeat: false,
      isDone: code === 0,
      text: stderr,
      isPlain:
        /^(error: )?\S.{10,}/.test(last) && !/\bat .*:\d+:\d+|unexpected|unknown error|fault of windrow/i.test(stderr),
    }
  }

/** A batch as an agent sends it over API v1, under the same key each time. */
const batch =
  (number: number, mode = 'direct'): Step =>
  ({ app }) =>
    asAnswer(async () => {
      const { store } = app()
      freshen(store)
      const items = Array.from({ length: 8 }, (_, at) => {
        const rowId = idOf((number * 8 + at) % 100)
        return {
          row_id: rowId,
          text: `Пакунок {0} з багатьма словами, ${number} ${at}`,
          source_hash: readRowById(store.main, store.files, rowId)?.sourceHash,
          ...(mode === 'direct'
            ? { layer: 'machine', overwrite: true, provider: 'p', model: 'm' }
            : { layer: 'manual', mode }),
        }
      })
      const body = JSON.stringify({ items })
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': secret, 'Idempotency-Key': `batch ${number}` }
      const request = new Request('http://localhost/api/v1/translations', { method: 'POST', headers, body })
      const answer = await v1Routes(app()).fetch(request, {})
      const text = await answer.text()
      const isPlain = text.includes('"save_failed"') || text.includes('"retriable":true')
      return { isDone: answer.status === 200, text: `${answer.status} ${text}`, isPlain }
    })

const approval =
  (id: number): Step =>
  ({ app }) =>
    asAnswer(async () => {
      const actor = named(readUserByName(app().store.main, 'ann') as User)
      const seen = { id, version: null, confirmSource: true, confirmWaived: true, text: null }
      const result = await approveProposal(app(), actor, seen)
      const code = result.ok ? '' : result.refusal.code
      // Not pending: the answer to the first approval was lost with the disk.
      return { isDone: result.ok || code === 'not_pending', text: code, isPlain: true }
    })

/** Does steps in the same folder on a copy of the data, which is lost then. */
const apart =
  (...steps: readonly Step[]): Step =>
  async (place) => {
    const [data, aside] = ['data', 'aside'].map((name) => join(place.folder, name)) as [string, string]
    await place.close()
    cpSync(data, aside, { recursive: true })
    for (const step of steps) await step(place)
    await place.close()
    rmSync(data, { recursive: true })
    renameSync(aside, data)
    return { isDone: true, text: '', isPlain: true, canRepeat: false }
  }

/** A player takes the newest release from the team's server. */
const player: Step = async ({ folder, app }) => {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(basename(request.url ?? ''))
    try {
      const feed = makeFeed(app(), { page: `${base}/`, packageOf: (file) => `${base}/${encodeURIComponent(file)}` })
      response.end(name === 'feed' ? feed?.latest.body : readFileSync(packagePath(app(), name)))
    } catch {
      // The team's disk fails, too.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await asAnswer(async () => {
      const [own, game] = [join(folder, 'player'), join(folder, 'game', locale)]
      const { signal } = new AbortController()
      const offers = await readOffers(`${base}/feed`, signal)
      const offer = offers.ok ? offers.value[0] : undefined
      if (offer === undefined) return { isDone: false, text: JSON.stringify(offers), isPlain: !offers.ok }
      const fit = await checkFit(own, game, { ...offer, from: 'the team' }, false)
      if (!fit.ok) return { isDone: false, text: JSON.stringify(fit), isPlain: true }
      const put = await installRelease(own, game, { ...offer, from: 'the team' }, { signal, onProgress: () => {} })
      return { isDone: put.ok, text: JSON.stringify(put), isPlain: true }
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** A store that cannot be opened says so in a sentence; other errors of use cases reach their callers as they are. */
async function asAnswer(ask: () => Promise<Answer>): Promise<Said> {
  try {
    return { ...(await ask()), canRepeat: true }
  } catch (error) {
    const { message } = error as Error
    const isPlain = error instanceof StoreUnusable ? !/unknown error/i.test(message) : /^E[A-Z]+: /.test(message)
    return { isDone: false, text: String((error as Error).stack), isPlain, canRepeat: true }
  }
}

/** Of `update`: what is replaced. It need not run; the next one is started once. */
const program = 'program/windrow'
const own = (name: string): string => `{}/own/${name}`
const sources = `--main ${own(MAIN)} --diff ${own(`${MAIN}_diff`)}`
const PUBLISH = command(`publish v1 ${sources} --level 1`)
const PUBLISH_NEXT = command(`publish v2 ${sources} --level 1`)

export const WORKS: Readonly<Record<string, Work>> = {
  batch: { steps: [batch(1), batch(2), batch(3, 'proposal'), batch(2 + 13)] },
  approval: { after: [batch(4, 'proposal')], steps: [approval(1), approval(2), approval(3)] },
  import: {
    steps: [
      command(`import --main ${own('later')} --diff ${own('later_diff')} --force`),
      command(`import --localized ${own('others.jsonl')} --overwrite-all`),
    ],
  },
  revert: { after: [batch(1)], steps: [command('revert --import 2')] },
  merge: {
    after: [apart(batch(1), command('export --to {}/own/history.jsonl --with-history')), batch(5)],
    steps: [command('merge {}/own/history.jsonl')],
  },
  remember: { after: [command('setting set target_language uk')], steps: [command('remember')] },
  index: { steps: [command('index'), command('check')] },
  backup: {
    steps: [command('backup {}/out/first.backup'), command('restore {}/out/first.backup --data {}/out/restored')],
  },
  upgrade: { steps: [command('upgrade-store')], schema: 7 },
  publish: { steps: [PUBLISH] },
  delta: { after: [PUBLISH, batch(6)], steps: [PUBLISH_NEXT] },
  'take a release': { after: [PUBLISH], steps: [player] },
  'take a delta': { after: [PUBLISH, player, batch(6), PUBLISH_NEXT], steps: [player] },
  update: {
    steps: [command(`update --from ${own('release')} --key ${own('release/makers.pem')}`), command('update --back')],
  },
  install: {
    steps: [command('install --yes --game {}/game/Package/HD/oversea/locale'), command('uninstall --yes')],
  },
}

/** Makes the folder in which a work begins. */
export async function prepare(work: string, folder: string): Promise<void> {
  for (const name of ['own', 'out', 'player', 'program', `game/${locale}`])
    mkdirSync(join(folder, name), { recursive: true })
  for (const [name, bytes] of Object.entries(FILES))
    for (const place of name.startsWith(MAIN) ? ['own', `game/${locale}`] : ['own'])
      writeFileSync(join(folder, place, name), bytes())
  writeFileSync(join(folder, program), 'of before')
  programRelease(join(folder, 'own/release'), { target: 'linux-x64', bytes: Buffer.from('#!/bin/sh\n') })
  const { after = [], schema } = WORKS[work] ?? {}
  if (schema !== undefined) return await layDown(storedStore(schema), join(folder, 'data'))
  const place = openPlace(folder)
  const begin = [
    command(`import ${sources} --localized ${own('uk.jsonl')}`),
    command('user add ann --role admin'),
    command('key create --user ann --secret-stdin --requests-per-minute 100000', `${secret}\n`),
  ]
  for (const step of [...begin, ...after]) {
    const { isDone, text } = await step(place)
    if (!isDone) throw new Error(`${work} cannot be prepared: ${text}`)
  }
  await place.close()
}

/** Puts what was prepared elsewhere into a new folder, as if it had been prepared there. */
export function layOut(prepared: string, folder: string): void {
  copyLeft(prepared, folder)
  const installed = join(folder, 'player/game/installed.json')
  if (existsSync(installed)) writeFileSync(installed, readFileSync(installed, 'utf8').replaceAll(prepared, folder))
}
