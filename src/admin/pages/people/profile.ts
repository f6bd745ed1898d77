// The profile: account, password, API key (docs/legacy-api.md#keys), agent keys. A secret is shown once, on the answer to its form.
import * as z from 'zod'
import {
  activateKey,
  adjustKey,
  createKey,
  deactivateKey,
  type KeyRefusal,
  type NewKey,
  regenerateKey,
  revokeKey,
} from '../../../app/people/manage-keys.ts'
import { chooseLanguage } from '../../../app/people/manage-users.ts'
import { readKeys, readPerson } from '../../../app/people/read-people.ts'
import { languagesThere } from '../../../app/rows/official-of-rows.ts'
import type { Result } from '../../../base/result.ts'
import type { KeyKind } from '../../../domain/vocabulary.ts'
import {
  putGoal,
  putLanguage,
  putOfficial,
  putTheme,
  readGoal,
  readOfficial,
  readTheme,
  type Theme,
} from '../../cookies.ts'
import { form, takes } from '../../form.ts'
import { safePath } from '../../gatekeeper.ts'
import { type Html, html } from '../../html.ts'
import { findLanguage, LANGUAGES } from '../../language/known-languages.ts'
import { say, words } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { nameOfLanguage } from '../../official-texts.ts'
import { checked, hidden, selected } from '../../parts/fields.ts'
import {
  accountSection,
  agentKeysSection,
  botKeySection,
  KEY_FORM,
  keyEditor,
  type KeysSaid,
  newKeyBlock,
} from '../../parts/key-forms.ts'
import { answerTo, type FormRefusal, saidOf, statusOf } from '../../parts/refusal-status.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { linkedSection } from '../../parts/with-provider.ts'
import { goTo, type OpenVisit, type Visit, wholeNumber } from '../../visit.ts'

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
      if (tag !== null) putLanguage(visit.c, tag, visit.isSecure)
      return goTo(visit, next)
    }
    const chosen = await chooseLanguage(visit.app, visit.actor, tag)
    if (chosen.ok) return goTo(visit, next)
    return await page(visit, {
      title: say`Language`,
      ...answerTo(chosen.refusal),
      body: html``,
    })
  },
)

const THEMES = ['system', 'light', 'dark'] as const
const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = words({
  system: 'as the system has it',
  light: 'light',
  dark: 'dark',
})

const browserSection = (visit: Visit): Html => {
  const theme = readTheme(visit.c, visit.isSecure) ?? 'system'
  return html`<section aria-labelledby="browser-title"><h2 id="browser-title">In this browser</h2>
<form method="post" action="/admin/profile/browser" class="filters">${tokenField(visit)}
<label>Light or dark <select name="theme">${THEMES.map(
    (each) => html`<option value="${each}"${selected(each === theme)}>${THEME_WORDS[each]}</option>`,
  )}</select></label>
<label>My goal, texts per day <input type="number" name="goal" min="1" max="${goalMax}"
value="${readGoal(visit.c, visit.isSecure) ?? ''}"></label>${officialField(visit)}<button>Save</button></form>
<p class="hint">Only you see it, on the workbench. Leave it empty if you want none.</p></section>`
}

function officialField(visit: Visit): Html {
  const [there, shown] = [languagesThere(visit.app), readOfficial(visit.c, visit.isSecure)]
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
    putOfficial(
      visit.c,
      there.filter((language) => official.includes(language)),
      visit.isSecure,
    )
    putTheme(visit.c, theme === 'system' ? null : (theme satisfies Theme), visit.isSecure)
    putGoal(visit.c, goal === null || goal === 0 ? null : Math.min(goal, goalMax), visit.isSecure)
    return goTo(visit, '/admin/profile')
  },
)

export async function profileWith(
  visit: Visit,
  { error, status = 200, headers = {}, made }: KeysSaid = {},
): Promise<Response> {
  const { app, user } = visit
  const person = readPerson(app, user)
  const keys = readKeys(app, user.id)
  const body = html`<h1>Profile</h1>
${made === undefined ? '' : newKeyBlock(visit, made)}
${botKeySection(visit, keys.find(({ key }) => key.kind === 'bot') ?? null, person)}
${agentKeysSection(
  visit,
  keys.filter(({ key }) => key.kind === 'agent'),
)}
${languageSection(visit)}${browserSection(visit)}${accountSection(visit, person)}${linkedSection(visit)}`
  return await page(visit, { title: say`Profile`, body, status, error: error ?? null, headers })
}

export const profilePage = (visit: Visit): Promise<Response> => profileWith(visit)

const refused = (visit: Visit, refusal: KeyRefusal | FormRefusal): Promise<Response> =>
  profileWith(visit, answerTo(refusal))

const showNew = async (visit: Visit, made: Result<NewKey, KeyRefusal | FormRefusal>): Promise<Response> =>
  made.ok ? await profileWith(visit, { made: made.value }) : await refused(visit, made.refusal)

const creating = (kind: KeyKind) =>
  form(
    KEY_FORM,
    async (visit: Visit, { once, change }) => {
      const { app, actor, user, site } = visit
      const rights = kind === 'agent' ? change : { grants: [], denies: [], requestsPerMinute: null }
      const request = { name: change.name, ...rights, userName: user.name, kind, secret: null }
      return await showNew(visit, await site.spentForms.once(once, () => createKey(app, actor, request)))
    },
    (visit, error) => profileWith(visit, { error, status: 422 }),
  )

export const createBotKey = creating('bot')
export const createAgentKey = creating('agent')

/** The key that the address names. Null: there is none, or it is another person's. */
function ownKey(visit: Visit) {
  const id = wholeNumber(visit.c.req.param('id') ?? '')
  return readKeys(visit.app, visit.user.id).find(({ key }) => key.id === id) ?? null
}

const noKey = (visit: Visit): Promise<Response> => notFoundPage(visit, 'you have no such key')

async function keyPageWith(
  visit: Visit,
  error: string | null,
  status: NonNullable<PageParts['status']>,
): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  return await page(visit, { title: say`Key ${view.key.prefix}…`, body: keyEditor(visit, view), error, status })
}

export const keyPage = (visit: Visit): Promise<Response> => keyPageWith(visit, null, 200)

export const changeKeyPost = form(
  KEY_FORM,
  async (visit: Visit, { change }) => {
    const view = ownKey(visit)
    if (view === null) return await noKey(visit)
    const changed = await adjustKey(visit.app, visit.actor, String(view.key.id), () => change)
    if (!changed.ok) return await keyPageWith(visit, saidOf(changed.refusal), statusOf(changed.refusal))
    return goTo(visit, `/admin/profile/keys/${view.key.id}`, 'key-changed')
  },
  (visit, error) => keyPageWith(visit, error, 422),
)

export const renewKey = form(z.object({ once: takes.text }), async (visit: Visit, { once }) => {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const { app, actor, site } = visit
  const renew = () => regenerateKey(app, actor, String(view.key.id))
  return await showNew(visit, await site.spentForms.once(once, renew))
})

export const switchKey = form(z.object({ to: takes.exact }), async (visit: Visit, { to }) => {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const isOn = to === 'active'
  const changed = await (isOn ? activateKey : deactivateKey)(visit.app, visit.actor, String(view.key.id))
  if (!changed.ok) return await refused(visit, changed.refusal)
  return goTo(visit, '/admin/profile', isOn ? 'key-activated' : 'key-deactivated')
})

export async function removeKey(visit: Visit): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const removed = await revokeKey(visit.app, visit.actor, String(view.key.id))
  if (!removed.ok) return await refused(visit, removed.refusal)
  return goTo(visit, '/admin/profile', view.key.kind === 'bot' ? 'key-deleted' : 'key-revoked')
}
