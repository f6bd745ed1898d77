// A term in a file.
import type { TermFacts } from '../base/term-facts.ts'

export interface GlossaryRow {
  readonly source: string
  /** Accepted translations; without any the entry is a note for readers. */
  readonly forms: readonly string[]
  readonly caseSensitive: boolean
  readonly doNotTranslate: boolean
  readonly note: string
  /** Left out if the file has no column for them. */
  readonly facts?: TermFacts
}
