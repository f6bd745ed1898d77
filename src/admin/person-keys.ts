// The keys of a person as those see them who manage people: what they are, a bot key's own legacy limits, and revoking.
import { html } from 'hono/html'
import type { KeyView } from '../app/read-people.ts'
import type { User } from '../domain/people.ts'
import { type Html, tokenField } from './layout.ts'
import { badge, riskyButton } from './parts.ts'
import type { Visit } from './visit.ts'
import { number, time } from './words.ts'

export function keysOfPerson(visit: Visit, person: User, keys: readonly KeyView[]): Html {
  if (keys.length === 0) return html``
  return html`<section><h2>Keys</h2>${keys.map((view) => keyOfPerson(visit, person, view))}</section>`
}

function keyOfPerson(visit: Visit, person: User, view: KeyView): Html {
  const { key, lastUsedAtMs } = view
  const path = `/admin/people/${person.id}/keys/${key.id}`
  return html`<div class="box"><p><code>${key.prefix}…</code> ${key.kind === 'bot' ? 'API key' : 'agent key'} ${key.name} ${
    key.state === 'active' ? '' : badge('rejected', 'deactivated')
  } <span class="hint">made ${time(key.createdAtMs)}, last use ${lastUsedAtMs === null ? 'never used' : time(lastUsedAtMs)}</span></p>
${key.kind === 'bot' ? limitsForm(visit, path, view) : ''}
${riskyButton(visit, `${path}/revoke`, 'Revoke', `Whoever uses ${key.prefix}… gets 401 from then on.`)}</div>`
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
