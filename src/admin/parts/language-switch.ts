// Which language the site answers a visit in, and how to choose another: buttons for visitors, a field on the profile.
import { readLanguage } from '../cookies.ts'
import { type Html, html } from '../html.ts'
import { findLanguage, LANGUAGES, languageOfHeader } from '../language/known-languages.ts'
import { type Language, languageNow } from '../language/language.ts'
import type { OpenVisit } from '../visit.ts'

/** What the person chose, else this browser, else what it asks for. */
export const languageOf = ({ c, user, isSecure }: OpenVisit): Language =>
  findLanguage(user?.language ?? readLanguage(c, isSecure) ?? '') ??
  languageOfHeader(c.req.header('accept-language') ?? '')

/** The page to come back to: this one, or after a form the one that has it. */
const pageOf = ({ c, url, form }: OpenVisit): string => {
  if (c.req.method === 'GET') return `${url.pathname}${url.search}`
  const code = form.get('code')
  return code === null ? '/admin/sign-in' : `/admin/setup?${new URLSearchParams({ code }).toString()}`
}

/** The other languages, for somebody who has not signed in. */
export const languageSwitch = (visit: OpenVisit): Html =>
  html`<form method="post" action="/admin/language" class="languages"><input type="hidden" name="csrf" value="${visit.token}"><input type="hidden" name="page" value="${pageOf(visit)}">${LANGUAGES.filter(
    (language) => language !== languageNow(),
  ).map(
    ({ tag, name }) => html`<button class="quiet" name="language" value="${tag}" lang="${tag}">${name}</button>`,
  )}</form>`
