// The findings of the text gate: one for each rule that a text breaks. Their codes are those of API v1
// (docs/text-gate.md#rules).

/** The codes of the gate's rules, in the order in which findings are reported. */
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
  'LENGTH_03',
  'GLOSSARY_01',
  'CHAT_01',
  'CHAT_02',
  'CHAT_03',
  'CHAT_04',
  'CHAT_05',
  'CHAT_06',
  'FORM_01',
  'FORM_02',
  'FORM_03',
  'FORM_04',
  'FORM_05',
  'FORM_06',
  'FORM_07',
  'FORM_08',
  'FORM_09',
  'FORM_10',
  'FORM_11',
  'FORM_12',
  'FORM_13',
  'FORM_14',
  'FORM_15',
  'FORM_16',
  'FORM_17',
  'FORM_18',
  'LANG_01',
  'LANG_02',
  'LANG_03',
  'LANG_04',
  'LANG_05',
  'LANG_06',
  'LANG_07',
  'LANG_08',
  'DOUBT_01',
  'DOUBT_02',
  'DOUBT_03',
  'DOUBT_04',
  'DOUBT_05',
  'DOUBT_06',
  'DOUBT_07',
  'DOUBT_08',
  'DOUBT_09',
  'DOUBT_10',
  'DOUBT_11',
  'DOUBT_12',
  'DOUBT_13',
  'DOUBT_14',
  'DOUBT_15',
  'DOUBT_16',
] as const

export const BATCH_RULE_CODES = ['ALIGN_01', 'ALIGN_02'] as const

export type RuleCode = (typeof RULE_CODES | typeof BATCH_RULE_CODES)[number]

const FINDING_CODES = [
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

/** An error refuses the text, a warning does not. */
export type Severity = 'error' | 'warning'

export interface Finding {
  readonly rule: RuleCode
  readonly code: FindingCode
  readonly severity: Severity
  /** Plain English, with advice. */
  readonly message: string
  /** Plain JSON; its members depend on the rule. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface GateResult {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
}
