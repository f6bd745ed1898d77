// Backups that come back, whatever was sent before they were made, and whatever the disk did to the store.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { dataFileOf } from '../../src/store/data-files.ts'
import { fileDamage } from '../../src/store/file/page-walk.ts'
import { idOf } from '../support/game-store.ts'
import { done, run, serve, temporaryFolder } from '../support/program.ts'
import { send } from '../support/v1-client.ts'
import { ROWS, sourceHashOf } from '../support/v1-world.ts'
import { distinctTokens, eventually, fiftyOf, filled, hostileWorld, legacy } from './hostile-world.ts'

const world = await hostileWorld()
afterAll(() => world.close())

const write = (port: number, body: unknown, idempotencyKey: string) => {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return send(port, { method: 'POST', path: '/api/v1/translations', key: world.keys.translator, body, headers })
}
const proposal = { items: [{ row_id: ROWS.plain, text: 'Willkommen daheim.', source_hash: sourceHashOf('plain') }] }

test('a store full of refused batches and waived proposals is backed up while it serves, and restored', async () => {
  const { port } = world.server
  const refused = fiftyOf(distinctTokens((n) => `{${filled('"\\', 30)}${n}}`, 30_000))
  for (let n = 0; n < 4; n++) {
    const { status, text } = await write(port, refused, `refused ${n}`)
    expect(status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20)
  }
  const largest = `{0} {0} $E ${filled('字', 21_000)}`
  const waived = { user_translate_text: largest, ignore_validation_errors: true }
  expect((await legacy(world, { row_id: ROWS.tokens, ...waived })).status).toBe(200)
  expect((await write(port, proposal, 'proposal')).json.meta.proposed).toBe(1)

  const [backup, data] = [join(world.data, '..', 'all.backup'), join(world.data, '..', 'restored')]
  await done(['backup', backup, '--data', world.data])
  // Answers to refused batches are no part of it.
  expect(statSync(backup).size).toBeLessThan(1_000_000)
  await done(['restore', backup, '--data', data])
  expect(await done(['check', '--data', data])).toContain('everything agrees')

  const server = await serve(['--data', data])
  onTestFinished(async () => void (await server.stop()))
  const card = await send(server.port, { path: `/api/v1/rows/${ROWS.tokens}`, key: world.keys.translator })
  expect(card.status).toBe(200)
  const info = await send(server.port, {
    method: 'POST',
    path: '/api/translations-api.php',
    key: world.keys.bot,
    body: { action: 'show_info', row_id: ROWS.tokens },
  })
  expect(info.json.proposals[0].user_translate_text).toBe(largest)
  // Nobody remembers the answer: the batch is judged anew, and finds its proposal there.
  const again = await write(server.port, proposal, 'proposal')
  expect(again.headers['idempotent-replayed']).toBeUndefined()
  expect(again.json.meta).toMatchObject({ proposed: 0, unchanged: 1 })
})

const earlier = 'windrow-2026-01-01T00-00-00Z.backup'

/** A store of a game with 3,000 rows that is backed up every hour, with a good backup in its folder. */
async function gameOf(folder: string): Promise<string> {
  const [data, main] = [join(folder, 'data'), join(folder, 'main.jsonl')]
  const rows = Array.from({ length: 3_000 }, (_, n) => JSON.stringify({ id: idOf(n + 1), text: `Salted lantern ${n}` }))
  writeFileSync(main, rows.join('\n'))
  const localized = join(folder, 'localized.jsonl')
  writeFileSync(localized, JSON.stringify({ id: idOf(1), text: 'Gesalzene Laterne 0' }))
  await done(['import', '--main', main, '--localized', localized, '--data', data])
  await done(['setting', 'set', 'backup_every_hours', '1', '--data', data])
  await done(['backup', join(folder, 'good.backup'), '--data', data])
  // With an earlier one the next is due at once.
  mkdirSync(join(data, 'backups'))
  copyFileSync(join(folder, 'good.backup'), join(data, 'backups', earlier))
  return data
}

const lastStepOf = (path: string): string | null => {
  const steps = fileDamage(path)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Zeroes the leaf in the middle of the index of ids, over which a cursor goes from the page before. */
function zeroLeaf(data: string): void {
  const [path, pageBytes] = [dataFileOf(data), 4096]
  const whole = readFileSync(path)
  const leaves: number[] = []
  for (let page = 2; page < whole.length / pageBytes; page++) {
    const [at, head] = [page * pageBytes, 24]
    const isLeaf = whole.readUInt16LE(at + 18) === 2 && whole.readBigUInt64LE(at) === BigInt(page)
    const tableOf = (place: number): number | undefined =>
      whole[at + head + whole.readUInt16LE(at + head + 2 * place) + 8]
    if (isLeaf && tableOf(0) === 4 && tableOf(whole.readUInt16LE(at + 20) / 2 - 1) === 4) leaves.push(at)
  }
  const used = leaves.filter((at) => {
    writeFileSync(path, Buffer.from(whole).fill(0, at, at + pageBytes))
    return lastStepOf(path) !== null
  })
  const at = used[Math.floor(used.length / 2)] as number
  writeFileSync(path, Buffer.from(whole).fill(0, at, at + pageBytes))
}

test('a damaged page ends neither the command nor a server that makes backups, and both say what to do', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const data = await gameOf(folder.path)
  zeroLeaf(data)
  const backup = join(folder.path, 'b.backup')
  const { code, signal, stderr } = await run(['backup', backup, '--data', data])
  expect([code, signal]).toEqual([1, null])
  expect(stderr).toMatch(
    /the store is damaged \(store file, main\/data\.mdb: page \d+ is damaged: .*cannot be backed up.*windrow restore/,
  )
  expect(readdirSync(folder.path).filter((name) => name.includes('b.backup'))).toEqual([])

  const server = await serve(['--data', data])
  await eventually(() => server.log().includes('the automatic backup failed'))
  expect(server.log()).toContain('the store is damaged')
  expect((await send(server.port, { path: '/api/v1/rows' })).status).toBe(401)
  expect(await server.stop()).toBe(0)
  expect(readdirSync(join(data, 'backups'))).toEqual([earlier])

  const doctor = await run(['doctor', '--data', data], { env: { WINDROW_PORT: '0' } })
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toMatch(/failed +store +is damaged: store file, .* windrow restore BACKUP/)
})

test('a backup of a store with a changed text says so in its name, and makes no good one go', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const data = await gameOf(folder.path)
  await done(['setting', 'set', 'backups_kept', '1', '--data', data])

  const whole = readFileSync(dataFileOf(data))
  for (let at = whole.indexOf('Salted lantern 7'); at >= 0; at = whole.indexOf('Salted lantern 7', at + 1))
    whole.write('!', at + 6)
  writeFileSync(dataFileOf(data), whole)

  const damaged = join(folder.path, 'damaged-b.backup')
  const { code, stderr } = await run(['backup', join(folder.path, 'b.backup'), '--data', data])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/the store is damaged \(row, row \d+: has another source hash/),
  ])
  expect(stderr).toContain(`its copy in ${damaged}`)
  const streamed = await run(['backup', '-', '--data', data])
  expect([streamed.code, streamed.stdout]).toEqual([1, ''])
  const restored = await run(['restore', damaged, '--data', join(folder.path, 'damaged')])
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('is a backup of a damaged store')])
  expect((await run(['check', '--data', join(folder.path, 'damaged')])).code).toBe(1)

  const server = await serve(['--data', data])
  await eventually(() => server.log().includes('the store is damaged; the automatic backup says so in its name'))
  expect(await server.stop()).toBe(0)
  expect(readdirSync(join(data, 'backups')).sort()).toEqual([expect.stringMatching(/^damaged-windrow-/), earlier])
})
