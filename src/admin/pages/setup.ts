// The set-up link (decisions §9): gives a super admin a password. GET changes nothing but the count of attempts, and tells
// no other site where it was.
import { html } from 'hono/html'
import { completeSetup } from '../../app/complete-setup.ts'
import { checkSetupCode } from '../../app/setup-link.ts'
import { passwordLengthMax, passwordLengthMin } from '../../app/password.ts'
import { openSession, throttleSetup } from '../../app/sign-in.ts'
import { putSessionSecret } from '../cookies.ts'
import { type Html, page, type PageParts, tokenField } from '../layout.ts'
import { field, goTo, type OpenVisit, query } from '../visit.ts'

const NO_REFERRER = { 'Referrer-Policy': 'no-referrer' }

function setupForm(visit: OpenVisit, code: string, names: readonly string[]): Html {
  const name =
    names.length > 1
      ? html`<label>Super admin <select name="name">${names.map((each) => html`<option>${each}</option>`)}</select></label>`
      : html`<label>Name <input name="name" value="${names[0] ?? 'owner'}" autocomplete="username" required maxlength="64"${
          names.length === 1 ? html` readonly` : ''
        }></label>`
  return html`<div class="narrow"><h1>Set up windrow</h1>
<p>Choose the password of the super admin. This link works once.</p>
<form method="post" action="/admin/setup" class="stack">
${tokenField(visit)}<input type="hidden" name="code" value="${code}">
${name}
<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>
<label>The same once more <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>
<p class="hint">At least ${passwordLengthMin} characters; a few words are better than one.</p>
<button class="primary">Set the password and sign in</button>
</form></div>`
}

const answer = (visit: OpenVisit, parts: Omit<PageParts, 'title'>): Promise<Response> =>
  page(visit, { title: 'Set up', ...parts, headers: { ...NO_REFERRER, ...parts.headers } })

/** Names to choose from, or the answer that refuses. */
async function enterWith(visit: OpenVisit, code: string): Promise<readonly string[] | Response> {
  const { app, address } = visit
  let found: ReturnType<typeof checkSetupCode> = null
  const waitSeconds = throttleSetup(app, address, () => (found = checkSetupCode(app, code)) !== null)
  if (waitSeconds > 0) {
    return await answer(visit, {
      status: 429,
      error: `too many attempts; wait ${Math.ceil(waitSeconds / 60)} min and try again`,
      body: html``,
      headers: { 'Retry-After': String(waitSeconds) },
    })
  }
  if (found !== null) return (found as { names: readonly string[] }).names
  const body = html`<p>Start windrow again: while no super admin has a password, it prints a new link. Or set a password in the
terminal with <code>windrow user password NAME</code>. <a href="/admin/sign-in">Sign in</a></p>`
  return await answer(visit, {
    status: 403,
    error: 'this set-up link is used up, too old, or not the last one printed',
    body,
  })
}

export async function setupPage(visit: OpenVisit): Promise<Response> {
  const code = query(visit, 'code')
  const names = await enterWith(visit, code)
  return names instanceof Response ? names : await answer(visit, { body: setupForm(visit, code, names) })
}

export async function finishSetup(visit: OpenVisit): Promise<Response> {
  const { app, c, isSecure } = visit
  const code = field(visit, 'code')
  const names = await enterWith(visit, code)
  if (names instanceof Response) return names
  const again = (error: string, status: 409 | 422 | 503) =>
    answer(visit, { status, error, body: setupForm(visit, code, names) })
  const password = visit.form.get('password') ?? ''
  if (visit.form.has('again') && visit.form.get('again') !== password)
    return await again('the two passwords differ', 422)
  const done = await completeSetup(app, { code, name: field(visit, 'name'), password })
  if (!done.ok) {
    const { code: why, message } = done.refusal
    return await again(message, why === 'busy' || why === 'save_failed' ? 503 : why === 'conflict' ? 409 : 422)
  }
  const session = await openSession(app, done.value)
  if (!session.ok) return goTo(visit, '/admin/sign-in', 'password-changed')
  putSessionSecret(c, session.value.secret, isSecure)
  return goTo(visit, '/admin/')
}
