// What the gate says about a text: one finding for each rule that fails. Rules and codes: decisions §7; the codes are
// those of API v1 and the domain's own vocabulary. `details` lets a script repair the text without reading the message.

/** In the order in which they are checked and reported. */
export const RULE_CODES = [
  'SERVICE_01',
  'EMPTY_01',
  'SOURCE_01',
  'TAGS_01',
  'TAGS_02',
  'TAGS_03',
  'FORMAT_01',
  'FORMAT_02',
  'LENGTH_01',
  'LENGTH_02',
  'GLOSSARY_01',
] as const
export type RuleCode = (typeof RULE_CODES)[number]

export const FINDING_CODES = [
  'non_translatable',
  'empty_text',
  'source_equivalent',
  'markup_functional_breakage',
  'markup_caption_breakage',
  'markup_cosmetic_breakage',
  'length_too_short',
  'length_too_long',
  'glossary_violation',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** An error refuses the text, a warning doesn't. */
export type Severity = 'error' | 'warning'

export interface Finding {
  readonly rule: RuleCode
  readonly code: FindingCode
  readonly severity: Severity
  /** Plain English that says what to do. */
  readonly message: string
  /** Plain JSON; which members there are depends on the rule. */
  readonly details: Readonly<Record<string, unknown>>
}
