// A pair of source and text, and what the gate says about it. Rules are listed in the order of the registry; a rule that
// is not listed must not be reported.

import type { RuleCode } from '../../src/domain/finding.ts'
import type { GateRules, Waivers } from '../../src/domain/checks/gate.ts'
import type { GlossaryEntry } from '../../src/domain/checks/glossary.ts'

export interface GateVector {
  readonly says: string
  readonly source: string
  readonly text: string
  readonly errors?: readonly RuleCode[]
  readonly warnings?: readonly RuleCode[]
  readonly rules?: Partial<GateRules>
  readonly waivers?: Partial<Waivers>
  readonly glossary?: readonly GlossaryEntry[]
  /** How many characters the game's file allows. */
  readonly maxLength?: number
  /** Members that the details of the first finding must have, with these values. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** What it says, the pair, and what the gate tells of it, or goes by. */
export const pair = (
  says: string,
  source: string,
  text: string,
  told: Omit<GateVector, 'says' | 'source' | 'text'> = {},
): GateVector => ({ says, source, text, ...told })

export const refused = (rule: RuleCode, details: Readonly<Record<string, unknown>>) => ({ errors: [rule], details })
