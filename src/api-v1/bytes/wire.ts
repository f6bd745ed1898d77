// Translates findings and refusals to the names of the API.
import { unreachable } from '../../base/assert.ts'
import type { Finding } from '../../domain/finding.ts'
import type { WriteRefusal } from '../../domain/decide-write.ts'
import { agentDetails, type ErrorCode, ERRORS } from '../errors.ts'

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Renames members, but not the keys of maps: these are tokens of the game. */
function wireDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [wireName(name), value]))
}

interface ItemProblem {
  readonly code: ErrorCode
  readonly rule_code: string | null
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

export const problemOf = (code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): ItemProblem => ({
  code,
  rule_code: null,
  message: ERRORS[code].message,
  details: { ...details, ...agentDetails(code) },
})

export const findingProblem = ({ code, rule, message, details }: Finding): ItemProblem => ({
  code,
  rule_code: rule,
  message,
  details: { ...wireDetails(details), ...agentDetails(code) },
})

export interface ItemProblems {
  readonly errors: readonly ItemProblem[]
  readonly warnings: readonly ItemProblem[]
}

export function refusalProblem(refusal: Exclude<WriteRefusal, { readonly code: 'gate' }>): ItemProblem {
  switch (refusal.code) {
    case 'entry_not_found':
      return problemOf('entry_not_found')
    case 'stale_source':
      return problemOf('stale_source', {
        current_source_hash: refusal.currentSourceHash,
        current_source_text: refusal.currentSourceText,
      })
    case 'active_proposal_exists':
      return problemOf('active_proposal_exists', {
        proposal_id: refusal.proposalId,
        proposal_version: refusal.proposalVersion,
      })
    case 'filled':
    case 'stale_head':
      throw new Error(`broken assumption: ${refusal.code} is no refusal of API v1`)
    case 'forbidden_ability':
    case 'forbidden_permission':
      return problemOf(refusal.code, abilityDetails(refusal))
    default:
      return unreachable(refusal)
  }
}

export const abilityDetails = (
  refusal: { readonly requiredPermission: string } | { readonly requiredRoles: readonly string[] },
): Readonly<Record<string, unknown>> =>
  'requiredRoles' in refusal
    ? { required_roles: refusal.requiredRoles }
    : { required_permission: refusal.requiredPermission }
