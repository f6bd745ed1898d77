// The log, over random histories: the newest n are the first n of all, whatever filter is asked for, and whoever wants one of them
// does not have the store read for it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LogEntry, readLog } from '../../src/app/undo/read-log.ts'
import type { Layer } from '../../src/domain/vocabulary.ts'
import type { RevisionFilter } from '../../src/domain/revert.ts'
import { type GameStore, gameStore, idOf } from '../support/game-store.ts'
import { EVERY_REVISION } from '../support/every-revision.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const signal = new AbortController().signal
const rowCount = 5 * 512
const startMs = Date.UTC(2026, 10, 21)

const write = fc.record({
  row: fc.integer({ min: 1, max: rowCount }),
  layer: fc.constantFrom<Layer>('manual', 'machine'),
  model: fc.constantFrom('m1', 'm2'),
  pauseMs: fc.constantFrom(0, 0, 1, 60_000),
  patches: fc.integer({ min: 0, max: 15 }),
})

/** A patch of the game changes rows, too, and gives some back. */
async function openGame(clock: { ms: number }): Promise<GameStore> {
  const game = gameStore({ nowMs: () => clock.ms, monotonicMs: () => clock.ms })
  await patch(game, 0)
  return game
}
const patch = (game: GameStore, turn: number) =>
  game.importFiles({
    main: game.jsonl(
      'main.jsonl',
      Object.fromEntries(
        Array.from({ length: rowCount }, (_, n) => [idOf(n + 1), (n + turn) % 900 === 0 ? `Gust ${turn}` : 'A wind']),
      ),
    ),
  })

async function logOf(game: GameStore, wanted: Partial<RevisionFilter>, limit: number | null) {
  const entries: LogEntry[] = []
  let looked = 0
  const onProgress = (found: number): void => void (looked = found)
  for await (const some of readLog(game.app, { ...EVERY_REVISION, ...wanted }, { limit, signal, onProgress }))
    entries.push(...some)
  return { entries, looked }
}

const isNewestFirst = (entries: readonly LogEntry[]): boolean =>
  entries.every(
    ({ revision }, at) => at === 0 || revision.createdAtMs <= (entries[at - 1] as LogEntry).revision.createdAtMs,
  )

test('the newest n are the first n of all', async () =>
  await holdsInTime(tries(12), fc.array(write, { minLength: 1, maxLength: 40 }), async (writes) => {
    const clock = { ms: startMs }
    const game = await openGame(clock)
    try {
      for (const [at, { row, layer, model, pauseMs, patches }] of writes.entries()) {
        clock.ms += pauseMs
        await game.put(idOf(row), layer, 'Вітер', { model })
        if (patches === 15) await patch(game, at)
      }
      const ordinals = new Set(writes.slice(0, 3).map(({ row }) => game.row(idOf(row)).ordinal))
      const asked = [{}, { model: 'm1' }, { layer: 'machine' as const }, { sinceMs: startMs + 1 }, { ordinals }]
      for (const wanted of asked) {
        const { entries: all } = await logOf(game, wanted, null)
        expect(isNewestFirst(all)).toBe(true)
        for (const limit of [1, 2, 5, 100])
          expect((await logOf(game, wanted, limit)).entries).toEqual(all.slice(0, limit))
      }
      const every = await logOf(game, {}, null)
      expect(every.entries).toHaveLength(writes.length)
    } finally {
      await game.close()
    }
  }))

test('the newest ones are found where rows changed last', async () => {
  const clock = { ms: startMs }
  const game = await openGame(clock)
  try {
    for (let row = 1; row <= rowCount; row += 64) {
      clock.ms++
      await game.put(idOf(row), 'machine', 'Вітер')
    }
    const perChunk = 512 / 64
    expect(await logOf(game, {}, null)).toMatchObject({ looked: 5 * perChunk })
    expect(await logOf(game, {}, 1)).toMatchObject({ looked: perChunk })
    expect(await logOf(game, {}, perChunk)).toMatchObject({ looked: 2 * perChunk })
  } finally {
    await game.close()
  }
})
