// Signing in and out.
import { html } from 'hono/html'
import { signIn, signOut } from '../../app/sign-in.ts'
import { dropSessionSecret, putSessionSecret, readSessionSecret } from '../cookies.ts'
import { safePath } from '../gatekeeper.ts'
import { type Html, page, tokenField } from '../layout.ts'
import { field, goTo, type OpenVisit, query, type Visit } from '../visit.ts'

const ERRORS = {
  wrong: 'name or password is wrong, or the account is not active',
  busy: 'an import holds the store just now; try again in a few seconds',
  save_failed: 'the session could not be saved; look at free disk space and try again',
} as const

function signInForm(visit: OpenVisit, name: string, next: string): Html {
  return html`<div class="narrow">
<h1>Sign in</h1>
<form method="post" action="/admin/sign-in" class="stack">
${tokenField(visit)}<input type="hidden" name="next" value="${next}">
<label>Name <input name="name" value="${name}" autocomplete="username" required maxlength="64" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="512"></label>
<button class="primary">Sign in</button>
</form>
<p class="hint">No password yet? An admin sets it under People, or the operator with <code>windrow user password</code>.</p>
</div>`
}

export function signInPage(visit: OpenVisit): Response | Promise<Response> {
  const next = safePath(query(visit, 'next'))
  if (visit.user !== null) return goTo(visit, next)
  return page(visit, { title: 'Sign in', body: signInForm(visit, '', next) })
}

export async function signInPost(visit: OpenVisit): Promise<Response> {
  const { app, c, address, isSecure } = visit
  const name = field(visit, 'name')
  const next = safePath(field(visit, 'next'))
  const signedIn = await signIn(app, { name, password: visit.form.get('password') ?? '', address })
  if (signedIn.ok) {
    const before = readSessionSecret(c)
    if (before !== null && visit.user !== null) await signOut(app, before)
    putSessionSecret(c, signedIn.value.secret, isSecure)
    return goTo(visit, next)
  }
  const { refusal } = signedIn
  const body = signInForm(visit, name, next)
  if (refusal.code === 'throttled') {
    const minutes = Math.ceil(refusal.retryAfterSeconds / 60)
    return await page(visit, {
      title: 'Sign in',
      status: 429,
      error: `too many attempts; wait ${minutes} min and try again`,
      body,
      headers: { 'Retry-After': String(refusal.retryAfterSeconds) },
    })
  }
  const status = refusal.code === 'wrong' ? 403 : 503
  return await page(visit, { title: 'Sign in', status, error: ERRORS[refusal.code], body })
}

/** Asks for a sign-in and comes back to the page afterwards. */
export function askToSignIn(method: 'GET' | 'POST', visit: OpenVisit): Response | Promise<Response> {
  if (method === 'GET') {
    const next = `${visit.url.pathname}${visit.url.search}`
    return goTo(visit, next === '/admin/' ? '/admin/sign-in' : `/admin/sign-in?next=${encodeURIComponent(next)}`)
  }
  return page(visit, {
    title: 'Sign in',
    status: 403,
    error: 'you are signed out, so nothing was done; sign in and repeat it',
    body: signInForm(visit, '', '/admin/'),
  })
}

export async function signOutPost(visit: Visit): Promise<Response> {
  const { app, c, isSecure } = visit
  const secret = readSessionSecret(c)
  if (secret !== null && !(await signOut(app, secret))) {
    return await page(visit, { title: 'Sign out', status: 503, error: ERRORS.busy, body: html`` })
  }
  dropSessionSecret(c, isSecure)
  return goTo(visit, '/admin/sign-in', 'signed-out')
}
