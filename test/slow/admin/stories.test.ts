// What people do on the site, form by form, as a browser without scripts does it: each story ends in the store.
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { authenticate } from '../../../src/app/people/admit-request.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { readRevisions } from '../../../src/store/rows/heads.ts'
import { keysOfUser, readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { readProposal } from '../../../src/store/records/proposals.ts'
import { readGlossary, readSettings } from '../../../src/store/records/settings.ts'
import { freshen } from '../../../src/store/view.ts'
import { LANGUAGES } from '../../../src/admin/language/known-languages.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from '../../unit/admin/site-world.ts'

const world = await siteWorld()
const owner = await world.as('super_admin')
const moderator = await world.as('moderator')
const translator = await world.as('translator')
afterAll(() => world.close())

const secretIn = (body: string): string => /<output[^>]*>(wdr_[0-9a-f]{60})<\/output>/.exec(body)?.[1] ?? ''
const sourceOf = (id: string): string => world.game.row(id).sourceHash

describe('the API key of the profile', () => {
  it('is made with an optional name, shown once, and never used at first', async () => {
    const made = await moderator.post('/admin/profile/bot-key', { name: 'night bot' })
    const secret = secretIn(made.body)
    expect(secret).toHaveLength(64)
    expect(made.body).toContain('never used')
    const later = await moderator.get('/admin/profile')
    expect(later.body).not.toContain(secret)
    expect(later.body).toContain('night bot')
    expect(later.body).toContain(secret.slice(0, 12))
    for (const type of ['user_translate_text', 'ai_translated_text', 'show_info']) expect(later.body).toContain(type)
    expect(later.body).toContain('10,000')
    freshen(world.app.store)
    expect(authenticate(world.app, secret, ['bot']).ok).toBe(true)
  })

  it('is at most one', async () => {
    const again = await moderator.post('/admin/profile/bot-key', { name: 'second' })
    expect(again.status).toBe(409)
    expect(secretIn(again.body)).toBe('')
  })

  it('is only for moderators and above', async () => {
    expect((await translator.get('/admin/profile')).body).not.toContain('Create new key')
    expect((await translator.post('/admin/profile/bot-key')).status).toBe(409)
  })

  it('is regenerated in place, and deleted', async () => {
    const [key] = keysOfUser(world.app.store.main, world.people.moderator.id)
    const renewed = await moderator.post(`/admin/profile/keys/${key?.id}/regenerate`)
    const secret = secretIn(renewed.body)
    freshen(world.app.store)
    const [now] = keysOfUser(world.app.store.main, world.people.moderator.id)
    expect(now?.id).toBe(key?.id)
    expect(now?.digest).toBe(sha256Hex(secret))
    expect((await moderator.post(`/admin/profile/keys/${key?.id}/delete`)).status).toBe(303)
    freshen(world.app.store)
    expect(authenticate(world.app, secret, ['bot'])).toMatchObject({ ok: false, refusal: 'invalid_key' })
  })
})

describe('agent keys', () => {
  const keysOf = () => {
    freshen(world.app.store)
    return keysOfUser(world.app.store.main, world.people.translator.id)
  }

  it('are made with grants and denies inside the limits', async () => {
    const made = await translator.post('/admin/profile/keys', {
      name: 'agent',
      'deny translations:propose': 'on',
      requests_per_minute: '17',
    })
    expect(secretIn(made.body)).toHaveLength(64)
    expect(keysOf()[0]).toMatchObject({ denies: ['translations:propose'], requestsPerMinute: 17 })
    const outside = await translator.post('/admin/profile/keys', { 'grant translations:write-machine': 'on' })
    expect(outside.status).toBe(409)
    expect(outside.body).toContain('can be granted only to keys of admin and above')
  })

  it.each(['0', '1000001', '-5', '1.5', 'many'])('take no rate of %s', async (rate) => {
    expect((await translator.post('/admin/profile/keys', { requests_per_minute: rate })).status).toBe(422)
  })

  it('are changed, switched off and on, and revoked', async () => {
    const id = keysOf()[0]?.id ?? 0
    const path = `/admin/profile/keys/${id}`
    await translator.post(path, { name: 'renamed', requests_per_minute: '' })
    expect(keysOf()[0]).toMatchObject({ name: 'renamed', denies: [], requestsPerMinute: null })
    await translator.post(`${path}/switch`, { to: 'deactivated' })
    expect(keysOf()[0]?.state).toBe('deactivated')
    await translator.post(`${path}/switch`, { to: 'active' })
    expect(keysOf()[0]?.state).toBe('active')
    await translator.post(`${path}/delete`)
    expect(keysOf()).toEqual([])
  })

  it('are at most twenty', async () => {
    for (let i = 0; i < 20; i++) await translator.post('/admin/profile/keys')
    expect((await translator.post('/admin/profile/keys')).status).toBe(409)
    expect(keysOf()).toHaveLength(20)
  })
})

it('makes no second key when the answer that shows the first one is loaded again', async () => {
  const visitor = await world.as('user')
  const { body } = await visitor.get('/admin/profile')
  const once = /name="once" value="([^"]+)"/.exec(body)?.[1] ?? ''
  expect((await visitor.post('/admin/profile/keys', { once, name: 'x'.repeat(129) })).status).toBe(422)
  expect(secretIn((await visitor.post('/admin/profile/keys', { once, name: 'mine' })).body)).not.toBe('')
  const again = await visitor.post('/admin/profile/keys', { once, name: 'mine' })
  expect([again.status, again.body.includes('was shown once')]).toEqual([409, true])
  expect(again.body.match(/>Change<span class="hidden">/g)).toHaveLength(1)
})

describe('keys that an admin makes', () => {
  it("are made on the person's page, work, say what to paste, and are in the audit", async () => {
    const path = `/admin/people/${world.people.user.id}`
    await owner.get(path)
    const made = await owner.post(`${path}/keys`, { kind: 'agent', name: 'night agent' })
    const secret = secretIn(made.body)
    for (const line of [
      `curl -s -H &#39;X-API-Key: ${secret}&#39; http://127.0.0.1:8787/api/v1/me`,
      `export WINDROW_URL=http://127.0.0.1:8787 WINDROW_KEY=${secret}`,
      `http://127.0.0.1:8787/mcp --header &quot;Authorization: Bearer ${secret}&quot;`,
    ])
      expect(made.body).toContain(line)
    freshen(world.app.store)
    expect(authenticate(world.app, secret, ['agent']).ok).toBe(true)
    expect((await owner.get(`/admin/audit?person=${world.people.super_admin.id}`)).body).toContain('key.create')
    expect((await owner.get(path)).body).not.toContain(secret)
    expect((await owner.post(`${path}/keys`, { kind: 'bot' })).status).toBe(409)
  })
})

describe('settings', () => {
  it('shows every one with its default, and takes effect at once', async () => {
    const { body } = await owner.get('/admin/settings')
    for (const name of Object.keys(readSettings(world.app.store.main))) expect(body).toContain(`<div title="${name}">`)
    await owner.post('/admin/settings', { glossary_is_error: 'false' })
    expect(world.app.rules.now().settings.glossary_is_error).toBe(false)
    await owner.post('/admin/settings', { glossary_is_error: 'true' })
  })

  it('judges every translation anew when captions become free, and says who changed it', async () => {
    const id = idOf(3)
    await world.game.put(id, 'machine', 'героя <Спритність>', { provider: 'other', model: 'm-1' })
    expect(world.game.heads(id).machine?.isInvalid).toBe(true)
    await owner.post('/admin/settings', { caption_policy: 'free' })
    freshen(world.app.store)
    expect(world.app.rules.now().settings.caption_policy).toBe('free')
    const audit = await owner.get('/admin/audit')
    expect(audit.body).toMatch(
      /super_admin<\/td>\s<td><span title="setting\.set">changed a setting<\/span><\/td><td>caption_policy/,
    )
    await owner.post('/admin/settings', { caption_policy: 'keep' })
    expect((await owner.post('/admin/settings', { caption_policy: 'maybe' })).status).toBe(422)
    freshen(world.app.store)
    expect(world.app.rules.now().settings.caption_policy).toBe('keep')
  })

  it('refuses what a setting does not take, and keeps what was typed', async () => {
    const { status, body } = await owner.post('/admin/settings', { daily_row_quota: 'lots' })
    expect(status).toBe(422)
    expect(body).toContain('value="lots"')
    expect((await owner.post('/admin/settings', { no_such: '1' })).location).toContain('setting-unchanged')
  })

  it('saves only what was changed on the page, so that two people never take back each other', async () => {
    const before = readSettings(world.app.store.main)
    await owner.post('/admin/settings', { site_reads_per_minute: '700' })
    const stale = {
      'was site_reads_per_minute': String(before.site_reads_per_minute),
      site_reads_per_minute: String(before.site_reads_per_minute),
      'was daily_row_quota': String(before.daily_row_quota),
      daily_row_quota: '12345',
    }
    await owner.post('/admin/settings', stale)
    expect(readSettings(world.app.store.main)).toMatchObject({ site_reads_per_minute: 700, daily_row_quota: 12_345 })
  })
})

describe('rows', () => {
  it('lists by the filter of work', async () => {
    expect((await translator.get('/admin/rows')).body).toContain('6 rows')
    expect((await translator.get('/admin/rows?layer=manual')).body).toContain('No rows here')
  })

  it.each([
    ['gate of', idOf(2)],
    ['BLIZZARD', idOf(1)],
    ['0000000000000005', idOf(5)],
  ])('finds %s', async (text, id) => {
    const { body, location } = await translator.get(`/admin/rows?q=${encodeURIComponent(text)}`)
    expect(`${body}${location ?? ''}`).toContain(`row=${id}`)
    expect(`${body}${location ?? ''}`).not.toContain(`row=${idOf(6)}`)
  })

  it('finds translations, and says when there is nothing', async () => {
    await world.game.put(idOf(6), 'machine', 'Ніхто не знає дороги')
    expect((await translator.get('/admin/rows?q=ДОРОГИ&in=translation')).body).toContain(idOf(6))
    expect((await translator.get('/admin/rows?q=ДОРОГИ&in=source')).body).toContain('Nothing found')
  })

  it('marks tokens and shows all texts on the card', async () => {
    const { body } = await translator.get(`/admin/rows/${idOf(2).toUpperCase()}`)
    expect(body).toContain('<b class="token" title="must stay unchanged">{0}</b>')
    expect((await translator.get(`/admin/rows/${idOf(99)}`)).status).toBe(404)
    expect((await translator.get('/admin/rows/nonsense')).status).toBe(404)
  })

  it('checks a text while it is typed, and writes nothing', async () => {
    const good = await translator.post('/admin/bench/check', {
      row: idOf(2),
      text: 'Натисни {0}, щоб відчинити браму %s',
    })
    expect(good.body).toContain('The checks find nothing')
    const bad = await translator.post('/admin/bench/check', { row: idOf(2), text: 'Натисни' })
    expect(bad.body).toContain('TAGS_01')
  })

  it('lets a translator propose, and change the proposal in place', async () => {
    const id = idOf(1)
    const fields = { source: sourceOf(id), how: 'proposal' }
    await translator.post('/admin/bench/save', { row: id, ...fields, text: 'Тут вирує заметіль.' })
    await translator.post('/admin/bench/save', { row: id, ...fields, text: 'Тут вирує хуртовина.' })
    freshen(world.app.store)
    expect(readProposal(world.app.store.main, 1)).toMatchObject({ version: 2, text: 'Тут вирує хуртовина.' })
  })

  it('turns what a translator posts as direct into a proposal', async () => {
    const id = idOf(5)
    const text = 'Перший рядок\r\nдругий рядок'
    await translator.post('/admin/bench/save', { row: id, source: sourceOf(id), how: 'direct', text })
    expect(world.game.heads(id).manual).toBeNull()
    expect(readProposal(world.app.store.main, 2)?.text).toBe('Перший рядок\nдругий рядок')
  })

  it('refuses what the gate refuses, keeps the typed text, and refuses an old source', async () => {
    const id = idOf(2)
    const bad = await moderator.post('/admin/bench/save', {
      row: id,
      source: sourceOf(id),
      how: 'direct',
      text: 'без знаків',
    })
    expect(bad.status).toBe(422)
    expect(bad.body).toContain('без знаків</textarea>')
    const text = 'Натисни {0}, щоб відчинити браму %s'
    const old = await moderator.post('/admin/bench/save', { row: id, source: 'f'.repeat(64), how: 'direct', text })
    expect(old.status).toBe(409)
    expect(world.game.heads(id).manual).toBeNull()
  })

  it('saves directly for a reviewer, shows the history and goes back to an earlier text', async () => {
    const id = idOf(2)
    const [first, second] = ['Натисни {0}, щоб відчинити браму %s', 'Тисни {0}, щоб відчинити ворота %s']
    for (const text of [first, second])
      await moderator.post('/admin/bench/save', { row: id, source: sourceOf(id), how: 'direct', text })
    const { body } = await moderator.get(`/admin/rows/${id}`)
    expect(body).toContain('<ins>')
    await moderator.post(`/admin/rows/${id}/revert`, { source: sourceOf(id), layer: 'manual', seq: '1' })
    const revisions = readRevisions(world.app.store.main, world.game.row(id).ordinal, 'manual')
    expect(revisions.map(({ text }) => text)).toEqual([first, second, first])
    expect(revisions[2]).toMatchObject({ status: 'approved', origin: 'human', approverId: world.people.moderator.id })
  })

  it('makes a proposal where the text was approved by somebody else', async () => {
    const id = idOf(2)
    const text = 'Натисни {0} і відчини браму %s'
    const { location } = await owner.post('/admin/bench/save', { row: id, source: sourceOf(id), how: 'direct', text })
    expect(location).toContain('did=foreign')
  })

  it.each([
    ['reviewed', 'reviewed'],
    ['approved', 'approve'],
    ['rejected', 'reject'],
  ])('marks a machine text %s', async (mark, act) => {
    const id = idOf(6)
    const fields = { row: id, source: sourceOf(id), seq: String(world.game.heads(id).machine?.seq) }
    await moderator.post(`/admin/bench/${act}`, fields)
    expect(world.game.heads(id).machine).toMatchObject({ status: mark, text: 'Ніхто не знає дороги' })
    expect((await moderator.post(`/admin/bench/${act}`, fields)).status).toBe(409)
  })
})

describe('proposals', () => {
  it('shows the queue with its filters', async () => {
    const queue = (await moderator.get('/admin/proposals')).body
    expect(queue).toContain(`href="/admin/bench?job=proposals&amp;row=${idOf(1)}&amp;proposal=1"`)
    expect((await moderator.get('/admin/proposals?age=1')).body).toContain('No proposals')
    expect((await moderator.get('/admin/proposals?stale=yes')).body).toContain('No proposals')
    const others = await moderator.get(`/admin/proposals?author=${world.people.user.id}`)
    expect(others.body).toContain('No proposals')
  })

  /** What the form of the workbench sends of a proposal. */
  const shown = (row: string, id: number | undefined, version = '1') => ({
    at: 'job=proposals',
    row,
    proposal: String(id),
    version,
    source: sourceOf(row),
  })

  it('approves one and goes on to the next', async () => {
    const page = await moderator.get('/admin/bench?job=proposals&proposal=1')
    expect(page.body).toContain('Proposed text')
    const { location } = await moderator.post('/admin/bench/approve', shown(idOf(1), 1, '2'))
    expect(location).toMatch(/^\/admin\/bench\?job=proposals&row=[0-9a-f]{16}&did=approved/)
    expect(world.game.heads(idOf(1)).manual).toMatchObject({
      text: 'Тут вирує хуртовина.',
      authorId: world.people.translator.id,
      approverId: world.people.moderator.id,
    })
    expect((await moderator.post('/admin/bench/approve', shown(idOf(1), 1, '2'))).status).toBe(409)
  })

  it('refuses another version than the reviewer saw', async () => {
    expect((await moderator.post('/admin/bench/approve', shown(idOf(5), 2, '9'))).status).toBe(409)
  })

  it('approves with another wording, which the gate judges', async () => {
    const fields = shown(idOf(3), await world.propose('translator', 3, 'герой <Agility|780|#C|15>'))
    expect((await moderator.post('/admin/bench/approve', { ...fields, text: 'герой' })).status).toBe(422)
    const text = 'Спритність <Agility|780|#C|15> героя'
    await moderator.post('/admin/bench/approve', { ...fields, text })
    expect(world.game.heads(idOf(3)).manual).toMatchObject({ text, authorId: world.people.translator.id })
  })

  it('rejects with a reason that the author sees, and not without', async () => {
    const fields = shown(idOf(5), 2)
    expect((await moderator.post('/admin/bench/reject', { ...fields, reason: '  ' })).status).toBe(422)
    await moderator.post('/admin/bench/reject', { ...fields, reason: 'Рядки не в тому порядку' })
    freshen(world.app.store)
    expect(readProposal(world.app.store.main, 2)).toMatchObject({ status: 'rejected' })
    expect((await translator.get('/admin/bench?proposal=2')).body).toContain('Рядки не в тому порядку')
  })

  it('approves the ticked ones, but only clean ones', async () => {
    await owner.post('/admin/glossary/term', { source: 'way', forms: 'шлях*' })
    const clean = await world.propose('translator', 5, 'Рядок перший\nрядок другий')
    const answer = await moderator.post('/admin/proposals/approve-clean', [
      ['proposal', `${clean} 1`],
      ['proposal', '999 1'],
    ])
    expect(answer.body).toContain('1 proposal approved')
    expect(world.game.heads(idOf(5)).manual?.text).toBe('Рядок перший\nрядок другий')
    expect((await moderator.post('/admin/proposals/approve-clean')).status).toBe(422)
  })

  it('marks a stale one, shows what changed in the source, and asks for a confirmation', async () => {
    const id = await world.propose('translator', 6, 'Ніхто не знає шляху')
    const changed = { ...TEXTS, [idOf(6)]: 'Nobody knows the long way' }
    await world.game.importFiles({ main: world.game.jsonl('changed.jsonl', changed) })
    const page = await moderator.get(`/admin/bench?job=proposals&proposal=${id}`)
    expect(page.body).toContain('<ins>long </ins>')
    expect((await moderator.get('/admin/proposals?stale=yes')).body).toContain(`proposal=${id}"`)
    const fields = shown(idOf(6), id)
    expect((await moderator.post('/admin/bench/approve', fields)).status).toBe(409)
    expect((await translator.post('/admin/bench/confirm', fields)).location).toContain('did=confirmed')
    freshen(world.app.store)
    expect(readProposal(world.app.store.main, id)).toMatchObject({ version: 1, sourceHash: fields.source })
    expect((await moderator.post('/admin/bench/approve', fields)).status).toBe(303)
  })

  it("lets nobody confirm another author's, nor a moderator approve their own", async () => {
    await moderator.post('/admin/bench/save', {
      row: idOf(1),
      source: sourceOf(idOf(1)),
      how: 'proposal',
      text: 'Своє',
    })
    freshen(world.app.store)
    const own = [...Array(20).keys()]
      .map((id) => readProposal(world.app.store.main, id))
      .find((p) => p?.text === 'Своє')
    const fields = shown(idOf(1), own?.id)
    expect((await moderator.post('/admin/bench/approve', fields)).status).toBe(403)
    expect((await translator.post('/admin/bench/confirm', fields)).status).toBe(403)
  })
})

describe('glossary', () => {
  const terms = () => {
    freshen(world.app.store)
    return readGlossary(world.app.store.main)
  }

  it('adds and changes terms', async () => {
    await owner.post('/admin/glossary/term', { source: 'hero', forms: 'герой\nгероя', note: 'a person' })
    expect(terms().at(-1)).toMatchObject({ source: 'hero', forms: ['герой', 'героя'], note: 'a person' })
    const edit = await owner.get('/admin/glossary/term?source=hero&exact=0')
    expect(edit.body).toContain('герой\nгероя</textarea>')
    await owner.post('/admin/glossary/term', { was: 'hero', was_exact: '0', source: 'the hero', forms: 'геро*' })
    expect(terms().map(({ source }) => source)).toEqual(['way', 'the hero'])
    const facts = {
      kind: 'person',
      gender: 'feminine',
      number: '',
      inflection: '',
      force: 'advice',
      meaning: 'the player',
    }
    await owner.post('/admin/glossary/term', { was: 'way', was_exact: '0', source: 'way', forms: 'шлях*', ...facts })
    expect(terms()[0]?.facts).toEqual({ kind: 'person', gender: 'feminine', force: 'advice', meaning: 'the player' })
    const told = await owner.get('/admin/glossary/term?source=way&exact=0')
    expect(told.body).toContain('<option value="feminine" selected>')
    expect((await owner.get('/admin/glossary')).body).toContain('person, feminine, advice, the player')
    await owner.post('/admin/glossary/term', { was: 'way', was_exact: '0', source: 'way', forms: 'шлях*', kind: '' })
    expect(terms()[0]).not.toHaveProperty('facts')
  })

  it('takes the made forms as written ones', async () => {
    await owner.post('/admin/settings', { target_language: 'uk', 'was target_language': '' })
    await owner.post('/admin/glossary/term', { source: 'gate', forms: 'брама' })
    const shown = await owner.get('/admin/glossary/term?source=gate&exact=0')
    expect(shown.body).toContain('брамою')
    const forms = ['брама', 'брами', 'брамою'].join('\n')
    await owner.post('/admin/glossary/term', { was: 'gate', was_exact: '0', source: 'gate', forms, inflection: 'none' })
    expect(terms().at(-1)).toMatchObject({ forms: ['брама', 'брами', 'брамою'], facts: { inflection: 'none' } })
    expect((await owner.get('/admin/glossary/term?source=gate&exact=0')).body).not.toContain('Take them as written')
    await owner.post('/admin/glossary/remove', { source: 'gate', exact: '0' })
  })

  it('exports, imports and deletes terms', async () => {
    const csv = await owner.get('/admin/glossary/export')
    expect(csv.body).toContain('the hero,геро*')
    await owner.post('/admin/glossary/import', { how: 'replace', list: 'source,forms\nstar,зірк*\n' })
    expect(terms().map(({ source }) => source)).toEqual(['star'])
    await owner.post('/admin/glossary/import', { how: 'merge', list: csv.body })
    expect(terms()).toHaveLength(3)
    const damaged = await owner.post('/admin/glossary/import', { list: 'no header here' })
    expect(damaged.status).toBe(422)
    await owner.post('/admin/glossary/remove', { source: 'star', exact: '0' })
    expect(terms()).toHaveLength(2)
  })

  it('shows in how many rows a term stands', async () => {
    const { body } = await owner.get('/admin/glossary')
    expect(body).toMatch(/way<\/th>[^]*?>1<\/a>/)
  })
})

describe('people', () => {
  it('adds one, gives a role, a state, a quota and a password', async () => {
    const added = await owner.post('/admin/people', { name: 'Олена', role: 'translator', password: 'first password' })
    const path = (added.location ?? '').replace(/\?.*/, '')
    await owner.post(path, { change: 'role', role: 'moderator' })
    await owner.post(path, { change: 'quota', quota: '12' })
    freshen(world.app.store)
    expect(readUserByName(world.app.store.main, 'олена')).toMatchObject({ role: 'moderator', dailyRowQuota: 12 })
    await owner.post(path, { change: 'quota', quota: '' })
    await owner.post(path, { change: 'state', state: 'deactivated' })
    freshen(world.app.store)
    expect(readUserByName(world.app.store.main, 'олена')).toMatchObject({ state: 'deactivated', dailyRowQuota: null })
    expect((await owner.post(path, { change: 'quota', quota: '-1' })).status).toBe(422)
    expect((await owner.post('/admin/people', { name: 'ОЛЕНА', role: 'user' })).status).toBe(409)
  })

  it("changes a bot key's own limits, and revokes keys", async () => {
    await moderator.post('/admin/profile/bot-key', { name: 'limited' })
    freshen(world.app.store)
    const keys = () => keysOfUser(world.app.store.main, world.people.moderator.id)
    const path = `/admin/people/${world.people.moderator.id}/keys/${keys()[0]?.id}`
    await owner.get('/admin/people')
    await owner.post(`${path}/limits`, { show_info: '5' })
    freshen(world.app.store)
    expect(keys()[0]?.legacyLimits).toEqual({ show_info: 5 })
    expect((await owner.post(`${path}/limits`, { show_info: 'x' })).status).toBe(422)
    const ofNobody = path.replace(/people\/\d+/, `people/${world.people.user.id}`)
    expect((await owner.post(`${ofNobody}/revoke`)).status).toBe(404)
    await owner.post(`${path}/revoke`)
    freshen(world.app.store)
    expect(keys()).toEqual([])
  })

  it('writes down who changed what', async () => {
    const { body } = await owner.get('/admin/audit')
    expect(body).toContain('user.role')
    expect(body).toContain('setting.set')
    expect(body).toContain('Олена')
    const mine = await owner.get(`/admin/audit?person=${world.people.translator.id}`)
    expect(mine.body).toContain('key.create')
    expect(mine.body).not.toContain('user.role')
  })
})

describe('statistics', () => {
  it('counts rows, words and work, as a page and as CSV', async () => {
    const { body } = await owner.get('/admin/statistics')
    expect(body).toContain('By provider and model')
    expect(body).toContain('some-model-1')
    expect(body).toContain('<svg')
    const days = await owner.get('/admin/statistics/csv?table=days')
    expect(days.body).toMatch(/^day,machine,manual,proposals,reviews,imported\r\n\d{4}-\d\d-\d\d,\d+/)
    const models = await owner.get('/admin/statistics/csv?table=models')
    expect(models.body).toMatch(/someone,some-model-1,1,1,0,0,1,0\r\n/)
    expect(body).toContain('<title>1 rejected</title>')
    expect((await owner.get('/admin/statistics/csv?table=people')).body).toContain('translator,')
    expect((await owner.get('/admin/statistics/csv?table=progress')).body).toMatch(/manual_fresh,5,5,0,0,30\r\n/)
    const unknown = await owner.get('/admin/statistics/csv?table=week')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toContain('There is no such table; there are progress, days, people, models and readers.')
  })
})

describe('what became of a proposal', () => {
  it('is told on the first page that its author opens, until they have seen it with its reason and text', async () => {
    const id = await world.propose('translator', 1, 'Тут гуде люта заметіль.')
    await moderator.get(`/admin/bench?proposal=${id}`)
    const fields = { row: idOf(1), proposal: String(id), version: '1', reason: 'Краще «шляху»' }
    await moderator.post('/admin/bench/reject', fields)
    const first = await translator.get('/admin/glossary')
    expect(first.body.match(/news-line[^<]*/)?.[0]).toMatch(
      /proposals? of yours decided since your last visit: .* rejected/,
    )
    expect((await moderator.get('/admin/glossary')).body).not.toContain('decided since your last visit')
    const news = await translator.get('/admin/news')
    for (const part of ['Краще «шляху»', 'Тут гуде люта заметіль.']) expect(news.body).toContain(part)
    expect((await translator.get('/admin/glossary')).body).not.toContain('decided since your last visit')
  })
})

describe('progress for everybody', () => {
  it('is not there until the setting is on, and then small, cached and without anything secret', async () => {
    const stranger = world.visitor()
    expect((await stranger.get('/progress')).status).toBe(404)
    expect((await stranger.get('/progress.svg')).status).toBe(404)
    await owner.get('/admin/settings')
    await owner.post('/admin/settings', { public_progress: 'true' })
    const asked = ['/progress', '/progress.svg', '/progress.svg?badge'].flatMap((path) =>
      LANGUAGES.map(({ tag }) => [path, tag] as const),
    )
    for (const [path, tag] of asked) {
      const { status, body, headers } = await stranger.get(path, { 'accept-language': tag })
      expect(status).toBe(200)
      // There are rows of two classes here; with all of them, and numbers of six digits, it is twice as much.
      expect(gzipSync(body).length).toBeLessThan(2_500)
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(headers.getSetCookie()).toEqual([])
      for (const secret of ['super_admin', 'translator', 'csrf', 'blizzard', 'Мандрівник', idOf(1)])
        expect(body).not.toContain(secret)
    }
    expect((await stranger.get('/progress.svg?badge')).body).toMatch(/translated: \d/)
    expect((await stranger.get('/progress.svg')).body).toContain('aria-label="Map of the game"')
  })
})
