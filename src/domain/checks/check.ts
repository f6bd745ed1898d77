// The interface of a check of the text gate, and the pair of source and text that it checks.
import type { Finding, FindingCode, RuleCode, Severity } from '../finding.ts'
import type { Markup } from '../profile.ts'
import { type FunctionalDifference, functionalDifference, hasSameTokens, NO_DIFFERENCE } from '../text/compare.ts'
import type { LetterWeights } from '../../../packages/language/src/letter-grams.ts'
import { PlainText } from '../text/lookalikes.ts'
import { toLf } from '../text/normalize.ts'
import { bare } from '../text/service-text.ts'
import { NOTHING_SCANNED, type Scan, scan } from '../text/tokens.ts'
import {
  charactersOf,
  digitsHash,
  firstLetter,
  hasSameLetters,
  plainTraitsOf,
  TRAIT,
  type Traits,
  traitsOf,
} from '../text/traits.ts'
import { visibleLength } from '../text/visible-length.ts'
import type { Layer } from '../vocabulary.ts'
import { matchForms, type TermNeed } from './glossary-forms.ts'
import { type CompiledGlossary, type TermOccurrence, termsBetween } from './glossary.ts'

// Limits the size of the gate's findings: a text can have thousands of tokens, and an answer covers fifty texts. Each
// map or list of `details` keeps its first members and the number of the others.

export const namedMax = 200

type Details = Readonly<Record<string, unknown>>

/**
 * Keeps at most `most` members of each map and list. The number of omitted members is `more` inside a map and
 * `<name>More` beside a list; cutting again adds up. A `Map` becomes a plain object.
 */
export function boundedDetails(details: Details, most = namedMax): Details {
  const bounded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(details)) {
    if (Array.isArray(value)) {
      bounded[name] = value.length <= most ? value : value.slice(0, most)
      const more = Math.max(0, value.length - most) + countOf(details[`${name}More`])
      if (more > 0) bounded[`${name}More`] = more
    } else if (value instanceof Map) bounded[name] = firstOf(value.size, value.entries(), most)
    else if (typeof value === 'object' && value !== null) bounded[name] = cut(value as Details, most)
    else bounded[name] ??= value
  }
  return bounded
}

/** Cuts one object. Its own members are never named `more`: where they are tokens, those begin with punctuation or a control character. */
function cut(record: Details, most: number): Details {
  const { more, ...named } = record
  if (typeof more !== 'number') return firstOf(Object.keys(record).length, Object.entries(record), most)
  return firstOf(Object.keys(named).length + more, Object.entries(named), most)
}

function firstOf(size: number, entries: Iterable<readonly [string, unknown]>, most: number): Details {
  const first: [string, unknown][] = []
  for (const [name, value] of entries) {
    if (first.length === most) break
    first.push([name, value])
  }
  return Object.fromEntries(size > first.length ? [...first, ['more', size - first.length]] : first)
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

export interface GateRules {
  readonly markup: Markup
  /** Whether rules about habits of machines refuse machine texts, or only warn. */
  readonly machineTextRules: boolean
  /** Whether a batch whose texts are shifted by a row is refused, or gets a warning. */
  readonly slippedBatchIsError: boolean
  /** A canonical BCP 47 tag; empty: no language is set. */
  readonly targetLanguage: string
  /** Tells the sources' language from the target language; null: not learnt yet. */
  readonly letters: LetterWeights | null
  readonly glossaryIsError: boolean
  /** A text can be too short only if its source has at least this visible length. */
  readonly lengthMinErrorLength: number
  readonly lengthMinErrorRatio: number
  readonly lengthMinWarningLength: number
  readonly lengthMinWarningRatio: number
  /** The longest text has this many times the length of its source, plus the offset. */
  readonly lengthMaxRatio: number
  readonly lengthMaxOffset: number
}

/** Flags of the legacy API: `glossary` skips GLOSSARY_01; `validation` skips TAGS, FORMAT, LENGTH and SOURCE. */
export interface Waivers {
  readonly glossary: boolean
  readonly validation: boolean
}

export interface GateInput {
  readonly source: string
  /** Whether there is nothing to translate in the row. Default: computed from the source. */
  readonly isServiceRow?: boolean
  readonly text: string
  /** The row's text in the reference language; null: it has none. Default: not compared. */
  readonly reference?: () => string | null
  /** The row's texts in the official languages that need most room (room.ts). Default: none. */
  readonly wide?: () => readonly string[]
  /** How many characters the game's file allows; null: it does not say. Default: not known. Asked in games with keys only. */
  readonly maxLength?: () => number | null
  /** The layer that the text is for. Default: manual. */
  readonly layer?: Layer
  readonly rules: GateRules
  readonly glossary: CompiledGlossary
  readonly waivers: Waivers
}

/**
 * A source and a text with LF line ends; all offsets refer to them. Values are computed on first use. (A class, because
 * getters of an object literal cost more.)
 */
export class TextPair {
  readonly input: GateInput
  readonly source: string
  readonly text: string
  #sourceScan: Scan | undefined
  #textScan: Scan | undefined
  #functional: FunctionalDifference | undefined
  #sourceLength: number | undefined
  #textLength: number | undefined
  #terms: readonly TermOccurrence[] | undefined
  #needs: readonly TermNeed[] | undefined
  #traits: number | undefined
  #sourceMask: number | undefined
  #sourceTraits: Traits | undefined
  #textTraits: Traits | undefined
  #isEcho: boolean | undefined
  #sharesScript: boolean | undefined
  #bareSource: string | undefined
  #bareText: string | undefined
  #plainText: PlainText | undefined
  #sourceNumbers: number | undefined
  #textNumbers: number | undefined

  constructor(input: GateInput) {
    this.input = input
    this.source = toLf(input.source)
    this.text = toLf(input.text)
  }

  get rules(): GateRules {
    return this.input.rules
  }

  get #sourceCharacterTraits(): number {
    return (this.#sourceMask ??= charactersOf(this.source))
  }

  get sourceScan(): Scan {
    return (this.#sourceScan ??=
      (this.#sourceCharacterTraits & TRAIT.tokenStart) === 0 ? NOTHING_SCANNED : scan(this.source, this.rules.markup))
  }

  get textScan(): Scan {
    if (this.#textScan === undefined) this.#readText()
    return this.#textScan as Scan
  }

  get textTraits(): Traits {
    if (this.#textTraits === undefined) this.#readText()
    return this.#textTraits as Traits
  }

  #readText(): void {
    const plain = plainTraitsOf(this.text)
    this.#textScan = plain === null ? scan(this.text, this.rules.markup) : NOTHING_SCANNED
    this.#textTraits = plain ?? traitsOf(this.text, this.#textScan)
  }

  get functional(): FunctionalDifference {
    return (this.#functional ??=
      (this.traits & PAIR_TRAIT.otherTokens) === 0
        ? NO_DIFFERENCE
        : functionalDifference(this.sourceScan, this.textScan))
  }

  get sourceVisibleLength(): number {
    return (this.#sourceLength ??= visibleLength(
      this.source,
      this.sourceScan.tokens,
      (this.#sourceCharacterTraits & TRAIT.uneven) === 0,
    ))
  }

  get textVisibleLength(): number {
    return (this.#textLength ??= visibleLength(
      this.text,
      this.textScan.tokens,
      (this.textTraits.mask & TRAIT.uneven) === 0,
    ))
  }

  get terms(): readonly TermOccurrence[] {
    return (this.#terms ??= termsBetween(this.source, this.sourceScan.tokens, this.input.glossary))
  }

  get termNeeds(): readonly TermNeed[] {
    return (this.#needs ??= matchForms(this.terms, this.text, this.textScan.tokens))
  }

  /** Bits of `TRAIT` for the text and of `PAIR_TRAIT` for the pair. Never 0. */
  get traits(): number {
    return (this.#traits ??= this.#readTraits())
  }

  #readTraits(): number {
    const { mask } = this.textTraits
    const hasSame = hasSameTokens(this.sourceScan, this.textScan)
    return mask | (hasSame ? 0 : PAIR_TRAIT.otherTokens) | (this.sharesScript ? PAIR_TRAIT.sharesScript : 0)
  }

  get sourceTraits(): Traits {
    return (this.#sourceTraits ??= traitsOf(this.source, this.sourceScan))
  }

  /** True: source and text have the same letters. Then only DOUBT_12 or SOURCE_01 reports, and other doubts are skipped. */
  get isEcho(): boolean {
    return (this.#isEcho ??= hasSameLetters(this.source, this.text))
  }

  /** True: source and text have letters of the same script. */
  get sharesScript(): boolean {
    return (this.#sharesScript ??= (firstLetter(this.source) & this.textTraits.mask) !== 0)
  }

  /** True: a token is missing or unexpected. TAGS_01 reports that, with the remains of broken tokens. */
  get hasBrokenTokens(): boolean {
    return this.functional.missing.size + this.functional.unexpected.size > 0
  }

  /** The source with `tokenStandIn` in place of each token, except line breaks. */
  get bareSource(): string {
    return (this.#bareSource ??= bare(this.source, this.sourceScan))
  }

  get bareText(): string {
    return (this.#bareText ??= bare(this.text, this.textScan))
  }

  /** A hash of the source's numbers in any order; 0: it has none. */
  get sourceNumbers(): number {
    return (this.#sourceNumbers ??= (this.#sourceCharacterTraits & TRAIT.figure) === 0 ? 0 : digitsHash(this.source))
  }

  get textNumbers(): number {
    return (this.#textNumbers ??= (this.textTraits.mask & TRAIT.figure) === 0 ? 0 : digitsHash(this.text))
  }

  get plainText(): PlainText {
    return (this.#plainText ??= new PlainText(this.text, this.rules.markup))
  }
}

export const PAIR_TRAIT = {
  sharesScript: 1 << 29,
  otherTokens: 1 << 30,
} as const

export const ALWAYS = -1

/** A failed check's report; `severity` is set only if it differs from the check's. */
export interface Fault {
  readonly message: string
  /** Facts for programs, of any number; `boundedDetails` limits them later. */
  readonly details: Readonly<Record<string, unknown>>
  readonly severity?: Severity
}

export interface Check {
  readonly rule: RuleCode
  readonly code: FindingCode
  /** How bad a failure is. `machine`: an error in the machine layer if machine_text_rules is on, else a warning. */
  readonly severity: Severity | 'machine'
  /** The traits of a text (bits of `TRAIT` and `PAIR_TRAIT`) of which the check needs one: a text without any of them is skipped. */
  readonly needs: number
  /** The flag of the legacy API that skips this check; null: none does. */
  readonly waiver: keyof Waivers | null
  /** If this check fails, its finding is the only one reported. */
  readonly standsAlone: boolean
  /** A doubt only warns, and only about texts without errors. */
  readonly isDoubt?: true
  readonly run: (pair: TextPair) => Fault | null
}

export const findingOf = ({ rule, code, severity }: Check, fault: Fault, pair: TextPair): Finding => ({
  rule,
  code,
  severity: fault.severity ?? (severity === 'machine' ? machineSeverity(pair) : severity),
  message: fault.message,
  details: boundedDetails(fault.details),
})

const machineSeverity = ({ input, rules }: TextPair): Severity =>
  input.layer === 'machine' && rules.machineTextRules ? 'error' : 'warning'

/** All content rules share one code, because API v1 has no separate ones. */
export const contentCheck = (
  rule: RuleCode,
  severity: 'machine' | 'warning',
  needs: number,
  run: Check['run'],
): Check => ({
  rule,
  code: 'markup_functional_breakage',
  severity,
  waiver: 'validation',
  standsAlone: false,
  ...(severity === 'warning' && { isDoubt: true }),
  needs,
  run,
})
