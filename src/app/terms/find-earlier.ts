// Translations to show to a model with rows: for each row the best of its very source in another row, then those of texts like it.
import type { Turn } from '../../base/turn.ts'
import { sourceTextOf } from '../../domain/row.ts'
import type { App } from '../app.ts'
import type { LikeKnown } from './find-like.ts'
import { findMemory } from './find-memory.ts'

/** `same`: of the very source. */
export type EarlierKnown = Omit<LikeKnown, 'kind' | 'ordinal'> & { readonly kind: LikeKnown['kind'] | 'same' }

/** By row id, the best first; a row that is not in the game has none. */
export async function findEarlier(
  app: App,
  rowIds: readonly string[],
  turn: Turn,
): Promise<ReadonlyMap<string, readonly EarlierKnown[]>> {
  const { texts } = await findMemory(app, { rowIds }, turn)
  return new Map(
    texts.flatMap(({ row, sourceHash, texts: same, like }) => {
      if (row === null) return []
      const of = { kind: 'same', percent: 100, source: sourceTextOf(row), sourceHash } as const
      return [[row.rowId, [...same.slice(0, 1).map((best) => ({ ...of, ...best })), ...like]] as const]
    }),
  )
}
