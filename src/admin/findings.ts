// What the gate says of a text, as a list: the same on the pages of rows and proposals and in the live answer.
import { html } from 'hono/html'
import type { Finding } from '../domain/finding.ts'
import type { GateResult } from '../domain/decide-write.ts'
import type { Html } from './layout.ts'

const item = ({ rule, message, severity }: Finding): Html =>
  html`<li class="${severity}"><span class="badge ${severity}">${severity}</span> ${message} <code>${rule}</code></li>`

/** All findings, errors first; a good text gets a line that says so. */
export function findingsList({ errors, warnings }: GateResult): Html {
  if (errors.length + warnings.length === 0)
    return html`<p class="fine"><span aria-hidden="true">✓</span> The checks find nothing.</p>`
  return html`<ul class="findings">${[...errors, ...warnings].map(item)}</ul>`
}
