// Work taken back, over random histories (docs/taking-back.md): texts come back byte for byte where nothing
// else was written since, others' approved work stays, a revert is itself taken back, and `check` finds nothing wrong.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUser } from '../../src/app/people/manage-users.ts'
import { type RevertedRow, type RevertReport, revertRevisions } from '../../src/app/undo/revert.ts'
import type { Layer } from '../../src/domain/vocabulary.ts'
import type { RevisionFilter } from '../../src/domain/revert.ts'
import { readAudit } from '../../src/app/upkeep/read-records.ts'
import { type GameStore, gameStore, idOf } from '../support/game-store.ts'
import { disagreementsIn, granted } from '../support/app-world.ts'
import { EVERY_REVISION } from '../support/every-revision.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const signal = new AbortController().signal
const rows = [1, 2, 3]

const write = fc.record({
  row: fc.constantFrom(...rows),
  layer: fc.constantFrom<Layer>('manual', 'machine'),
  text: fc.constantFrom('Вітер {0}', 'Дощ', 'Сніг\n{0}', ''),
  personId: fc.constantFrom(1, 2, 3),
  model: fc.constantFrom('m1', 'm2'),
  approverId: fc.option(fc.constantFrom(1, 2, 3)),
  via: fc.option(fc.constantFrom('batch:a', 'batch:b', 'import:1')),
})
type Write = Omit<typeof write extends fc.Arbitrary<infer T> ? T : never, 'text'> & { readonly text: string }

const filter = fc.record({
  row: fc.option(fc.constantFrom(...rows), { freq: 3 }),
  layer: fc.option(fc.constantFrom<Layer>('manual', 'machine'), { freq: 3 }),
  personId: fc.option(fc.constantFrom(1, 2, 3)),
  model: fc.option(fc.constantFrom('m1', 'm2')),
  via: fc.option(fc.constantFrom('batch:a', 'import:1'), { freq: 3 }),
})
type Asked = typeof filter extends fc.Arbitrary<infer T> ? T : never

async function openGame(): Promise<GameStore> {
  const game = gameStore()
  const texts = Object.fromEntries(rows.map((row) => [idOf(row), `A wind {${row % 2}}`]))
  await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
  for (const name of ['A', 'B', 'C']) granted(await addUser(game.app, null, { name, role: 'admin', password: null }))
  return game
}

const put = (game: GameStore, { row, layer, text, personId, model, approverId, via }: Write): Promise<void> =>
  game.put(idOf(row), layer, text, {
    authorId: personId,
    model,
    approverId,
    status: approverId === null ? 'draft' : 'approved',
    ...(via !== null && { via }),
  })

const revert = (
  game: GameStore,
  wanted: Partial<RevisionFilter>,
  { onRow = () => {}, isDryRun = false }: { onRow?: (row: RevertedRow) => void; isDryRun?: boolean } = {},
): Promise<RevertReport> =>
  revertRevisions(game.app, {
    filter: { ...EVERY_REVISION, ...wanted },
    byId: 1,
    takesApproved: false,
    asked: {},
    isDryRun,
    signal,
    onProgress: () => {},
    onRow,
  })

const wantedOf = (game: GameStore, { row, ...rest }: Asked): Partial<RevisionFilter> => ({
  ...rest,
  ordinals: row === null ? null : new Set([game.row(idOf(row)).ordinal]),
})

/** What counts of a layer: everything but which revision says it, and when. */
function stateOf(game: GameStore, row: number, layer: Layer): unknown {
  const head = game.heads(idOf(row))[layer]
  if (head === null) return null
  const { seq: _seq, createdAtMs: _at, via: _via, restores: _restores, revertedById: _by, ...said } = head
  return said
}
const layersOfAll = rows.flatMap((row) => (['manual', 'machine'] as const).map((layer) => ({ row, layer })))
const statesOf = (game: GameStore): unknown[] => layersOfAll.map(({ row, layer }) => stateOf(game, row, layer))

const fits = (made: Write, asked: Asked): boolean =>
  (asked.row === null || asked.row === made.row) &&
  (asked.layer === null || asked.layer === made.layer) &&
  (asked.personId === null || asked.personId === made.personId) &&
  (asked.model === null || asked.model === made.model) &&
  (asked.via === null || asked.via === made.via)

/** Somebody reverts their own work: the revert is theirs as well, and must not be done over and over. */
const byOne = { row: 1, layer: 'machine', text: 'Дощ', model: 'm1', approverId: null, via: null } as const
const ownWorkTwice: [readonly Write[], Asked] = [
  [
    { ...byOne, personId: 2 },
    { ...byOne, personId: 1 },
  ],
  { row: null, layer: null, personId: 1, model: null, via: null },
]

test('brings back what stood, leaves the rest alone, and is itself taken back', async () => {
  await holdsInTime(
    { numRuns: tries(40), examples: [ownWorkTwice] },
    fc.array(write, { maxLength: 10 }),
    filter,
    async (writes: readonly Write[], asked: Asked) => {
      const game = await openGame()
      try {
        const states = layersOfAll.map(() => [null] as unknown[])
        for (const made of writes) {
          await put(game, made)
          const at = layersOfAll.findIndex(({ row, layer }) => row === made.row && layer === made.layer)
          states[at]?.push(stateOf(game, made.row, made.layer))
        }
        const before = statesOf(game)
        // A plain recount: the last state that is not meant, unless the latest is not, or is others' approved work.
        const expected = layersOfAll.map(({ row, layer }, at) => {
          const made = writes.filter((each) => each.row === row && each.layer === layer)
          const last = made.at(-1)
          if (last === undefined || !fits(last, asked)) return before[at]
          const isOfOthers = ![null, 1, asked.personId].includes(last.approverId)
          return isOfOthers ? before[at] : states[at]?.[made.findLastIndex((each) => !fits(each, asked)) + 1]
        })
        const wanted = wantedOf(game, asked)
        const planned = await revert(game, wanted, { isDryRun: true })
        expect(statesOf(game)).toEqual(before)
        const done = await revert(game, wanted)
        expect(statesOf(game)).toEqual(expected)
        expect({ ...done, number: null }).toEqual(planned)
        const again = await revert(game, wanted)
        expect([again.restored, again.withdrawn]).toEqual([0, 0])
        if (done.number !== null) await revert(game, { via: `revert:${done.number}` })
        expect(statesOf(game)).toEqual(before)
        expect(await disagreementsIn(game.app.store)).toEqual([])
      } finally {
        await game.close()
      }
    },
  )
})

/** What a layer says, what it said before, and whose doing that is: the independent account of histories with many reverts. */
interface Said {
  readonly write: Write | null
  readonly doer: number
  readonly before: Said | null
  /** What stood before the text was written; of a text just written, the same as `before`. */
  readonly beneath: Said | null
}

const isNamed = ({ write, doer, before, beneath }: Said, asked: Asked): boolean => {
  const isBroughtBack = before !== beneath || write === null
  if (isBroughtBack && (asked.model !== null || asked.via !== null)) return false
  return write === null || isBroughtBack
    ? asked.personId === null || asked.personId === doer
    : fits(write, { ...asked, row: null, layer: null })
}

/** What is in force when all that is meant is taken away. */
function without(said: Said | null, asked: Asked): Said | null {
  if (said === null) return null
  if (isNamed(said, asked)) return without(said.before, asked)
  const isMeant = said.write !== null && fits(said.write, { ...asked, row: null, layer: null })
  return isMeant ? without(said.beneath, asked) : said
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ write: write.map((made) => ({ ...made, approverId: null })) }) },
  { weight: 2, arbitrary: fc.record({ revert: filter }) },
)

/** Two models after one another, and each taken back: the second must not come back with the first. */
const onRow1 = { row: 1, layer: 'machine', personId: 2, approverId: null, via: null } as const
const allOf = (model: string): Asked => ({ row: null, layer: null, personId: null, model, via: null }) as Asked
const oneAfterTheOther: [readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]] = [
  [
    { write: { ...onRow1, text: 'Дощ', model: 'm1' } },
    { write: { ...onRow1, text: 'Вітер {0}', model: 'm2' } },
    { revert: allOf('m2') },
    { revert: allOf('m1') },
  ],
]

test('what was taken back never comes back by a later revert', async () =>
  await holdsInTime(
    { numRuns: tries(40), examples: [oneAfterTheOther] },
    fc.array(step, { maxLength: 12 }),
    async (steps) => {
      const game = await openGame()
      try {
        const said: (Said | null)[] = layersOfAll.map(() => null)
        for (const each of steps) {
          if ('write' in each) {
            await put(game, each.write)
            const at = layersOfAll.findIndex(({ row, layer }) => row === each.write.row && layer === each.write.layer)
            const before = said[at] ?? null
            said[at] = { write: each.write, doer: each.write.personId, before, beneath: before }
          } else {
            const { row: wantedRow, layer: wantedLayer } = each.revert
            await revert(game, wantedOf(game, each.revert))
            for (const [at, { row, layer }] of layersOfAll.entries()) {
              const now = said[at] ?? null
              const isWanted = (wantedRow ?? row) === row && (wantedLayer ?? layer) === layer
              const left = isWanted ? without(now, each.revert) : now
              if (left === now || (left?.write ?? null) === (now?.write ?? null)) continue
              said[at] = { write: left?.write ?? null, doer: 1, before: now, beneath: left?.beneath ?? null }
            }
          }
          const texts = layersOfAll.map(({ row, layer }) => game.heads(idOf(row))[layer]?.text ?? null)
          expect(texts).toEqual(said.map((at) => at?.write?.text ?? null))
        }
        expect(await disagreementsIn(game.app.store)).toEqual([])
      } finally {
        await game.close()
      }
    },
  ))

test('a later text that stands again counts as written since, an older one as reverted already', async () => {
  const game = await openGame()
  await put(game, { ...onRow1, text: 'Дощ', model: 'm1', via: 'import:1' })
  await put(game, { ...onRow1, text: 'Вітер {0}', model: 'm2' })
  const { number } = await revert(game, { model: 'm2' })
  await revert(game, { via: `revert:${number}` })
  const { left } = await revert(game, { via: 'import:1' })
  expect(left).toMatchObject({ written_since: 1, reverted_already: 0 })
  await revert(game, { model: 'm2' })
  await revert(game, { via: 'import:1' })
  const again = await revert(game, { model: 'm2' })
  await game.close()
  expect(again.left).toMatchObject({ written_since: 0, reverted_already: 1 })
})

test('rows written meanwhile are decided once more, an interruption leaves nothing', async () => {
  const game = await openGame()
  const made = { layer: 'machine', personId: 2, model: 'm1', approverId: null, via: null } as const
  for (const row of rows) await put(game, { ...made, row, text: `Text ${row}` })
  const stop = new AbortController()
  const request = {
    filter: { ...EVERY_REVISION, model: 'm1' },
    byId: null,
    takesApproved: false,
    asked: { model: 'm1' },
    isDryRun: false,
    onRow: () => {},
  }
  const before = statesOf(game)
  await expect(
    revertRevisions(game.app, { ...request, signal: stop.signal, onProgress: () => stop.abort() }),
  ).rejects.toThrow()
  expect(statesOf(game)).toEqual(before)
  let meanwhile: Promise<unknown> = Promise.resolve()
  const onProgress = (): void => {
    // Both are in line before the revert's own writes are.
    const writes = [{ row: 1, text: 'Later', model: 'm2' } as const, { row: 2, text: 'More' } as const]
    meanwhile = Promise.all(writes.map((each) => put(game, { ...made, ...each })))
  }
  const { number, withdrawn, left } = await revertRevisions(game.app, { ...request, signal, onProgress })
  await meanwhile
  expect([number, withdrawn, left.written_since]).toEqual([2, 2, 1])
  expect(rows.map((row) => game.heads(idOf(row)).machine?.text ?? null)).toEqual(['Later', null, null])
  const [entry] = readAudit(game.app, { beforeId: null, userId: null, limit: 1 }).items
  expect(entry).toMatchObject({ action: 'text.revert', subject: 'revert:2', details: { model: 'm1', withdrawn: 2 } })
  const disagreements = await disagreementsIn(game.app.store)
  await game.close()
  expect(disagreements).toEqual([])
})
