// Editions (docs/releases.md#editions): what their rules keep, one pass for several, and what is refused.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addEdition, dropEdition, type NewEdition } from '../../../src/app/editions/change-editions.ts'
import { editionsNamed, listEditions } from '../../../src/app/editions/read-editions.ts'
import { type ExportedEdition, exportEditions, exportGameFiles } from '../../../src/app/export/export-game-files.ts'
import { addLabelRule, removeLabel } from '../../../src/app/labels/change-labels.ts'
import { Refused } from '../../../src/app/refused.ts'
import type { Edition } from '../../../src/domain/release.ts'
import { disagreementsIn } from '../../support/app-world.ts'
import { type GameStore, gameStore, idOf, type Texts, textsOf } from '../../support/game-store.ts'

const [A, B, C, D, E] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)] as const
const MAIN: Texts = { [A]: 'Iron Sword', [B]: 'Talk to me', [C]: 'Long Bow', [D]: 'Go on', [E]: '...' }
const DIFF: Texts = { [D]: 'Go on now', [idOf(6)]: 'Short Sword' }

let game: GameStore
let main: string
let diff: string
let out: string
beforeEach(async () => {
  game = gameStore()
  mkdirSync(join(game.folder, 'game'))
  main = game.container('game/map', MAIN)
  diff = game.container('game/map_diff', DIFF)
  out = join(game.folder, 'out')
  await game.importFiles({ main, diff })
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*sword', '*bow'] })
  await game.put(A, 'machine', 'Залізний меч')
  await game.put(B, 'machine', 'Поговори зі мною')
  await game.put(C, 'manual', 'Довгий лук', { status: 'approved' })
  await game.put(D, 'manual', 'Далі', { status: 'approved' })
  await game.put(idOf(6), 'machine', 'Короткий меч')
})
afterEach(() => game.close())

const edition = (slug: string, ...rules: string[]): NewEdition => ({
  slug,
  variant: '',
  label: slug,
  description: '',
  audience: '',
  rules,
})

async function add(slug: string, ...rules: string[]): Promise<Edition> {
  const made = await addEdition(game.app, null, edition(slug, ...rules))
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value
}

const request = () => ({ main, diff, out, force: false, level: 3, allowStale: false })

async function exported(editions: readonly Edition[]): Promise<readonly ExportedEdition[]> {
  const made = await exportEditions(game.app, { ...request(), editions })
  if (!made.ok) throw new Refused(made.refusal)
  return made.value.editions
}

it('keeps items in English, lets in only what people approved, translates only some rows', async () => {
  const editions = [
    await add('english-items', 'keep label=kind:item'),
    await add('approved', 'keep game=machine'),
    await add('items-only', 'translate label=kind:item', 'keep'),
  ]
  const made = await exported(editions)
  const main2 = { ...MAIN, [B]: 'Поговори зі мною' }
  expect(await textsOf(join(out, 'english-items', 'map'))).toEqual(main2)
  expect(await textsOf(join(out, 'english-items', 'map_diff'))).toEqual({ ...DIFF, [D]: 'Далі' })
  expect(await textsOf(join(out, 'approved', 'map'))).toEqual({ ...MAIN, [C]: 'Довгий лук' })
  expect(await textsOf(join(out, 'items-only', 'map'))).toEqual({ ...MAIN, [A]: 'Залізний меч', [C]: 'Довгий лук' })
  expect(await textsOf(join(out, 'items-only', 'map_diff'))).toEqual({ ...DIFF, [idOf(6)]: 'Короткий меч' })
  expect(made.map(({ files }) => files.map(({ fallback }) => fallback.outside_edition))).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ])
})

it('an edition without rules has the bytes of an export without editions; equal editions are said to be', async () => {
  const whole = await add('whole')
  const items = await add('items', 'keep label=kind:item')
  const same = await add('same', 'keep source=main&label=-&layer=none')
  const made = await exported([whole, items, same])
  const plain = await exportGameFiles(game.app, { ...request(), out: join(game.folder, 'plain') })
  expect(plain.ok).toBe(true)
  for (const name of ['map', 'map_diff']) {
    const bytes = readFileSync(join(game.folder, 'plain', name))
    expect(readFileSync(join(out, 'whole', name)).equals(bytes)).toBe(true)
    expect(readFileSync(join(out, 'same', name)).equals(bytes)).toBe(true)
    expect(readFileSync(join(out, 'items', name)).equals(bytes)).toBe(false)
  }
  expect(made.map(({ sameAs }) => sameAs)).toEqual([null, null, 'whole'])
})

it('there is the whole translation until another edition is made', async () => {
  expect(listEditions(game.app).map(({ slug }) => slug)).toEqual(['default'])
  await add('b')
  await add('a')
  expect(listEditions(game.app).map(({ slug, variant }) => [slug, variant])).toEqual([
    ['b', 'b'],
    ['a', 'a'],
  ])
  expect(editionsNamed(game.app, ['a', 'a'])).toMatchObject({ ok: true, value: [{ slug: 'a' }] })
  expect(editionsNamed(game.app, ['default'])).toMatchObject({ refusal: { code: 'unknown_edition' } })
  await dropEdition(game.app, null, 'b')
  await game.reopen()
  expect(listEditions(game.app).map(({ slug }) => slug)).toEqual(['a'])
  expect(await disagreementsIn(game.app.store)).toEqual([])
})

it.each([
  ['edition_slug', edition('English Items')],
  ['edition_slug', edition('nul')],
  ['edition_slug', edition('../up')],
  ['edition_variant', { ...edition('x'), variant: 'A B' }],
  ['edition_words', { ...edition('x'), label: ' ' }],
  ['edition_words', { ...edition('x'), description: 'a\u0007' }],
  ['edition_rule', edition('x', 'drop label=kind:item')],
  ['edition_rule', edition('x', 'keep lable=kind:item')],
  ['edition_rule', edition('x', 'keep label=nothing')],
  ['edition_rule', edition('x', 'keep layer=any')],
  ['too_many_edition_rules', edition('x', ...Array.from({ length: 65 }, () => 'keep'))],
])('refuses %s', async (code, asked) => {
  expect(await addEdition(game.app, null, asked)).toMatchObject({ ok: false, refusal: { code } })
  expect(listEditions(game.app).map(({ slug }) => slug)).toEqual(['default'])
})

it('writes nothing by a rule whose label is gone', async () => {
  const items = await add('items', 'keep label=kind:item')
  await removeLabel(game.app, null, 'kind:item')
  const made = await exportEditions(game.app, { ...request(), editions: [items] })
  expect(made).toMatchObject({ refusal: { code: 'edition_fault', slug: 'items' } })
  expect(existsSync(out)).toBe(false)
})
