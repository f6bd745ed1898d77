// What a bot may have lifted (legacy contract, waivers) is shown to whoever decides about it: a proposal that was waived
// says so, with what the checks find, and is approved only by somebody who ticks that they saw it.
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../support/program.ts'
import { setPasswords, SiteClient } from '../support/site-client.ts'
import { jsonOf, send } from '../support/v1-client.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

/** Ids of Mike's proposals: one whose waivers lift something, one that is clean without them, one without waivers. */
let [waived, harmless, plain] = [0, 0, 0]

const broken = 'зламано \u202e%n%n%n'

async function propose(row: string, text: string, more: Record<string, unknown>): Promise<number> {
  const body = { row_id: row, user_translate_text: text, ...more }
  const { json } = await send(world.server.port, {
    method: 'POST',
    path: '/api/translations-api.php',
    key: world.keys.bot,
    body,
  })
  expect(json).toMatchObject({ success: true })
  return json.proposal.id
}

const world = await v1World({ bot: { user: 'mike', role: 'moderator', options: ['--bot'] } })
await world.windrow('user', 'add', 'rita', '--role', 'moderator')
await setPasswords(world.data, ['rita'])
waived = await propose(ROWS.tokens, broken, { ignore_validation_errors: true, ignore_glossary_warnings: true })
harmless = await propose(ROWS.plain, 'Вітаємо вдома, мандрівнику.', { ignore_validation_errors: true })
plain = await propose(ROWS.spare1, 'Перший запасний рядок тексту', {})
const rita = await new SiteClient(world.server).signIn('rita')
afterAll(() => world.close())

const deskOf = async (id: number): Promise<string> =>
  (await rita.get(`/admin/bench?job=proposals&proposal=${id}&row=${rowOf(id)}`)).text
const rowOf = (id: number): string =>
  id === waived ? ROWS.tokens : id === harmless ? ROWS.plain : id === plain ? ROWS.spare1 : ROWS.spare2

const formOf = (page: string): Record<string, string> => ({
  row: /name="row" value="(\w+)"/.exec(page)?.[1] ?? '',
  proposal: /name="proposal" value="(\d+)"/.exec(page)?.[1] ?? '',
  version: /name="version" value="(\d+)"/.exec(page)?.[1] ?? '',
  source: /name="source" value="(\w+)"/.exec(page)?.[1] ?? '',
})

describe('the page of a waived proposal', () => {
  test('shows what the checks find, marks it as waived and names the owner of the bot', async () => {
    const text = await deskOf(waived)
    expect(text).not.toContain('The checks find nothing')
    expect(text).toContain('The bot of mike had checks waived for this text')
    expect(text.match(/title="TAGS_01"><span class="badge waived">waived</g)).toHaveLength(1)
    expect(text).toContain('name="waived" required')
  })

  test('whose waivers lift nothing says that too, and asks for no tick', async () => {
    const text = await deskOf(harmless)
    expect(text).toContain('The bot of mike had checks waived for this text; they find nothing now')
    expect(text).not.toContain('name="waived"')
  })

  test('without waivers says nothing of them', async () => {
    expect(await deskOf(plain)).not.toMatch(/had checks waived|name="waived"/)
  })
})

describe('the queue', () => {
  const idsOf = (page: string): number[] =>
    [...page.matchAll(/<th scope="row"><a href="[^"]*proposal=(\d+)">/g)].map((found) => Number(found[1]))

  test.each([
    ['', () => [waived, harmless, plain]],
    ['?waived=yes', () => [waived, harmless]],
    ['?waived=no', () => [plain]],
  ])('with the filter %j', async (filter, ids) => {
    const { text } = await rita.get(`/admin/proposals${filter}`)
    expect(idsOf(text)).toEqual(ids())
  })

  test('marks them and lets nobody tick one that the checks find something in', async () => {
    const { text } = await rita.get('/admin/proposals')
    expect(text.match(/checks waived<\/span>/g)).toHaveLength(2)
    expect(text).not.toContain(`Tick proposal ${waived}"`)
    expect(text).toContain(`Tick proposal ${plain}"`)
  })
})

describe('approving', () => {
  const statusOf = async (): Promise<string> =>
    jsonOf(await world.windrow('proposal', 'show', String(waived), '--json')).status

  test('without the tick is refused, on the page, in bulk and on the command line', async () => {
    const text = await deskOf(waived)
    const refused = await rita.post('/admin/bench/approve', formOf(text))
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('tick that you accept it')
    const bulk = await rita.post('/admin/proposals/approve-clean', { proposal: `${waived} 1` })
    expect(bulk.text).toContain('0 proposals approved')
    const said = await run(['proposal', 'approve', String(waived), '--as', 'rita', '--data', world.data])
    expect(said).toMatchObject({ code: 1, stdout: '' })
    expect(said.stderr).toContain('--confirm-waived')
    expect(await statusOf()).toBe('pending')
  })

  test('with another wording that is good takes no tick, with one that is not it does', async () => {
    const id = await propose(ROWS.spare2, 'зламано {9}', { ignore_validation_errors: true })
    const fields = formOf(await deskOf(id))
    const still = await rita.post('/admin/bench/approve', { ...fields, text: 'ще зламано {9}' })
    expect(still.status).toBe(422)
    const good = await rita.post('/admin/bench/approve', { ...fields, text: 'Другий запасний рядок' })
    expect(good.status).toBe(303)
  })

  test('with the tick it is approved', async () => {
    const text = await deskOf(waived)
    const done = await rita.post('/admin/bench/approve', { ...formOf(text), waived: 'on' })
    expect(done.status).toBe(303)
    expect(await statusOf()).toBe('approved')
  })
})

test('the command line marks them', async () => {
  expect(await world.windrow('proposal', 'list')).toMatch(/pending, checks waived/)
  const shown = jsonOf(await world.windrow('proposal', 'show', String(harmless), '--json'))
  expect(shown).toMatchObject({ id: harmless, waived: true })
})
