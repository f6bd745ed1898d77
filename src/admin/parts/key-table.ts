// A person's keys for those who manage people.
import { mayOwnBotKey } from '../../domain/access.ts'
import type { KeyView } from '../../app/people/read-people.ts'
import type { User } from '../../domain/people.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { onceField, riskyButton } from './fields.ts'
import { rightsForm, stateOf, switchButton } from './key-editor.ts'
import type { Visit } from '../visit.ts'
import { number, time } from '../words.ts'

export function keysOfPerson(visit: Visit, person: User, keys: readonly KeyView[]): Html {
  return html`<section><h2>Keys</h2>${keys.map((view) => keyOfPerson(visit, person, view))}${newKeyForm(visit, person, keys)}</section>`
}

/** Makes a key without the person's password; the audit records it. */
function newKeyForm(visit: Visit, person: User, keys: readonly KeyView[]): Html {
  const mayHaveBot = mayOwnBotKey(person.role) && !keys.some(({ key }) => key.kind === 'bot')
  return html`<form method="post" action="/admin/people/${person.id}/keys" class="row">${tokenField(visit)}
<label>New key <select name="kind"><option value="agent">agent key (API v1, MCP)</option>${mayHaveBot ? html`<option value="bot">API key (legacy bots)</option>` : ''}</select></label>
<label>Name (optional) <input name="name" maxlength="128" autocomplete="off"></label>
${onceField(visit)}<button>Create key</button></form>
<p class="hint">It can do what the role of ${person.name} can. The secret is shown once; pass it on in a safe way.</p>`
}

function keyOfPerson(visit: Visit, person: User, view: KeyView): Html {
  const { key, lastUsedAtMs } = view
  const path = `/admin/people/${person.id}/keys/${key.id}`
  return html`<div class="box"><p><code>${key.prefix}…</code> ${key.kind === 'bot' ? say`API key` : say`agent key`} ${key.name} ${stateOf(visit, key)} <span class="hint">made ${time(key.createdAtMs)}, last use ${lastUsedAtMs === null ? say`never used` : time(lastUsedAtMs)}</span></p>
${key.kind === 'bot' ? limitsForm(visit, path, view) : ''}
<details><summary>Abilities and rate</summary>${rightsForm(visit, { owner: person, path }, key)}</details>
<div class="actions">${switchButton(visit, key, path)}
${riskyButton(visit, `${path}/revoke`, say`Revoke`, say`Whoever uses ${key.prefix}… gets 401 from then on.`)}</div></div>`
}

const limitsForm = (
  visit: Visit,
  path: string,
  { key, legacyUses }: KeyView,
): Html => html`<form method="post" action="${path}/limits" class="row">${tokenField(visit)}
${legacyUses.map(
  ({ type, used }) =>
    html`<label>${type} <input name="${type}" size="9" inputmode="numeric" pattern="[0-9]*" maxlength="10" value="${key.legacyLimits[type] ?? ''}" placeholder="the setting"><span class="hint">${number(used)} used today</span></label>`,
)}
<button>Save<span class="hidden"> limits of ${key.prefix}</span></button></form>`
