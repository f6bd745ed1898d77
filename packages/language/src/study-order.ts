// The orders of a list of studied names.

export const STUDY_ORDERS = ['agreement', 'likely'] as const
export type StudyOrder = (typeof STUDY_ORDERS)[number]

interface Ordered {
  readonly score: number
  readonly looked: number
  readonly agreement: number | null
}

/** Fewer translations say nothing about their agreement. */
const lookedMin = 3

/** By agreement: the worst first, then the names with few translations; of equal ones the likeliest. */
export function inOrder<T extends Ordered>(names: readonly T[], order: StudyOrder): T[] {
  const agreement = ({ looked, agreement: share }: Ordered): number =>
    order === 'likely' ? 0 : share === null || looked < lookedMin ? 2 : share
  return names.toSorted((a, b) => agreement(a) - agreement(b) || b.score - a.score)
}
