// The shape of a check, and what checks look at: a source and a text as a pair, with everything that several checks need
// computed at most once and only when asked for.

import { type FunctionalDifference, functionalDifference } from '../text/compare.ts'
import { toLf } from '../text/normalize.ts'
import { type CaptionPolicy, type Scan, scan } from '../text/tokens.ts'
import { visibleLength } from '../text/visible-length.ts'
import type { Finding, FindingCode, RuleCode, Severity } from './finding.ts'
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

/** Line ends of `source` and `text` are LF; all offsets and scans are of these. */
export interface TextPair {
  readonly input: GateInput
  readonly rules: GateRules
  readonly source: string
  readonly text: string
  readonly sourceScan: Scan
  readonly textScan: Scan
  readonly functional: FunctionalDifference
  /** Visible lengths. */
  readonly sourceLength: number
  readonly textLength: number
  /** The glossary terms of the source. */
  readonly terms: readonly TermOccurrence[]
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

/** Makes the pair that checks look at. */
export function pairOf(input: GateInput): TextPair {
  const { rules, glossary } = input
  const source = toLf(input.source)
  const text = toLf(input.text)
  const policy = rules.captionPolicy
  const sourceScan = once(() => scan(source, policy))
  const textScan = once(() => scan(text, policy))
  const functional = once(() => functionalDifference(sourceScan(), textScan()))
  const sourceLength = once(() => visibleLength(source, sourceScan().tokens))
  const textLength = once(() => visibleLength(text, textScan().tokens))
  const terms = once(() => termsBetween(source, sourceScan().tokens, glossary))
  return {
    input,
    rules,
    source,
    text,
    get sourceScan() {
      return sourceScan()
    },
    get textScan() {
      return textScan()
    },
    get functional() {
      return functional()
    },
    get sourceLength() {
      return sourceLength()
    },
    get textLength() {
      return textLength()
    },
    get terms() {
      return terms()
    },
  }
}

function once<T>(compute: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => {
    done ??= { value: compute() }
    return done.value
  }
}
