// The language of a visit, and the buttons to choose another before signing in.
import { language } from '../cookies.ts'
import { type Html, html } from '../html.ts'
import { findLanguage, LANGUAGES, languageOfHeader } from '../language/known-languages.ts'
import { type Language, languageNow } from '../language/language.ts'
import type { OpenVisit } from '../visit.ts'

/** The person's choice, else this browser's, else by the browser's header. */
export const languageOf = (visit: OpenVisit): Language =>
  findLanguage(visit.user?.language ?? language.read(visit) ?? '') ??
  languageOfHeader(visit.c.req.header('accept-language') ?? '')

/** The page to return to; after a form, the page with the form. */
const pageOf = ({ c, url, form }: OpenVisit): string => {
  if (c.req.method === 'GET') return `${url.pathname}${url.search}`
  const code = form.get('code')
  return code === null ? '/admin/sign-in' : `/admin/setup?${new URLSearchParams({ code }).toString()}`
}

export const languageSwitch = (visit: OpenVisit): Html =>
  html`<form method="post" action="/admin/language" class="languages">
<input type="hidden" name="csrf" value="${visit.token}">
<input type="hidden" name="page" value="${pageOf(visit)}">${LANGUAGES.filter(
    (language) => language !== languageNow(),
  ).map(
    ({ tag, name }) => html`<button class="quiet" name="language" value="${tag}" lang="${tag}">${name}</button>`,
  )}</form>`
