// GET /me: the key, its person, abilities and limit (docs/api-v1.md#get-me). E-mail addresses are not stored.
import type { KeyActor } from '../app/actor.ts'
import { ceilingOf } from '../app/people/admit-request.ts'
import { lastUsedAt } from '../app/people/authenticate.ts'
import type { App } from '../app/app.ts'
import { effectiveAbilities } from '../domain/access.ts'
import { isoTime } from '../base/time.ts'

export function meJson(app: App, actor: KeyActor): object {
  const { user, key } = actor
  const abilities = effectiveAbilities(user.role, user.state, key)
  const lastUsedMs = lastUsedAt(app, key.id, key.lastUsedAtMs)
  return {
    user: { id: user.id, name: user.name, role: user.role },
    key: {
      prefix: key.prefix,
      name: key.name,
      abilities,
      ability_grants: key.grants,
      ability_denies: key.denies,
      last_used_at: lastUsedMs === null ? null : isoTime(lastUsedMs),
    },
    effective_abilities: abilities,
    limits: { requests_per_minute: ceilingOf(actor) },
  }
}
