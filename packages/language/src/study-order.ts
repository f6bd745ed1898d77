// The orders in which a list of studied names is shown.

export const STUDY_ORDERS = ['agreement', 'likely'] as const
export type StudyOrder = (typeof STUDY_ORDERS)[number]

interface Ordered {
  readonly score: number
  readonly looked: number
  readonly agreement: number | null
}

/** With fewer translations nothing can be said about their agreement. */
const lookedMin = 3

/** Sorts names by agreement: the worst first, then those with few translations. Where that is equal, the likelier term comes first. */
export function inOrder<T extends Ordered>(names: readonly T[], order: StudyOrder): T[] {
  const agreement = ({ looked, agreement: share }: Ordered): number =>
    order === 'likely' ? 0 : share === null || looked < lookedMin ? 2 : share
  return names.toSorted((a, b) => agreement(a) - agreement(b) || b.score - a.score)
}
