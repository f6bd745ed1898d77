// Writes the errors and warnings of one item, within its share of an answer; those that do not fit are only counted.
import type { WriteDecision } from '../../domain/decide-write.ts'
import { boundedDetails, namedMax } from '../../domain/checks/check.ts'
import type { Finding } from '../../domain/finding.ts'
import { answerBytesMax } from '../../domain/limits.ts'
import { findingProblem, type ItemProblems, refusalProblem } from './wire.ts'

/** Bytes that are set aside for an answer without its items, and for an item without its problems. */
const envelopeBytes = 1024
const itemHeadBytes = 256

/** How many bytes each of `count` items may take in an answer. */
export const itemBytesOf = (count: number): number =>
  Math.floor((answerBytesMax - envelopeBytes) / Math.max(1, count)) - itemHeadBytes

/** How many bytes an item may take in the shortest possible answer. */
export const terseBytes = 1024

export const noProblems = '"errors":[],"warnings":[]'

/** How problems are shortened until they fit: each step names fewer tokens, and the last one also cuts messages. */
const STEPS: readonly { readonly named: number; readonly messageLength: number }[] = [
  { named: namedMax, messageLength: Number.POSITIVE_INFINITY },
  { named: 50, messageLength: Number.POSITIVE_INFINITY },
  { named: 10, messageLength: Number.POSITIVE_INFINITY },
  { named: 0, messageLength: 300 },
]

/** The members `"errors":[…],"warnings":[…]`, in at most `bytesMax` bytes if possible. `decision` must not be `unchanged`. */
export function problemsJson(decision: WriteDecision, bytesMax: number): string {
  if (decision.kind === 'unchanged') return noProblems
  if (decision.kind !== 'refused') return shortened([], decision.warnings, bytesMax)
  const { refusal } = decision
  if (refusal.code === 'gate') return shortened(refusal.errors, refusal.warnings, bytesMax)
  return `"errors":${JSON.stringify([refusalProblem(refusal)])},"warnings":[]`
}

export const boundedProblems = (errors: readonly Finding[], warnings: readonly Finding[]): ItemProblems =>
  JSON.parse(`{${shortened(errors, warnings, itemBytesOf(4))}}`) as ItemProblems

function shortened(errors: readonly Finding[], warnings: readonly Finding[], bytesMax: number): string {
  if (errors.length + warnings.length === 0) return noProblems
  let json = noProblems
  for (const step of STEPS) {
    json = `"errors":${listJson(errors, step)},"warnings":${listJson(warnings, step)}`
    if (fits(json, bytesMax)) break
  }
  return json
}

type Step = (typeof STEPS)[number]

const listJson = (findings: readonly Finding[], step: Step): string =>
  findings.length === 0 ? '[]' : JSON.stringify(findings.map((finding) => findingProblem(cut(finding, step))))

function cut(finding: Finding, { named, messageLength }: Step): Finding {
  if (named === namedMax) return finding
  const message =
    finding.message.length <= messageLength
      ? finding.message
      : `${finding.message.slice(0, messageLength).toWellFormed()}…`
  // The longest member; a smaller batch returns it.
  const { suggestion: _, ...details } = finding.details
  return { ...finding, message, details: boundedDetails(details, named) }
}

/**
 * Measures JSON as it is stored: inside a string, each quote with a backslash. No character takes more than three
 * bytes, so a short text need not be measured.
 */
const fits = (json: string, bytesMax: number): boolean =>
  3 * json.length + 2 <= bytesMax || Buffer.byteLength(JSON.stringify(json)) <= bytesMax
