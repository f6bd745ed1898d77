// A table of rows. Can be sent row by row while rows are being found.
import type { App } from '../../app/app.ts'
import { isOfAnotherGame, type Rules } from '../../app/rules.ts'
import type { WorkRow } from '../../app/work/list-work.ts'
import { type Heads, type Reference, type Row, sourceTextOf } from '../../domain/row.ts'
import { excerptAround, type Span } from '../../search/match.ts'
import type { SearchField } from '../../domain/vocabulary.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { excerpt, number } from '../words.ts'
import { badge, headBadges } from './fields.ts'
import { inSource, inTarget } from './texts.ts'
import { benchOfRow } from './work/bench-links.ts'

/** Says what the game's order is, beside every list in it. Another game's files have an order of their own. */
export const orderNote = (app: App): Html =>
  isOfAnotherGame(app)
    ? html``
    : html`<p class="hint">In the order of the game's file, which is sorted by hashed ids:
neighbours here are not neighbours in the game.</p>`

const excerptLength = 140

interface Marks {
  readonly fields: ReadonlySet<SearchField>
  spansIn(text: string): readonly Span[]
  idSpansIn(rowId: string): readonly Span[]
}

interface TableParts {
  /** The parameters of the workbench's list with these rows. */
  readonly list: URLSearchParams
  /** What to mark in the texts. Null: there was no search. */
  readonly marks?: Marks | null
  readonly rules: Rules
  /** The id of the form to which the tick boxes belong; null: there are no boxes. */
  readonly ticksOf: string | null
}

export function rowTable({ list, marks = null, rules, ticksOf }: TableParts) {
  const box = (rowId: string): Html =>
    ticksOf === null
      ? html``
      : html`<input type="checkbox" name="tick" value="${rowId}" form="${ticksOf}" aria-label="Tick ${rowId}"> `
  const withReference = marks?.fields.has('reference') === true
  const heading = (name: string): Html => html`<th scope="col">${name}</th>`
  const columns = [say`Row`, say`Source`, ...(withReference ? [say`Chinese`] : []), say`Translation`, say`State`]
  return {
    top: html`<div class="scroll" tabindex="0"><table class="list rows${withReference ? ' three' : ''}" data-list>
<thead><tr>${columns.map(heading)}</tr></thead><tbody>`,
    bottom: html`</tbody></table></div>`,
    rowOf: ({
      row,
      heads,
      reference = null,
      pendingProposals,
    }: WorkRow & { readonly reference?: Reference | null }) => {
      const source = sourceTextOf(row)
      const chinese = reference?.diff ?? reference?.main ?? ''
      const path = row.isServiceRow ? `/admin/rows/${row.rowId}` : benchOfRow(row.rowId, list)
      return html`<tr><th scope="row">${box(row.rowId)}<a href="${path}">${number(row.ordinal)}</a></th>
<td dir="auto" translate="no"${inSource(rules)}>${
        source === '' ? html`<span class="hint">empty</span>` : shown(source, 'source', marks)
      }</td>
${withReference ? html`<td dir="auto" translate="no" lang="zh">${shown(chinese, 'reference', marks)}</td>` : ''}
${translation(row, heads, marks, inTarget(rules))}${
  pendingProposals === 0 ? '' : html` ${badge('pending', say`proposed`, say`a proposal waits for a reviewer`)}`
} <code class="id">${idParts(row.rowId, marks)}</code></td></tr>\n`
    },
    /** A line about the progress of a search; it is hidden when anything follows it. */
    progress: (lookedAt: number, total: number): Html =>
      html`<tr class="progress">
<td colspan="${columns.length}" class="hint">looked at ${number(lookedAt)} of ${number(total)} rows …</td></tr>
\n`,
    /** Follows the last progress. */
    progressEnd: html`<tr hidden></tr>`,
  }
}

const part = ({ text, isHit }: { readonly text: string; readonly isHit: boolean }): Html =>
  isHit ? html`<mark>${text}</mark>` : html`${text}`

function shown(text: string, field: SearchField, marks: Marks | null): Html | string {
  if (marks === null || !marks.fields.has(field)) return excerpt(text)
  return html`${excerptAround(text, marks.spansIn(text), excerptLength).map(part)}`
}

const idParts = (rowId: string, marks: Marks | null): Html | string =>
  marks === null || !marks.fields.has('id')
    ? rowId
    : html`${excerptAround(rowId, marks.idSpansIn(rowId), rowId.length).map(part)}`

/** The cells of the translation: of the text with a hit, otherwise of the text that counts. The cell of its state is left open. */
function translation(row: Row, heads: Heads, marks: Marks | null, lang: Html): Html {
  const holdsHit = (text: string | undefined): boolean =>
    text !== undefined && marks !== null && marks.fields.has('translation') && marks.spansIn(text).length > 0
  const isMachine = heads.manual === null || (!holdsHit(heads.manual.text) && holdsHit(heads.machine?.text))
  const head = isMachine ? heads.machine : heads.manual
  if (head === null) {
    return html`<td></td><td>${row.isServiceRow ? badge('service', say`service row`) : badge('none', say`none`)}`
  }
  return html`<td dir="auto" translate="no"${lang}>${shown(head.text, 'translation', marks)}</td>
<td>${isMachine ? say`machine` : say`manual`} ${headBadges(head, row)}`
}
