// The set-up link (docs/people.md#set-up-link): the super admin's password, and the game's language.
import { named } from '../../../app/actor.ts'
import { completeSetup } from '../../../app/people/complete-setup.ts'
import { checkSetupCode } from '../../../app/people/setup-link.ts'
import { throttleSetup } from '../../../app/people/sign-in.ts'
import { sentenceFor } from '../../../app/refusal-sentences.ts'
import { changeSetting } from '../../../app/upkeep/change-settings.ts'
import { isEmptyStore } from '../../../app/upkeep/set-up-sample.ts'
import type { User } from '../../../domain/people.ts'
import { type Html, html } from '../../html.ts'
import { tagsOfHeader } from '../../language/known-languages.ts'
import { say } from '../../language/say.ts'
import { select } from '../../parts/fields.ts'
import { LANGUAGES_OF_GAMES, languageChoices } from '../../parts/language-choices.ts'
import { field, type OpenVisit } from '../../visit.ts'
import { nameField, oneTimeLink } from './one-time-link.ts'

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

const setup = oneTimeLink({
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

export const setupPage = setup.show
export const finishSetup = setup.accept
