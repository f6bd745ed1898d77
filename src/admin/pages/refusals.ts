// Pages that say no: not allowed, not there, our fault.
import { html } from 'hono/html'
import { page } from '../layout.ts'
import type { OpenVisit } from '../visit.ts'

const back = html`<p><a href="/admin/">Back to the overview</a></p>`

export const refusedPage = (visit: OpenVisit, why: string): Promise<Response> =>
  page(visit, { title: 'Not allowed', status: 403, error: why, body: html`<h1>Not allowed</h1>${back}` })

export const notFoundPage = (visit: OpenVisit, what = 'there is no such page'): Promise<Response> =>
  page(visit, { title: 'Not found', status: 404, error: what, body: html`<h1>Not found</h1>${back}` })

export const errorPage = (visit: OpenVisit): Promise<Response> =>
  page(visit, {
    title: 'Fault',
    status: 500,
    error: 'windrow has a fault that is not yours; try again later. The log says more',
    body: html`<h1>Something broke</h1>${back}`,
  })

export const notAFormPage = (visit: OpenVisit): Promise<Response> =>
  page(visit, {
    title: 'Not understood',
    status: 400,
    error: 'the form was too large, broke off, or was sent in another way than this site sends it',
    body: html`<h1>Not understood</h1>${back}`,
  })
