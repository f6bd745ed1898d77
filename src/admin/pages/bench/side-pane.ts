// The right part of the workbench: help with the current row. Empty sections are left out.
import type { SameSourceText } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { glossaryTermsIn } from '../../../domain/checks/glossary.ts'
import { hasWaivers } from '../../../domain/decide-review.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import { isWithdrawal, type Revision, sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { officialChoice } from '../../official-texts.ts'
import { commentForm, commentList, misfitMarks } from '../../parts/comment-thread.ts'
import { badge, checked, headBadges, keyMark, statusBadge } from '../../parts/fields.ts'
import { icon, LINES } from '../../parts/icons.ts'
import { rowLabels } from '../../parts/label-forms.ts'
import { remarkBeside } from '../../parts/remark.ts'
import { aboutLine } from '../../parts/term-fields.ts'
import { type Differences, inSource, inTarget, targetBlock, targetInLine, textBlock } from '../../parts/texts.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { isNewcomer } from '../../parts/work/overview.ts'
import { termOffer } from '../../parts/work/term-offer.ts'
import { may, type Visit } from '../../visit.ts'
import { counted, excerpt, LAYER_WORDS, number, ORIGIN_WORDS, time } from '../../words.ts'
import { benchPath } from './address.ts'
import { gameBox } from './editor.ts'
import { likePlace, wordsPlace } from './like-pane.ts'
import type { Bench, Present } from './read-bench.ts'
import { section, use } from './text-pane.ts'

interface Counted {
  readonly count: number
  readonly content: Html
}
const NOTHING: Counted = { count: 0, content: html`` }

interface Tab {
  readonly name: string
  readonly label: string
  /** How much the tab has; 0: it is not drawn. */
  readonly count: number
  readonly content: Html
}

/** The text as players will see it, and tabs with what helps. A tab that has nothing is not drawn. */
export function sidePane(visit: Visit, bench: Bench, present: Present, shown: string, diffs: Differences): Html {
  const { row } = present.history
  const mayWrite = may(visit, 'propose_translation')
  const rival = rivals(visit, bench, present, diffs)
  const past = pastOf(visit, present)
  const glossary = terms(visit, present)
  const same = sameSource(visit, present)
  const isNew = isNewcomer(visit)
  const talk = commentList(visit, row, backOf(bench, present))
  const tabs: readonly Tab[] = [
    {
      name: 'like',
      label: say`Similar`,
      count: same.count,
      content: html`${same.content}${mayWrite ? likePlace(row) : ''}`,
    },
    { name: 'terms', label: say`Terms`, ...glossary },
    {
      name: 'past',
      label: say`History`,
      count: rival.count + (isNew ? 0 : past.count),
      content: html`${rival.content}${otherHeads(visit, present)}${past.content}`,
    },
    { name: 'talk', label: say`Talk`, ...talk },
  ]
  const first = rival.count > 0 ? 'past' : tabs.find(({ count }) => count > 0)?.name
  return html`<aside class="pane side-pane" aria-label="Beside it">
${row.isServiceRow ? '' : gameBox(visit, row, shown)}${remarkBeside(present.history.remark)}
<div class="beside" role="radiogroup" aria-label="Help with this text">${tabs.map(
    ({ name, label, count }) =>
      html`<label${raw(count === 0 ? ' hidden' : '')}>
<input type="radio" name="beside" value="${name}"${checked(name === first)}>${label} <b>${number(count)}</b></label>`,
  )}</div>
${tabs.map(({ name, content }) => html`<div class="tab ${name}">${content}</div>`)}
${mayWrite && !isNew ? wordsPlace(row) : ''}${mayWrite ? html`${commentForm(visit, row, backOf(bench, present))}` : ''}</aside>`
}

/** What is rarely needed: two acts on the text, labels, a new term, a mark, the row's card. */
export function rareActs(visit: Visit, bench: Bench, present: Present): Html {
  const { history, matter } = present
  const back = backOf(bench, present)
  const mayWrite = may(visit, 'propose_translation') && !history.row.isServiceRow
  const labels = rowLabels(visit, history.row, back)
  const { rowId } = history.row
  const term = termOffer(visit, { source: '', translation: '', rowId, back })
  return html`<details class="pop rare"><summary class="icon-btn" aria-label="More" title="${say`More`}">${icon(LINES.more)}</summary><div>
${
  mayWrite &&
  matter === 'write' &&
  html`<button form="desk" class="quiet" formaction="/admin/bench/save" name="how" value="stay" data-stay>
${say`Save and stay`}${keyMark('Ctrl+S')}</button>`
}${
  mayWrite &&
  html`<button type="button" class="quiet scripted" data-fill="${sourceTextOf(history.row)}" data-key="copy">
${say`Copy the source`}${keyMark('Ctrl+O')}</button>`
}${labels === null ? '' : html`<details class="more"><summary>Labels</summary>${labels}</details>`}${
  mayWrite &&
  html`<details class="more"><summary>${
    may(visit, 'manage_settings') ? say`Add a term` : say`Propose a term`
  }</summary>${term}</details>`
}${misfitMarks(visit, history, back)}
<a href="/admin/rows/${rowId}" hx-boost="false">The row's whole history</a>${officialChoice(visit)}
<code>${history.key ?? rowId}</code></div></details>`
}

/** Translations that the middle does not show. */
function otherHeads(visit: Visit, { matter, history }: Present): Html {
  const { row, heads } = history
  const shown = (layer: Layer): Html => {
    const head = heads[layer]
    if (head === null || matter === layer) return html``
    const made = [head.provider, head.model].filter((part) => part !== null).join(' · ')
    return section(
      LAYER_WORDS[layer],
      html`${targetBlock(visit, head.text, LAYER_WORDS[layer])}
<p class="hint">${made === '' ? ORIGIN_WORDS[head.origin] : made} ${headBadges(head, row)} ${use(head.text, say`Use`)}</p>`,
    )
  }
  return html`${shown('manual')}${shown('machine')}`
}

function rivals(visit: Visit, bench: Bench, { view, pending, history }: Present, diffs: Differences): Counted {
  const others = pending.filter(({ id }) => id !== view?.proposal.id)
  if (others.length === 0) return NOTHING
  const nameOf = createNames(visit.app)
  const lang = inTarget(visit.app.rules.now())
  const one = (other: Proposal): Html => {
    const isSame = other.text === view?.proposal.text
    const isPresent = other.text === history.heads.manual?.text
    const path = benchPath(bench.address.parameters, { row: history.row.rowId, proposal: other.id })
    return html`<li>
<p><a href="${path}">Proposal ${other.id}</a> ${nameOf(other.authorId)}
${hasWaivers(other) ? badge('waived', say`checks waived`) : ''} ${use(other.text, say`Use`)}</p>
${
  isSame
    ? html`<p class="hint">The same text; it is closed with this one.</p>`
    : isPresent
      ? html`<p class="hint">The same as the present text.</p>`
      : view === null
        ? targetBlock(visit, other.text)
        : textBlock(
            diffs.between(`rival-${other.id}`, view.proposal.text, other.text),
            other.text === '',
            undefined,
            lang,
          )
}</li>`
  }
  const content = section(say`Other proposals for this row`, html`<ul class="plain">${others.map(one)}</ul>`)
  return { count: others.length, content }
}

const backOf = (bench: Bench, { history, view }: Present): string =>
  benchPath(bench.address.parameters, { row: history.row.rowId, ...(view !== null && { proposal: view.proposal.id }) })

/** What the row had before: the text on the sheet is left out. */
function pastOf(visit: Visit, { history, matter }: Present): Counted {
  const of = (layer: Layer) => history.revisions[layer].slice(matter === layer ? 1 : 0)
  const all = [
    ...of('manual').map((each) => ['manual', each] as const),
    ...of('machine').map((each) => ['machine', each] as const),
  ]
    .sort(([, a], [, b]) => b.createdAtMs - a.createdAtMs)
    .slice(0, 6)
  const decided = history.proposals.filter(({ status }) => status === 'rejected').slice(0, 3)
  if (all.length + decided.length === 0) return NOTHING
  const nameOf = createNames(visit.app)
  const revision = ([layer, each]: readonly [Layer, Revision]): Html => {
    const approver = each.approverId === each.authorId ? null : nameOf(each.approverId)
    return html`<li>
<p class="hint">${LAYER_WORDS[layer]} ${statusBadge(each.status)} ${time(each.createdAtMs)}
${each.model ?? nameOf(each.authorId) ?? ORIGIN_WORDS[each.origin]}${
  approver === null ? '' : html`, approved by ${approver}`
}</p>
${isWithdrawal(each) ? html`<span class="hint">taken back</span>` : targetInLine(visit, excerpt(each.text, 120))}</li>`
  }
  const content = html`<ul class="plain">${decided.map(
    (each) => html`<li>
<p class="hint">proposal ${each.id} ${statusBadge(each.status)} ${nameOf(each.authorId)}: ${each.reason}</p>
${targetInLine(visit, excerpt(each.text, 120))}</li>`,
  )}${all.map(revision)}</ul>`
  return { count: all.length + decided.length, content }
}

/** Accepted forms are visible text, because a tooltip needs a pointer. */
function terms(visit: Visit, { history }: Present): Counted {
  const { glossary, gate } = visit.app.rules.now()
  const found = new Map(
    glossaryTermsIn(sourceTextOf(history.row), glossary, gate.markup).map(({ entry }) => [entry.source, entry]),
  )
  if (found.size === 0) return NOTHING
  const form = (text: string): Html =>
    html`<button type="button" class="chip" data-insert="${text.replace(/\*$/, '')}">${text}</button> `
  return {
    count: found.size,
    content: html`<dl class="terms">${[...found.values()].map(
      (entry) =>
        html`<div><dt translate="no"${inSource(visit.app.rules.now())}>${entry.source}</dt>
<dd>${(entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms).map(form)}${aboutLine(entry.facts)}${
          entry.note === '' ? '' : html`<span class="hint">${entry.note}</span>`
        }</dd></div>`,
    )}</dl>`,
  }
}

function sameSource(visit: Visit, { matter, history, sameSource: { others, isMore, texts } }: Present): Counted {
  if (others === 0) return NOTHING
  const one = ({ text, layer, rows, rowId }: SameSourceText): Html =>
    html`<li>${targetInLine(visit, excerpt(text, 120))}
<span class="hint"><a href="${benchOfRow(rowId)}">${counted(rows, 'row')}</a>,
${layer === 'proposal' ? say`your proposal` : LAYER_WORDS[layer]}</span>
${use(text, say`Use`, 'same')}</li>`
  const fill =
    matter === 'write' && may(visit, 'propose_translation') && !history.row.isServiceRow
      ? html`<button form="desk" class="chip" formaction="/admin/bench/fill">${
          isMore ? say`Fill all rows with this source` : say`Fill all ${others + 1} rows with this source`
        }</button>`
      : ''
  const content = section(
    isMore
      ? say`The same source in over ${counted(others, 'other row')}`
      : say`The same source in ${counted(others, 'other row')}`,
    html`${
      texts.length === 0
        ? html`<p class="hint">None of them is translated yet.</p>`
        : html`<ul class="plain">${texts.slice(0, 4).map(one)}</ul>`
    }${fill}`,
  )
  return { count: others, content }
}
