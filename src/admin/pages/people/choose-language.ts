// The language of the site: on the profile, and before signing in for this browser.
import * as z from 'zod'
import { chooseLanguage } from '../../../app/people/manage-users.ts'
import { putLanguage } from '../../cookies.ts'
import { safePath } from '../../gatekeeper.ts'
import { type Html, html } from '../../html.ts'
import { findLanguage, LANGUAGES } from '../../language/known-languages.ts'
import { say } from '../../language/say.ts'
import { page, tokenField } from '../../layout.ts'
import { selected } from '../../parts/fields.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { goTo, type OpenVisit, type Visit } from '../../visit.ts'

export const languageSection = (
  visit: Visit,
): Html => html`<section aria-labelledby="language-title"><h2 id="language-title">Language</h2>
<form method="post" action="/admin/language" class="filters">${tokenField(visit)}<input type="hidden" name="page" value="/admin/profile">
<label>Language of this site <select name="language"><option value=""${selected(visit.user.language === undefined)}>the one that the browser asks for</option>${LANGUAGES.map(
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
