// Inconsistent translations by kind, of all rows or those with a label (docs/consistency.md#consistency). `windrow consistency --fix`
// proposes changes in bulk.
import type { Rules } from '../../../app/rules.ts'
import {
  type Inconsistencies,
  type Inconsistency,
  readInconsistencies,
  searchFor,
  withRowsOf,
} from '../../../app/upkeep/find-inconsistencies.ts'
import { rowsOfLabel } from '../../../app/labels/read-labels.ts'
import { Turn } from '../../../base/turn.ts'
import { INCONSISTENCY_KINDS, type InconsistencyKind } from '../../../domain/vocabulary.ts'
import type { LatestRun } from '../../../app/latest-run.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { tellFinding } from '../../parts/telling.ts'
import { comesBack, titledPage } from '../../layout.ts'
import { badge, pager, select } from '../../parts/fields.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { askedLabel, labelChoice } from '../../parts/work/label-table.ts'
import { oneOf, query, type Visit, wholeNumber } from '../../visit.ts'
import { inSource, inTarget } from '../../parts/texts.ts'
import { counted, excerpt, number, time, zone } from '../../words.ts'

const perPage = 50
const rowsShownMax = 3
const variantsShownMax = 4

const KIND_WORDS: Readonly<Record<InconsistencyKind, string>> = words({
  same_source: 'one source, several translations',
  same_text: 'one translation, several sources',
  numbers: 'other numbers than the source',
  terms: 'glossary terms missing',
})
const OTHER_WORDS: Readonly<Record<InconsistencyKind, string>> = words({
  same_source: 'Translations',
  same_text: 'Sources',
  numbers: 'Translation',
  terms: 'Translation',
})

export async function consistencyPage(visit: Visit): Promise<Response> {
  const kind = oneOf(query(visit, 'kind'), INCONSISTENCY_KINDS)
  const run = await visit.site.consistency.latest()
  const body =
    run === null
      ? html`<p class="note" role="status">All translations are being compared; please come back in a moment.</p>`
      : await findings(visit, run, kind)
  return await titledPage(visit, { title: say`Consistency`, body, wide: true, headers: comesBack(run === null) })
}

async function findings(
  visit: Visit,
  { found: compared, takenAtMs, isOlder }: LatestRun<Inconsistencies>,
  kind: InconsistencyKind,
): Promise<Html> {
  const label = askedLabel(visit)
  const found = withRowsOf(compared, await rowsOfLabel(visit.app, label))
  const from = wholeNumber(query(visit, 'from')) ?? 0
  const total = found.groups[kind].length
  const shown = await readInconsistencies(visit.app, found, kind, from, perPage, new Turn(visit.user.id))
  const choices = INCONSISTENCY_KINDS.map(
    (each) => [each, `${KIND_WORDS[each]} (${number(found.groups[each].length)})`] as const,
  )
  const texts = counted(found.checked, 'text')
  return html`<form method="get" class="filters">${select('kind', say`Show`, choices, kind)}
${labelChoice(visit, label)}<button>Show</button></form>
<p class="hint">${counted(total, 'finding')}${label === null ? '' : say` with rows of this label`} among ${texts} that go into the game,
compared ${time(takenAtMs)} (${zone})${isOlder ? say`; they are being compared again` : ''}.
These are hints: open a row to propose another text.</p>
${
  shown.length === 0
    ? label === null
      ? (noGame(visit) ?? html`<p class="empty">Nothing of this kind: all texts agree. Try another kind above.</p>`)
      : html`<p class="empty">No issue of this kind for this label.</p>`
    : table(shown, kind, visit.app.rules.now())
}
${pager(visit, 'from', from + perPage < total ? from + perPage : null)}`
}

const table = (shown: readonly Inconsistency[], kind: InconsistencyKind, rules: Rules): Html =>
  html`<div class="scroll" tabindex="0"><table class="list"><thead>
<tr><th scope="col">${kind === 'same_text' ? say`Translation` : say`Source`}</th>
<th scope="col">${OTHER_WORDS[kind]}</th><th scope="col">Rows</th></tr></thead>
<tbody>${shown.map((finding) => lines(finding, rules))}</tbody></table></div>`

/** A line for each variant, the suggested one first; the first line also has the common text. */
function lines(finding: Inconsistency, rules: Rules): Html {
  const isOfSource = searchFor(finding).field === 'source'
  const isOther = ({ text }: Inconsistency['variants'][number]): number => Number(text !== finding.suggestion)
  const variants = finding.variants.toSorted((a, b) => isOther(a) - isOther(b)).slice(0, variantsShownMax)
  const hidden = finding.variants.length - variants.length
  return html`${variants.map(
    ({ text, rows }, i) =>
      html`<tr>${
        i === 0 ? commonCell(finding, variants.length, hidden, isOfSource ? inSource(rules) : inTarget(rules)) : ''
      }<td dir="auto" translate="no"${isOfSource ? inTarget(rules) : inSource(rules)}>${excerpt(text)} ${
        text === finding.suggestion && badge('approved', say`suggested`, say`used in most rows, approved ones first`)
      }</td><td>${rows.slice(0, rowsShownMax).map(({ rowId }) => rowLink(rowId))}${
        rows.length > rowsShownMax ? html`<span class="hint">and ${number(rows.length - rowsShownMax)} more</span>` : ''
      }</td></tr>\n`,
  )}`
}

function commonCell(finding: Inconsistency, height: number, hidden: number, lang: Html): Html {
  const { text, field } = searchFor(finding)
  const all = `/admin/rows?${new URLSearchParams({ q: text, in: field }).toString()}`
  return html`<td dir="auto" translate="no"${lang} rowspan="${height}">${excerpt(finding.common)} ${
    finding.fault === null
      ? html`<p class="hint"><a href="${all}">Find all these rows</a>${hidden > 0 ? say`; ${hidden} more ways` : ''}</p>`
      : html`<p class="hint">${tellFinding(finding.fault)}</p>`
  }</td>`
}
