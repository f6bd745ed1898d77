// The text gate: checks a text before it is stored or approved (docs/decisions.md#7-the-text-gate). Linear in both
// texts. A text too large for a row is refused first, whatever the flags of the legacy API skip.

import { type Check, findingOf, type GateInput, TextPair, type Waivers } from './check.ts'
import type { Finding, RuleCode, GateResult } from '../finding.ts'
import { type CheckList, checksFor } from './registry.ts'
import { certainRepair } from './certain-repair.ts'
import { serviceRow } from './service-row.ts'
import { oversized } from './too-long.ts'

export type { GateInput, GateRules, Waivers } from './check.ts'

export const NO_WAIVERS: Waivers = { glossary: false, validation: false }

const REPAIRABLE: ReadonlySet<RuleCode> = new Set(['TAGS_01', 'TAGS_02', 'TAGS_03', 'FORMAT_01', 'FORM_16'])

/** Returns all errors, or only the error of a check with `standsAlone`. */
export const runGate = (input: GateInput): GateResult => judgePair(new TextPair(input))

export function judgePair(pair: TextPair, list = checksFor(pair.rules)): GateResult {
  const tooLarge = oversized(pair.input.text)
  if (tooLarge !== null) return { errors: [serviceFinding(pair.input) ?? tooLarge], warnings: [] }
  const result = runChecks(pair, list)
  const { errors, warnings } = result
  return errors.some(isRepairable) || warnings.some(isRepairable) ? withRepair(pair, result, list) : result
}

const isRepairable = ({ rule }: Finding): boolean => REPAIRABLE.has(rule)

/** Adds `details.suggestion` if the repaired text passes the gate, else `details.certain: false`. */
function withRepair(pair: TextPair, { errors, warnings }: GateResult, list: CheckList): GateResult {
  const isTooLong = errors.some(({ rule }) => rule === 'LENGTH_02')
  const repaired = isTooLong ? null : certainRepair(pair)
  const isTaken =
    repaired !== null && runChecks(new TextPair({ ...pair.input, text: repaired }), list).errors.length === 0
  const repair = isTaken ? { suggestion: repaired } : { certain: false }
  const add = (finding: Finding): Finding =>
    REPAIRABLE.has(finding.rule) ? { ...finding, details: { ...finding.details, ...repair } } : finding
  return { errors: errors.map(add), warnings: warnings.map(add) }
}

function runChecks(pair: TextPair, list: CheckList): GateResult {
  const { waivers } = pair.input
  const errors: Finding[] = []
  const warnings: Finding[] = []
  const { traits } = pair
  const hasWaivers = waivers.glossary || waivers.validation
  for (let at = list.next(traits, 0); at < list.checks.length; at = list.next(traits, at + 1)) {
    const check = list.checks[at] as Check
    if (hasWaivers && isWaived(check, waivers)) continue
    const fault = check.run(pair)
    if (!fault) continue
    const finding = findingOf(check, fault, pair)
    if (check.standsAlone) return { errors: [finding], warnings: [] }
    if (finding.severity === 'error') errors.push(finding)
    else if (check.isDoubt !== true || errors.length === 0) warnings.push(finding)
  }
  return { errors, warnings }
}

/** Comes first, even if the text is too large. */
function serviceFinding(input: GateInput): Finding | null {
  const pair = new TextPair({ ...input, text: '' })
  const fault = serviceRow.run(pair)
  return fault === null ? null : findingOf(serviceRow, fault, pair)
}

/** The errors that flags of the legacy API skipped, for reviewers. */
export function waivedFindings(input: GateInput): readonly Finding[] {
  if (oversized(input.text) !== null) return []
  const pair = new TextPair(input)
  return checksFor(input.rules)
    .checks.filter((check) => isWaived(check, input.waivers) && mayFire(check, pair))
    .flatMap((check) => {
      const fault = check.run(pair)
      return fault === null ? [] : [findingOf(check, fault, pair)]
    })
}

const isWaived = (check: Check, waivers: Waivers): boolean => check.waiver !== null && waivers[check.waiver]

const mayFire = ({ needs }: Check, { traits }: TextPair): boolean => (traits & needs) !== 0
