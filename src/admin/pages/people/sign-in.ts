// Signing in and out.
import * as z from 'zod'
import { isSetUp } from '../../../app/people/setup-link.ts'
import { finishSignIn, signIn } from '../../../app/people/sign-in.ts'
import { type SignedIn, signOut } from '../../../app/people/sessions.ts'
import { crowded } from '../../../app/people/manage-users.ts'
import { named } from '../../../app/actor.ts'
import { takeErrand } from '../../../app/providers/errand.ts'
import { linkAccount, signInLinked } from '../../../app/providers/linked-accounts.ts'
import type { Refusal } from '../../../app/refusal.ts'
import * as cookies from '../../cookies.ts'
import { pageBefore, safePath } from '../../gatekeeper.ts'
import { keptField, keptForm, type KeptForm, keptSection, notFoundPage, parseKept } from '../../parts/refusals.ts'
import { answerTo, throttled } from '../../parts/refusal-status.ts'
import { leaveFor, providerButtons, providerOf, returnAddress } from '../../parts/with-provider.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, tokenField } from '../../layout.ts'
import { codeField, hidden } from '../../parts/fields.ts'
import { form, takes } from '../../form.ts'
import { goTo, type OpenVisit, query, type Said, type Visit } from '../../visit.ts'

const SAID = {
  wrong: { status: 403, error: 'name or password is wrong, or the account is not active' },
  wrong_code: { status: 403, error: 'that code is wrong or was already used; wait for the next one in the app' },
  late: { status: 403, error: 'the sign-in took too long or the account has changed; begin again' },
  busy: {
    status: 503,
    error: 'another process writes to the store just now (an import?); try again in a few seconds',
  },
  save_failed: { status: 503, error: 'the session could not be saved; check the free disk space and try again' },
} as const satisfies Record<string, Said>

/** `said`: why the form is shown again. */
const asking = (visit: OpenVisit, body: Html, said: Partial<Said> = {}): Promise<Response> =>
  page(visit, { title: say`Sign in`, body, ...said })

function signInForm(visit: OpenVisit, name: string, next: string, kept: KeptForm | null = null): Html {
  const isNew = !isSetUp(visit.app.store.main)
  return html`<div class="narrow">
<h1>Sign in</h1>
${
  isNew &&
  html`<p class="note">This windrow is new: nobody has a password yet. Open the link in its terminal to choose one. Each start
prints a new link.</p>`
}
<form method="post" action="/admin/sign-in" class="stack">
${tokenField(visit)}${hidden({ next })}
<label>Name <input name="name" value="${name}" autocomplete="username" required maxlength="64" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="512"></label>
<button class="primary">Sign in</button>
${kept === null ? '' : keptField(kept)}
</form>
${providerButtons(visit, { next }, kept)}
${
  !isNew &&
  html`<p class="hint">No password yet? An admin can set it under People, or the operator with
<code>windrow user password NAME</code>.</p>`
}
</div>`
}

export function signInPage(visit: OpenVisit): Response | Promise<Response> {
  const next = safePath(query(visit, 'next'))
  if (visit.user !== null) return goTo(visit, next)
  return asking(visit, signInForm(visit, '', next))
}

const AFTERWARDS = { next: takes.text.transform(safePath), kept: takes.exact.transform(parseKept) } as const
const SIGN_IN = z.object({ name: takes.text, password: takes.exact, ...AFTERWARDS })

export const signInPost = form(SIGN_IN, async (visit: OpenVisit, { name, password, next, kept }) => {
  const { app, address } = visit
  const signedIn = await signIn(app, { name, password, address, device: cookies.device.read(visit) })
  if (signedIn.ok) {
    return 'ticket' in signedIn.value
      ? await asking(visit, codeForm(visit, signedIn.value.ticket, next, kept))
      : await enter(visit, signedIn.value, next, kept)
  }
  const { refusal } = signedIn
  const body = signInForm(visit, name, next, kept)
  if (refusal.code === 'throttled') return await asking(visit, body, throttled(refusal))
  return await asking(visit, body, refusal.code === 'crowded' ? answerTo(crowded) : SAID[refusal.code])
})

function codeForm(visit: OpenVisit, ticket: string, next: string, kept: KeptForm | null): Html {
  return html`<div class="narrow">
<h1>Sign in</h1>
<form method="post" action="/admin/sign-in/code" class="stack">
${tokenField(visit)}${hidden({ next, ticket })}
${codeField(say`The six digits that your app shows, or a recovery code`, true)}
<button class="primary">Sign in</button>
${kept === null ? '' : keptField(kept)}
</form>
<p class="hint">Lost your phone and recovery codes? An admin can remove the second factor under People, or the operator with
<code>windrow user reset-second-factor</code>.</p>
</div>`
}

const CODE = z.object({ ticket: takes.text, code: takes.text, ...AFTERWARDS })

export const codePost = form(CODE, async (visit: OpenVisit, { ticket, code, next, kept }) => {
  const { app, address } = visit
  const signedIn = await finishSignIn(app, { ticket, code, address, device: cookies.device.read(visit) })
  if (signedIn.ok) return await enter(visit, signedIn.value, next, kept)
  const { refusal } = signedIn
  if (refusal.code === 'wrong' || refusal.code === 'crowded')
    return await asking(visit, signInForm(visit, '', next, kept), SAID.late)
  const said = refusal.code === 'throttled' ? throttled(refusal) : SAID[refusal.code]
  return await asking(visit, codeForm(visit, ticket, next, kept), said)
})

async function enter(visit: OpenVisit, signedIn: SignedIn, next: string, kept: KeptForm | null): Promise<Response> {
  const before = cookies.session.read(visit)
  if (before !== null && visit.user !== null) await signOut(visit.app, before)
  cookies.signInBrowser(visit, signedIn, visit.app.random)
  return kept === null ? goTo(visit, next) : await bringBack(visit, signedIn, kept, next)
}

const TO_PROVIDER = z.object({ next: AFTERWARDS.next, invite: takes.text })

/** Sends a visitor to a provider, from the sign-in or from an invite. */
export const goToProvider = form(TO_PROVIDER, async (visit: OpenVisit, { next, invite }) => {
  const provider = providerOf(visit)
  if (provider === null) return await notFoundPage(visit)
  const purpose = invite === '' ? { next } : { next: '/admin/first', invite }
  return await leaveFor(visit, provider, purpose, signInForm(visit, '', next))
})

/** Where a provider sends visitors back to: signs them in, or links the account to whoever asked for that. */
export async function comeFromProvider(visit: OpenVisit): Promise<Response> {
  const { app, address, url } = visit
  const provider = providerOf(visit)
  if (provider === null) return await notFoundPage(visit)
  const errand = takeErrand(app, provider, cookies.errand.read(visit), url.searchParams.get('state'))
  cookies.errand.put(visit, null)
  const refused = (refusal: Refusal) => {
    const body = visit.user === null ? signInForm(visit, '', '') : html`<p><a href="/admin/profile">Profile</a></p>`
    return asking(visit, body, answerTo(refusal))
  }
  const { linksFor, invite = null, next = '' } = errand ?? {}
  if (errand === null || (linksFor !== null && linksFor !== visit.user?.id))
    return await refused({ code: 'foreign_errand' })
  const told = await provider.finish(url.searchParams, errand.proof, returnAddress(visit, provider))
  if (!told.ok) return await refused(told.refusal)
  if (linksFor !== null && visit.actor !== null) {
    const linked = await linkAccount(app, visit.actor, provider, told.value)
    return linked.ok ? goTo(visit, '/admin/profile', 'linked') : await refused(linked.refusal)
  }
  const uninvited = visit.site.signIns.joining === 'anybody' ? 'translator' : null
  const signedIn = await signInLinked(app, provider, told.value, { address, invite, uninvited })
  if (!signedIn.ok) {
    const { refusal } = signedIn
    if (refusal.code !== 'throttled') return await refused(refusal)
    return await asking(visit, signInForm(visit, '', next), throttled(refusal))
  }
  return 'ticket' in signedIn.value
    ? await asking(visit, codeForm(visit, signedIn.value.ticket, next, null))
    : await enter(visit, signedIn.value, next, null)
}

/** Shows the form that was refused before the sign-in, to be sent again. */
function bringBack(visit: OpenVisit, { user, secret }: SignedIn, kept: KeptForm, from: string): Promise<Response> {
  const signedIn: OpenVisit = { ...visit, user, actor: named(user), token: cookies.tokenOf(secret, visit.app.random) }
  const back =
    from === '/admin/' ? '' : html`<p class="links"><a href="${from}">Open the page where you wrote it</a></p>`
  const body = html`<h1>You are signed in again</h1>
<p>Here is what you wrote; it has not been saved yet.</p>
${keptSection(signedIn, kept)}${back}`
  return page(signedIn, { title: say`Signed in`, body })
}

/** Asks a signed-out visitor to sign in. What they typed comes back afterwards. */
export function askToSignIn(method: 'GET' | 'POST', visit: OpenVisit): Response | Promise<Response> {
  if (method === 'GET') {
    const next = `${visit.url.pathname}${visit.url.search}`
    return goTo(visit, next === '/admin/' ? '/admin/sign-in' : `/admin/sign-in?next=${encodeURIComponent(next)}`)
  }
  return asking(visit, signInForm(visit, '', pageBefore(visit), keptForm(visit)), {
    status: 403,
    error: 'you are signed out, so nothing was done; sign in and try again',
  })
}

export async function signOutPost(visit: Visit): Promise<Response> {
  const secret = cookies.session.read(visit)
  if (secret !== null && !(await signOut(visit.app, secret))) {
    return await page(visit, { title: say`Sign out`, ...SAID.busy, body: html`` })
  }
  cookies.session.put(visit, null)
  return goTo(visit, '/admin/sign-in', 'signed-out')
}
