// A check, and the pair of source and text on which checks run.

import { type FunctionalDifference, functionalDifference, hasSameTokens, NO_DIFFERENCE } from '../text/compare.ts'
import { PlainText } from '../text/lookalikes.ts'
import { toLf } from '../text/normalize.ts'
import { type CaptionPolicy, NOTHING_SCANNED, type Scan, scan, tokenStandIn } from '../text/tokens.ts'
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
import { boundedDetails } from './bounded.ts'
import type { Finding, FindingCode, RuleCode, Severity } from '../finding.ts'
import type { Layer } from '../vocabulary.ts'
import type { CompiledGlossary, TermOccurrence } from './glossary/glossary.ts'
import { matchForms, type TermNeed } from './glossary/glossary-forms.ts'
import { termsBetween } from './glossary/glossary.ts'

export interface GateRules {
  readonly captionPolicy: CaptionPolicy
  /** Errors of rules about machine habits refuse machine texts; when off, they warn. */
  readonly machineTextRules: boolean
  /** Refuses a slipped batch in the machine layer; when off, warns. */
  readonly slippedBatchIsError: boolean
  /** Canonical BCP 47; empty: none. */
  readonly targetLanguage: string
  readonly glossaryIsError: boolean
  /** Visible source length from which a text can be refused as too short, and its minimal share. */
  readonly lengthMinErrorLength: number
  readonly lengthMinErrorRatio: number
  readonly lengthMinWarningLength: number
  readonly lengthMinWarningRatio: number
  /** Longest text: this many times its source, plus the offset. */
  readonly lengthMaxRatio: number
  readonly lengthMaxOffset: number
}

/** Legacy flags: `glossary` lifts GLOSSARY_01; `validation` lifts TAGS, FORMAT, LENGTH and SOURCE. */
export interface Waivers {
  readonly glossary: boolean
  readonly validation: boolean
}

export interface GateInput {
  readonly source: string
  /** Default: computed from the source. */
  readonly isServiceRow?: boolean
  readonly text: string
  /** Default: manual. */
  readonly layer?: Layer
  readonly rules: GateRules
  readonly glossary: CompiledGlossary
  readonly waivers: Waivers
}

/**
 * A source and a text with LF line ends, to which all offsets refer. Shared values are computed on first use. (A class: getters
 * of an object literal cost more than the checks.)
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

  /** Also of tokens. */
  get #sourceCharacterTraits(): number {
    return (this.#sourceMask ??= charactersOf(this.source))
  }

  get sourceScan(): Scan {
    return (this.#sourceScan ??=
      (this.#sourceCharacterTraits & TRAIT.tokenStart) === 0
        ? NOTHING_SCANNED
        : scan(this.source, this.rules.captionPolicy))
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
    this.#textScan = plain === null ? scan(this.text, this.rules.captionPolicy) : NOTHING_SCANNED
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

  /** With counts in the source, and of their forms in the text. */
  get termNeeds(): readonly TermNeed[] {
    return (this.#needs ??= matchForms(this.terms, this.text, this.textScan.tokens))
  }

  /** Bits of `TRAIT` for the text and of `PAIR_TRAIT`. Never 0. */
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

  /** Same letters in both. Only DOUBT_12 or SOURCE_01 reports it; other doubts do not run. */
  get isEcho(): boolean {
    return (this.#isEcho ??= hasSameLetters(this.source, this.text))
  }

  /** The text may contain words of the source. */
  get sharesScript(): boolean {
    return (this.#sharesScript ??= (firstLetter(this.source) & this.textTraits.mask) !== 0)
  }

  /** TAGS_01 reports it, with the remains. */
  get hasBrokenTokens(): boolean {
    return this.functional.missing.size + this.functional.unexpected.size > 0
  }

  /** `tokenStandIn` replaces each token except line breaks. */
  get bareSource(): string {
    return (this.#bareSource ??= bare(this.source, this.sourceScan))
  }

  get bareText(): string {
    return (this.#bareText ??= bare(this.text, this.textScan))
  }

  /** In any order; 0: no numbers. */
  get sourceNumbers(): number {
    return (this.#sourceNumbers ??= (this.#sourceCharacterTraits & TRAIT.figure) === 0 ? 0 : digitsHash(this.source))
  }

  get textNumbers(): number {
    return (this.#textNumbers ??= (this.textTraits.mask & TRAIT.figure) === 0 ? 0 : digitsHash(this.text))
  }

  get plainText(): PlainText {
    return (this.#plainText ??= new PlainText(this.text, this.rules.captionPolicy))
  }
}

export const PAIR_TRAIT = {
  sharesScript: 1 << 29,
  otherTokens: 1 << 30,
} as const

export const ALWAYS = -1

function bare(text: string, { tokens }: Scan): string {
  if (tokens.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { kind, start, end } of tokens) {
    parts.push(text.slice(from, start), kind === 'lineBreak' ? '\n' : tokenStandIn)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** `severity` if it differs from the check's. */
export interface Fault {
  readonly message: string
  /** May have multisets; `boundedDetails` limits the report. */
  readonly details: Readonly<Record<string, unknown>>
  readonly severity?: Severity
}

export interface Check {
  readonly rule: RuleCode
  readonly code: FindingCode
  /** `machine`: an error in the machine layer if machine_text_rules is on, else a warning. */
  readonly severity: Severity | 'machine'
  /** Bits of `TRAIT` and `PAIR_TRAIT`. Pairs with none of them cannot fail the check, so it is skipped. */
  readonly needs: number
  /** The waiver that lifts it; null: none. */
  readonly waiver: keyof Waivers | null
  /** If it fails, only it is reported. */
  readonly standsAlone: boolean
  /** Warns only about texts without errors: the others will be sent again. */
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
