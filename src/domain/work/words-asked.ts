// The words that a filter of work asks for (docs/decisions.md#filters-by-words).
import type { WorkFilter } from './work-filter.ts'

export interface WordTest {
  readonly ofSource: (source: string) => boolean
  readonly ofText: (source: string, text: string) => boolean
}

export type Words = Pick<WorkFilter, 'term' | 'has' | 'lacks' | 'findings'>

/** Conditions on texts; `term` asks for rows. */
export const asksOfWords = ({ has, lacks, findings }: Words): boolean =>
  has !== null || lacks !== null || findings === 'terms'
