// Every number that is a link leads to exactly as many rows, or proposals, as it says: over random stores, on the overview and
// in the statistics, and the parts of a whole add up to it.
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { countWork } from '../../../src/app/work/count-work.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import { rejectProposal } from '../../../src/app/writes/review-proposal.ts'
import { named } from '../../../src/app/actor.ts'
import { ORIGINS } from '../../../src/domain/vocabulary.ts'
import { ALL_WORK, filterOfClass, WORK_CLASSES } from '../../../src/domain/work/work-filter.ts'
import { granted } from '../../support/app-world.ts'
import { idOf, type Texts } from '../../support/game-store.ts'
import { siteWorld } from '../../unit/admin/site-world.ts'
import { holdsInTime } from '../../support/holds.ts'

const rows = 24
const sources = ['#YA blizzard#E is swirling', 'Press {0} for %s', '12345', 'Nobody knows', '']

/** Main file, diff file with overlaid, emptied and own rows. */
const textsOf = (seed: number): { readonly main: Texts; readonly diff: Texts } => {
  const main: Record<string, string | null> = {}
  const diff: Record<string, string | null> = {}
  for (let row = 1; row <= rows; row++) {
    const text = sources[(row * 3 + seed) % 4] ?? ''
    if (row <= 20) main[idOf(row)] = text
    if (row > 20 || (row + seed) % 6 === 0) diff[idOf(row)] = row === 6 ? null : `${text} again`
  }
  return { main, diff }
}

const head = fc.record({
  row: fc.integer({ min: 1, max: rows }),
  layer: fc.constantFrom('manual' as const, 'machine' as const),
  text: fc.constantFrom('Завірюха', 'Натисніть {0} для %s'),
  status: fc.constantFrom('draft', 'reviewed', 'approved', 'rejected'),
  model: fc.constantFrom('x', null),
  provider: fc.constantFrom('p', null),
  origin: fc.constantFrom(...ORIGINS),
  author: fc.nat({ max: 4 }),
  approver: fc.option(fc.nat({ max: 4 })),
  isOld: fc.boolean(),
})
const proposed = fc.record({ row: fc.integer({ min: 1, max: rows }), text: fc.constantFrom('Інакше', 'Ще інакше') })

const world = await siteWorld()
// Pages are opened again until all is counted: on a busy machine too often for a minute.
granted(await changeSetting(world.app, null, 'site_reads_per_minute', '1000000'))
const visitor = await world.as('super_admin')
// The longer term keeps its words for itself; the last one minds letter case.
const list = 'source,forms,case_sensitive\nknows,зна*,\nnobody knows,ніхто*,\npress,тисн*,\nblizzard,заві*,\nA,а,1\n'
await visitor.get('/admin/glossary')
await visitor.post('/admin/glossary/import', { list, how: 'replace' })
afterAll(() => world.close())

async function fill(seed: number, heads: readonly (typeof head extends fc.Arbitrary<infer T> ? T : never)[]) {
  const { game } = world
  const { main, diff } = textsOf(seed)
  await game.importFiles({
    main: game.jsonl(`main${seed}.jsonl`, main),
    diff: game.jsonl(`diff${seed}.jsonl`, diff),
  })
  const people = Object.values(world.people)
  for (const { row, layer, text, author, approver, isOld, ...revision } of heads) {
    await game.put(idOf(row), layer, text, {
      ...revision,
      authorId: people[author]?.id ?? null,
      approverId: approver === null ? null : (people[approver]?.id ?? null),
      ...(isOld && { sourceHash: 'f'.repeat(64) }),
    })
  }
}

const plain = (address: string): string => address.replaceAll('&amp;', '&')

/** Links of a page to lists, whose words begin with a number; a proposal's number is none. */
const numbersIn = (body: string): { readonly address: string; readonly count: number }[] =>
  [...body.matchAll(/<a href="(\/admin\/(?:rows|proposals|bench)\?(?![^"]*row=)[^"]*)">([\d,]+)[^<]*<\/a>/g)].map(
    ([, address = '', count = '']) => ({ address: plain(address), count: Number(count.replaceAll(',', '')) }),
  )

/** What a list shows, page after page. */
async function listed(address: string): Promise<number> {
  // The workbench remembers a search for ten minutes, while the store of this test changes: the same list, on the other page.
  if (address.startsWith('/admin/bench?q=')) return await listed(address.replace('/bench', '/rows'))
  if (address.startsWith('/admin/bench?')) {
    const { body } = await visitor.get(address)
    return Number(/<p class="whereabouts">(?:<strong>1<\/strong> of )?([\d,]+)/.exec(body)?.[1]?.replaceAll(',', ''))
  }
  let count = 0
  for (let next: string | undefined = address; next !== undefined; ) {
    const { body }: { body: string } = await visitor.get(next)
    count += body.match(/<th scope="row">/g)?.length ?? 0
    const link: string | undefined = /<a href="([^"]+)" rel="next">/.exec(body)?.[1]
    next = link === undefined ? undefined : plain(link)
  }
  return count
}

async function expectAgreement(path: string, linksAtLeast: number): Promise<void> {
  // Some is counted beside the page.
  await expect.poll(async () => (await visitor.get(path)).body).not.toMatch(/being counted|>…</)
  const found = numbersIn((await visitor.get(path)).body)
  expect(found.length).toBeGreaterThanOrEqual(linksAtLeast)
  for (const { address, count } of found) expect([address, await listed(address)]).toEqual([address, count])
}

describe('numbers and their lists', () => {
  it('agree on the overview and in the statistics, whatever the store holds, and in the glossary', async () =>
    await holdsInTime(
      6,
      fc.nat({ max: 5 }),
      fc.array(head, { minLength: 5, maxLength: 25 }),
      fc.array(proposed, { maxLength: 4 }),
      async (seed, heads, proposals) => {
        await fill(seed, heads)
        const { translator, moderator } = world.people
        for (const { row, text } of proposals) {
          const made = await submitProposal(world.app, named(translator), {
            rowId: idOf(row),
            text,
            sourceHash: world.game.row(idOf(row)).sourceHash,
            waivers: { glossary: false, validation: true },
            waitMsMax: 5_000,
            takes: () => true,
          })
          if (row % 2 === 1 || !made.ok || made.value.proposal === null) continue
          const { id, version } = made.value.proposal
          await rejectProposal(world.app, named(moderator), { id, version, reason: 'no' })
        }
        await expectAgreement('/admin/', 1)
        await expectAgreement('/admin/statistics', 8)
        await expectAgreement('/admin/glossary', 1)
        const byClass = await Promise.all(WORK_CLASSES.map((each) => countWork(world.app, filterOfClass(each))))
        expect(byClass.reduce((sum, count) => sum + count, 0)).toBe(await countWork(world.app, ALL_WORK))
      },
    ))

  it('keep rows that nobody can work on out of every list of work', async () => {
    const { body } = await visitor.get('/admin/rows?layer=any')
    const all = await visitor.get('/admin/rows')
    const service = Object.entries(textsOf(5).main).find(([, text]) => text === '12345')?.[0] ?? ''
    expect(all.body).toContain(service)
    expect(body).not.toContain('service row')
    expect(Number(/>([\d,]+) rows?</.exec(all.body)?.[1])).toBeGreaterThan(Number(/>([\d,]+) rows?</.exec(body)?.[1]))
  })
})
