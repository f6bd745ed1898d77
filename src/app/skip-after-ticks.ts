// What a person ticked in the table of another game's files, as the setting `skip`.
import { type LeftWhy, skipAfter } from '../../packages/formats/src/keyed/project.ts'

/** `off`: files that were taken and are left out now; `on`: those that were left out, and why. */
export const skipAfterTicks = (
  skip: string,
  off: readonly { readonly place: string }[],
  on: readonly { readonly place: string; readonly why: LeftWhy }[],
): string =>
  [...off.map(({ place }) => ({ place, why: null })), ...on].reduce(
    (patterns, { place, why }) => skipAfter(patterns, place, why),
    skip,
  )
