// Text from a refused form: shown again on the refusal, and after signing in, with a button to send it again. Secret
// fields are left out. One field of the sign-in form carries all fields, so the server keeps nothing.
import { z } from 'zod'
import { formFieldsMax } from '../../http/form-body.ts'
import { lookAtJson } from '../../http/json-parts.ts'
import { type Html, html } from '../html.ts'
import { words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import type { OpenVisit } from '../visit.ts'

export interface KeptForm {
  /** Where the form goes on the site. */
  readonly path: string
  readonly fields: readonly (readonly [string, string])[]
}

/** Fields of long texts. */
const TYPED: Readonly<Record<string, string>> = words({
  text: 'Your text',
  reason: 'Your reason',
  comment: 'Your comment',
  forms: 'Accepted forms',
  list: 'Your list',
  note: 'Your note',
})
const SECRET = /^(csrf|password|again|current|code|kept)$/

const shape = z.object({
  path: z.string().regex(/^\/admin\/[\w\-./?=&%+]*$/),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** Each field is a list of two strings. */
const limits = { depthMax: 4, partsMax: 6 * formFieldsMax }

/** Null: nothing was typed. */
export function keptForm({ c, url, form }: OpenVisit): KeptForm | null {
  const fields = [...form].filter(([name]) => !SECRET.test(name))
  const isTyped = fields.some(([name, value]) => Object.hasOwn(TYPED, name) && value.trim() !== '')
  const kept = { path: `${url.pathname}${url.search}`, fields }
  return c.req.method === 'POST' && isTyped && shape.safeParse(kept).success ? kept : null
}

/** Reads a form from the sign-in's field; null: it is none. */
export function parseKept(text: string): KeptForm | null {
  if (lookAtJson(text, limits).excess !== null) return null
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The sign-in's field, with the text to be seen and copied. */
export const keptField = (kept: KeptForm): Html =>
  html`<input type="hidden" name="kept" value="${JSON.stringify(kept)}">${kept.fields
    .filter(([name, value]) => Object.hasOwn(TYPED, name) && value !== '')
    .map(([name, value]) => html`<label>${TYPED[name]} ${area(value, html` readonly`)}</label>`)}
<p class="hint">It is not lost: it comes back when you have signed in.</p>`

const area = (value: string, how: Html): Html => html`<textarea rows="5" dir="auto"${how}>
${value}</textarea>`

export const keptSection = (visit: OpenVisit, { path, fields }: KeptForm): Html =>
  html`<section class="kept" aria-labelledby="kept-title"><h2 id="kept-title">What you wrote</h2>
<form method="post" action="${path}" class="stack">${tokenField(visit)}
${fields.map(([name, value]) =>
  Object.hasOwn(TYPED, name)
    ? html`<label>${TYPED[name]} ${area(value, html` name="${name}"`)}</label>`
    : html`<input type="hidden" name="${name}" value="${value}">`,
)}
<div class="actions"><button class="primary">Send it again</button></div></form></section>`
