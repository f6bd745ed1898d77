// Terms on pages: a short form that proposes one, and how the texts translate one, each share with a link to its rows.
import type { GlossaryEntry } from '../../../domain/checks/glossary.ts'
import { termLengthMax } from '../../../domain/limits.ts'
import type { TermTally } from '../../../domain/tally.ts'
import { ALL_WORK, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { may, type Visit } from '../../visit.ts'
import { counted } from '../../words.ts'
import { rowsPath } from './work-numbers.ts'
import { hidden } from '../fields.ts'

interface Offered {
  /** The term; '': the person types it. */
  readonly source: string
  readonly translation: string
  /** The row in which the term stands; null if the form is not about one row. */
  readonly rowId: string | null
  /** The page that the form returns to. */
  readonly back: string
}

/** A short form that proposes a term; one who may change the glossary adds it with it. */
export const termOffer = (visit: Visit, { source, translation, rowId, back }: Offered): Html =>
  html`<form method="post" action="/admin/suggestions" class="${source === '' ? 'stack' : 'actions'}" hx-boost="false">
${tokenField(visit)}${hidden({ back })}${rowId === null ? '' : hidden({ row: rowId })}
${
  source === ''
    ? html`<label>Term in the source <input name="source" required maxlength="${termLengthMax}"></label>
<label>Its translation <input name="forms" dir="auto" value="${translation}" required maxlength="${termLengthMax}"></label>`
    : html`${hidden({ source })}<label><span class="hidden">Translation of ${source}</span><input
name="forms" dir="auto" value="${translation}" required maxlength="${termLengthMax}"></label>`
}
<button>${may(visit, 'manage_settings') ? say`Add to the glossary` : say`Propose the term`}</button></form>`

const bench = (term: string, asked: Partial<WorkFilter>): string =>
  rowsPath({ ...ALL_WORK, layer: 'leading', term, ...asked }, '/admin/bench')

/** Rows whose text has these words for the term. */
export const benchWith = (term: string, has: string): string => bench(term, { has })

/** Rows whose text has other words for the term. */
export const benchWithout = (term: string, lacks: string): string => bench(term, { lacks })

/**
 * How the texts translate a term, each share with a link to its rows on the workbench. `tally`: undefined for a term
 * that no text's source has.
 */
export function termShares({ source, forms, doNotTranslate }: GlossaryEntry, tally: TermTally | undefined): Html {
  if (forms.length === 0 && !doNotTranslate) return html``
  if (tally === undefined) return html`<span class="hint">not translated</span>`
  const accepted = doNotTranslate ? [...forms, source] : forms
  const share = (texts: number, asked: Partial<WorkFilter>): Html =>
    html`<a href="${bench(source, asked)}">${counted(texts, 'row')}</a>
<span class="hint">${Math.round((100 * texts) / tally.texts)} %</span>`
  const line = (form: string, at: number): Html =>
    html`<li><bdi>${form}</bdi> ${share(tally.forms[at] ?? 0, { has: form })}</li>`
  const without = tally.without === 0 ? '' : html`<li>otherwise: ${share(tally.without, { findings: 'terms' })}</li>`
  return html`<ul class="plain">${accepted.map(line)}${without}</ul>`
}
