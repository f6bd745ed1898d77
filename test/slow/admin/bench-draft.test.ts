// A machine draft in the workbench: what the model is shown, what the person sees, and that only a save stores something
// (docs/workbench.md#machine-drafts).
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { localAgent } from '../../../src/agent/local.ts'
import { named } from '../../../src/app/actor.ts'
import type { App } from '../../../src/app/app.ts'
import type { DraftModel, Drafts } from '../../../src/app/bench/ask-draft.ts'
import { readHistory } from '../../../src/app/rows/read-history.ts'
import { changeBrief } from '../../../src/app/upkeep/brief.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { Ledger } from '../../../packages/translator/src/ledger.ts'
import { openDrafts, tryDrafts } from '../../../packages/translator/src/draft-one.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { type Behaviour, modelEndpoint } from '../../support/model-endpoint.ts'
import { temporaryFolder } from '../../support/program.ts'
import { type Answer, type SiteWorld, siteWorld, type Visitor } from '../../unit/admin/site-world.ts'

const KEY = 'sk-secret'
const GOOD: Readonly<Record<string, string>> = {
  'A blizzard is swirling here.': 'Тут вирує заметіль.',
  'Nobody knows the way': 'Дороги не знає ніхто',
  'Press {0} to open the gate of %s': 'Відчиніть браму %s',
}
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

interface Asked extends Partial<Behaviour> {
  readonly perDay?: number
  readonly timeout?: number
  readonly language?: string
}

/** A site whose model is a stand-in. */
async function world({ perDay = 5, timeout = 20, language = 'uk', ...behaviour }: Asked = {}) {
  const endpoint = await modelEndpoint({
    translate: (source) => GOOD[source] ?? `Переклад: ${source}`,
    ...behaviour,
  })
  open.push(endpoint)
  const folder = temporaryFolder()
  open.push({ close: async () => folder.remove() })
  const settings = {
    endpoint: endpoint.url,
    api: 'by_address',
    model: 'm-1',
    timeout,
    provider: 'ollama',
    data: folder.path,
  } as const
  const draft = await openDrafts(settings, { OPENAI_API_KEY: KEY })
  const write =
    (app: App): DraftModel['write'] =>
    (actor, rowId, signal) =>
      draft(localAgent(app, actor, { pause: async () => {}, secondsMax: 0 }), rowId, signal)
  const tryIt =
    (app: App): DraftModel['tryIt'] =>
    (actor, signal) =>
      tryDrafts(
        localAgent(app, actor, { pause: async () => {}, secondsMax: 0 }),
        settings,
        { OPENAI_API_KEY: KEY },
        signal,
      )
  const site = await withDrafts((app) => ({
    model: { provider: 'ollama', model: 'm-1', write: write(app), tryIt: tryIt(app) },
    perDay,
  }))
  if (language !== '') granted(await changeSetting(site.app, null, 'target_language', language))
  const ledger = new Ledger(join(folder.path, 'model-ledger'), {})
  return { ...site, endpoint, draft, ledger }
}

async function withDrafts(draftsOf: (app: App) => Drafts | null): Promise<SiteWorld> {
  const site = await siteWorld({}, '', draftsOf)
  open.push(site)
  return site
}

const value = ({ body }: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''

/** Asks as the page does, with the fields of its form; `part`: as its script does. */
async function ask(visitor: Visitor, number: number, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const page = await visitor.get(`/admin/bench?layer=any&write=yes&row=${idOf(number)}`)
  return await visitor.post('/admin/bench/draft', {
    at: 'layer=any',
    row: idOf(number),
    source: value(page, 'source'),
    ...fields,
  })
}

const part = { part: 'on' }
const headsOf = ({ app, people }: SiteWorld, number: number) =>
  readHistory(app, idOf(number), people.moderator, 1)?.heads

it('shows what the model wrote with its name and its findings, and stores nothing', async () => {
  const site = await world()
  const anna = await site.as('translator')
  const good = await ask(anna, 1, part)
  expect(good.body).toContain('ollama · m-1')
  expect(good.body).toContain('data-fill="Тут вирує заметіль."')
  expect(good.body).toContain('The checks find nothing.')
  const bad = await ask(anna, 2, part)
  expect(bad.body).toContain('Відчиніть браму %s')
  expect(bad.body).toContain('badge error')
  expect(headsOf(site, 1)).toMatchObject({ manual: null, machine: null })
  expect(site.endpoint.authorization).toEqual(new Set([`Bearer ${KEY}`]))
})

it('judges what the model wrote as a run does: repairs it, or asks once more with the reason', async () => {
  const texts: Readonly<Record<number, string>> = {
    1: 'Тут виpує заметіль.',
    2: 'Ось переклад:\nДороги',
    3: 'Дороги не знає ніхто',
  }
  const manner: Behaviour['manner'] = ({ call }) => ({
    body: { choices: [{ index: 0, message: { content: JSON.stringify({ 1: texts[call] }) }, finish_reason: 'stop' }] },
  })
  const site = await world({ manner })
  const anna = await site.as('translator')
  expect((await ask(anna, 1, part)).body).toContain('data-fill="Тут вирує заметіль."')
  expect((await ask(anna, 6, part)).body).toContain('data-fill="Дороги не знає ніхто"')
  expect([site.endpoint.calls, site.endpoint.prompts[2]]).toEqual([3, expect.stringContaining('[because: CHAT_01')])
})

it('keeps a paid draft until it is shown, and counts what it cost', async () => {
  const site = await world()
  const agent = localAgent(site.app, named(site.people.translator), { pause: async () => {}, secondsMax: 0 })
  const broken = { ...agent, check: async () => await Promise.reject(new Error('no room')) }
  const { signal } = new AbortController()
  await expect(site.draft(broken, idOf(1), signal)).rejects.toThrow('no room')
  expect([site.endpoint.calls, (await site.ledger.waiting()).texts]).toEqual([1, 0])
  for (const calls of [1, 2]) {
    expect(await site.draft(agent, idOf(1), signal)).toMatchObject({ ok: true, value: { text: 'Тут вирує заметіль.' } })
    expect(site.endpoint.calls).toBe(calls)
  }
  expect(await site.ledger.spent()).toMatchObject([{ provider: 'ollama', model: 'm-1', prompts: 2 }])
})

it("shows the model the team's brief, terms, tokens and reference", async () => {
  const site = await world()
  const gate = { source: 'gate', forms: ['брам*'], doNotTranslate: false, caseSensitive: false, note: '' }
  granted(await changeGlossary(site.app, null, { entries: [gate], how: 'replace', origin: 'test' }))
  granted(await changeBrief(site.app, null, { text: 'Kind words only', seen: null }))
  await ask(await site.as('translator'), 2, part)
  const [prompt = ''] = site.endpoint.prompts
  expect(prompt).toContain('Kind words only')
  expect(prompt).toContain('# terms: gate = брам*')
  expect(prompt).toContain('1\tPress {0} to open the gate of %s\t[keep: {0}, %s]')
})

it('names provider and model of a text that was saved from a draft, and of no other', async () => {
  const site = await world()
  const mod = await site.as('moderator')
  const drafted = await ask(mod, 1)
  expect(drafted.body).toContain('>\nТут вирує заметіль.</textarea>')
  const fields = {
    at: 'layer=any',
    row: idOf(1),
    source: value(drafted, 'source'),
    drafted: value(drafted, 'drafted'),
    prompted: value(drafted, 'prompted'),
  }
  await mod.post('/admin/bench/save', { ...fields, text: 'Тут вирує справжня заметіль.' })
  const { manual } = headsOf(site, 1) ?? {}
  expect(manual).toMatchObject({ text: 'Тут вирує справжня заметіль.', origin: 'human', provider: null, model: null })
  expect(manual?.client).toEqual({ name: 'windrow draft', version: 'ollama m-1', prompt: fields.prompted })
  expect(fields.prompted).toMatch(/^[0-9a-f]{12}$/)
  await mod.post('/admin/bench/save', { ...fields, text: 'Сніжить' })
  expect(headsOf(site, 1)?.manual).toMatchObject({ text: 'Сніжить' })
  expect(headsOf(site, 1)?.manual?.client).toBeUndefined()
  const anna = await site.as('translator')
  const second = await ask(anna, 6)
  await anna.post('/admin/bench/save', {
    ...fields,
    row: idOf(6),
    source: value(second, 'source'),
    drafted: value(second, 'drafted'),
    text: 'Дороги не знає ніхто',
  })
  const [proposal] = readHistory(site.app, idOf(6), site.people.moderator, 1)?.proposals ?? []
  expect(proposal?.client).toMatchObject({ name: 'windrow draft', version: 'ollama m-1' })
})

it('keeps a typed text beside the draft, with scripts and without', async () => {
  const site = await world()
  const anna = await site.as('translator')
  const page = await ask(anna, 1, { text: 'Мій початок' })
  expect(page.body).toContain('>\nМій початок</textarea>')
  expect(page.body).toContain('Тут вирує заметіль.')
  expect(page.body).not.toContain('aria-invalid')
})

it('says what is wrong, and counts only drafts that came', async () => {
  const site = await world({ perDay: 2, events: { 1: 'fault', 2: 'fault' } })
  const anna = await site.as('translator')
  expect((await ask(anna, 1, part)).body).toContain('The model could not be reached; the server&#39;s log says why')
  const admin = await site.as('admin')
  expect((await ask(admin, 1, part)).body).toMatch(/The model could not be reached: http:.*503/)
  for (const number of [1, 6]) expect((await ask(anna, number, part)).body).toContain('data-fill=')
  const used = await ask(anna, 1, { text: 'Моє' })
  expect([used.status, used.body]).toEqual([409, expect.stringContaining('You have used your 2 drafts for today')])
  expect(used.body).toContain('>\nМоє</textarea>')
  expect(site.endpoint.calls).toBe(4)
})

it('gives a day that begins where the browser is its drafts once, whatever zone that says next', async () => {
  const site = await world({ perDay: 1 })
  const anna = await site.as('translator')
  const came: boolean[] = []
  for (const zone of ['-12:00', '+14:00', 'UTC', '-12:00', '+14:00']) {
    anna.cookies.set('windrow_zone', zone)
    came.push((await ask(anna, 1, part)).body.includes('data-fill='))
  }
  expect(came).toEqual([true, true, false, false, false])
})

it('says that an answer is late, or holds no translation, or that no language is set', async () => {
  const late = await world({ events: { 1: 'silent' }, timeout: 1 })
  const anna = await late.as('translator')
  const [first, second] = await Promise.all([ask(anna, 1, part), ask(anna, 6, part)])
  const said = `${first.body}${second.body}`
  expect(said).toContain('The model did not answer in time')
  expect(said).toContain('The model is still writing your last draft')
  const excuse = await world({ events: { 1: 'cut' } })
  expect((await ask(await excuse.as('translator'), 1, part)).body).toContain('had no translation')
  const silent = await world({ language: '' })
  expect((await ask(await silent.as('translator'), 1, part)).body).toContain('The target language is not set')
})

it('is not there until the configuration names an endpoint, and says so where it names no model', async () => {
  const off = await withDrafts(() => null)
  const anna = await off.as('translator')
  expect((await anna.get(`/admin/bench?layer=any&row=${idOf(1)}`)).body).not.toContain('data-asks')
  expect((await ask(anna, 1)).body).toContain('No model is set for drafts')
  const half = await withDrafts(() => ({ model: null, perDay: 3 }))
  const vira = await half.as('translator')
  expect((await vira.get(`/admin/bench?layer=any&row=${idOf(1)}`)).body).toContain('data-asks')
  expect((await ask(vira, 1, part)).body).toContain('No model is set for drafts')
  const { body } = await ask(vira, 4)
  expect(body).toContain('There is no such row')
})

it('tries the model for those who manage settings: one prompt, the page of truth in their language, and nothing stored', async () => {
  const site = await world()
  const admin = await site.as('admin')
  expect((await admin.get('/admin/settings')).body).toContain('Try the model')
  const { status, body } = await admin.post('/admin/settings/model')
  expect([status, site.endpoint.calls, headsOf(site, 1)]).toEqual([200, 1, expect.objectContaining({ machine: null })])
  expect(body).toMatch(/yes: 5 of 5 texts in/)
  expect(body).toContain('2 of 5 texts passed')
  expect(body).toContain('Відчиніть браму %s')
  expect(body).toContain('--model m-1')
  expect(body).not.toContain(KEY)
  await admin.post('/admin/language', { language: 'uk', page: '/admin/' })
  const said = (await admin.post('/admin/settings/model')).body
  expect(said).toContain('Дотримується схеми')
  expect(said).toMatch(/так: текстів 5 з 5/)
  expect(said).not.toContain('Token {0} is missing')
})

it('says by name why a trial failed, and what to do', async () => {
  const site = await world({ manner: () => ({ status: 401, body: { error: { message: `wrong key ${KEY}` } } }) })
  const { body } = await (await site.as('admin')).post('/admin/settings/model')
  expect(body).toContain('the key is refused')
  expect(body).toContain('set OPENAI_API_KEY to the right key')
  expect(body).not.toContain(KEY)
  const none = await (await withDrafts(() => null)).as('admin')
  await none.get('/admin/settings')
  expect((await none.post('/admin/settings/model')).status).toBe(409)
})
