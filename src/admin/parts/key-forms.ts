// Keys on the profile, and the forms around them.
import type { NewKey } from '../../app/people/manage-keys.ts'
import type { KeyView, PersonView } from '../../app/people/read-people.ts'
import { effectiveAbilities, mayOwnBotKey } from '../../domain/access.ts'
import { BLANK_RIGHTS } from '../../domain/key-rights.ts'
import { agentKeysPerPersonMax } from '../../domain/limits.ts'
import type { ApiKey } from '../../domain/people.ts'
import type { KeyKind } from '../../domain/vocabulary.ts'
import { hostOf } from '../../http/own-names.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { type PageParts, tokenField } from '../layout.ts'
import { button, onceField, onceName, riskyButton } from './fields.ts'
import { currentPasswordField, passwordTwice } from './new-password.ts'
import { rightsFields, rightsForm, stateOf, switchButton } from './key-editor.ts'
import type { Visit } from '../visit.ts'
import { counted, number, ROLE_WORDS, time, zone } from '../words.ts'

export interface KeysSaid {
  readonly error?: string
  readonly status?: NonNullable<PageParts['status']>
  readonly headers?: NonNullable<PageParts['headers']>
  readonly made?: NewKey
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
      html`<dt>${name}</dt><dd><code id="line-${i}" class="copyable">${line}</code> <button type="button" data-copy="line-${i}" hidden>Copy<span class="hidden"> ${name}</span></button></dd>`,
  )}</dl>`
}

const newKeyTitle = (kind: KeyKind, owner: string | null): string => {
  if (owner === null) return kind === 'bot' ? say`Your new API key` : say`Your new agent key`
  return kind === 'bot' ? say`The new API key of ${owner}` : say`The new agent key of ${owner}`
}

/** Shown once; `owner`: absent for one's own key. */
export const newKeyBlock = (
  visit: Visit,
  { key, secret }: NewKey,
  owner: string | null = null,
): Html => html`<section class="secret" aria-labelledby="secret-title">
<h2 id="secret-title">${newKeyTitle(key.kind, owner)}</h2>
<p>Copy it now: it is shown this once and is not stored.</p>
<p><output id="secret" class="copyable">${secret}</output> <button type="button" class="primary" data-copy="secret" hidden>Copy</button></p>
<p class="hint">Keep it out of public repositories; an environment variable or a file that only you can read is a good place.</p>
${linesFor(visit, { key, secret })}</section>`

const lastUse = ({ lastUsedAtMs }: KeyView): Html => (lastUsedAtMs === null ? html`never used` : time(lastUsedAtMs))

const keyName = (key: ApiKey): string => (key.name === '' ? say`unnamed` : key.name)

/** The key of the legacy bot API (docs/legacy-api.md#keys). */
export function botKeySection(visit: Visit, view: KeyView | null, person: PersonView): Html {
  const mayOwn = mayOwnBotKey(visit.user.role)
  return html`<section id="api-key" aria-labelledby="api-key-title"><h2 id="api-key-title">API key</h2>
<p class="hint">For bots of the legacy endpoint <code>/api/translations-api.php</code>; it works on API v1 too. One per person, without expiry.</p>
${view === null ? (mayOwn ? createBotForm(visit) : html`<p>Only moderators, admins and super admins can have one.</p>`) : botKey(visit, view, person, mayOwn)}
<p>Legacy requests over all your keys, ever: <strong>${number(person.historicalRequests)}</strong></p></section>`
}

const createBotForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/profile/bot-key" class="row">${tokenField(visit)}
${onceField(visit)}<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label><button class="primary">Create new key</button></form>`

function botKey(visit: Visit, view: KeyView, person: PersonView, mayOwn: boolean): Html {
  const { key } = view
  const path = `/admin/profile/keys/${key.id}`
  return html`${mayOwn ? '' : html`<p class="alert">Your role is ${ROLE_WORDS[visit.user.role]}: the key is refused until you are moderator or above again.</p>`}
<dl class="facts"><div><dt>Key</dt><dd><code>${key.prefix}…</code> ${stateOf(visit, key)}</dd></div>
<div><dt>Name</dt><dd>${keyName(key)}</dd></div>
<div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div>
<div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
<div class="scroll" tabindex="0"><table><caption>Requests today; the counters start again ${time(person.resetsAtMs)} ${zone}</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="number">Used</th><th scope="col" class="number">Limit</th></tr></thead>
<tbody>${view.legacyUses.map(
    ({ type, used, limit }) =>
      html`<tr><th scope="row"><code>${type}</code></th><td class="number">${number(used)}</td><td class="number">${number(limit)}</td></tr>`,
  )}</tbody></table></div>
<div class="actions"><a href="${path}">Abilities and rate</a>
${switchButton(visit, key, path)}
${mayOwn ? riskyButton(visit, `${path}/regenerate`, say`Regenerate`, say`The old secret stops working at once.`, onceName(visit)) : ''}
${riskyButton(visit, `${path}/delete`, say`Delete`, say`Bots that use the key get 401 from then on.`)}</div>`
}

/** Keys for API v1, any role, up to 20. */
export function agentKeysSection(visit: Visit, views: readonly KeyView[]): Html {
  return html`<section id="agent-keys" aria-labelledby="agent-keys-title"><h2 id="agent-keys-title">Agent keys</h2>
<p class="hint">For scripts and agents of API v1. A key can do what your role can, minus what you deny; an admin can grant more. ${counted(views.length, 'key')} of ${agentKeysPerPersonMax}.</p>
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
  return html`<p class="crumbs"><a href="/admin/profile">Profile</a></p><h1>Key <code>${key.prefix}…</code></h1>
<dl class="facts"><div><dt>Kind</dt><dd>${key.kind === 'bot' ? say`API key (legacy endpoint and API v1)` : say`agent key (API v1)`}</dd></div>
<div><dt>State</dt><dd>${stateOf(visit, key)}</dd></div><div><dt>Created</dt><dd>${time(key.createdAtMs)}</dd></div><div><dt>Last use</dt><dd>${lastUse(view)}</dd></div></dl>
${rightsForm(visit, { owner: visit.user, path }, key)}
<div class="actions">${switchButton(visit, key, path)}
${riskyButton(visit, `${path}/regenerate`, say`Regenerate`, say`The old secret stops working at once.`, onceName(visit))}
${riskyButton(visit, `${path}/delete`, key.kind === 'bot' ? say`Delete` : say`Revoke`, say`Whoever uses the key gets 401 from then on.`)}</div>`
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
${currentPasswordField()}
${passwordTwice(say`The new one once more`)}
<button class="primary">Change password</button></form></details>
<p><a href="/admin/profile/second-factor">Second factor</a>: ${visit.user.secondFactor === undefined ? say`off` : say`on`}</p>
<div class="actions">${button(visit, '/admin/profile/sign-out-everywhere', say`Sign out everywhere`)}</div></section>`
