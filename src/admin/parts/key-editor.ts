// The form of a key's rights. Owners can only narrow their keys (domain/key-rights.ts); rights set by another person
// are shown with that person's name and can't be ticked.
import { createNames } from '../../app/people/read-people.ts'
import { ABILITY_RULES, hasPermission, mayBeGranted, REQUESTS_PER_MINUTE } from '../../domain/access.ts'
import { isSetBy } from '../../domain/key-rights.ts'
import { requestsPerMinuteMax } from '../../domain/limits.ts'
import type { ApiKey, KeyAspect, User } from '../../domain/people.ts'
import { ABILITIES, type Ability } from '../../domain/vocabulary.ts'
import { type Html, html, raw } from '../html.ts'
import { say, told, words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { may, type Visit } from '../visit.ts'
import { number, ROLE_WORDS, STATE_WORDS } from '../words.ts'
import { badge, button, checked } from './fields.ts'

/** A new key has no id, and no right set by a person. */
type Rights = Pick<ApiKey, 'state' | 'grants' | 'denies' | 'requestsPerMinute' | 'setBy'>

interface KeyPlace {
  readonly owner: User
  readonly path: string
}

function setBy(visit: Visit, key: Rights, aspect: KeyAspect): string {
  const id = key.setBy?.[aspect]
  if (id === undefined) return say`set before it was noted by whom`
  if (id === null) return say`by the command line`
  return id === visit.user.id ? say`by you` : say`by ${createNames(visit.app)(id) ?? ''}`
}

const mayLift = (visit: Visit, key: Rights, aspect: KeyAspect): boolean =>
  may(visit, 'manage_users') || isSetBy(key, aspect, visit.user.id)

export const stateOf = (visit: Visit, key: Rights): Html =>
  key.state === 'active'
    ? badge('active', STATE_WORDS.active)
    : html`${badge('rejected', STATE_WORDS.deactivated, say`its requests are refused`)} <span class="hint">${setBy(visit, key, 'state')}</span>`

export function switchButton(visit: Visit, key: Rights, path: string): Html {
  if (key.state === 'active') return button(visit, `${path}/switch`, say`Deactivate`, { to: 'deactivated' })
  if (mayLift(visit, key, 'state')) return button(visit, `${path}/switch`, say`Activate`, { to: 'active' })
  return html`<span class="hint">An admin can switch it on again.</span>`
}

export const rightsForm = (visit: Visit, place: KeyPlace, key: Rights & Pick<ApiKey, 'name'>): Html =>
  html`<form method="post" action="${place.path}" class="stack">${tokenField(visit)}
<label>Name <input name="name" value="${key.name}" maxlength="128" autocomplete="off"></label>
${rightsFields(visit, place.owner, key)}
<button class="primary">Save</button></form>`

export const rightsFields = (visit: Visit, owner: User, key: Rights): Html =>
  html`${abilityTable(visit, owner, key)}${rateField(visit, owner, key)}`

function rateField(visit: Visit, owner: User, key: Rights): Html {
  const usual = REQUESTS_PER_MINUTE[owner.role]
  const isSet = key.requestsPerMinute !== null
  const max = may(visit, 'manage_users')
    ? requestsPerMinuteMax
    : isSet && !mayLift(visit, key, 'rate')
      ? (key.requestsPerMinute ?? usual)
      : Math.max(usual, key.requestsPerMinute ?? usual)
  return html`<label>Requests per minute <input name="requests_per_minute" inputmode="numeric" pattern="[0-9]*" maxlength="7" value="${key.requestsPerMinute ?? ''}" placeholder="${usual}"></label>
<p class="hint">${isSet ? say`Set ${setBy(visit, key, 'rate').replace(/^set /, '')}. ` : ''}1 to ${number(max)}; left empty it is the default of the role, ${usual}. All keys of a person share one count.</p>`
}

const abilityTable = (visit: Visit, owner: User, key: Rights): Html =>
  html`<div class="scroll" tabindex="0"><table class="abilities"><caption>Abilities</caption>
<thead><tr><th scope="col">Ability</th><th scope="col">Role</th><th scope="col">Grant</th><th scope="col">Deny</th></tr></thead>
<tbody>${ABILITIES.map(
    (
      ability,
    ) => html`<tr><th scope="row"><code>${ability}</code><br><span class="hint">${told(ABILITY_RULES[ability].label)}</span></th>
<td>${hasPermission(owner.role, ABILITY_RULES[ability].permission) ? say`gives it` : say`does not`}</td>
<td>${grantCell(visit, owner, key, ability)}</td><td>${denyCell(visit, key, ability)}</td></tr>`,
  )}</tbody></table></div>`

function grantCell(visit: Visit, owner: User, key: Rights, ability: Ability): Html {
  const isOn = key.grants.includes(ability)
  const isInside = mayBeGranted(owner.role, ability)
  const { grantFrom } = ABILITY_RULES[ability]
  const isFixed = !isOn && !(isInside && may(visit, 'manage_users'))
  const said = isOn
    ? setBy(visit, key, `grant ${ability}`)
    : isInside || grantFrom === null
      ? ''
      : say`from ${ROLE_WORDS[grantFrom]} on`
  return tick('Grant', ability, isOn, isFixed, said)
}

function denyCell(visit: Visit, key: Rights, ability: Ability): Html {
  const aspect = `deny ${ability}` as const
  const isOn = key.denies.includes(ability)
  return tick('Deny', ability, isOn, isOn && !mayLift(visit, key, aspect), isOn ? setBy(visit, key, aspect) : '')
}

const SWITCH_WORDS = words({ Grant: 'Grant', Deny: 'Deny' })

/** A fixed box is still sent with its value. */
function tick(what: 'Grant' | 'Deny', ability: Ability, isOn: boolean, isFixed: boolean, said: string): Html {
  const name = `${what.toLowerCase()} ${ability}`
  const sent = isFixed && isOn ? html`<input type="hidden" name="${name}" value="on">` : ''
  const hint = said === '' ? '' : html` <span class="hint">${said}</span>`
  return html`<input type="checkbox" name="${name}" aria-label="${SWITCH_WORDS[what]} ${ability}"${checked(isOn)}${raw(isFixed ? ' disabled' : '')}>${sent}${hint}`
}
