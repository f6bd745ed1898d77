// The profile: account, password, API key (docs/legacy-api.md#keys), agent keys, accounts elsewhere; and its forms. A secret is shown once,
// on the answer to its form. What changes how somebody signs in asks for the password.
import * as z from 'zod'
import type { NewKey } from '../../../app/people/manage-keys.ts'
import { chooseLanguage, changePassword, crowded } from '../../../app/people/manage-users.ts'
import { readKeys, readPerson } from '../../../app/people/read-people.ts'
import { languagesThere } from '../../../app/rows/official-of-rows.ts'
import * as cookies from '../../cookies.ts'
import { form, takes, NO_FIELDS } from '../../form.ts'
import { safePath } from '../../gatekeeper.ts'
import { type Html, html } from '../../html.ts'
import { findLanguage, LANGUAGES } from '../../language/known-languages.ts'
import { say, words } from '../../language/say.ts'
import { page, titledPage, tokenField } from '../../layout.ts'
import { nameOfLanguage } from '../../parts/language-choices.ts'
import { checked, hidden, select, selected } from '../../parts/fields.ts'
import {
  accountSection,
  agentKeysSection,
  botKeySection,
  keyEditor,
  keyNamed,
  newKeyBlock,
} from '../../parts/key-forms.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { linkedSection, leaveFor, providerOf } from '../../parts/with-provider.ts'
import { goAfter, goTo, type OpenVisit, type Visit } from '../../visit.ts'
import { passwordFault } from '../../../app/people/password-rules.ts'
import { openSession, signOutEverywhere } from '../../../app/people/sessions.ts'
import { unlinkAccount } from '../../../app/providers/linked-accounts.ts'
import { refuse } from '../../../base/result.ts'
import { currentPasswordFault, PASSWORD_TWICE, passwordsDiffer } from '../../parts/new-password.ts'

const languageSection = (
  visit: Visit,
): Html => html`<section aria-labelledby="language-title"><h2 id="language-title">Language</h2>
<form method="post" action="/admin/language" class="filters">${tokenField(visit)}${hidden({ page: '/admin/profile' })}
<label>Language of this site <select name="language">
<option value=""${selected(visit.user.language === undefined)}>the language of the browser</option>${LANGUAGES.map(
  ({ tag, name }) =>
    html`<option value="${tag}" lang="${tag}"${selected(visit.user.language === tag)}>${name}</option>`,
)}</select></label><button>Save</button></form></section>`

/** Any other tag leaves the language to the browser. */
export const chooseLanguagePost = form(
  z.object({ language: takes.text, page: takes.text.transform(safePath) }),
  async (visit: OpenVisit, { language, page: next }) => {
    const tag = findLanguage(language)?.tag ?? null
    if (visit.actor === null) {
      if (tag !== null) cookies.language.put(visit, tag)
      return goTo(visit, next)
    }
    return goAfter(visit, await chooseLanguage(visit.app, visit.actor, tag), next)
  },
  (visit) => page(visit, { title: say`Language`, body: html`` }),
)

const THEMES = ['system', 'light', 'dark'] as const
const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = words({
  system: 'as the system has it',
  light: 'light',
  dark: 'dark',
})

const browserSection = (visit: Visit): Html => {
  const theme = cookies.theme.read(visit) ?? 'system'
  return html`<section aria-labelledby="browser-title"><h2 id="browser-title">In this browser</h2>
<form method="post" action="/admin/profile/browser" class="filters">${tokenField(visit)}
${select('theme', say`Light or dark`, THEME_WORDS, theme)}
<label>My goal, texts per day <input type="number" name="goal" min="1" max="${goalMax}"
value="${cookies.readGoal(visit) ?? ''}"></label>${officialField(visit)}<button>Save</button></form>
<p class="hint">Only you see it, on the workbench. Leave it empty if you want none.</p></section>`
}

function officialField(visit: Visit): Html {
  const [there, shown] = [languagesThere(visit.app), cookies.readOfficial(visit)]
  if (there.length === 0) return html``
  return html`<fieldset class="choices"><legend>Show the game's own texts also in</legend>
${there.map(
  (language) =>
    html`<label class="check"><input type="checkbox"
name="official" value="${language}"${checked(shown.includes(language))}> ${nameOfLanguage(language)}</label>`,
)}</fieldset>`
}

const goalMax = 9_999

export const chooseForBrowserPost = form(
  z.object({ theme: takes.choiceOr(THEMES), goal: takes.whole, official: takes.many }),
  (visit: Visit, { theme, goal, official }) => {
    const there = languagesThere(visit.app)
    cookies.official.put(visit, there.filter((language) => official.includes(language)).join('.') || null)
    cookies.theme.put(visit, theme === 'system' ? null : theme)
    cookies.goal.put(visit, goal === null || goal === 0 ? null : String(Math.min(goal, goalMax)))
    return goTo(visit, '/admin/profile')
  },
)

export const profilePage = (visit: Visit): Promise<Response> => profileWith(visit, null)

/** `made`: a new key, which is shown once. */
export async function profileWith(visit: Visit, made: NewKey | null): Promise<Response> {
  const { app, user } = visit
  const person = readPerson(app, user)
  const keys = readKeys(app, user.id)
  const body = html`${made === null ? '' : newKeyBlock(visit, made)}
${botKeySection(visit, keys.find(({ key }) => key.kind === 'bot') ?? null, person)}
${agentKeysSection(
  visit,
  keys.filter(({ key }) => key.kind === 'agent'),
)}
${languageSection(visit)}${browserSection(visit)}${accountSection(visit, person)}${linkedSection(visit)}`
  return await titledPage(visit, { title: say`Profile`, body })
}

export const noOwnKey = 'you have no such key'

export async function keyPage(visit: Visit): Promise<Response> {
  const view = keyNamed(visit, visit.user, 'id')
  if (view === null) return await notFoundPage(visit, noOwnKey)
  return await page(visit, { title: say`Key ${view.key.prefix}…`, body: keyEditor(visit, view) })
}

const NEW_PASSWORD = z.object({ current: takes.exact, ...PASSWORD_TWICE })

export const changeOwnPassword = form(
  NEW_PASSWORD,
  async (visit: Visit, { current: typed, ...sent }) => {
    const { app, actor, user, address } = visit
    const { password } = sent
    const fault = (await passwordFault(password, user.name)) ?? passwordsDiffer(sent)
    if (fault !== null) return refuse(fault)
    const wrong = await currentPasswordFault(visit, typed)
    if (wrong !== null) return refuse(wrong)
    const hashed = await app.passwords.hash(password)
    if (!hashed.ok) return refuse(crowded)
    const changed = await changePassword(app, actor, user.name, hashed.value)
    if (!changed.ok) return changed
    const session = await openSession(app, changed.value, address)
    if (!session.ok) return goTo(visit, '/admin/sign-in', 'password-changed')
    cookies.signInBrowser(visit, session.value, app.random)
    return goTo(visit, '/admin/profile', 'password-changed')
  },
  profilePage,
)

export const endAllSessions = form(
  NO_FIELDS,
  async (visit: Visit) => {
    const ended = await signOutEverywhere(visit.app, visit.actor)
    if (!ended.ok) return ended
    cookies.session.put(visit, null)
    return goTo(visit, '/admin/sign-in', 'signed-out-everywhere')
  },
  profilePage,
)

export const linkPost = form(
  z.object({ current: takes.exact }),
  async (visit: Visit, { current }) => {
    const provider = providerOf(visit)
    if (provider === null) return await notFoundPage(visit)
    const wrong = await currentPasswordFault(visit, current)
    if (wrong !== null) return refuse(wrong)
    const back = html`<p><a href="/admin/profile">Profile</a></p>`
    return await leaveFor(visit, provider, { next: '/admin/profile', linksFor: visit.user.id }, back)
  },
  profilePage,
)

export const unlinkPost = form(
  z.object({ current: takes.exact, issuer: takes.exact }),
  async (visit: Visit, { current, issuer }) => {
    const wrong = await currentPasswordFault(visit, current)
    if (wrong !== null) return refuse(wrong)
    return goAfter(visit, await unlinkAccount(visit.app, visit.actor, issuer), '/admin/profile', 'unlinked')
  },
  profilePage,
)
