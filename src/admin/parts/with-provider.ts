// Signing in with an account elsewhere: its buttons, and the page that sends a visitor on to a provider.
import { errandGoodForMs, sealErrand, throttleDeparture } from '../../app/providers/errand.ts'
import type { Provider } from '../../app/providers/provider.ts'
import { hostOf } from '../../http/own-names.ts'
import * as cookies from '../cookies.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { page, tokenField } from '../layout.ts'
import type { OpenVisit, Visit } from '../visit.ts'
import { time } from '../words.ts'
import { hidden } from './fields.ts'
import { currentPasswordField } from './new-password.ts'
import { answerTo, throttled } from './refusal-status.ts'
import { type KeptForm, sendAgain } from './refusals.ts'

/** The provider that the address names. Null: the configuration has none such. */
export const providerOf = ({ site, c }: OpenVisit): Provider | null =>
  site.signIns.providers.find(({ id }) => id === c.req.param('provider')) ?? null

/** A button for each provider, with where the visitor goes, or their invite. `kept` can't go along: its page stays beside a new tab. */
export function providerButtons(visit: OpenVisit, fields: Record<string, string>, kept: KeptForm | null = null): Html {
  const { providers } = visit.site.signIns
  if (providers.length === 0) return html``
  const apart = kept === null ? '' : html` target="_blank"`
  const buttons = providers.map(
    ({ id, title }) => html`<form method="post" action="/admin/sign-in/with/${id}" class="inline"${apart}>
${tokenField(visit)}${hidden(fields)}<button>Sign in with ${title}</button></form>`,
  )
  return html`<div class="actions">${buttons}</div>${kept === null ? '' : sendAgain(visit, kept)}`
}

/** The accounts elsewhere of the person whose page it is. */
export function linkedSection(visit: Visit): Html {
  const { providers } = visit.site.signIns
  const { linked = [] } = visit.user
  if (providers.length === 0) return html``
  const others = providers.filter(({ issuer }) => !linked.some((account) => account.issuer === issuer))
  return html`<section aria-labelledby="linked-title"><h2 id="linked-title">Other ways to sign in</h2>
${linked.map(
  ({
    issuer,
    sinceMs,
  }) => html`<details class="box"><summary>${new URL(issuer).host}, linked since ${time(sinceMs)}</summary>
<form method="post" action="/admin/profile/unlink" class="stack">${tokenField(visit)}${hidden({ issuer })}
${currentPasswordField(visit)}<button class="danger">Unlink</button></form></details>`,
)}${others.map(
  ({ id, title }) => html`<details class="box"><summary>Link ${title}</summary>
<form method="post" action="/admin/profile/link/${id}" class="stack">${tokenField(visit)}
${currentPasswordField(visit)}<button>Continue to ${title}</button></form></details>`,
)}</section>`
}

/** The only address at which a provider may send a visitor back. The site has told it to the provider beforehand. */
export function returnAddress({ site, c, isSecure }: OpenVisit, { id }: Provider): string {
  const origin = `${isSecure ? 'https' : 'http'}://${hostOf(site.config, c.req.raw)}`
  return `${site.signIns.addressOf(origin)}/admin/sign-in/from/${id}`
}

/** The host to which providers send visitors back, if the visitor is at another one, where their cookie stays. */
function hostElsewhere(visit: OpenVisit, provider: Provider): URL | null {
  const back = URL.parse(returnAddress(visit, provider))
  const here = URL.parse(`http://${hostOf(visit.site.config, visit.c.req.raw)}`)
  return back === null || back.hostname === here?.hostname ? null : back
}

const nextLengthMax = 1_000

interface Purpose {
  readonly next?: string
  readonly invite?: string | null
  readonly linksFor?: number | null
}

/**
 * Sends the visitor on by a page, because browsers hold a redirect after a form to `form-action` of the content policy. `refused`
 * is the body of the page if the provider does not answer.
 */
export async function leaveFor(
  visit: OpenVisit,
  provider: Provider,
  { next = '/admin/', invite = null, linksFor = null }: Purpose,
  refused: Html,
): Promise<Response> {
  const title = say`Sign in`
  const elsewhere = hostElsewhere(visit, provider)
  if (elsewhere !== null) {
    const path =
      invite === null
        ? `/admin/sign-in?next=${encodeURIComponent(next)}`
        : `/admin/join?code=${encodeURIComponent(invite)}`
    const body = html`<div class="narrow"><h1>Sign in</h1>
<p>${provider.title} can send you back only to ${elsewhere.host}, another name of this site. Begin there.</p>
<p class="links"><a href="${elsewhere.origin}${path}">Open ${elsewhere.host}</a></p></div>`
    return await page(visit, { title, body, headers: { 'Referrer-Policy': 'no-referrer' } })
  }
  const retryAfterSeconds = throttleDeparture(visit.app, visit.address)
  if (retryAfterSeconds > 0) return await page(visit, { title, ...throttled({ retryAfterSeconds }), body: refused })
  const begun = await provider.begin(returnAddress(visit, provider))
  if (!begun.ok) return await page(visit, { title, ...answerTo(begun.refusal), body: refused })
  const { address, proof } = begun.value
  const errand = {
    provider: provider.id,
    proof,
    untilMs: visit.app.clock.nowMs() + errandGoodForMs,
    next: next.length <= nextLengthMax ? next : '/admin/',
    invite,
    linksFor,
  }
  cookies.errand.put(visit, sealErrand(visit.app, errand))
  const body = html`<div class="narrow"><h1>Sign in</h1>
<p><a href="${address}">Continue to ${provider.title}</a></p></div>`
  return await page(visit, { title, body, headers: { Refresh: `0; url=${address}`, 'Referrer-Policy': 'no-referrer' } })
}
