// Answers to a key that lacks a route's ability (docs/api-v1.md#authentication; docs/api-v1.md#write-rules, 1).
import type { KeyActor } from '../app/actor.ts'
import { abilityRefusal, effectiveAbilities, rolesWith } from '../domain/access.ts'
import type { Ability } from '../domain/vocabulary.ts'
import { type Answer, failure } from './answer.ts'
import { abilityDetails } from './bytes/wire.ts'

/** An ability, any of the three write abilities, those for claiming rows (reading and any write), or none. */
export type Need = Ability | 'some write' | 'a claim' | null

const WRITES: readonly Ability[] = ['translations:propose', 'translations:write-machine', 'translations:write-manual']

/** Null: the key has the ability. */
export function lacking(needs: Need, actor: KeyActor): Answer | null {
  if (needs === null) return null
  if (needs === 'a claim') return lacking('rows:read', actor) ?? lacking('some write', actor)
  const { user, key } = actor
  if (needs !== 'some write') {
    const refusal = abilityRefusal(needs, user.role, key)
    return refusal === null ? null : failure(refusal.code, { details: abilityDetails(refusal) })
  }
  const abilities = effectiveAbilities(user.role, user.state, key)
  return WRITES.some((ability) => abilities.includes(ability)) ? null : noWriteAtAll()
}

/** docs/api-v1.md#write-rules, 1. */
export const noWriteAtAll = (): Answer => {
  const permission = 'propose_translation'
  const message = 'The key has no ability to write translations.'
  return failure('forbidden_ability', {
    message,
    details: { required_permission: permission, required_roles: rolesWith(permission) },
  })
}
