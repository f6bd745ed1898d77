// A link that lets its visitor choose a password and signs them in: an invite, or the set-up. GET changes only the count of
// attempts and sends no referrer.
import * as z from 'zod'
import type { App } from '../../../app/app.ts'
import { deviceCookie } from '../../../app/people/sign-in.ts'
import { openSession } from '../../../app/people/sessions.ts'
import { passwordLengthMin } from '../../../app/people/password-rules.ts'
import type { Refusal } from '../../../app/refusal.ts'
import type { Result } from '../../../base/result.ts'
import type { User } from '../../../domain/people.ts'
import { putDevice, putSessionSecret } from '../../cookies.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { PASSWORD_TWICE, passwordsDiffer, passwordTwice } from '../../parts/new-password.ts'
import { answerTo, type FormRefusal, retryHeaders, throttled } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { goTo, type OpenVisit, query } from '../../visit.ts'
import { hidden } from '../../parts/fields.ts'

type Next = readonly [path: string, note?: string]

interface OneTimeLink<T> {
  readonly path: string
  readonly title: () => string
  /** Finds what the link is for. Null: its code is invalid or expired. */
  readonly find: (app: App, code: string) => T | null
  /** Counts an invalid code; returns the seconds to wait, or 0. */
  readonly throttle: (app: App, address: string) => number
  readonly dead: () => { readonly error: string; readonly body: Html }
  readonly form: (visit: OpenVisit, found: T) => FormParts
  /** False: a form from outside the page may omit the second password. */
  readonly needsBoth: boolean
  readonly take: (visit: OpenVisit, sent: Sent) => Promise<Result<User, Refusal>>
  readonly next: (app: App) => Next
  /** The page to go to if no session could be opened. */
  readonly nextUnsigned: Next
}

interface FormParts {
  readonly heading: Html
  readonly name: Html
  readonly more: Html
  readonly button: string
  /** What stands below the form. */
  readonly below?: Html
  /** What stands beside the form, on a wide page. */
  readonly beside?: Html
}

const FIELDS = z.object({
  code: takes.text,
  name: takes.text,
  ...PASSWORD_TWICE,
  language: takes.text,
})

type Sent = z.output<typeof FIELDS>

export const nameField = (value: string, isFixed: boolean): Html =>
  html`<label>Name <input name="name" value="${value}" autocomplete="username" required
maxlength="64"${isFixed ? html` readonly` : ''}></label>`

const linkForm = (
  visit: OpenVisit,
  path: string,
  code: string,
  { heading, name, more, button, beside, below }: FormParts,
): Html =>
  html`<div class="${beside === undefined ? '' : 'scene'}">${beside ?? ''}<div class="narrow">${heading}
<form method="post" action="${path}" class="stack">
${tokenField(visit)}${hidden({ code })}
${name}
${passwordTwice(say`The same again`)}
<p class="hint">At least ${passwordLengthMin} characters; a few words are better than one.</p>
${more}<button class="primary">${button}</button>
</form>${below ?? ''}</div></div>`

export function oneTimeLink<T>(link: OneTimeLink<T>) {
  const answer = (visit: OpenVisit, parts: Omit<PageParts, 'title'>): Promise<Response> =>
    page(visit, {
      title: link.title(),
      wide: true,
      ...parts,
      headers: { 'Referrer-Policy': 'no-referrer', ...parts.headers },
    })
  const formOf = (visit: OpenVisit, code: string, found: T): Html =>
    linkForm(visit, link.path, code, link.form(visit, found))

  /** Refuses a code. Only wrong codes are counted, so that guessing cannot block the right one. */
  async function refused(visit: OpenVisit): Promise<Response> {
    const retryAfterSeconds = link.throttle(visit.app, visit.address)
    return retryAfterSeconds > 0
      ? await answer(visit, { ...throttled({ retryAfterSeconds }), body: html`` })
      : await answer(visit, { status: 403, ...link.dead() })
  }

  return {
    show: async (visit: OpenVisit): Promise<Response> => {
      const code = query(visit, 'code')
      const found = link.find(visit.app, code)
      return found === null ? await refused(visit) : await answer(visit, { body: formOf(visit, code, found) })
    },

    accept: form(FIELDS, async (visit: OpenVisit, sent) => {
      const { app, c, isSecure } = visit
      const { code } = sent
      const found = link.find(app, code)
      if (found === null) return await refused(visit)
      const again = (refusal: Refusal | FormRefusal) =>
        answer(visit, { ...answerTo(refusal), body: formOf(visit, code, found), headers: retryHeaders(refusal) })
      const differ = link.needsBoth || sent.again !== undefined ? passwordsDiffer(sent) : null
      if (differ !== null) return await again(differ)
      const taken = await link.take(visit, sent)
      if (!taken.ok) return await again(taken.refusal)
      const session = await openSession(app, taken.value, visit.address)
      if (!session.ok) return goTo(visit, ...link.nextUnsigned)
      putSessionSecret(c, session.value.secret, isSecure)
      putDevice(c, deviceCookie(session.value.user, app.random), isSecure)
      return goTo(visit, ...link.next(app))
    }),
  }
}
