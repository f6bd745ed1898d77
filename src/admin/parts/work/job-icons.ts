// A sign for each job of the workbench, drawn in the colour of its line (site.css).
import type { Job } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'

const LINES: Readonly<Record<Job, string>> = {
  untranslated: 'M3 13l1-4 7-7 3 3-7 7z',
  stale: 'M8 2a6 6 0 1 0 .1 0M8 5v3.5l2.5 1.5',
  drafts: 'M3 5h10v8H3zM8 5V2M6 8.5v1M10 8.5v1',
  proposals: 'M2 3h12v8H7l-3 3v-3H2z',
  invalid: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.3v.4',
  rejected: 'M8 2a6 6 0 1 0 .1 0M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
}

export const jobIcon = (job: Job): Html =>
  html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${LINES[job]}"/></svg>`
