// How the texts translate a term, each share with a link to its rows on the workbench.
import type { GlossaryEntry } from '../../../domain/checks/glossary/glossary.ts'
import type { TermTally } from '../../../domain/reports/tally.ts'
import { ALL_WORK, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { counted } from '../../words.ts'
import { rowsPath } from './work-numbers.ts'

const bench = (term: string, asked: Partial<WorkFilter>): string =>
  rowsPath({ ...ALL_WORK, layer: 'leading', term, ...asked }, '/admin/bench')

/** Rows whose text has these words for the term. */
export const benchWith = (term: string, has: string): string => bench(term, { has })

/** Rows whose text has other words for the term. */
export const benchWithout = (term: string, lacks: string): string => bench(term, { lacks })

/** `tally`: undefined for a term that no text's source has. */
export function termShares({ source, forms, doNotTranslate }: GlossaryEntry, tally: TermTally | undefined): Html {
  if (forms.length === 0 && !doNotTranslate) return html``
  if (tally === undefined) return html`<span class="hint">not translated</span>`
  const accepted = doNotTranslate ? [...forms, source] : forms
  const share = (texts: number, asked: Partial<WorkFilter>): Html =>
    html`<a href="${bench(source, asked)}">${counted(texts, 'row')}</a> <span class="hint">${Math.round((100 * texts) / tally.texts)} %</span>`
  const line = (form: string, at: number): Html =>
    html`<li><bdi>${form}</bdi> ${share(tally.forms[at] ?? 0, { has: form })}</li>`
  const without = tally.without === 0 ? '' : html`<li>otherwise: ${share(tally.without, { findings: 'terms' })}</li>`
  return html`<ul class="plain">${accepted.map(line)}${without}</ul>`
}
