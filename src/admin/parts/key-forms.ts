// Keys on the profile, and the forms around them.
import * as z from 'zod'
import type { AdjustKey, NewKey } from '../../app/people/manage-keys.ts'
import { createNames, type KeyView, type PersonView, readKeys } from '../../app/people/read-people.ts'
import {
  ABILITY_RULES,
  effectiveAbilities,
  hasPermission,
  mayBeGranted,
  mayOwnBotKey,
  REQUESTS_PER_MINUTE,
} from '../../domain/access.ts'
import { BLANK_RIGHTS, isSetBy } from '../../domain/key-rights.ts'
import { agentKeysPerPersonMax, requestsPerMinuteMax } from '../../domain/limits.ts'
import type { ApiKey, KeyAspect, User } from '../../domain/people.ts'
import { ABILITIES, type Ability, type KeyKind } from '../../domain/vocabulary.ts'
import { hostOf } from '../../http/own-names.ts'
import { takes } from '../form.ts'
import { type Html, html, raw } from '../html.ts'
import { say, told, words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { idOf, may, type Visit, wholeNumber } from '../visit.ts'
import { counted, number, ROLE_WORDS, STATE_WORDS, time, zone } from '../words.ts'
import { badge, button, checked, onceField, onceName, riskyButton, secretLine } from './fields.ts'
import { currentPasswordField, passwordTwice } from './new-password.ts'

// The form of a key's rights. Owners can only narrow their keys (domain/key-rights.ts); rights set by another person
// are shown with that person's name and can't be ticked.

/** A new key has no id, and no right set by a person. */
type Rights = Pick<ApiKey, 'state' | 'grants' | 'denies' | 'requestsPerMinute' | 'setBy'>

function setBy(visit: Visit, key: Rights, aspect: KeyAspect): string {
  const id = key.setBy?.[aspect]
  if (id === undefined) return say`by somebody unknown`
  if (id === null) return say`by the command line`
  return id === visit.user.id ? say`by you` : say`by ${createNames(visit.app)(id) ?? ''}`
}

const mayLift = (visit: Visit, key: Rights, aspect: KeyAspect): boolean =>
  may(visit, 'manage_users') || isSetBy(key, aspect, visit.user.id)

const stateOf = (visit: Visit, key: Rights): Html =>
  key.state === 'active'
    ? badge('active', STATE_WORDS.active)
    : html`${badge('rejected', STATE_WORDS.deactivated, say`its requests are refused`)}
<span class="hint">${setBy(visit, key, 'state')}</span>`

function switchButton(visit: Visit, key: Rights, path: string): Html {
  if (key.state === 'active') return button(visit, `${path}/switch`, say`Deactivate`, { to: 'deactivated' })
  if (mayLift(visit, key, 'state')) return button(visit, `${path}/switch`, say`Activate`, { to: 'active' })
  return html`<span class="hint">An admin can switch it on again.</span>`
}

const rightsForm = (visit: Visit, owner: User, path: string, key: ApiKey): Html =>
  html`<form method="post" action="${path}" class="stack">${tokenField(visit)}
<label>Name <input name="name" value="${key.name}" maxlength="128" autocomplete="off"></label>
${rightsFields(visit, owner, key)}
<button class="primary">Save</button></form>`

const rightsFields = (visit: Visit, owner: User, key: Rights): Html =>
  html`${abilityTable(visit, owner, key)}${rateField(visit, owner, key)}`

function rateField(visit: Visit, owner: User, key: Rights): Html {
  const usual = REQUESTS_PER_MINUTE[owner.role]
  const isSet = key.requestsPerMinute !== null
  const max = may(visit, 'manage_users')
    ? requestsPerMinuteMax
    : isSet && !mayLift(visit, key, 'rate')
      ? (key.requestsPerMinute ?? usual)
      : Math.max(usual, key.requestsPerMinute ?? usual)
  return html`<label>Requests per minute
<input name="requests_per_minute" inputmode="numeric" pattern="[0-9]*" maxlength="7"
value="${key.requestsPerMinute ?? ''}" placeholder="${usual}"></label>
<p class="hint">${isSet ? say`Set ${setBy(visit, key, 'rate')}. ` : ''}1 to ${number(max)}; empty means the
default of the role, ${usual}. All keys of a person count together.</p>`
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
  const fixed = raw(isFixed ? ' disabled' : '')
  return html`<input type="checkbox" name="${name}"
aria-label="${SWITCH_WORDS[what]} ${ability}"${checked(isOn)}${fixed}>${sent}${hint}`
}

/** Snippets to paste for a request, windrow's commands, an MCP client. */
function linesFor(visit: Visit, { key, secret }: NewKey): Html {
  const base = `${visit.isSecure ? 'https' : 'http'}://${hostOf(visit.site.config, visit.c.req.raw)}`
  const lines: [string, string][] = [
    [say`Try it`, `curl -s -H 'X-API-Key: ${secret}' ${base}/api/v1/me`],
    [say`Environment`, `export WINDROW_URL=${base} WINDROW_KEY=${secret}`],
    ['MCP', `claude mcp add --transport http windrow ${base}/mcp --header "Authorization: Bearer ${secret}"`],
  ]
  if (key.kind === 'bot') lines.splice(1, 2, [say`Legacy endpoint`, `${base}/api/translations-api.php`])
  return html`<dl class="lines">${lines.map(
    ([name, line], i) =>
      html`<dt>${name}</dt><dd><code id="line-${i}" class="copyable">${line}</code>
<button type="button" data-copy="line-${i}" hidden>Copy<span class="hidden"> ${name}</span></button></dd>`,
  )}</dl>`
}

const newKeyTitle = (kind: KeyKind, owner: string | null): string => {
  if (owner === null) return kind === 'bot' ? say`Your new API key` : say`Your new agent key`
  return kind === 'bot' ? say`The new API key of ${owner}` : say`The new agent key of ${owner}`
}

/** The secret of a new key, which is shown once. `owner`: absent for one's own key. */
export const newKeyBlock = (
  visit: Visit,
  { key, secret }: NewKey,
  owner: string | null = null,
): Html => html`<section class="secret" aria-labelledby="secret-title">
<h2 id="secret-title">${newKeyTitle(key.kind, owner)}</h2>
<p>Copy it now: it is shown only once.</p>
${secretLine(secret)}
<p class="hint">Keep it out of public repositories, for example in an environment variable or a file that only you can read.</p>
${linesFor(visit, { key, secret })}</section>`

const lastUse = ({ lastUsedAtMs }: KeyView): Html => (lastUsedAtMs === null ? html`never used` : time(lastUsedAtMs))

const keyName = (key: ApiKey): string => (key.name === '' ? say`unnamed` : key.name)

/** The key of the legacy bot API (docs/legacy-api.md#keys). */
export function botKeySection(visit: Visit, view: KeyView | null, person: PersonView): Html {
  const mayOwn = mayOwnBotKey(visit.user.role)
  return html`<section id="api-key" aria-labelledby="api-key-title"><h2 id="api-key-title">API key</h2>
<p class="hint">For bots of the legacy endpoint <code>/api/translations-api.php</code>; it works on API v1 too.
One per person, without expiry.</p>
${
  view === null
    ? mayOwn
      ? createBotForm(visit)
      : html`<p>Only moderators, admins and super admins can have one.</p>`
    : botKey(visit, view, person, mayOwn)
}
<p>Legacy requests over all your keys, ever: <strong>${number(person.historicalRequests)}</strong></p></section>`
}

const createBotForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/profile/bot-key" class="row">${tokenField(visit)}
${onceField(visit)}<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label>
<button class="primary">Create new key</button></form>`

function botKey(visit: Visit, view: KeyView, person: PersonView, mayOwn: boolean): Html {
  const { key } = view
  const path = `/admin/profile/keys/${key.id}`
  return html`${
    !mayOwn &&
    html`<p class="alert">Your role is ${ROLE_WORDS[visit.user.role]}: the key is refused until you are moderator or above again.</p>`
  }
<dl class="facts"><div><dt>Key</dt><dd><code>${key.prefix}…</code> ${stateOf(visit, key)}</dd></div>
<div><dt>Name</dt><dd>${keyName(key)}</dd></div>
<div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div>
<div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
<div class="scroll" tabindex="0"><table><caption>Requests today; the counters restart ${time(person.resetsAtMs)} ${zone}</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="number">Used</th><th scope="col" class="number">Limit</th></tr></thead>
<tbody>${view.legacyUses.map(
    ({ type, used, limit }) =>
      html`<tr><th scope="row"><code>${type}</code></th>
<td class="number">${number(used)}</td>
<td class="number">${number(limit)}</td></tr>`,
  )}</tbody></table></div>
<div class="actions"><a href="${path}">Abilities and rate</a>
${switchButton(visit, key, path)}
${mayOwn ? riskyButton(visit, `${path}/regenerate`, say`Regenerate`, say`The old secret stops working at once.`, onceName(visit)) : ''}
${riskyButton(visit, `${path}/delete`, say`Delete`, say`Bots that use the key get 401 from then on.`)}</div>`
}

/** Keys for API v1, any role, up to 20. */
export function agentKeysSection(visit: Visit, views: readonly KeyView[]): Html {
  return html`<section id="agent-keys" aria-labelledby="agent-keys-title"><h2 id="agent-keys-title">Agent keys</h2>
<p class="hint">For scripts and agents of API v1. A key can do what your role can, minus what you deny;
an admin can grant more. ${counted(views.length, 'key')} of ${agentKeysPerPersonMax}.</p>
${
  views.length > 0 &&
  html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Key</th><th scope="col">Name</th>
<th scope="col">Abilities</th><th scope="col">Created</th><th scope="col">Last use</th><th scope="col">Change</th></tr>
</thead>
<tbody>${views.map((view) => agentKeyRow(visit, view))}</tbody></table></div>`
}
${views.length >= agentKeysPerPersonMax ? html`<p>That is the maximum; revoke one to make another.</p>` : createAgentForm(visit)}</section>`
}

function agentKeyRow(visit: Visit, view: KeyView): Html {
  const { key } = view
  const { user } = visit
  const abilities = effectiveAbilities(user.role, user.state, key)
  return html`<tr><th scope="row"><code>${key.prefix}…</code> ${stateOf(visit, key)}</th><td>${keyName(key)}</td>
<td>${abilities.length === 0 ? say`none` : abilities.map((ability) => html`<code>${ability}</code> `)}</td>
<td>${time(key.createdAtMs)}</td><td>${lastUse(view)}</td>
<td><a href="/admin/profile/keys/${key.id}">Change<span class="hidden"> ${key.prefix}</span></a></td></tr>`
}

const createAgentForm = (visit: Visit): Html => html`<details class="box"><summary>New agent key</summary>
<form method="post" action="/admin/profile/keys" class="stack">${tokenField(visit)}
<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label>
${rightsFields(visit, visit.user, BLANK_RIGHTS)}
${onceField(visit)}<button class="primary">Create agent key</button></form></details>`

export function keyEditor(visit: Visit, view: KeyView): Html {
  const { key } = view
  const path = `/admin/profile/keys/${key.id}`
  const removal = key.kind === 'bot' ? say`Delete` : say`Revoke`
  return html`<h1>Key <code>${key.prefix}…</code></h1>
<dl class="facts">
<div><dt>Kind</dt><dd>${key.kind === 'bot' ? say`API key (legacy endpoint and API v1)` : say`agent key (API v1)`}</dd></div>
<div><dt>State</dt><dd>${stateOf(visit, key)}</dd></div><div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div>
<div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
${rightsForm(visit, visit.user, path, key)}
<div class="actions">${switchButton(visit, key, path)}
${riskyButton(visit, `${path}/regenerate`, say`Regenerate`, say`The old secret stops working at once.`, onceName(visit))}
${riskyButton(visit, `${path}/delete`, removal, say`Programs that use the key get 401 from then on.`)}</div>`
}

export const accountSection = (
  visit: Visit,
  person: PersonView,
): Html => html`<section aria-labelledby="account-title"><h2 id="account-title">Account</h2>
<dl class="facts"><div><dt>Name</dt><dd>${visit.user.name}</dd></div><div><dt>Role</dt><dd>${ROLE_WORDS[visit.user.role]}</dd></div>
<div><dt>Rows written through API v1 today</dt><dd>${number(person.quotaUsed)} of ${number(person.quotaLimit)}</dd></div>
<div><dt>Sessions</dt><dd>${person.sessions}</dd></div></dl>
<details class="box"><summary>Change password</summary>
<form method="post" action="/admin/profile/password" class="stack">${tokenField(visit)}
<input type="hidden" name="username" value="${visit.user.name}" autocomplete="username">
${currentPasswordField(visit)}
${passwordTwice(say`The new password again`)}
<button class="primary">Change password</button></form></details>
<p><a href="/admin/profile/second-factor">Second factor</a>: ${visit.user.secondFactor === undefined ? say`off` : say`on`}</p>
<div class="actions">${button(visit, '/admin/profile/sign-out-everywhere', say`Sign out everywhere`)}</div></section>`

const BAD_RATE = {
  error: () => say`requests per minute are a whole number from 1 to ${requestsPerMinuteMax}, or empty`,
} as const

function isRate(typed: string): boolean {
  const rate = wholeNumber(typed)
  return typed === '' || (rate !== null && rate >= 1 && rate <= requestsPerMinuteMax)
}

const TICKS = Object.fromEntries(
  ABILITIES.flatMap((ability) => [
    [`grant ${ability}`, takes.tick],
    [`deny ${ability}`, takes.tick],
  ]),
) as Record<`grant ${Ability}` | `deny ${Ability}`, typeof takes.tick>

/** The key of a person that the address names. Null also if it is another person's. */
export function keyNamed(visit: Visit, person: User | null, name: string): KeyView | null {
  const id = idOf(visit, name)
  return person === null ? null : (readKeys(visit.app, person.id).find(({ key }) => key.id === id) ?? null)
}

/** The form of a key: on the profile, and for managers of people. */
export const KEY_FORM = z
  .object({
    name: takes.text,
    requests_per_minute: takes.line.refine(isRate, BAD_RATE),
    /** The form's name, by which it makes a key only once (memories.ts). */
    once: takes.text,
    ...TICKS,
  })
  .transform((sent) => {
    const change: Required<AdjustKey> = {
      name: sent.name,
      grants: ABILITIES.filter((ability) => sent[`grant ${ability}`]),
      denies: ABILITIES.filter((ability) => sent[`deny ${ability}`]),
      requestsPerMinute: wholeNumber(sent.requests_per_minute),
    }
    return { once: sent.once, change }
  })

export function keysOfPerson(visit: Visit, person: User, keys: readonly KeyView[]): Html {
  return html`<section><h2>Keys</h2>${keys.map((view) => keyOfPerson(visit, person, view))}${newKeyForm(visit, person, keys)}</section>`
}

/** Makes a key without the person's password; the audit records it. */
function newKeyForm(visit: Visit, person: User, keys: readonly KeyView[]): Html {
  const mayHaveBot = mayOwnBotKey(person.role) && !keys.some(({ key }) => key.kind === 'bot')
  return html`<form method="post" action="/admin/people/${person.id}/keys" class="row">${tokenField(visit)}
<label>New key <select name="kind"><option value="agent">agent key (API v1, MCP)</option>${
    mayHaveBot ? html`<option value="bot">API key (legacy bots)</option>` : ''
  }</select></label>
<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label>
${onceField(visit)}<button>Create key</button></form>
<p class="hint">It can do what the role of ${person.name} can. The secret is shown once; pass it on securely.</p>`
}

function keyOfPerson(visit: Visit, person: User, view: KeyView): Html {
  const { key } = view
  const path = `/admin/people/${person.id}/keys/${key.id}`
  return html`<div class="box">
<p><code>${key.prefix}…</code> ${key.kind === 'bot' ? say`API key` : say`agent key`} ${key.name} ${stateOf(visit, key)}
<span class="hint">made ${time(key.createdAtMs)}, last use ${lastUse(view)}</span></p>
${key.kind === 'bot' ? limitsForm(visit, path, view) : ''}
<details><summary>Abilities and rate</summary>${rightsForm(visit, person, path, key)}</details>
<div class="actions">${switchButton(visit, key, path)}
${riskyButton(visit, `${path}/revoke`, say`Revoke`, say`Programs that use ${key.prefix}… get 401 from then on.`)}</div></div>`
}

const limitsForm = (
  visit: Visit,
  path: string,
  { key, legacyUses }: KeyView,
): Html => html`<form method="post" action="${path}/limits" class="row">${tokenField(visit)}
${legacyUses.map(
  ({ type, used }) =>
    html`<label>${type} <input name="${type}" size="9" inputmode="numeric" pattern="[0-9]*" maxlength="10"
value="${key.legacyLimits[type] ?? ''}" placeholder="the setting"><span class="hint">${number(used)} used today</span></label>`,
)}
<button>Save<span class="hidden"> limits of ${key.prefix}</span></button></form>`
