// A person's second factor: setting it up, its recovery codes, and turning it off.
import * as z from 'zod'
import {
  loadCodes,
  renewRecoveryCodes,
  type SecondFactorRefusal,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../../../app/people/second-factor.ts'
import { forgetOwnCodes, throttleOwnCode } from '../../../app/people/sign-in.ts'
import { refuse, type Result } from '../../../base/result.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, titledPage, tokenField } from '../../layout.ts'
import { currentPasswordFault, currentPasswordField } from '../../parts/new-password.ts'
import { codeField, hidden } from '../../parts/fields.ts'
import { throttled } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { field, goTo, type Visit } from '../../visit.ts'
import { counted, time } from '../../words.ts'

const path = '/admin/profile/second-factor'

export async function secondFactorPage(visit: Visit): Promise<Response> {
  const { secondFactor } = visit.user
  const body = html`<p>Besides your password, the site asks for six digits that an app on your phone shows, so a stolen password is not
enough. Any app for one-time codes works (TOTP).</p>
${secondFactor === undefined ? await setUp(visit) : inForce(visit, secondFactor)}`
  return await titledPage(visit, { title: say`Second factor`, body })
}

/** Keeps the secret after a mistyped code, because the app has it already. */
async function setUp(visit: Visit): Promise<Html> {
  const [codes, { renderSVG }] = await Promise.all([loadCodes(), import('uqr')])
  const sent = field(visit, 'secret')
  const secret = /^[A-Z2-7]{32}$/.test(sent) ? sent : codes.newSecret(visit.app.random)
  const address = codes.address(secret, visit.user.name)
  return html`<ol class="steps">
<li>
<p>Scan this picture with the app, or <a href="${address}">open it on this phone</a>, or type the secret:
<code>${secret.replace(/(.{4})(?!$)/g, '$1 ')}</code></p>
<div class="qr" role="img" aria-label="${say`The secret as a QR code`}">${raw(renderSVG(address, { border: 2 }))}</div></li>
<li><form method="post" action="${path}" class="stack">${tokenField(visit)}${hidden({ secret })}
${codeField(say`The six digits that the app shows`)}${currentPasswordField(visit)}
<p class="hint">This ends your other sessions.</p>
<button class="primary">Turn it on</button></form></li></ol>`
}

const inForce = (visit: Visit, { sinceMs, recovery }: NonNullable<Visit['user']['secondFactor']>): Html =>
  html`<p>It has been on since ${time(sinceMs)}. ${counted(recovery.length, 'recovery code is left', 'recovery codes are left')}.</p>
<form method="post" action="${path}/codes" class="row">
${tokenField(visit)}${codeField(say`Code`)}${currentPasswordField(visit)}<button>Make new recovery codes</button></form>
<form method="post" action="${path}/off" class="row">
${tokenField(visit)}${codeField(say`Code`)}${currentPasswordField(visit)}<button class="danger">Turn it off</button></form>`

async function showCodes(visit: Visit, codes: readonly string[]): Promise<Response> {
  const body = html`<h1>Second factor</h1>
<section class="secret" aria-labelledby="codes-title"><h2 id="codes-title">Your recovery codes</h2>
<p>Write them down now: they are shown only once. Each signs you in once without the app, if you lose the phone.</p>
<pre class="copyable" id="recovery">${codes.join('\n')}</pre>
<p><button type="button" class="primary" data-copy="recovery" hidden>Copy</button> <a href="/admin/">I have them</a></p></section>`
  return await page(visit, { title: say`Recovery codes`, body })
}

const FIELDS = z.object({ code: takes.text, secret: takes.text, current: takes.exact })

/** Asks for the password too, and counts both: a session that was left open, or stolen, must not lock its owner out. */
const withCode = <T>(
  act: (
    visit: Visit,
    sent: z.output<typeof FIELDS> & { readonly atMs: number },
  ) => Promise<Result<T, SecondFactorRefusal>>,
  done: (visit: Visit, value: T) => Response | Promise<Response>,
) =>
  form(
    FIELDS,
    async (visit: Visit, sent) => {
      const retryAfterSeconds = throttleOwnCode(visit.app, visit.user.id)
      if (retryAfterSeconds > 0) return refuse(throttled({ retryAfterSeconds }))
      const atMs = visit.app.clock.nowMs()
      const wrong = await currentPasswordFault(visit, sent.current)
      if (wrong !== null) return refuse(wrong)
      const acted = await act(visit, { ...sent, atMs })
      if (!acted.ok) return acted
      forgetOwnCodes(visit.app, visit.user.id)
      return await done(visit, acted.value)
    },
    secondFactorPage,
  )

export const turnOnPost = withCode(({ app, actor }, sent) => turnOnSecondFactor(app, actor, sent), showCodes)

export const renewCodesPost = withCode(({ app, actor }, sent) => renewRecoveryCodes(app, actor, sent), showCodes)

export const turnOffPost = withCode(
  ({ app, actor }, sent) => turnOffSecondFactor(app, actor, sent),
  (visit) => goTo(visit, '/admin/profile', 'second-factor-off'),
)
