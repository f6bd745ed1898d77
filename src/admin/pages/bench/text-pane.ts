// The middle of the workbench: source, translation and findings. A decision needs no unfolding.
import type { SameSourceText } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { glossaryTermsIn } from '../../../domain/checks/glossary.ts'
import { reviewRefusal } from '../../../domain/decide-review.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import { effectiveSlot, type Head, type Row, sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import type { WrittenDraft } from '../../../domain/work/workbench.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { badge, checked, headBadges, hidden, keyMark, opened, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { findingsList, proposalFindings } from '../../parts/findings.ts'
import { aboutLine } from '../../parts/term-fields.ts'
import { type Differences, inSource, inTarget, markedText, targetInLine, textBlock } from '../../parts/texts.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { may, type Visit } from '../../visit.ts'
import { counted, excerpt, FRESHNESS_WORDS, LAYER_WORDS, ORIGIN_WORDS, time } from '../../words.ts'
import { differsLine, editor, liveAnswer } from './editor.ts'
import { likePlaces } from './like-pane.ts'
import type { Present } from './read-bench.ts'

/**
 * The machine draft under the field of the workbench: a button that asks the configured model, and what it wrote, with
 * the findings of the gate. Nothing is stored before the person saves (docs/workbench.md#machine-drafts). Empty while
 * the configuration names no endpoint.
 */
const draftPart = (visit: Visit, row: Row, draft: WrittenDraft | null): Html =>
  visit.site.drafts === null || row.isServiceRow || !may(visit, 'propose_translation')
    ? html``
    : html`<section class="like draft" id="draft" aria-label="Machine draft" aria-live="polite">${
        draft === null ? askButton(say`Machine draft`, true) : shownDraft(visit, row, draft)
      }</section>`

/** `hasKey`: a key asks; else a key takes what was written. */
export const askButton = (label: string, hasKey: boolean): Html =>
  html`<button class="chip" formaction="/admin/bench/draft" formnovalidate data-asks="draft"${
    hasKey ? html` data-code="KeyD" data-key="draft" title="Ctrl+D"` : ''
  }>${label}${hasKey ? keyMark('d') : ''}</button>`

export function shownDraft(visit: Visit, row: Row, { text, prompt }: WrittenDraft): Html {
  const { provider = '', model = '' } = visit.site.drafts?.model ?? {}
  return html`<h2>Machine draft <span class="hint">${provider} · ${model}</span></h2>
<p>${targetInLine(visit, text)} <button type="button" class="chip scripted" data-fill="${text}" data-code="KeyD"
data-key="draft" title="Ctrl+D">Use <kbd aria-hidden="true">d</kbd></button> ${askButton(say`Another`, false)}</p>
${findingsList(gateOf(visit.app, row, text))}${hidden({ drafted: text, prompted: prompt })}`
}

// What helps with the text stands under the field of the workbench, where the eye is: terms of the glossary, and texts of the same
// source.

export const section = (title: string, content: Html, kind = ''): Html =>
  html`<section class="${kind}"><h2>${title}</h2>${content}</section>`

export const use = (text: string, label: string, key = ''): Html =>
  html`<button type="button" class="chip scripted" data-fill="${text}"${
    key === '' ? '' : html` data-key="${key}" title="Ctrl+M"`
  }>${label}</button>`

/** Accepted forms are visible text, because a tooltip needs a pointer. */
function terms(visit: Visit, { history }: Present): Html {
  const { glossary, gate } = visit.app.rules.now()
  const found = new Map(
    glossaryTermsIn(sourceTextOf(history.row), glossary, gate.markup).map(({ entry }) => [entry.source, entry]),
  )
  if (found.size === 0) return html``
  const form = (text: string): Html =>
    html`<button type="button" class="chip" data-insert="${text.replace(/\*$/, '')}">${text}</button> `
  return section(
    say`Glossary`,
    html`<dl class="terms">${[...found.values()].map(
      (entry) =>
        html`<div><dt translate="no"${inSource(visit.app.rules.now())}>${entry.source}</dt>
<dd>${(entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms).map(form)}${aboutLine(entry.facts)}${
          entry.note === '' ? '' : html`<span class="hint">${entry.note}</span>`
        }</dd></div>`,
    )}</dl>`,
    'like',
  )
}

/** The button stands here, because the bar of a phone has room for two lines. */
function sameSource(visit: Visit, { matter, history, sameSource: { others, isMore, texts } }: Present): Html {
  if (others === 0) return html``
  const one = ({ text, layer, rows, rowId }: SameSourceText): Html =>
    html`<li>${targetInLine(visit, excerpt(text, 120))}
<span class="hint"><a href="${benchOfRow(rowId)}">${counted(rows, 'row')}</a>, ${LAYER_WORDS[layer]}</span>
${use(text, say`Use`, 'same')}</li>`
  const fill =
    matter === 'write' && may(visit, 'propose_translation') && !history.row.isServiceRow
      ? html`<button class="chip" formaction="/admin/bench/fill">${
          isMore ? say`Fill all such rows with this source` : say`Fill all ${others + 1} rows with this source`
        }</button>`
      : ''
  return section(
    isMore
      ? say`The same source in over ${counted(others, 'other row')}`
      : say`The same source in ${counted(others, 'other row')}`,
    html`${
      texts.length === 0
        ? html`<p class="hint">None of them is translated yet.</p>`
        : html`<ul class="plain">${texts.slice(0, 4).map(one)}</ul>`
    }${fill}`,
    'like',
  )
}

export interface Typed {
  readonly text: string | null
  readonly isFaulty: boolean
  readonly reason: string
  /** A machine draft that was asked for; null: none. */
  readonly draft: WrittenDraft | null
}

export function textPane(visit: Visit, present: Present, typed: Typed, diffs: Differences): Html {
  return html`<div class="texts">
${sourceBox(visit, present, diffs)}
${BOXES[present.matter](visit, present, typed, diffs)}
${terms(visit, present)}
${sameSource(visit, present)}
${draftPart(visit, present.history.row, typed.draft)}
${may(visit, 'propose_translation') ? likePlaces(present.history.row) : ''}</div>`
}

/** The source before its change; null where the import did not keep it. */
function oldSourceOf({ matter, view, history }: Present): string | null {
  if (matter === 'proposal') return view?.oldSource ?? null
  const layer: Layer = history.heads.manual === null ? 'machine' : 'manual'
  return history.oldSources[layer] ?? null
}

function sourceBox(visit: Visit, present: Present, diffs: Differences): Html {
  const { row } = present.history
  const source = sourceTextOf(row)
  const old = oldSourceOf(present)
  const isStale = old !== null || present.view?.isStale === true
  const now = textBlock(
    markedText(visit.app.rules.now(), source, { terms: true }),
    source === '',
    say`Source`,
    html`${raw(' id="source"')}${inSource(visit.app.rules.now())}`,
  )
  const changes = old === null ? null : diffs.compare('source', old, source)
  return html`<section class="side-text source-text"><h2>Source ${
    isStale && old === null ? html`<span class="hint">it has changed; the earlier text was not kept</span>` : ''
  }${changes === null ? '' : sourceSwitch(changes.isByWord)}</h2>
${effectiveSlot(row).isDeleted ? html`<p class="hint">The diff of the game deletes this text.</p>` : ''}
${
  changes === null
    ? now
    : html`<div class="now">${now}</div>
<div class="changes">${textBlock(changes.shown, false, say`Changes of the source`, inSource(visit.app.rules.now()))}</div>`
}</section>`
}

/** Needs no script (bench.css). */
const sourceSwitch = (isByWord: boolean): Html =>
  html`<span class="switch" role="radiogroup" aria-label="The source changed. Show"><label>
<input type="radio" name="shown" value="now"${checked(!isByWord)}> New text</label><label>
<input type="radio" name="shown" value="changes"${checked(isByWord)}> What changed</label></span>`

type Box = (visit: Visit, present: Present, typed: Typed, diffs: Differences) => Html

const BOXES: Readonly<Record<Present['matter'], Box>> = {
  proposal: proposalBox,
  manual: (visit, present, typed) => headBox(visit, present, typed, 'manual'),
  machine: (visit, present, typed) => headBox(visit, present, typed, 'machine'),
  write: writingBox,
  decided: decidedBox,
}

function proposalBox(visit: Visit, present: Present, typed: Typed, diffs: Differences): Html {
  const { view, pending } = present
  if (view === null) return html``
  const { proposal, heads } = view
  const { id } = proposal
  const rules = visit.app.rules.now()
  const base = heads.manual ?? heads.machine
  const isSame = base?.text === proposal.text
  const content =
    base === null || isSame ? markedText(rules, proposal.text) : diffs.between('text', base.text, proposal.text)
  const [who, when] = [createNames(visit.app)(proposal.authorId), time(proposal.updatedAtMs)]
  return html`<section class="side-text"><h2>Proposal ${id} <span class="hint">${who}, ${when}${
    pending.length > 1 ? html`, 1 of ${pending.length} for this row` : ''
  }</span> ${
    view.isStale ? badge('stale', FRESHNESS_WORDS.stale, say`the source has changed since it was made`) : ''
  } ${waivedBadge(proposal)}</h2>
${textBlock(content, proposal.text === '', say`Proposed text`, inTarget(rules))}
${
  isSame
    ? html`<p class="hint">The same as the present text.</p>`
    : base === null
      ? ''
      : heads.manual === null
        ? html`<p class="hint">Marked: what changes against the machine text of now.</p>`
        : html`<p class="hint">Marked: what changes against the manual text of now.</p>`
}
${present.view === null ? '' : proposalFindings(visit, present.view)}${differsLine(present.sameSource, proposal.text)}
${
  may(visit, 'review_translation') || proposal.authorId === visit.user.id
    ? foldedEditor(visit, present, { draft: `proposal ${id}`, text: proposal.text }, typed, saveOf(visit, proposal))
    : ''
}</section>${hidden({ proposal: id, version: proposal.version })}`
}

/** A text typed before the decision can still be proposed. */
function decidedBox(visit: Visit, present: Present, typed: Typed): Html {
  const { decided, pending } = present
  if (decided === null) return html``
  const { id, status, text, authorId, reviewerId, reviewedAtMs, reason } = decided
  const nameOf = createNames(visit.app)
  const by = nameOf(reviewerId) ?? say`somebody`
  return html`<section class="side-text"><h2>Proposal ${id} ${statusBadge(status)} <span class="hint">${nameOf(authorId)}</span></h2>
${textBlock(markedText(visit.app.rules.now(), text), text === '', say`Proposed text`)}
<p>${
    status === 'approved'
      ? html`<bdi>${by}</bdi> approved it, ${time(reviewedAtMs ?? 0)}.`
      : html`<bdi>${by}</bdi> rejected it, ${time(reviewedAtMs ?? 0)}.`
  } ${reason === null ? '' : html`<strong><bdi>${reason}</bdi></strong>`}</p>
${typed.reason.trim() === '' ? '' : html`<p class="hint">Your reason was: <bdi>${typed.reason}</bdi></p>`}
${pending.length === 0 ? '' : html`<p class="hint">For this row ${counted(pending.length, 'proposal')} still to decide, beside it.</p>`}
${foldedEditor(visit, present, { draft: `proposal ${id}`, text }, typed, asMine())}</section>${hidden({ proposal: id })}`
}

function headBox(visit: Visit, present: Present, typed: Typed, layer: Layer): Html {
  const { row, heads } = present.history
  const head = heads[layer]
  if (head === null) return html``
  const rules = visit.app.rules.now()
  return html`<section class="side-text">
<h2>${LAYER_WORDS[layer]} ${headBadges(head, row)} <span class="hint">${madeBy(visit, head)}</span></h2>
${textBlock(markedText(rules, head.text), head.text === '', LAYER_WORDS[layer], inTarget(rules))}
${present.gate === null ? '' : findingsList(present.gate)}${differsLine(present.sameSource, head.text)}
${foldedEditor(visit, present, { draft: row.rowId, text: head.text }, typed, directly())}</section>${hidden({ seq: head.seq, layer })}`
}

const madeBy = (visit: Visit, { origin, provider, model, authorId, createdAtMs }: Head): Html => {
  const made = [provider, model].filter((part) => part !== null).join(' · ')
  return html`${made === '' ? (createNames(visit.app)(authorId) ?? ORIGIN_WORDS[origin]) : made}, ${time(createdAtMs)}`
}

/** A text typed here replaces the one shown. */
function foldedEditor(
  visit: Visit,
  { history: { row } }: Present,
  given: { readonly draft: string; readonly text: string },
  typed: Typed,
  save: Html,
): Html {
  const isOpen = typed.text !== null
  const text = typed.text ?? given.text
  return html`<details id="edit"${opened(isOpen)}><summary>Edit</summary>
${editor(visit, row, { text, draft: given.draft, isFaulty: isOpen })}
<div id="live" class="live">${isOpen ? liveAnswer(visit, row, text) : html`<div id="found" aria-live="polite"></div>`}</div>
<div class="actions">${save}</div></details>`
}

const saving = (how: string, label: string): Html =>
  html`<button class="primary" formaction="/admin/bench/save" name="how" value="${how}" formnovalidate
data-save>${label}${keyMark('Ctrl+Enter')}</button>`

const directly = (): Html => saving('direct', say`Save this text and next`)
const asMine = (): Html => saving('proposal', say`Propose mine`)
const approving = (): Html =>
  html`<button class="primary" formaction="/admin/bench/approve"
data-save>${say`Approve this wording`}${keyMark('Ctrl+Enter')}</button>`

function saveOf(visit: Visit, proposal: Proposal): Html {
  if (!may(visit, 'review_translation')) return asMine()
  return reviewRefusal(visit.user, proposal, 'approve') === null ? approving() : directly()
}

function writingBox(visit: Visit, present: Present, typed: Typed): Html {
  const { row, heads, ownPending } = present.history
  if (row.isServiceRow)
    return html`<section class="side-text"><h2>Translation</h2>
<p class="hint">Nothing in this row needs translating; it is kept as it is.</p></section>`
  const head = heads.manual ?? heads.machine
  if (!may(visit, 'propose_translation'))
    return html`<section class="side-text"><h2>Translation</h2>${
      head === null
        ? html`<p class="hint">None yet.</p>`
        : textBlock(markedText(visit.app.rules.now(), head.text), head.text === '', say`Translation`)
    }</section>`
  const refused = lastRefused(visit, present)
  const text = typed.text ?? ownPending?.text ?? refused?.text ?? head?.text ?? ''
  return html`<section class="side-text"><h2>Translation ${head === null ? badge('none', say`none`) : headBadges(head, row)}</h2>
${
  ownPending === null
    ? ''
    : html`<p class="hint">Your <a href="/admin/proposals/${ownPending.id}" hx-boost="false">proposal ${ownPending.id}</a>
waits for a reviewer; proposing again changes it.</p>`
}
${refused === null ? '' : html`<p class="hint">Your text was rejected: ${refused.reason}</p>`}
${editor(visit, row, { text, draft: row.rowId, isFaulty: typed.isFaulty })}
<div id="live" class="live">${liveAnswer(visit, row, text)}</div></section>`
}

/** The reader's own latest proposal, if it was rejected and nothing followed it. */
function lastRefused(visit: Visit, { history }: Present) {
  const own = history.proposals.find(({ authorId }) => authorId === visit.user.id)
  return own?.status === 'rejected' ? own : null
}
