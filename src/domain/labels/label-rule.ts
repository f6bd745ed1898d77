// Rules that label rows by a text of theirs (docs/decisions.md#labels). A rule never changes: another one replaces it.
import { labelPatternLengthMax, labelPatternsLengthMax, labelPatternsMax } from '../limits.ts'
import { compileGlobs, isGlob } from './glob.ts'

/** `file`: `main/NAME` or `diff/NAME`; `token`: each token of the source. */
export const RULE_FIELDS = ['source', 'reference', 'id', 'file', 'token'] as const
export type RuleField = (typeof RULE_FIELDS)[number]

export interface RuleText {
  readonly field: RuleField
  /** The row has the label if any of them matches (glob.ts). */
  readonly patterns: readonly string[]
}

/** A row's texts for rules, read on demand. */
export type RuleFacts = { readonly [Field in RuleField]: () => readonly string[] }

/** Whether a row with something to translate matches. */
export type RuleMatch = (facts: RuleFacts) => boolean

export function compileRule({ field, patterns }: RuleText): RuleMatch {
  const matches = compileGlobs(patterns)
  return (facts) => facts[field]().some(matches)
}

/** Null: the patterns are good. */
export function patternsFault(patterns: readonly string[]): 'number' | 'length' | 'form' | null {
  if (patterns.length < 1 || patterns.length > labelPatternsMax) return 'number'
  const lengths = patterns.map((pattern) => pattern.length)
  if (Math.max(...lengths) > labelPatternLengthMax) return 'length'
  if (lengths.reduce((sum, length) => sum + length, 0) > labelPatternsLengthMax) return 'length'
  return patterns.every((pattern) => isGlob(pattern) && pattern.isWellFormed()) ? null : 'form'
}
