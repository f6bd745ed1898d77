// How long each request of thirty at once (docs/makers/speed.md) holds the event loop at a time, over a store in which reading all rows, or all
// proposals, would show: what stands in one piece is a fault of the program, and named.
import { afterAll, expect, test } from 'vitest'
import { isCaughtUp } from '../../../src/app/caught-up.ts'
import { createPasswords } from '../../../src/app/people/password.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { systemRandom } from '../../../src/base/crypto.ts'
import { cursorAfter } from '../../../src/domain/cursor.ts'
import { buildServer } from '../../../src/server.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { granted, QUICK_PASSWORDS } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { openV1App } from '../../support/v1-app.ts'
import { ORIGIN, PASSWORD, Visitor } from '../../unit/admin/site-world.ts'

// A check of all rows at each write would be most of what is measured.
inspectWrites(null)

const rows = 100_000
/** The first rows have one each. */
const proposals = 10_000
/** Those behind are one family: they differ in a number only. */
const firstOfFamily = 40_000
/** A word of its own for each number. */
const wordOf = (number: number): string =>
  number >= firstOfFamily
    ? `${number}`
    : Array.from(`${number}`, (digit) => 'ba de fi go ku la me ni po ru'.split(' ')[Number(digit)]).join('')
const sourceOf = (number: number): string => `The old gate of ${wordOf(number)} is closed.`
const textOf = (number: number): string => `Стара брама міста ${number} зачинена.`
const itemOf = (number: number) => ({
  row_id: idOf(number),
  text: textOf(number),
  source_hash: sha256Hex(sourceOf(number)),
})
const machineOf = (number: number) => ({ ...itemOf(number), layer: 'machine', provider: 'p', model: 'm' })
const fifty = <T>(from: number, of: (number: number) => T): T[] => Array.from({ length: 50 }, (_, i) => of(from + i))

const world = openV1App()
const { app } = world
const server = buildServer(app, plainConfig())
await world.importFiles(Array.from({ length: rows }, (_, i) => ({ id: idOf(i + 1), text: sourceOf(i + 1) })))
const untilDone = { signal: new AbortController().signal, onProgress: () => {} }
for (const name of ['site_reads_per_minute', 'site_writes_per_minute', 'daily_row_quota_admin'] as const)
  await changeSetting(app, null, name, '1000000', untilDone)
// The sources differ in a number only: a claim would fill its rows by memory.
await changeSetting(app, null, 'memory', 'off', untilDone)
const secret = (await world.person('agent', 'super_admin')).secret
// Not the agent's own: of those, a claim passes so many at a time only.
const proposer = (await world.person('proposer', 'super_admin')).secret
for (let from = 1; from <= proposals; from += 50) {
  const { meta } = (await world.post('/translations', proposer, { items: fifty(from, itemOf) }, `proposed ${from}`))
    .json
  expect(meta['proposed']).toBe(50)
}
const password = granted(await createPasswords(systemRandom, QUICK_PASSWORDS).hash(PASSWORD))
await addUser(app, null, { name: 'owner', role: 'super_admin', password })
const owner = new Visitor((request) => server.fetch(request))
expect((await owner.signIn('owner')).status).toBe(303)
await isCaughtUp(app)
afterAll(() => world.close())

let sent = 0
async function agent(method: string, path: string, body?: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': secret, 'Idempotency-Key': `n ${++sent}` }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await server.fetch(new Request(`${ORIGIN}${path}`, init))
  await response.text()
  return response.status
}

/** A form of the workbench about a row, and where it leads. */
async function desk(act: 'save' | 'check', number: number): Promise<number> {
  const { row_id: row, source_hash: source, text } = itemOf(number)
  const form = { at: 'job=untranslated', row, source, text, how: 'proposal' }
  const { status, location } = await owner.post(`/admin/bench/${act}`, form)
  return location === null ? status : (await owner.get(location)).status
}

const opened = async (path: string): Promise<number> => (await owner.get(path)).status

/** What each kind asks for the nth time (from 0): rows that had no text and no proposal before. */
const REQUESTS: Readonly<Record<string, readonly [status: number, ask: (nth: number) => Promise<number>]>> = {
  page: [
    200,
    () =>
      agent(
        'GET',
        `/api/v1/rows?limit=50&cursor=${cursorAfter(90_000, { state: 'all', source: 'all', updatedSinceMs: null })}`,
      ),
  ],
  claim: [201, () => agent('POST', '/api/v2/claims', { limit: 50 })],
  batch: [200, (nth) => agent('POST', '/api/v1/translations', { items: fifty(20_000 + 50 * nth, machineOf) })],
  validate: [200, (nth) => agent('POST', '/api/v1/translations/validate', { items: fifty(30_000 + 50 * nth, itemOf) })],
  step: [200, (nth) => opened(`/admin/bench?job=untranslated&row=${idOf(40_000 + nth)}`)],
  'save and the step behind it': [200, (nth) => desk('save', 50_000 + nth)],
  'live check': [200, (nth) => desk('check', 60_000 + nth)],
  'search of a word in every row': [200, () => opened('/admin/rows?q=gate')],
  'search of a word in none': [200, () => opened('/admin/rows?q=nobodyhasthisword')],
}

test('no request of thirty at work holds the loop for as long as 50 ms', async () => {
  const bound = holdMsMax()
  const tooLong: string[] = []
  for (const [kind, [status, ask]] of Object.entries(REQUESTS)) {
    const { longestMs, answers } = await heldBy(6, ask, bound)
    expect([kind, ...new Set(answers)]).toEqual([kind, status])
    if (longestMs > bound) tooLong.push(`${kind}: ${longestMs} ms of ${bound} in one piece`)
  }
  expect(tooLong).toEqual([])
})
