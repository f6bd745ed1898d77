// Keys on the profile: what is shown of them and the forms around them.
import { html, raw } from 'hono/html'
import type { NewKey } from '../app/manage-keys.ts'
import type { KeyView, PersonView } from '../app/read-people.ts'
import { passwordLengthMax, passwordLengthMin } from '../app/password.ts'
import {
  ABILITY_RULES,
  effectiveAbilities,
  hasPermission,
  mayBeGranted,
  mayOwnBotKey,
  REQUESTS_PER_MINUTE,
} from '../domain/access.ts'
import { agentKeysPerPersonMax, requestsPerMinuteMax } from '../domain/limits.ts'
import type { ApiKey } from '../domain/people.ts'
import { ABILITIES } from '../domain/vocabulary.ts'
import { type Html, tokenField } from './layout.ts'
import { badge, button, checked, riskyButton } from './parts.ts'
import type { Visit } from './visit.ts'
import { counted, number, ROLE_WORDS, time } from './words.ts'

/** A new secret, this once. */
export const newKeyBlock = ({
  key,
  secret,
}: NewKey): Html => html`<section class="secret" aria-labelledby="secret-title">
<h2 id="secret-title">Your new ${key.kind === 'bot' ? 'API key' : 'agent key'}</h2>
<p>Copy it now: it is shown this once and is not stored.</p>
<p><output id="secret" class="copyable">${secret}</output> <button type="button" class="primary" data-copy="secret" hidden>Copy</button></p>
<p class="hint">Keep it out of public repositories; an environment variable or a file that only you can read is a good place.</p>
</section>`

const lastUse = ({ lastUsedAtMs }: KeyView): Html => (lastUsedAtMs === null ? html`never used` : time(lastUsedAtMs))

const keyName = (key: ApiKey): string => (key.name === '' ? 'unnamed' : key.name)

const stateBadge = (key: ApiKey): Html =>
  key.state === 'active' ? badge('active', 'active') : badge('rejected', 'deactivated', 'its requests are refused')

/** Section "API key": the one key of the legacy bot API (legacy contract, API key). */
export function botKeySection(visit: Visit, view: KeyView | null, person: PersonView): Html {
  const mayOwn = mayOwnBotKey(visit.user.role)
  return html`<section id="api-key" aria-labelledby="api-key-title"><h2 id="api-key-title">API key</h2>
<p class="hint">For bots of the legacy endpoint <code>/api/translations-api.php</code>; it works on API v1 too. One per person, without expiry.</p>
${view === null ? (mayOwn ? createBotForm(visit) : html`<p>Only moderators, admins and super admins can have one.</p>`) : botKey(visit, view, person, mayOwn)}
<p>Requests over all your keys, ever: <strong>${number(person.historicalRequests)}</strong></p></section>`
}

const createBotForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/profile/bot-key" class="row">${tokenField(visit)}
<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label><button class="primary">Create new key</button></form>`

function botKey(visit: Visit, view: KeyView, person: PersonView, mayOwn: boolean): Html {
  const { key } = view
  const path = `/admin/profile/keys/${key.id}`
  return html`${mayOwn ? '' : html`<p class="alert">Your role is ${ROLE_WORDS[visit.user.role]}: the key is refused until you are moderator or above again.</p>`}
<dl class="facts"><div><dt>Key</dt><dd><code>${key.prefix}…</code> ${stateBadge(key)}</dd></div>
<div><dt>Name</dt><dd>${keyName(key)}</dd></div>
<div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div>
<div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
<div class="scroll" tabindex="0"><table><caption>Requests today; the counters start again ${time(person.resetsAtMs)} UTC</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="number">Used</th><th scope="col" class="number">Limit</th></tr></thead>
<tbody>${view.legacyUses.map(
    ({ type, used, limit }) =>
      html`<tr><th scope="row"><code>${type}</code></th><td class="number">${number(used)}</td><td class="number">${number(limit)}</td></tr>`,
  )}</tbody></table></div>
<div class="actions"><a href="${path}">Abilities and rate</a>
${switchButton(visit, key)}
${mayOwn ? riskyButton(visit, `${path}/regenerate`, 'Regenerate', 'The old secret stops working at once.') : ''}
${riskyButton(visit, `${path}/delete`, 'Delete', 'Bots that use the key get 401 from then on.')}</div>`
}

const switchButton = (visit: Visit, key: ApiKey): Html =>
  key.state === 'active'
    ? button(visit, `/admin/profile/keys/${key.id}/switch`, 'Deactivate', { to: 'deactivated' })
    : button(visit, `/admin/profile/keys/${key.id}/switch`, 'Activate', { to: 'active' })

/** Agent keys: API v1 only, any role, up to 20. */
export function agentKeysSection(visit: Visit, views: readonly KeyView[]): Html {
  return html`<section id="agent-keys" aria-labelledby="agent-keys-title"><h2 id="agent-keys-title">Agent keys</h2>
<p class="hint">For scripts and agents of API v1. A key can do what your role can, plus what you grant, minus what you deny. ${counted(views.length, 'key')} of ${agentKeysPerPersonMax}.</p>
${
  views.length === 0
    ? ''
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Abilities</th><th scope="col">Created</th><th scope="col">Last use</th><th scope="col">Change</th></tr></thead>
<tbody>${views.map((view) => agentKeyRow(visit, view))}</tbody></table></div>`
}
${views.length >= agentKeysPerPersonMax ? html`<p>That is the limit; revoke one to make another.</p>` : createAgentForm(visit)}</section>`
}

function agentKeyRow(visit: Visit, view: KeyView): Html {
  const { key } = view
  const { user } = visit
  const abilities = effectiveAbilities(user.role, user.state, key)
  return html`<tr><th scope="row"><code>${key.prefix}…</code> ${stateBadge(key)}</th><td>${keyName(key)}</td>
<td>${abilities.length === 0 ? 'none' : abilities.map((ability) => html`<code>${ability}</code> `)}</td>
<td>${time(key.createdAtMs)}</td><td>${lastUse(view)}</td>
<td><a href="/admin/profile/keys/${key.id}">Change<span class="hidden"> ${key.prefix}</span></a></td></tr>`
}

const createAgentForm = (visit: Visit): Html => html`<details class="box"><summary>New agent key</summary>
<form method="post" action="/admin/profile/keys" class="stack">${tokenField(visit)}
<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label>
${abilityTable(visit, { grants: [], denies: [] })}
${rateField(visit, null)}
<button class="primary">Create agent key</button></form></details>`

function rateField(visit: Visit, value: number | null): Html {
  const usual = REQUESTS_PER_MINUTE[visit.user.role]
  return html`<label>Requests per minute <input name="requests_per_minute" inputmode="numeric" pattern="[0-9]*" maxlength="7" value="${value ?? ''}" placeholder="${usual}"></label>
<p class="hint">1 to ${number(requestsPerMinuteMax)}; left empty it is the default of your role, ${usual}. All your keys share one count.</p>`
}

/** What the role gives, and a grant and a deny for each ability; grants outside their limit can't be ticked. */
function abilityTable({ user }: Visit, { grants, denies }: Pick<ApiKey, 'grants' | 'denies'>): Html {
  return html`<div class="scroll" tabindex="0"><table class="abilities"><caption>Abilities</caption>
<thead><tr><th scope="col">Ability</th><th scope="col">Your role</th><th scope="col">Grant</th><th scope="col">Deny</th></tr></thead>
<tbody>${ABILITIES.map((ability) => {
    const rule = ABILITY_RULES[ability]
    const byRole = hasPermission(user.role, rule.permission)
    const isGranted = grants.includes(ability)
    const mayGrant = mayBeGranted(user.role, ability) || isGranted
    return html`<tr><th scope="row"><code>${ability}</code><br><span class="hint">${rule.label}</span></th>
<td>${byRole ? 'gives it' : 'does not'}</td>
<td><input type="checkbox" name="grant ${ability}" aria-label="Grant ${ability}"${checked(isGranted)}${raw(mayGrant ? '' : ' disabled')}>${
      mayGrant || rule.grantFrom === null ? '' : html`<span class="hint"> from ${ROLE_WORDS[rule.grantFrom]} on</span>`
    }</td>
<td><input type="checkbox" name="deny ${ability}" aria-label="Deny ${ability}"${checked(denies.includes(ability))}></td></tr>`
  })}</tbody></table></div>`
}

/** The page of one key. */
export function keyEditor(visit: Visit, view: KeyView): Html {
  const { key } = view
  const path = `/admin/profile/keys/${key.id}`
  return html`<p class="crumbs"><a href="/admin/profile">Profile</a></p><h1>Key <code>${key.prefix}…</code></h1>
<dl class="facts"><div><dt>Kind</dt><dd>${key.kind === 'bot' ? 'API key (legacy endpoint and API v1)' : 'agent key (API v1)'}</dd></div>
<div><dt>State</dt><dd>${stateBadge(key)}</dd></div><div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div><div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
<form method="post" action="${path}" class="stack">${tokenField(visit)}
<label>Name <input name="name" value="${key.name}" maxlength="128" autocomplete="off"></label>
${abilityTable(visit, key)}
${rateField(visit, key.requestsPerMinute)}
<button class="primary">Save</button></form>
<div class="actions">${switchButton(visit, key)}
${riskyButton(visit, `${path}/regenerate`, 'Regenerate', 'The old secret stops working at once.')}
${riskyButton(visit, `${path}/delete`, key.kind === 'bot' ? 'Delete' : 'Revoke', 'Whoever uses the key gets 401 from then on.')}</div>`
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
<label>Current password <input name="current" type="password" autocomplete="current-password" required maxlength="512"></label>
<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>
<label>The new one once more <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>
<button class="primary">Change password</button></form></details>
<div class="actions">${button(visit, '/admin/profile/sign-out-everywhere', 'Sign out everywhere')}</div></section>`
