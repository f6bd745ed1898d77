// What a key without the ability of a route is told (Agent API v1, Authentication 5; write rule 1).
import type { KeyActor } from '../app/actor.ts'
import { abilityRefusal, effectiveAbilities, rolesWith } from '../domain/access.ts'
import type { Ability } from '../domain/vocabulary.ts'
import { type Answer, failure } from './answer.ts'
import { abilityDetails } from './wire.ts'

/** One ability, any of the three write abilities, or none. */
export type Need = Ability | 'some write' | null

const WRITES: readonly Ability[] = ['translations:propose', 'translations:write-machine', 'translations:write-manual']

/** An answer when the key lacks what the route needs. */
export function lacking(needs: Need, { user, key }: KeyActor): Answer | null {
  if (needs === null) return null
  if (needs !== 'some write') {
    const refusal = abilityRefusal(needs, user.role, key)
    return refusal === null ? null : failure(refusal.code, { details: abilityDetails(refusal) })
  }
  const abilities = effectiveAbilities(user.role, user.state, key)
  return WRITES.some((ability) => abilities.includes(ability)) ? null : noWriteAtAll()
}

/** Agent API v1, write rule 1. */
export const noWriteAtAll = (): Answer => {
  const permission = 'propose_translation'
  const message = 'The key has no ability to write translations.'
  return failure('forbidden_ability', {
    message,
    details: { required_permission: permission, required_roles: rolesWith(permission) },
  })
}
