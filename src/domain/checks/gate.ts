// The text gate: the one answer to "may this text stand for that source", for validate, batch writes, proposals, site
// edits and approval alike. Linear in both texts; a text far above the limits of a row is refused for its size alone.
// Decisions §7.

import { textCodePointsMax } from '../limits.ts'
import { type Check, findingOf, type GateInput, TextPair, type Waivers } from './check.ts'
import type { Finding } from '../finding.ts'
import { CHECKS } from './registry.ts'
import { tooLong } from './too-long.ts'

export type { GateInput, GateRules, Waivers } from './check.ts'

export interface GateResult {
  /** Any error refuses the text. */
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
}

export const NO_WAIVERS: Waivers = { glossary: false, validation: false }

/** From this many UTF-16 units on a text is above the limit of code points four times over, whatever they are. */
const hopelessLength = 8 * textCodePointsMax

/** Checks a text against its effective source. An error that stands alone comes alone; all others come together. */
export function runGate(input: GateInput): GateResult {
  const pair = new TextPair(input)
  const isHopeless = pair.text.length > hopelessLength && !input.waivers.validation
  const errors: Finding[] = []
  const warnings: Finding[] = []
  for (const check of CHECKS) {
    if (isWaived(check, input.waivers)) continue
    if (isHopeless && !check.standsAlone && check !== tooLong) continue
    const fault = check.run(pair)
    if (!fault) continue
    const finding = findingOf(check, fault)
    if (check.standsAlone) return { errors: [finding], warnings: [] }
    if (finding.severity === 'error') errors.push(finding)
    else warnings.push(finding)
  }
  return { errors, warnings }
}

const isWaived = (check: Check, waivers: Waivers): boolean => check.waiver !== null && waivers[check.waiver]
