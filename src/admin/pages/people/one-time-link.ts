// A link that lets its visitor choose a password and signs them in: an invite (docs/people.md#invites), or the set-up link
// (docs/people.md#set-up-link). GET changes only the count of attempts and sends no referrer.
import * as z from 'zod'
import type { App } from '../../../app/app.ts'
import { throttleInvite, throttleSetup } from '../../../app/people/sign-in.ts'
import { openSession, signOut } from '../../../app/people/sessions.ts'
import { passwordLengthMin } from '../../../app/people/password-rules.ts'
import type { Refusal } from '../../../app/refusal.ts'
import type { Result } from '../../../base/result.ts'
import type { User } from '../../../domain/people.ts'
import * as cookies from '../../cookies.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { PASSWORD_TWICE, passwordsDiffer, passwordTwice } from '../../parts/new-password.ts'
import { answerTo, type FormRefusal, throttled, saidOf } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { goTo, type OpenVisit, query, field } from '../../visit.ts'
import { hidden, select } from '../../parts/fields.ts'
import { acceptInvite, findInvite } from '../../../app/people/invites.ts'
import { providerButtons } from '../../parts/with-provider.ts'
import { ROLE_WORDS } from '../../words.ts'
import { named } from '../../../app/actor.ts'
import { completeSetup } from '../../../app/people/complete-setup.ts'
import { checkSetupCode } from '../../../app/people/setup-link.ts'
import { sentenceFor } from '../../../app/refusal-sentences.ts'
import { changeSetting } from '../../../app/upkeep/change-settings.ts'
import { isEmptyStore } from '../../../app/upkeep/set-up-sample.ts'
import { tagsOfHeader } from '../../language/known-languages.ts'
import { LANGUAGES_OF_GAMES, languageChoices } from '../../parts/language-choices.ts'

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

const FIELDS = z.object({ code: takes.text, name: takes.text, ...PASSWORD_TWICE, language: takes.text })

type Sent = z.output<typeof FIELDS>

const nameField = (value: string, isFixed: boolean): Html =>
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
      const { app } = visit
      const { code } = sent
      const found = link.find(app, code)
      if (found === null) return await refused(visit)
      const again = (refusal: Refusal | FormRefusal) =>
        answer(visit, { ...answerTo(refusal), body: formOf(visit, code, found) })
      const differ = link.needsBoth || sent.again !== undefined ? passwordsDiffer(sent) : null
      if (differ !== null) return await again(differ)
      const taken = await link.take(visit, sent)
      if (!taken.ok) return await again(taken.refusal)
      const session = await openSession(app, taken.value, visit.address)
      if (!session.ok) return goTo(visit, ...link.nextUnsigned)
      cookies.signInBrowser(visit, session.value, app.random)
      return goTo(visit, ...link.next(app))
    }),
  }
}

export const invite = oneTimeLink({
  path: '/admin/join',
  title: () => say`Join`,
  find: findInvite,
  throttle: throttleInvite,
  dead: () => ({
    error: saidOf({ code: 'dead_invite' }),
    body: html`<p><a href="/admin/sign-in">Sign in</a></p>`,
  }),
  form: (visit, { role, name }) => ({
    heading: html`<h1>Join the team</h1>
<p>You are invited as <strong>${ROLE_WORDS[role]}</strong>.
${name === null ? say`Choose a name and a password.` : say`Choose a password.`} This link works once.</p>`,
    name: nameField(name ?? field(visit, 'name'), name !== null),
    more: html``,
    below: providerButtons(visit, { invite: query(visit, 'code') || field(visit, 'code') }),
    button: say`Join`,
  }),
  needsBoth: true,
  take: async (visit, { code, name, password }) => {
    const joined = await acceptInvite(visit.app, { secret: code, name, password })
    const before = cookies.session.read(visit)
    if (joined.ok && before !== null && visit.user !== null) await signOut(visit.app, before)
    return joined
  },
  next: () => ['/admin/first', 'joined'],
  nextUnsigned: ['/admin/sign-in', 'joined'],
})

/** The preferred one in an Accept-Language header; empty: none is offered. */
function targetOfHeader(header: string): string {
  for (const asked of tagsOfHeader(header)) {
    const found =
      LANGUAGES_OF_GAMES.find((tag) => tag.toLowerCase() === asked) ??
      LANGUAGES_OF_GAMES.find((tag) => asked.startsWith(`${tag}-`))
    if (found !== undefined) return found
  }
  return ''
}

const languageField = (visit: OpenVisit): Html =>
  select(
    'language',
    say`Language you translate into`,
    [['', say`decide later`], ...languageChoices(LANGUAGES_OF_GAMES)],
    chosenLanguage(visit),
  )

/** What windrow does, in one picture. */
const picture =
  (): Html => html`<aside class="tell" aria-hidden="true"><p lang="zh" translate="no">慢慢喝。这茶比我们的争吵还老。</p>
<p class="hint">↓ windrow</p><p class="said">Drink slowly. The tea is older than our quarrel.</p>
<svg viewBox="0 0 800 200" preserveAspectRatio="none">${[0, 1, 2, 3, 4].map(
    (n) => html`<path d="M0 ${30 + n * 34}c140-60 260-60 400 0s260 56 400 0"/>`,
  )}</svg></aside>`

export const setup = oneTimeLink({
  path: '/admin/setup',
  title: () => say`Set up`,
  find: checkSetupCode,
  throttle: throttleSetup,
  dead: () => ({
    error: 'this set-up link was used, has expired, or is not the latest one',
    body: html`<p>Restart windrow: it prints a new link as long as no super admin has a password. Or set a password in the terminal
with <code>windrow user password NAME</code>. <a href="/admin/sign-in">Sign in</a></p>`,
  }),
  form: (visit, { names }) => ({
    heading: html`<h1>Your game, in your language</h1>
<p>windrow is where a team translates a game: machines draft, people decide, and the game gets its files back. Everything stays on this
computer.</p>
<p class="hint">Choose a password to begin. This link works once.</p>`,
    beside: picture(),
    name: names.length > 1 ? nameOf(names) : nameField(names[0] ?? 'owner', names.length === 1),
    more: languageField(visit),
    button: say`Go on`,
  }),
  needsBoth: false,
  take: async (visit, sent) => {
    const done = await completeSetup(visit.app, sent)
    if (done.ok) await keepLanguage(visit, done.value, sent.language)
    return done
  },
  next: (app) => [isEmptyStore(app) ? '/admin/setup/game' : '/admin/'],
  nextUnsigned: ['/admin/sign-in', 'password-changed'],
})

const nameOf = (names: readonly string[]): Html =>
  html`<label>Super admin <select name="name">${names.map((each) => html`<option>${each}</option>`)}</select></label>`

/** Chosen here or before, else the browser's first one. */
const chosenLanguage = (visit: OpenVisit): string =>
  visit.form.has('language')
    ? field(visit, 'language')
    : visit.app.rules.now().settings.target_language || targetOfHeader(visit.c.req.header('accept-language') ?? '')

async function keepLanguage({ app }: OpenVisit, user: User, language: string): Promise<void> {
  if (language === '') return
  const chosen = await changeSetting(app, named(user), 'target_language', language)
  if (!chosen.ok)
    app.log.warn('the language of the set-up was not kept', { language, why: sentenceFor('site', chosen.refusal) })
}
