// Whatever was written, imported, thrown away or damaged: the texts found like another are those that a plain comparison of all rows
// finds.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rankIn } from '../../src/app/terms/find-like.ts'
import { knownTo } from '../../src/app/terms/known-to.ts'
import { Turn } from '../../src/base/turn.ts'
import { nearTextsMax, twinTextsMax } from '../../src/domain/limits.ts'
import { skeletonOf } from '../../src/domain/text/skeleton.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { gramsOfTerm, isCoarse } from '../../src/search/grams.ts'
import { likeRows } from '../../src/search/like-rows.ts'
import type { LikeSource } from '../../src/search/like-candidates.ts'
import { foldForSearch } from '../../src/search/query.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { idOf } from '../support/game-store.ts'
import { World } from '../support/search-world.ts'

const ROWS = 700
const ever = new AbortController().signal

const START = ['Deals', 'Deals up to', 'The old ferryman says', '获得', 'A']
const NUMBER = ['5', '12', '1,000', '{0}', '#Y7#E', '<i>3</i>', '$N', 'two']
const THING = ['damage', 'damages', 'silver coins', '#Ycrimson#E silver coins', '铜钱 coins', 'ring', 'rings']
const END = ['', '.', ' to all enemies', ' to all enemy units', ' near #G{1}#E', '\nfor 3 turns', ' x2y4']

const text = fc
  .tuple(fc.constantFrom(...START), fc.constantFrom(...NUMBER), fc.constantFrom(...THING), fc.constantFrom(...END))
  .map(([start, number, thing, end]) => `${start} ${number} ${thing}${end}`)
const id = fc.integer({ min: 1, max: ROWS }).map(idOf)
const someTexts = fc.array(fc.tuple(id, text), { minLength: 1, maxLength: 12 })
const STEP = fc.record({
  operation: fc.oneof(
    fc.record({ do: fc.constant('import'), slot: fc.constantFrom('main', 'diff'), texts: someTexts }),
    fc.record({ do: fc.constant('put'), layer: fc.constantFrom('manual', 'machine'), texts: someTexts }),
    fc.record({ do: fc.constantFrom('renew', 'renew a little', 'lose', 'damage') }),
  ),
  asked: fc.array(text, { minLength: 2, maxLength: 4 }),
})

/** The plain distance of two texts in characters. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let y = 1; y <= a.length; y++) {
    const row = [y]
    for (let x = 1; x <= b.length; x++) {
      const kept = (before[x - 1] ?? 0) + (a[y - 1] === b[x - 1] ? 0 : 1)
      row.push(Math.min(kept, (row[x - 1] ?? 0) + 1, (before[x] ?? 0) + 1))
    }
    before = row
  }
  return before[b.length] ?? 0
}

/** The three-letter parts of words and the pairs of Chinese characters, apart from tokens and numbers. */
const gramsOf = (source: string): number[] => {
  const words = source.split(/#[A-Z]|<\/?i>|\{\d\}|\$N|\d+/)
  return [...new Set(words.flatMap((word) => gramsOfTerm(foldForSearch(word)).filter((gram) => !isCoarse(gram))))]
}

type Found = Readonly<Record<'twins' | 'near', readonly LikeSource[]>>

function plainly(world: World, asked: string): Found {
  const { store } = world.game.app
  const rankOf = rankIn(world.game.app, knownTo(world.game.app, null))
  const [twins, near] = [new Map<string, LikeSource>(), new Map<string, LikeSource>()]
  const skeleton = skeletonOf(asked)
  const sample = gramsOf(asked)
    .sort((a, b) => a - b)
    .slice(0, 32)
  for (let ordinal = 1; ordinal <= ROWS; ordinal++) {
    const row = readRow(store.main, store.files, ordinal)
    const rank = row === null ? null : rankOf(ordinal)
    if (row === null || rank === null) continue
    const source = sourceTextOf(row)
    const other = skeletonOf(source)
    const longest = Math.max(skeleton.length, other.length)
    const percent = Math.floor((100 * (longest - distance(skeleton, other))) / longest)
    const shared = gramsOf(source).filter((gram) => sample.includes(gram)).length
    if (source === asked || percent < 70 || (percent < 100 && shared < sample.length / 2)) continue
    const found = percent === 100 ? twins : near
    const known = found.get(source) ?? { source, percent, ordinal, rank, first: ordinal }
    found.set(source, rank < known.rank ? { ...known, ordinal, rank } : known)
  }
  const nearest = [...near.values()].sort((a, b) => b.percent - a.percent || a.first - b.first)
  return { twins: [...twins.values()].slice(0, twinTextsMax), near: nearest.slice(0, nearTextsMax) }
}

async function agree(world: World, asked: readonly string[]): Promise<number> {
  freshen(world.game.app.store)
  const { app } = world.game
  const { texts, isWhole } = await likeRows(app, asked, rankIn(app, knownTo(app, null)), new Turn(1))
  expect(isWhole).toBe(true)
  for (const [at, { twins, near }] of texts.entries())
    expect({ twins, near }, JSON.stringify(asked[at])).toEqual(plainly(world, asked[at] ?? ''))
  return texts.reduce((sum, { twins, near }) => sum + twins.length + near.length, 0)
}

it('finds the texts that a plain comparison of all rows finds', async () => {
  let found = 0
  const property = fc.asyncProperty(
    fc.array(text, { minLength: ROWS, maxLength: ROWS }),
    fc.array(STEP, { minLength: 5, maxLength: 7 }),
    async (texts, steps) => {
      const world = new World()
      try {
        await world.import('main', Object.fromEntries(texts.map((each, i) => [idOf(i + 1), each])))
        for (let row = 1; row <= ROWS; row += 12)
          await world.game.put(idOf(row), row % 8 === 1 ? 'machine' : 'manual', `t${row}`)
        await world.indexer.renew(ever)
        for (const { operation, asked } of steps) {
          await world.apply(operation)
          found += await agree(world, asked)
        }
      } finally {
        await world.game.close()
      }
    },
  )
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
  expect(found).toBeGreaterThan(0)
})
