// Pages of refusals: not allowed, not found, a fault. Each gives the next step and the typed text.
import { z } from 'zod'
import { turnRetryAfterSeconds } from '../../base/turn.ts'
import { formFieldsMax } from '../../http/form-body.ts'
import { lookAtJson } from '../../http/json-parts.ts'
import { pageBefore } from '../gatekeeper.ts'
import { type Html, html } from '../html.ts'
import { say, told, words } from '../language/say.ts'
import { page, sentence, tokenField } from '../layout.ts'
import type { OpenVisit, Said } from '../visit.ts'
import { hidden } from './fields.ts'

export interface KeptForm {
  /** The path of the form on the site. */
  readonly path: string
  readonly fields: readonly (readonly [string, string])[]
}

/** Fields of texts. */
const TYPED: Readonly<Record<string, string>> = words({
  text: 'Your text',
  reason: 'Your reason',
  comment: 'Your comment',
  forms: 'Accepted forms',
  list: 'Your list',
  note: 'Your note',
  translation: 'Translation',
  label: 'Label',
  patterns: 'Patterns, one per line',
  rules: 'Rules, one per line; the first that matches a row decides',
  notes: 'What is new, for players',
  why: 'The reason, for players',
})
const SECRET = /^(csrf|password|again|current|code|kept)$/

const shape = z.object({
  path: z.string().regex(/^\/admin\/[\w\-./?=&%+]*$/),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** Each field is a list of two strings. */
const limits = { depthMax: 4, partsMax: 6 * formFieldsMax }

/**
 * Text from a refused form: shown again on the refusal, and after signing in, with a button to send it again. Secret
 * fields are left out. One field of the sign-in form carries all fields, so the server keeps nothing. Null: nothing was
 * typed.
 */
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
  html`${hidden({ kept: JSON.stringify(kept) })}${kept.fields
    .filter(([name, value]) => Object.hasOwn(TYPED, name) && value !== '')
    .map(([name, value]) => html`<label>${TYPED[name]} ${area(value, html` readonly`)}</label>`)}
<p class="hint">It is not lost: it will be back after you sign in.</p>`

const area = (value: string, how: Html): Html => html`<textarea rows="5" dir="auto"${how}>
${value}</textarea>`

export const keptSection = (visit: OpenVisit, { path, fields }: KeptForm): Html =>
  html`<section class="kept" aria-labelledby="kept-title"><h2 id="kept-title">What you wrote</h2>
<form method="post" action="${path}" class="stack">${tokenField(visit)}
${fields.map(([name, value]) =>
  Object.hasOwn(TYPED, name)
    ? html`<label>${TYPED[name]} ${area(value, html` name="${name}"`)}</label>`
    : hidden({ [name]: value }),
)}
<div class="actions"><button class="primary">Send it again</button></div></form></section>`

/** Sends the form as it is, once its writer has signed in in another tab. */
export const sendAgain = (visit: OpenVisit, { path, fields }: KeptForm): Html =>
  html`<p class="hint">These open a new tab. Sign in there, then come back here and send your form again.</p>
<form method="post" action="${path}" class="inline">
${tokenField(visit)}${fields.map(([name, value]) => hidden({ [name]: value }))}<button>Send it again</button></form>`

interface Refusal {
  readonly status: Said['status']
  readonly title: string
  readonly why: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A form that was refused leads back to its page first, where a draft holds what was typed. */
function ways(visit: OpenVisit): Html {
  const before = visit.c.req.method === 'POST' ? pageBefore(visit) : '/admin/'
  return html`<p class="links">${
    before === '/admin/' ? '' : html`<a href="${before}">Back to the form</a> `
  }<a href="/admin/">Overview</a> <a href="/admin/rows">Rows</a> <a href="/admin/glossary">Glossary</a></p>`
}

function sayNo(visit: OpenVisit, { status, title, why, headers = {} }: Refusal): Promise<Response> {
  const kept = visit.user === null ? null : keptForm(visit)
  const back = visit.user === null ? html`<p class="links"><a href="/admin/sign-in">Sign in</a></p>` : ways(visit)
  const body: Html = html`<div class="stop"><p class="code" aria-hidden="true">${status}</p><h1>${title}</h1>
<p class="lead" role="alert">${sentence(why)}</p>${back}</div>
${kept === null ? '' : keptSection(visit, kept)}`
  return page(visit, { title, status, error: null, body, headers })
}

export const refusedPage = (visit: OpenVisit, why: string): Promise<Response> =>
  sayNo(visit, { status: 403, title: say`Not allowed`, why })

/** The page for the refusal of a small form, whose own page has no place for the reason. */
export const changeRefusedPage = (visit: OpenVisit, { error: why, ...how }: Said): Promise<Response> =>
  sayNo(visit, { title: say`Nothing was changed`, why, ...how })

/** The token of the form belongs to another session, for example one from before a sign-in. */
export const oldFormPage = (visit: OpenVisit): Promise<Response> =>
  sayNo(visit, {
    status: 403,
    title: say`This form has expired`,
    why: 'you signed in or out since it was opened, so nothing was done; look at it again and send it once more',
  })

export const notFoundPage = (visit: OpenVisit, what = 'there is no such page'): Promise<Response> =>
  sayNo(visit, { status: 404, title: say`Not found`, why: what })

export const noRowPage = (visit: OpenVisit): Promise<Response> =>
  notFoundPage(visit, 'there is no such row in the game now')

/** The page that asks the visitor to wait. `why` is shown with the seconds. */
export const waitPage = (visit: OpenVisit, why: string, waitMs: number, status: 429 | 503 = 429): Promise<Response> => {
  const seconds = Math.ceil(waitMs / 1000)
  const headers = { 'Retry-After': String(seconds) }
  return sayNo(visit, { status, title: say`Please wait`, why: say`${told(why)}; try again in ${seconds} s`, headers })
}

export const noTurnPage = (visit: OpenVisit): Promise<Response> =>
  waitPage(visit, 'windrow is too busy to answer in time', turnRetryAfterSeconds * 1000, 503)

export const errorPage = (visit: OpenVisit): Promise<Response> =>
  sayNo(visit, {
    status: 500,
    title: say`Something broke`,
    why: 'windrow has a fault that is not yours; try again later. The log says more',
  })

export const notAFormPage = (visit: OpenVisit): Promise<Response> =>
  sayNo(visit, {
    status: 400,
    title: say`Not understood`,
    why: 'the form was too large or too slow, was interrupted, or was not sent by this site',
  })

export const tooLargePage = (visit: OpenVisit, bytesMax: number): Promise<Response> =>
  sayNo(visit, {
    status: 413,
    title: say`Too large`,
    why: say`the form is larger than ${Math.floor(bytesMax / 1024)} KiB, so nothing was done; send less at a time`,
  })

export const noRoomPage = (visit: OpenVisit): Promise<Response> =>
  sayNo(visit, {
    status: 503,
    title: say`Busy`,
    why: 'windrow is handling too many forms, so nothing was done; go back and try again in a few seconds',
    headers: { 'Retry-After': '1' },
  })
