// People: adding them, and their role, state, quota and password. The use cases check rights.
import * as z from 'zod'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import {
  addUser,
  changePassword,
  changeQuota,
  changeRole,
  changeState,
  crowded,
  type PersonRefusal,
  resetSecondFactor,
} from '../../../app/people/manage-users.ts'
import { passwordFault, passwordLengthMax, passwordLengthMin } from '../../../app/people/password-rules.ts'
import type { NewKey } from '../../../app/people/manage-keys.ts'
import { findPerson, listPeople, readKeys, readPerson } from '../../../app/people/read-people.ts'
import { ok, refuse, type Result } from '../../../base/result.ts'
import { hasPassword, type User } from '../../../domain/people.ts'
import { ROLES, USER_STATES } from '../../../domain/vocabulary.ts'
import { invitesSection } from './invites.ts'
import { page, titledPage, tokenField } from '../../layout.ts'
import { badge, riskyButton, select } from '../../parts/fields.ts'
import { newPasswordField } from '../../parts/new-password.ts'
import { keysOfPerson, newKeyBlock } from '../../parts/key-forms.ts'
import { form, NO_FIELDS, takes } from '../../form.ts'
import { goAfter, goTo, idOf, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number, ROLE_WORDS, STATE_WORDS, time } from '../../words.ts'
import { notFoundPage } from '../../parts/refusals.ts'

const rowsMax = 1_000_000_000

const waysIn = (user: User): string =>
  [hasPassword(user) ? say`set` : say`none`, ...(user.linked ?? []).map(({ issuer }) => new URL(issuer).host)].join(
    ', ',
  )

export async function peoplePage(visit: Visit): Promise<Response> {
  const people = listPeople(visit.app)
  const body = html`<div class="scroll" tabindex="0"><table class="list" data-list><thead><tr><th scope="col">Name</th>
<th scope="col">Role</th><th scope="col">State</th><th scope="col">Password</th><th scope="col">Since</th></tr></thead>
<tbody>${people.map(
    (user) => html`<tr><th scope="row"><a href="/admin/people/${user.id}">${user.name}</a></th>
<td data-label="Role">${ROLE_WORDS[user.role]}</td>
<td>${badge(user.state, STATE_WORDS[user.state])}</td>
<td data-label="Password">${waysIn(user)}</td><td data-label="Since">${time(user.createdAtMs)}</td></tr>`,
  )}</tbody></table></div>
${invitesSection(visit)}
<section><h2>Add a person</h2><form method="post" action="/admin/people" class="stack">${tokenField(visit)}
<label>Name <input name="name" required maxlength="64" autocomplete="off"></label>
${select('role', say`Role`, ROLE_WORDS, 'translator')}
<label>Password (optional; without one they can't sign in, but can have keys)
<input name="password" type="password" autocomplete="new-password"
minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>
<button class="primary">Add</button></form></section>`
  return await titledPage(visit, { title: say`People`, body, wide: true })
}

export const addPerson = form(
  z.object({ name: takes.text, role: takes.choice(ROLES, { error: 'there is no such role' }), password: takes.exact }),
  async (visit: Visit, { name, role, password }) => {
    const { app, actor } = visit
    const fault = password === '' ? null : await passwordFault(password, name)
    if (fault !== null) return refuse(fault)
    const hashed = password === '' ? ok(null) : await app.passwords.hash(password)
    const added = hashed.ok ? await addUser(app, actor, { name, role, password: hashed.value }) : refuse(crowded)
    return added.ok ? goTo(visit, `/admin/people/${added.value.id}`, 'person-added') : added
  },
  peoplePage,
)

export const personOf = (visit: Visit): User | null => findPerson(visit.app, idOf(visit))

const nobody = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such person')

const quotaText = ({ dailyRowQuota }: User): string => (dailyRowQuota === null ? '' : String(dailyRowQuota))

const was = (name: string, value: string) => html`<input type="hidden" name="was ${name}" value="${value}">`

export const personPage = (visit: Visit): Promise<Response> => personWith(visit, null)

/** `made`: a new key, which is shown once. */
export async function personWith(visit: Visit, made: NewKey | null): Promise<Response> {
  const person = personOf(visit)
  if (person === null) return await nobody(visit)
  const view = readPerson(visit.app, person)
  const keys = readKeys(visit.app, person.id)
  const path = `/admin/people/${person.id}`
  const alone = say`The password alone opens the site for ${person.name} then.`
  const body = html`<div class="title"><h1>${person.name}</h1>
 ${badge(person.state, STATE_WORDS[person.state])}</div>
${made === null ? '' : newKeyBlock(visit, made, person.name)}
<dl class="facts"><div><dt>Number</dt><dd>${person.id}</dd></div>
<div><dt>Since</dt><dd>${time(person.createdAtMs)}</dd></div>
<div><dt>Rows written today</dt><dd>${number(view.quotaUsed)} of ${number(view.quotaLimit)}</dd></div>
<div><dt>Legacy requests ever</dt><dd>${number(view.historicalRequests)}</dd></div>
<div><dt>Sessions</dt><dd>${view.sessions}</dd></div><div><dt>Keys</dt><dd>${counted(keys.length, 'key')}</dd></div>
</dl>
<section><h2>Change</h2>
<form method="post" action="${path}" class="row">
${tokenField(visit)}${was('role', person.role)}${was('state', person.state)}${was('quota', quotaText(person))}
${select('role', say`Role`, ROLE_WORDS, person.role)}
${select('state', say`State`, STATE_WORDS, person.state)}
<label>Rows a day through API v1 <input name="quota" inputmode="numeric" pattern="[0-9]*" maxlength="10"
value="${quotaText(person)}" placeholder="default"></label>
<div class="savebar"><button class="primary">Save</button></div></form>
<p class="hint">If the number of rows is empty, the role's setting applies.
Blocked, deactivated and deleted people can't sign in, and their keys are refused.</p>
</section>
<section><h2>Reset password</h2><form method="post" action="${path}/password" class="row">${tokenField(visit)}
${newPasswordField()}<button class="danger">Set</button></form></section>
${
  person.secondFactor !== undefined &&
  html`<section><h2>Second factor</h2>
<p class="hint">For somebody who lost the phone and the recovery codes. All their sessions end.</p>
${riskyButton(visit, `${path}/second-factor`, say`Remove it`, alone)}</section>`
}
${keysOfPerson(visit, person, keys)}
<p><a href="/admin/audit?person=${person.id}">What ${person.name} changed</a></p>`
  return await page(visit, { title: person.name, body })
}

const BAD_CHANGE = { error: 'choose a role or state from the list, or a whole number of rows' } as const
const isQuota = (typed: string): boolean => typed === '' || (wholeNumber(typed) ?? Number.POSITIVE_INFINITY) <= rowsMax

const CHANGES = takes.changed(['role', 'state', 'quota']).pipe(
  z.object({
    role: z.enum(ROLES, BAD_CHANGE).nullable(),
    state: z.enum(USER_STATES, BAD_CHANGE).nullable(),
    quota: z.string().refine(isQuota, BAD_CHANGE).nullable(),
  }),
)

type Change = (app: Visit['app'], actor: Visit['actor']) => Promise<Result<User, PersonRefusal>>

/** The changes of a form, in its order. */
function changesOf(person: User, { role, state, quota }: z.output<typeof CHANGES>): readonly Change[] {
  const rows = quota === null ? person.dailyRowQuota : wholeNumber(quota)
  const changes: Change[] = []
  if (role !== null && role !== person.role) changes.push((app, actor) => changeRole(app, actor, person.name, role))
  if (state !== null && state !== person.state) {
    changes.push((app, actor) => changeState(app, actor, person.name, state))
  }
  if (rows !== person.dailyRowQuota) changes.push((app, actor) => changeQuota(app, actor, person.name, rows))
  return changes
}

export const changePerson = form(
  CHANGES,
  async (visit: Visit, sent) => {
    const person = personOf(visit)
    if (person === null) return await nobody(visit)
    const changes = changesOf(person, sent)
    for (const change of changes) {
      const changed = await change(visit.app, visit.actor)
      if (!changed.ok) return changed
    }
    return goTo(visit, `/admin/people/${person.id}`, changes.length === 0 ? 'setting-unchanged' : 'person-changed')
  },
  personPage,
)

export const resetFactor = form(
  NO_FIELDS,
  async (visit: Visit) => {
    const person = personOf(visit)
    if (person === null) return await nobody(visit)
    const changed = await resetSecondFactor(visit.app, visit.actor, person.name)
    return goAfter(visit, changed, `/admin/people/${person.id}`, 'second-factor-reset')
  },
  personPage,
)

export const resetPassword = form(
  z.object({ password: takes.exact }),
  async (visit: Visit, { password }) => {
    const person = personOf(visit)
    if (person === null) return await nobody(visit)
    const fault = await passwordFault(password, person.name)
    if (fault !== null) return refuse(fault)
    const hashed = await visit.app.passwords.hash(password)
    const changed = hashed.ok
      ? await changePassword(visit.app, visit.actor, person.name, hashed.value)
      : refuse(crowded)
    return goAfter(visit, changed, `/admin/people/${person.id}`, 'password-reset')
  },
  personPage,
)
