// The shape of a check, and what checks look at: a source and a text as a pair, with everything that several checks need
// computed at most once and only when asked for.

import { type FunctionalDifference, functionalDifference } from '../text/compare.ts'
import { toLf } from '../text/normalize.ts'
import { type CaptionPolicy, type Scan, scan } from '../text/tokens.ts'
import { visibleLength } from '../text/visible-length.ts'
import type { Finding, FindingCode, RuleCode, Severity } from '../finding.ts'
import type { CompiledGlossary, TermOccurrence } from './glossary.ts'
import { termsBetween } from './glossary.ts'

export interface GateRules {
  readonly captionPolicy: CaptionPolicy
  readonly glossaryIsError: boolean
  /** Visible source length from which a text can be refused as too short, and the share it must reach. */
  readonly lengthMinErrorLength: number
  readonly lengthMinErrorRatio: number
  readonly lengthMinWarningLength: number
  readonly lengthMinWarningRatio: number
  /** A text may be this many times as long as its source, plus the offset. */
  readonly lengthMaxRatio: number
  readonly lengthMaxOffset: number
}

/** The legacy flags: `glossary` lifts GLOSSARY_01, `validation` lifts TAGS, FORMAT, LENGTH and SOURCE. */
export interface Waivers {
  readonly glossary: boolean
  readonly validation: boolean
}

export interface GateInput {
  /** The effective source. */
  readonly source: string
  /** Whether the row is a service row, when the caller knows. */
  readonly isServiceRow?: boolean
  readonly text: string
  readonly rules: GateRules
  readonly glossary: CompiledGlossary
  readonly waivers: Waivers
}

/**
 * A source and a text with LF for line ends; all offsets and scans are of these. What several checks need is computed
 * when first asked for. (A class, because getters of an object literal cost more than the checks themselves.)
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

  constructor(input: GateInput) {
    this.input = input
    this.source = toLf(input.source)
    this.text = toLf(input.text)
  }

  get rules(): GateRules {
    return this.input.rules
  }

  get sourceScan(): Scan {
    return (this.#sourceScan ??= scan(this.source, this.rules.captionPolicy))
  }

  get textScan(): Scan {
    return (this.#textScan ??= scan(this.text, this.rules.captionPolicy))
  }

  get functional(): FunctionalDifference {
    return (this.#functional ??= functionalDifference(this.sourceScan, this.textScan))
  }

  get sourceVisibleLength(): number {
    return (this.#sourceLength ??= visibleLength(this.source, this.sourceScan.tokens))
  }

  get textVisibleLength(): number {
    return (this.#textLength ??= visibleLength(this.text, this.textScan.tokens))
  }

  /** The glossary terms of the source. */
  get terms(): readonly TermOccurrence[] {
    return (this.#terms ??= termsBetween(this.source, this.sourceScan.tokens, this.input.glossary))
  }
}

/** What a check found; `severity` where it isn't the check's usual one. */
export interface Fault {
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly severity?: Severity
}

export interface Check {
  readonly rule: RuleCode
  readonly code: FindingCode
  readonly severity: Severity
  /** The waiver that lifts it; null: none does. */
  readonly waiver: keyof Waivers | null
  /** When it fails, nothing else is reported. */
  readonly standsAlone: boolean
  readonly run: (pair: TextPair) => Fault | null
}

/** Turns what a check found into what is reported. */
export const findingOf = ({ rule, code, severity }: Check, fault: Fault): Finding => ({
  rule,
  code,
  severity: fault.severity ?? severity,
  message: fault.message,
  details: fault.details,
})
