// People: adding them, their role, state, quota and password. Who may do what to whom is decided by the use cases.
import { html } from 'hono/html'
import {
  addUser,
  changePassword,
  changeQuota,
  changeRole,
  changeState,
  type ManageRefusal,
} from '../../app/manage-users.ts'
import { hashPassword, passwordFault, passwordLengthMax, passwordLengthMin } from '../../app/password.ts'
import { findPerson, listPeople, readKeys, readPerson } from '../../app/read-people.ts'
import type { Result } from '../../base/result.ts'
import type { User } from '../../domain/people.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { ROLES, USER_STATES } from '../../domain/vocabulary.ts'
import { type Html, page, type PageParts, tokenField } from '../layout.ts'
import { badge, select } from '../parts.ts'
import { keysOfPerson } from '../person-keys.ts'
import { field, goTo, type Visit, wholeNumber } from '../visit.ts'
import { counted, number, ROLE_WORDS, STATE_WORDS, time } from '../words.ts'
import { notFoundPage } from './refusals.ts'
import { statusOf } from './refusal-status.ts'

interface Said {
  readonly error?: string
  readonly status?: NonNullable<PageParts['status']>
}

const roleChoices = ROLES.map((role) => [role, ROLE_WORDS[role]] as const)
const stateChoices = USER_STATES.map((state) => [state, STATE_WORDS[state]] as const)
const rowsMax = 1_000_000_000

export const peoplePage = (visit: Visit): Promise<Response> => peopleWith(visit)

async function peopleWith(visit: Visit, { error, status = 200 }: Said = {}): Promise<Response> {
  const people = listPeople(visit.app)
  const body = html`<h1>People</h1>
<div class="scroll" tabindex="0"><table class="list" data-list><thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">State</th><th scope="col">Password</th><th scope="col">Since</th></tr></thead>
<tbody>${people.map(
    (
      user,
    ) => html`<tr><th scope="row"><a href="/admin/people/${user.id}">${user.name}</a></th><td>${ROLE_WORDS[user.role]}</td>
<td>${badge(user.state, STATE_WORDS[user.state])}</td><td>${user.password === null ? 'none' : 'set'}</td><td>${time(user.createdAtMs)}</td></tr>`,
  )}</tbody></table></div>
<section><h2>Add a person</h2><form method="post" action="/admin/people" class="stack">${tokenField(visit)}
<label>Name <input name="name" required maxlength="64" autocomplete="off"></label>
${select('role', 'Role', roleChoices, 'translator')}
<label>Password (optional; without one they can't sign in, but can have keys) <input name="password" type="password" autocomplete="new-password" minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>
<button class="primary">Add</button></form></section>`
  return await page(visit, { title: 'People', body, error: error ?? null, status, wide: true })
}

export async function addPerson(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const role = ROLES.find((each) => each === field(visit, 'role'))
  const typed = visit.form.get('password') ?? ''
  const fault = role === undefined ? 'there is no such role' : typed === '' ? null : passwordFault(typed)
  if (fault !== null || role === undefined) return await peopleWith(visit, { error: fault ?? '', status: 422 })
  const password = typed === '' ? null : await hashPassword(typed, app.random)
  const added = await addUser(app, user, { name: field(visit, 'name'), role, password })
  if (!added.ok) return await peopleWith(visit, { error: added.refusal.message, status: statusOf(added.refusal) })
  return goTo(visit, `/admin/people/${added.value.id}`, 'person-added')
}

export const personOf = (visit: Visit): User | null => {
  const id = wholeNumber(visit.c.req.param('id') ?? '')
  return id === null ? null : findPerson(visit.app, id)
}

const nobody = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such person')

export const personPage = (visit: Visit): Promise<Response> => personWith(visit)

export async function personWith(visit: Visit, { error, status = 200 }: Said = {}): Promise<Response> {
  const person = personOf(visit)
  if (person === null) return await nobody(visit)
  const view = readPerson(visit.app, person)
  const keys = readKeys(visit.app, person.id)
  const path = `/admin/people/${person.id}`
  const form = (what: string, content: Html): Html =>
    html`<form method="post" action="${path}" class="row">${tokenField(visit)}<input type="hidden" name="change" value="${what}">${content}<button>Save<span class="hidden"> ${what}</span></button></form>`
  const body = html`<p class="crumbs"><a href="/admin/people">People</a></p><div class="title"><h1>${person.name}</h1> ${badge(person.state, STATE_WORDS[person.state])}</div>
<dl class="facts"><div><dt>Number</dt><dd>${person.id}</dd></div><div><dt>Since</dt><dd>${time(person.createdAtMs)}</dd></div><div><dt>Rows written today</dt><dd>${number(view.quotaUsed)} of ${number(view.quotaLimit)}</dd></div>
<div><dt>Legacy requests ever</dt><dd>${number(view.historicalRequests)}</dd></div><div><dt>Sessions</dt><dd>${view.sessions}</dd></div><div><dt>Keys</dt><dd>${counted(keys.length, 'key')}</dd></div></dl>
<section><h2>Change</h2>
${form('role', select('role', 'Role', roleChoices, person.role))}
${form('state', select('state', 'State', stateChoices, person.state))}
${form('quota', html`<label>Rows a day through API v1 <input name="quota" inputmode="numeric" pattern="[0-9]*" maxlength="10" value="${person.dailyRowQuota ?? ''}" placeholder="default"></label>`)}
<p class="hint">Left empty: the setting of the role. Blocked, deactivated and deleted people can't sign in, and their keys are refused.</p></section>
<section><h2>Reset password</h2><form method="post" action="${path}/password" class="row">${tokenField(visit)}
<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label><button class="danger">Set</button></form></section>
${keysOfPerson(visit, person, keys)}
<p><a href="/admin/audit?person=${person.id}">What ${person.name} changed</a></p>`
  return await page(visit, { title: person.name, body, error: error ?? null, status })
}

type Changed = Promise<Result<User, ManageRefusal>>

/** One change of a person, as the form names it; null: the form makes no sense. */
function changeOf(visit: Visit, person: User): Changed | null {
  const { app, user } = visit
  const what = field(visit, 'change')
  if (what === 'role') {
    const role: Role | undefined = ROLES.find((each) => each === field(visit, 'role'))
    return role === undefined ? null : changeRole(app, user, person.name, role)
  }
  if (what === 'state') {
    const state = USER_STATES.find((each) => each === field(visit, 'state'))
    return state === undefined ? null : changeState(app, user, person.name, state)
  }
  if (what !== 'quota') return null
  const typed = field(visit, 'quota').trim()
  const rows = wholeNumber(typed)
  if (typed !== '' && (rows === null || rows > rowsMax)) return null
  return changeQuota(app, user, person.name, rows)
}

export async function changePerson(visit: Visit): Promise<Response> {
  const person = personOf(visit)
  if (person === null) return await nobody(visit)
  const change = changeOf(visit, person)
  if (change === null) {
    return await personWith(visit, {
      error: 'choose a role or state of the list, or a whole number of rows',
      status: 422,
    })
  }
  const changed = await change
  if (!changed.ok) return await personWith(visit, { error: changed.refusal.message, status: statusOf(changed.refusal) })
  return goTo(visit, `/admin/people/${person.id}`, 'person-changed')
}

export async function resetPassword(visit: Visit): Promise<Response> {
  const person = personOf(visit)
  if (person === null) return await nobody(visit)
  const typed = visit.form.get('password') ?? ''
  const fault = passwordFault(typed)
  if (fault !== null) return await personWith(visit, { error: fault, status: 422 })
  const changed = await changePassword(visit.app, visit.user, person.name, await hashPassword(typed, visit.app.random))
  if (!changed.ok) return await personWith(visit, { error: changed.refusal.message, status: statusOf(changed.refusal) })
  return goTo(visit, `/admin/people/${person.id}`, 'password-reset')
}
