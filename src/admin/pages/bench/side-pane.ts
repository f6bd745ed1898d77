// The right part of the workbench: help with the current row. Empty sections are left out.
import { createNames } from '../../../app/people/read-people.ts'
import { hasWaivers } from '../../../domain/decide-review.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import { isWithdrawal, type Revision } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { officialChoice, officialTexts } from '../../official-texts.ts'
import { remarkBeside } from '../../parts/remark.ts'
import { badge, headBadges, statusBadge } from '../../parts/fields.ts'
import { type Differences, inTarget, markedText, targetInLine, textBlock } from '../../parts/texts.ts'
import { rowLabels } from '../../parts/label-forms.ts'
import { commentThread, misfitMarks } from '../../parts/comment-thread.ts'
import { termOffer } from '../../parts/work/term-offer.ts'
import { may, type Visit } from '../../visit.ts'
import { excerpt, LAYER_WORDS, ORIGIN_WORDS, time } from '../../words.ts'
import { benchPath } from './address.ts'
import { section, use } from './text-pane.ts'
import type { Bench, Present } from './read-bench.ts'

export function sidePane(visit: Visit, bench: Bench, present: Present, diffs: Differences): Html {
  return html`<section class="pane side-pane" aria-label="Beside it">
${remarkBeside(present.history.remark)}
${reference(visit, present)}
${otherSources(visit, present)}
${official(visit, present)}
${otherHeads(visit, present)}
${rivals(visit, bench, present, diffs)}
${past(visit, present)}
${labels(visit, bench, present)}
${newTerm(visit, bench, present)}
${misfitMarks(visit, present.history, backOf(bench, present))}
${comments(visit, bench, present)}
<p class="links"><a href="/admin/rows/${present.history.row.rowId}" hx-boost="false">The row's whole history</a>
<code>${present.history.key ?? present.history.row.rowId}</code></p>
</section>`
}

function reference(visit: Visit, { history }: Present): Html {
  const chinese = history.reference?.diff ?? history.reference?.main ?? null
  if (chinese === null) return html``
  const text = markedText(visit.app.rules.now(), chinese)
  return section(
    say`Chinese reference`,
    html`<div lang="zh">${textBlock(text, chinese === '', say`Chinese reference`)}</div>`,
  )
}

/** A key that stands in two pairs of the game's files. */
const otherSources = (visit: Visit, { history }: Present): Html =>
  html`${history.otherSources.map(({ pair, text }) => {
    const name = say`Another source in the pair ${pair}`
    return section(name, textBlock(markedText(visit.app.rules.now(), text), text === '', name))
  })}`

const official = (visit: Visit, { history: { row } }: Present): Html =>
  html`${officialTexts(visit, row).map(({ name, text }) => section(name, text))}${officialChoice(visit)}`

/** Translations that the middle does not show. */
function otherHeads(visit: Visit, { matter, history }: Present): Html {
  const { row, heads } = history
  const shown = (layer: Layer): Html => {
    const head = heads[layer]
    if (head === null || matter === layer) return html``
    const made = [head.provider, head.model].filter((part) => part !== null).join(' · ')
    const rules = visit.app.rules.now()
    return section(
      LAYER_WORDS[layer],
      html`${textBlock(markedText(rules, head.text), head.text === '', LAYER_WORDS[layer], inTarget(rules))}
<p class="hint">${made === '' ? ORIGIN_WORDS[head.origin] : made} ${headBadges(head, row)} ${use(head.text, say`Use`)}</p>`,
    )
  }
  return html`${shown('manual')}${shown('machine')}`
}

function rivals(visit: Visit, bench: Bench, { view, pending, history }: Present, diffs: Differences): Html {
  const others = pending.filter(({ id }) => id !== view?.proposal.id)
  if (others.length === 0) return html``
  const nameOf = createNames(visit.app)
  const one = (other: Proposal): Html => {
    const isSame = other.text === view?.proposal.text
    const isPresent = other.text === history.heads.manual?.text
    const path = benchPath(bench.address.parameters, { row: history.row.rowId, proposal: other.id })
    return html`<li>
<p><a href="${path}">Proposal ${other.id}</a> ${nameOf(other.authorId)}
${hasWaivers(other) ? badge('waived', say`checks waived`) : ''} ${use(other.text, say`Use`)}</p>
${
  isSame
    ? html`<p class="hint">Says the same; it is closed with this one.</p>`
    : isPresent
      ? html`<p class="hint">The same as the present text.</p>`
      : textBlock(
          view === null
            ? markedText(visit.app.rules.now(), other.text)
            : diffs.between(`rival-${other.id}`, view.proposal.text, other.text),
          other.text === '',
          undefined,
          inTarget(visit.app.rules.now()),
        )
}</li>`
  }
  return section(say`Other proposals for this row`, html`<ul class="plain">${others.map(one)}</ul>`)
}

function labels(visit: Visit, bench: Bench, present: Present): Html {
  const shown = rowLabels(visit, present.history.row, backOf(bench, present))
  return shown === null ? html`` : section(say`Labels`, shown)
}

const backOf = (bench: Bench, { history, view }: Present): string =>
  benchPath(bench.address.parameters, {
    row: history.row.rowId,
    ...(view !== null && { proposal: view.proposal.id }),
  })

/** Stands beside the form of the text, because a form cannot hold another one. */
function newTerm(visit: Visit, bench: Bench, present: Present): Html {
  if (!may(visit, 'propose_translation')) return html``
  const title = may(visit, 'manage_settings') ? say`Add a term` : say`Propose a term`
  const { rowId } = present.history.row
  const offer = termOffer(visit, { source: '', translation: '', rowId, back: backOf(bench, present) })
  return html`<details class="more"><summary>${title}</summary>${offer}</details>`
}

const comments = (visit: Visit, bench: Bench, present: Present): Html =>
  section(say`Comments`, commentThread(visit, present.history.row, backOf(bench, present)))

function past(visit: Visit, { history }: Present): Html {
  const all = [
    ...history.revisions.manual.map((each) => ['manual', each] as const),
    ...history.revisions.machine.map((each) => ['machine', each] as const),
  ]
    .sort(([, a], [, b]) => b.createdAtMs - a.createdAtMs)
    .slice(0, 6)
  const decided = history.proposals.filter(({ status }) => status === 'rejected').slice(0, 3)
  if (all.length + decided.length === 0) return html``
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
  return section(
    say`History`,
    html`<ul class="plain">${decided.map(
      (each) => html`<li>
<p class="hint">proposal ${each.id} ${statusBadge(each.status)} ${nameOf(each.authorId)}: ${each.reason}</p>
${targetInLine(visit, excerpt(each.text, 120))}</li>`,
    )}${all.map(revision)}</ul>`,
  )
}
