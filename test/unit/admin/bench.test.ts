// The workbench over a store in the test's own process: what comes up, where a decision leads to, what a tick means
// (docs/workbench.md).
import { afterAll, describe, expect, it } from 'vitest'
import { gateOf } from '../../../src/app/rows/read-proposal.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { isCosmeticChange } from '../../../src/domain/text/compare.ts'
import type { Role } from '../../../src/domain/vocabulary.ts'
import { idOf } from '../../support/game-store.ts'
import { type Answer, siteWorld, TEXTS, type Visitor } from './site-world.ts'

const MORE = Object.fromEntries([10, 11, 12].map((n) => [idOf(n), 'The very same words']))
const NUMBERED = Object.fromEntries([20, 21, 22, 23, 24].map((n) => [idOf(n), `Number ${n} has %s of them`]))

const world = await siteWorld()
const { propose } = world
await world.game.importFiles({ main: world.game.jsonl('more.jsonl', { ...TEXTS, ...MORE, ...NUMBERED }) })
const mod = await world.as('moderator')
const anna = await world.as('translator')
afterAll(() => world.close())

/** The field of a form on the page, as a browser would send it. */
const value = ({ body }: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
const HIDDEN = ['at', 'row', 'source', 'proposal', 'version', 'seq', 'layer', 'over', 'mine']
const deskOf = (page: Answer): Record<string, string> => {
  const desk = { ...page, body: page.body.slice(page.body.indexOf('id="desk"')) }
  return Object.fromEntries(
    HIDDEN.map((name) => [name, value(desk, name)] as const).filter(([name, each]) => each !== '' || name === 'mine'),
  )
}

/** Opens a page of the workbench and does something on it. */
async function act(
  visitor: Visitor,
  address: string,
  what: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const page = await visitor.get(`/admin/bench?${address}`)
  return await visitor.post(`/admin/bench/${what}`, { ...deskOf(page), ...fields })
}

/** Undoes what was done to many rows: the status, and to how many rows. */
async function undoAll(visitor: Visitor, fields: Record<string, string>): Promise<readonly [number, string | null]> {
  const back = await visitor.post('/admin/bench/undo', fields)
  return [back.status, back.location === null ? null : leadsTo(back).get('rows')]
}

const leadsTo = ({ location }: Answer): URLSearchParams => new URL(location ?? '', 'http://x').searchParams
const machine = (number: number, text: string) => world.game.put(idOf(number), 'machine', text)

describe('an empty list', () => {
  it('leads to the lists that have rows, with how many', async () => {
    const { body } = await mod.get('/admin/bench?job=rejected')
    const empty = /<div class="empty">.*?<\/div>/s.exec(body)?.[0] ?? ''
    const { body: home } = await mod.get('/admin/')
    const untranslated = />([\d,]+) rows? left</.exec(home)?.[1] ?? ''
    expect(untranslated).not.toBe('')
    expect(empty.match(/<a [^>]*>[^<]*<\/a> [\d,]*/g)).toEqual([
      `<a href="/admin/bench?layer=none&amp;proposals=without">Untranslated</a> ${untranslated}`,
    ])
  })
})

describe('writing', () => {
  it('leads to the next row of the same filter, and says what was done', async () => {
    const saved = await act(mod, `job=untranslated&row=${idOf(1)}`, 'save', {
      text: 'Тут вирує заметіль.',
      how: 'direct',
    })
    expect(saved.status).toBe(303)
    const next = leadsTo(saved)
    expect(Object.fromEntries(next)).toEqual({
      job: 'untranslated',
      row: idOf(2),
      did: 'written',
      on: idOf(1),
      step: 'manual.1',
    })
    const page = await mod.get(saved.location ?? '')
    expect(page.body).toContain('“A blizzard is swirling here.”: saved as the manual text')
    expect(/<ol class="queue".*?<\/ol>/s.exec(page.body)?.[0]).not.toContain(`row=${idOf(4)}`)
  })

  it.each(['/admin/bench?layer=any', '/admin/rows'])('%s tells what the order of its rows is not', async (address) => {
    expect((await mod.get(address)).body).toContain('neighbours here are not neighbours in the game')
  })

  it('brings the text back with what the checks say, on the row that it was typed for', async () => {
    const refused = await act(mod, `job=untranslated&row=${idOf(2)}`, 'save', { text: 'Натисни', how: 'direct' })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatch(/aria-invalid="true"[^>]*>\s*Натисни</)
    expect(refused.body).toContain('TAGS_01')
    expect(refused.headers.get('hx-push-url')).toBe(`/admin/bench?job=untranslated&row=${idOf(2)}`)
  })

  it('is taken back with one step, also where no text was before', async () => {
    const saved = await act(mod, `job=untranslated&row=${idOf(6)}`, 'save', {
      text: 'Ніхто не знає шляху',
      how: 'direct',
    })
    const after = await mod.get(saved.location ?? '')
    const undo = after.body.slice(after.body.indexOf('id="undo"'))
    const back = await mod.post('/admin/bench/undo', {
      at: value({ ...after, body: undo }, 'at'),
      row: idOf(6),
      step: value({ ...after, body: undo }, 'step'),
    })
    expect(leadsTo(back).get('did')).toBe('undone')
    expect(world.game.heads(idOf(6)).manual).toBeNull()
  })

  it('fills all rows with the same source, each by a proposal of its own', async () => {
    const filled = await act(anna, `layer=any&row=${idOf(10)}`, 'fill', { text: 'Ті самі слова', how: 'proposal' })
    expect(leadsTo(filled).get('rows')).toBe('3')
    const page = await mod.get(`/admin/bench?job=proposals&row=${idOf(12)}`)
    expect(page.body).toMatch(/<strong>3<\/strong> of 3/)
    expect(page.body).toContain('Ті самі слова')
    for (const n of [10, 11, 12]) expect((await act(mod, `job=proposals&row=${idOf(n)}`, 'approve')).status).toBe(303)
  })

  it('takes a filling back in one go', async () => {
    const texts = { [idOf(90)]: 'The same again', [idOf(91)]: 'The same again' }
    await world.game.importFiles({
      main: world.game.jsonl('again.jsonl', { ...TEXTS, ...MORE, ...NUMBERED, ...texts }),
    })
    const filled = await act(mod, `layer=any&row=${idOf(90)}`, 'fill', { text: 'Знову те саме' })
    expect(leadsTo(filled).get('rows')).toBe('2')
    for (const n of [90, 91]) expect(world.game.heads(idOf(n)).manual?.text).toBe('Знову те саме')
    const many = value(await mod.get(filled.location ?? ''), 'many')
    expect(await undoAll(mod, { at: 'layer=any', row: idOf(90), many })).toEqual([303, '2'])
    for (const n of [90, 91]) expect(world.game.heads(idOf(n)).manual).toBeNull()
  })

  it('says of a filling which rows did not take it, and takes back only what it wrote', async () => {
    const texts = Object.fromEntries([95, 96, 97].map((n) => [idOf(n), 'The same for all']))
    await world.game.importFiles({
      main: world.game.jsonl('all.jsonl', { ...TEXTS, ...MORE, ...NUMBERED, ...texts }),
    })
    const { id } = world.people.admin
    // Somebody else approved what stands there, and it is stale: it becomes a proposal.
    await world.game.put(idOf(96), 'manual', 'Те саме', { sourceHash: 'f'.repeat(64), authorId: id, approverId: id })
    const filled = await act(mod, `layer=any&row=${idOf(95)}`, 'fill', { text: 'Те саме для всіх' })
    expect(leadsTo(filled).get('rows')).toBe('3')
    expect(world.game.heads(idOf(96)).manual?.text).toBe('Те саме')
    const page = await mod.get(`${filled.location}&left=2`)
    expect(page.body).toContain('3 rows filled with this text; 2 rows left as they are')
    expect(await undoAll(mod, { at: 'layer=any', row: idOf(95), many: value(page, 'many') })).toEqual([303, '2'])
    for (const n of [95, 97]) expect(world.game.heads(idOf(n)).manual).toBeNull()
  })

  it('says nothing of what the address makes up', async () => {
    const { body } = await mod.get('/admin/bench?job=stale&did=constructor&on=0000000000000001&of=<b>')
    expect(body).not.toContain('class="note done"')
  })
})

it.each(['/admin/rows', '/admin/proposals', '/admin/bench?layer=any'])(
  '%s says of which language its game texts are',
  async (address) => {
    await changeSetting(world.app, null, 'target_language', 'uk')
    const { body } = await mod.get(address)
    await changeSetting(world.app, null, 'target_language', '')
    const cells = body.match(/<(?:td|span|div)[^>]* translate="no"[^>]*>/g) ?? []
    expect(cells.length).toBeGreaterThan(0)
    expect(cells.filter((cell) => !/ lang="(?:en|uk)"/.test(cell))).toEqual([])
  },
)

describe('a second tab', () => {
  const stand = (number: number, text: string, who: Role = 'moderator') => {
    const { id } = world.people[who]
    return world.game.put(idOf(number), 'manual', text, { authorId: id, approverId: id })
  }
  const [first, second] = ['Ніхто не знає дороги', 'Ніхто не знає шляху']
  const open = async (visitor: Visitor, address: string) => deskOf(await visitor.get(`/admin/bench?${address}`))
  const send = (visitor: Visitor, desk: Record<string, string>, text: string, what = 'save') =>
    visitor.post(`/admin/bench/${what}`, { ...desk, text, how: visitor === mod ? 'direct' : 'proposal' })
  const shows = (answer: Answer, stands: string, typed: string): void => {
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('Somebody changed the text after you opened this page')
    expect(answer.body).toMatch(new RegExp(`aria-label="The present text">${stands}<`))
    expect(answer.body).toMatch(new RegExp(`id="text"[^>]*>\\s${typed}<`))
  }

  it.each(['save', 'fill'])(
    'replaces the text of the first one only when its writer has seen it (%s)',
    async (what) => {
      await stand(6, 'Нікому не відомо')
      const address = `layer=any&write=1&row=${idOf(6)}`
      const tabs = [await open(mod, address), await open(mod, address)] as const
      expect((await send(mod, tabs[0], first)).status).toBe(303)
      const refused = await send(mod, tabs[1], second, what)
      shows(refused, first, second)
      expect(world.game.heads(idOf(6)).manual?.text).toBe(first)
      expect(leadsTo(await send(mod, tabs[1], first)).get('did')).toBe('unchanged')
      expect((await send(mod, deskOf(refused), second)).status).toBe(303)
      expect(world.game.heads(idOf(6)).manual?.text).toBe(second)
    },
  )

  it('does so with proposals', async () => {
    const address = `layer=any&write=1&row=${idOf(5)}`
    const tabs = [await open(anna, address), await open(anna, address)] as const
    const lines = ['Рядок перший\nдругий', 'Перший рядок\nдругий рядок'] as const
    expect(leadsTo(await send(anna, tabs[0], lines[0])).get('did')).toBe('proposed')
    const refused = await send(anna, tabs[1], lines[1])
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('data-fill="Рядок перший\nдругий"')
    const shown = deskOf(refused)
    expect(leadsTo(await send(anna, shown, lines[1])).get('did')).toBe('proposed')
    expect((await send(anna, shown, lines[0])).status).toBe(409)
  })

  it("makes a proposal of a text beside another reviewer's, as ever", async () => {
    const desk = await open(mod, `layer=any&write=1&row=${idOf(6)}`)
    await stand(6, first, 'admin')
    expect(leadsTo(await send(mod, desk, 'Нікому не відомий шлях')).get('did')).toBe('foreign')
  })

  it('neither approves over it nor brings an earlier text back, unseen', async () => {
    await stand(20, 'Номер 20 мав %s')
    await stand(20, 'Номер 20 має їх: %s')
    const proposal = await propose('translator', 20, 'Двадцятий має %s')
    const desk = await open(mod, `job=proposals&row=${idOf(20)}&proposal=${proposal}`)
    const card = await mod.get(`/admin/rows/${idOf(20)}`)
    const revert = { layer: 'manual', seq: '1', source: desk['source'] ?? '', over: value(card, 'over') }
    await stand(20, 'Номер 20 має рівно %s')
    const refused = await send(mod, desk, 'Двадцятий має %s', 'approve')
    expect([refused.status, refused.body.includes('The present text')]).toEqual([409, true])
    expect((await mod.post(`/admin/rows/${idOf(20)}/revert`, revert)).status).toBe(409)
    expect(world.game.heads(idOf(20)).manual?.text).toBe('Номер 20 має рівно %s')
    expect((await send(mod, deskOf(refused), 'Двадцятий має %s', 'approve')).status).toBe(303)
  })
})

describe('deciding', () => {
  it('goes on with the same author, and closes rivals that say the same', async () => {
    const first = await propose('translator', 20, 'Номер 20 має %s з них')
    const same = await propose('admin', 20, 'Номер 20 має %s з них')
    const other = await propose('admin', 21, 'Номер 21 має %s з них')
    const last = await propose('translator', 22, 'Номер 22 має %s з них')
    const by = world.people.translator.id
    const approved = await act(mod, `job=proposals&by=${by}&row=${idOf(20)}&proposal=${first}`, 'approve')
    expect(Object.fromEntries(leadsTo(approved))).toMatchObject({
      by: String(by),
      row: idOf(22),
      did: 'approved',
      of: String(first),
    })
    expect((await mod.get(`/admin/bench?proposal=${same}`)).body).toContain(
      `Proposal ${first} says the same and was approved.`,
    )
    const rejected = await act(mod, `job=proposals&by=${by}&row=${idOf(22)}`, 'reject', { said: 'Бракує крапки' })
    expect(leadsTo(rejected).get('of')).toBe(String(last))
    const page = await mod.get(`/admin/bench?job=proposals&row=${idOf(21)}&proposal=${other}`)
    expect(page.body).toContain('data-last="Бракує крапки"')
    expect((await act(mod, `job=proposals&row=${idOf(21)}`, 'reject', { reason: ' ' })).status).toBe(422)
  })

  it('keeps who marked a machine text, alone and in bulk', async () => {
    for (const n of [22, 23, 24]) await machine(n, `Номер ${n} має %s з них`)
    const marked = await act(mod, `job=drafts&row=${idOf(22)}`, 'reviewed')
    expect(leadsTo(marked).get('row')).toBe(idOf(23))
    const ticksNow = async () =>
      Array.from(
        (await mod.get('/admin/bench?job=drafts')).body.matchAll(/name="tick" value="([^"]+)"/g),
        ([, tick = '']) => ['tick', tick] as const,
      )
    const ticks = await ticksNow()
    expect(ticks.length).toBe(2)
    const done = await mod.post('/admin/bench/ticked', [['at', 'job=drafts'], ['do', 'approved'], ...ticks])
    expect(leadsTo(done).get('rows')).toBe('2')
    expect(world.game.heads(idOf(24)).machine).toMatchObject({
      status: 'approved',
      approverId: world.people.moderator.id,
    })
    const next = await mod.get(done.location ?? '')
    const undo = { at: 'job=drafts', row: idOf(23), many: value(next, 'many') }
    expect(await undoAll(await world.as('admin'), undo)).toEqual([404, null])
    expect(next.body).toContain('2 rows: machine texts approved')
    const linesOf = async (): Promise<number> =>
      ((await mod.get('/admin/activity')).body.match(/took 2 texts back/g) ?? []).length
    const before = await linesOf()
    expect(await undoAll(mod, undo)).toEqual([303, '2'])
    expect(await linesOf()).toBe(before + 1)
    for (const n of [23, 24]) expect(world.game.heads(idOf(n)).machine?.status).toBe('draft')
    expect((await mod.post('/admin/bench/undo', undo)).body).toContain('0 taken back, 2 left as they are')
    await mod.post('/admin/bench/ticked', [['at', 'job=drafts'], ['do', 'approved'], ...(await ticksNow())])
    const again = await mod.post('/admin/bench/ticked', [['at', 'job=drafts'], ['do', 'approved'], ...ticks])
    expect(again.status).toBe(409)
    expect(again.body).toContain('0 done, 2 left as they are')
    expect(again.body).not.toContain(`name="many" value="${undo.many}"`)
  })

  it('takes back what was done of a bulk decision of which a part was refused', async () => {
    for (const n of [1, 6]) await machine(n, 'Тут ніхто не ходить')
    const ticks = [1, 6].map((n) => {
      const { seq } = world.game.heads(idOf(n)).machine ?? { seq: 0 }
      return ['tick', `machine ${seq} ${world.game.row(idOf(n)).sourceHash} ${idOf(n)}`] as const
    })
    await machine(6, 'Тут уже хтось ходить')
    const done = await mod.post('/admin/bench/ticked', [['at', 'layer=machine'], ['do', 'approved'], ...ticks])
    expect(done.status).toBe(409)
    expect(done.body).toContain('1 done, 1 left as they are')
    expect(world.game.heads(idOf(1)).machine?.status).toBe('approved')
    const form = { ...done, body: done.body.slice(done.body.indexOf('id="undo"')) }
    const undo = { at: value(form, 'at'), row: value(form, 'row'), many: value(form, 'many') }
    expect(await undoAll(mod, undo)).toEqual([303, '1'])
    expect(world.game.heads(idOf(1)).machine?.status).toBe('draft')
  })

  it('lets a reviewer confirm the stale text of a colleague, and keeps its author', async () => {
    const old = { sourceHash: 'f'.repeat(64), authorId: world.people.admin.id, approverId: world.people.admin.id }
    await world.game.put(idOf(3), 'manual', '<Agility|780|#C|15> героя', old)
    const page = await mod.get('/admin/bench?job=stale')
    expect(page.body).toContain('data-matter="manual"')
    const fits = await act(mod, 'job=stale', 'fits')
    expect(leadsTo(fits).get('did')).toBe('fits')
    expect((await mod.get(fits.location ?? '')).body).toContain(': the text is now for the new source')
    expect(world.game.heads(idOf(3)).manual).toMatchObject({
      sourceHash: world.game.row(idOf(3)).sourceHash,
      authorId: world.people.admin.id,
      approverId: world.people.moderator.id,
    })
    expect((await act(anna, `layer=any&row=${idOf(3)}`, 'fits')).status).toBe(403)
  })
})

describe('a tick', () => {
  const text = 'Натисни {0}, щоб відчинити браму %s'
  it.each([
    text,
    text.replace('%s', ''),
    text.replace('{0}', '{О}'),
    `${text}  `,
    `**${text}**`,
    'Press {0} to open the gate of %s',
  ])('stands if and only if the gate without waivers is clean: %s', async (proposed) => {
    const id = await propose('translator', 2, proposed, true)
    const { body } = await mod.get(`/admin/bench?job=proposals&row=${idOf(2)}&proposal=${id}`)
    const { errors, warnings } = gateOf(world.app, world.game.row(idOf(2)), proposed)
    expect(body.includes('✓')).toBe(errors.length + warnings.length === 0)
    if (errors.length > 0) expect(body).toContain('name="waived" required')
  })
})

it.each([
  ['Hello, world', 'hello  world!', true],
  ['Take {0} of it', 'Take {1} of it', false],
  ['Take it', 'Take them', false],
  ['Level 5', 'Level 6', false],
] as const)('%s → %s is cosmetic: %s', (before, after, expected) => {
  expect(isCosmeticChange(before, after)).toBe(expected)
})

describe('the day', () => {
  it('counts the rows that the visitor handled, towards a goal of this browser', async () => {
    const vira = await world.as('super_admin')
    const place = async (): Promise<string> =>
      /<header class="place">(.*?)<\/header>/s.exec(
        (await vira.get(`/admin/bench?layer=any&row=${idOf(20)}`)).body,
      )?.[1] ?? ''
    expect(await place()).not.toContain('today')
    for (const text of ['Рядок 20 має %s', 'Рядок 20 має їх: %s'])
      await act(vira, `layer=any&write=1&row=${idOf(20)}`, 'save', { how: 'direct', text })
    expect(await place()).toContain('<span class="today">1 today</span>')
    await vira.post('/admin/profile/browser', { theme: 'dark', goal: '3' })
    expect(await place()).toContain('1 of 3 today')
    expect((await vira.get('/admin/profile')).body).toContain('<meta name="color-scheme" content="dark">')
    await vira.post('/admin/profile/browser', { theme: 'system', goal: '' })
    expect(await place()).toContain('1 today')
  })

  it('thanks the author of an approved text', async () => {
    const id = await propose('translator', 24, 'Рядок 24 має %s')
    const approved = await act(mod, `job=proposals&row=${idOf(24)}&proposal=${id}`, 'approve')
    const next = await mod.get(approved.location ?? '')
    expect(next.body).toMatch(/class="queue gone".*Number 24 has %s/s)
    expect(next.body).toContain('Thank translator')
    const thanks = next.body.slice(next.body.indexOf('<form id="thanks"'))
    const fields = Object.fromEntries(
      ['at', 'row', 'thanked'].map((name) => [name, value({ ...next, body: thanks }, name)]),
    )
    const thanked = await mod.post('/admin/bench/thank', fields)
    expect(leadsTo(thanked).get('did')).toBe('thanked')
    expect((await mod.get(thanked.location ?? '')).body).toContain('your thanks were sent')
    expect((await anna.get('/admin/news')).body).toContain('thank you for this text!')
    const own = await mod.post('/admin/bench/thank', { ...fields, thanked: '999' })
    expect(own.status).toBe(404)
  })
})
