// What is found inconsistent in a random small store is what a plain recount over its texts finds.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInconsistencies, readInconsistencies } from '../../src/app/upkeep/find-inconsistencies.ts'
import { Turn } from '../../src/base/turn.ts'
import { INCONSISTENCY_KINDS, type InconsistencyKind } from '../../src/domain/vocabulary.ts'
import { gameStore, idOf } from '../support/game-store.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const SOURCES = ['Go on', 'go on!', 'Take 3 coins', 'Take it', '{0} – {1}'] as const
const TEXTS = ['Вперед', 'ВПЕРЕД!', 'Далі', 'Візьми 3 монети', 'Візьми 4 монети', '…'] as const
const row = fc.record({
  source: fc.constantFrom(...SOURCES),
  manual: fc.option(fc.constantFrom(...TEXTS)),
  machine: fc.option(fc.constantFrom(...TEXTS)),
  isStale: fc.boolean(),
})
type Made = { source: string; manual: string | null; machine: string | null; isStale: boolean }

/** The letters of a text, with the tokens of these samples taken out. */
const plain = (text: string): string => text.replaceAll(/\{\d\}|[^\p{L}]/gu, '').toLowerCase()
const figures = (text: string): string[] => text.replaceAll(/\{\d\}/g, '').match(/\d+/g) ?? []

function recount(rows: readonly Made[]): Record<InconsistencyKind, string[][]> {
  const counted = rows.flatMap(({ source, manual, machine, isStale }, i) => {
    // A text that lacks the tokens of its source does not go into the game, nor does a stale one.
    const text = source.includes('{') ? null : isStale ? machine : (manual ?? machine)
    return text === null ? [] : [{ id: idOf(i + 1), source, text }]
  })
  const groups = (all: typeof counted, key: (one: (typeof counted)[number]) => string, said: typeof key) =>
    [...Map.groupBy(all, key).values()]
      .filter((group) => new Set(group.map(said)).size > 1)
      .map((group) => group.map(({ id }) => id))
  const hasLetters = counted.filter(({ text, source }) => plain(text) !== '' && plain(source) !== '')
  return {
    same_source: groups(
      counted,
      (one) => one.source,
      (one) => plain(one.text),
    ),
    same_text: groups(
      hasLetters,
      (one) => plain(one.text),
      (one) => plain(one.source),
    ),
    numbers: counted
      .filter(({ source, text }) => {
        const [expected, found] = [figures(source), figures(text)]
        return expected.length === found.length && expected.join() !== found.join()
      })
      .map(({ id }) => [id]),
    terms: [],
  }
}

test('finds what a plain recount finds', async () =>
  await holdsInTime(tries(40), fc.array(row, { minLength: 1, maxLength: 12 }), async (rows: readonly Made[]) => {
    const game = gameStore()
    try {
      const texts = Object.fromEntries(rows.map(({ source }, i) => [idOf(i + 1), source]))
      await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
      for (const [i, { manual, machine, isStale }] of rows.entries()) {
        const stale = isStale ? { sourceHash: 'f'.repeat(64) } : {}
        if (manual !== null) await game.put(idOf(i + 1), 'manual', manual, stale)
        if (machine !== null) await game.put(idOf(i + 1), 'machine', machine)
      }
      const signal = new AbortController().signal
      const found = await findInconsistencies(game.app, { layer: null, isAlone: true, signal, onProgress: () => {} })
      const named = async (kind: InconsistencyKind): Promise<string[][]> =>
        (await readInconsistencies(game.app, found, kind, 0, 100, new Turn(null))).map(({ variants }) =>
          variants.flatMap((variant) => variant.rows.map(({ rowId }) => rowId)).toSorted(),
        )
      const all: Record<string, string[][]> = {}
      for (const kind of INCONSISTENCY_KINDS) all[kind] = await named(kind)
      expect(all).toEqual(recount(rows))
    } finally {
      await game.close()
    }
  }))
