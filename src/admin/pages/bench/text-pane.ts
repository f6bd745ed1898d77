// The sheet of the workbench: source, reference and text under one another. A decision needs no unfolding.
import { createNames } from '../../../app/people/read-people.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { effectiveSlot, type Head, type Row, sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import type { WrittenDraft } from '../../../domain/work/workbench.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { officialTexts } from '../../official-texts.ts'
import { badge, checked, headBadges, hidden, keyMark, opened, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { findingsList, proposalFindings } from '../../parts/findings.ts'
import {
  type Differences,
  inSource,
  inTarget,
  markedText,
  targetBlock,
  targetInLine,
  textBlock,
} from '../../parts/texts.ts'
import { may, type Visit } from '../../visit.ts'
import { counted, FRESHNESS_WORDS, LAYER_WORDS, ORIGIN_WORDS, time } from '../../words.ts'
import { differsLine, editor, lengthLine, tagOf } from './editor.ts'
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
data-key="draft" data-ghost title="Ctrl+D">Use <kbd aria-hidden="true">d</kbd></button> ${askButton(say`Another`, false)}</p>
${findingsList(gateOf(visit.app, row, text))}${hidden({ drafted: text, prompted: prompt })}`
}

export const section = (title: string, content: Html, kind = ''): Html =>
  html`<section class="${kind}"><h2>${title}</h2>${content}</section>`

export const use = (text: string, label: string, key = ''): Html =>
  html`<button type="button" class="chip scripted" data-fill="${text}"${
    key === '' ? '' : html` data-key="${key}" title="Ctrl+M"`
  }${raw(key === '' ? '' : ' data-ghost')}>${label}</button>`

export interface Typed {
  readonly text: string | null
  readonly isFaulty: boolean
  readonly reason: string
  /** A machine draft that was asked for; null: none. */
  readonly draft: WrittenDraft | null
}

/** A short source is set larger, a long one closer, so that a decision fits the window; of the longest a part stays above the field. */
function sizeOf(letters: number): string {
  if (letters < 40) return 'short'
  if (letters <= 450) return ''
  return letters > 1_000 ? 'long' : 'close'
}

export function textPane(visit: Visit, present: Present, typed: Typed, diffs: Differences): Html {
  const { row } = present.history
  return html`<div class="texts ${sizeOf(sourceTextOf(row).length)}">
${sourceBox(visit, present, diffs)}
${reference(visit, present)}
${otherSources(visit, present)}
${officialTexts(visit, row).map(({ language, name, text }) => passage(language, name, text))}
${BOXES[present.matter](visit, present, typed, diffs)}
${draftPart(visit, row, typed.draft)}</div>`
}

/** A text of the game on the sheet, with its language hanging beside it. */
const passage = (language: string, name: string, text: Html): Html =>
  html`<section class="passage"><h2 class="hidden">${name}</h2>${tagOf(language)}${text}</section>`

function reference(visit: Visit, { history }: Present): Html {
  const chinese = history.reference?.diff ?? history.reference?.main ?? null
  if (chinese === null) return html``
  const text = markedText(visit.app.rules.now(), chinese)
  const name = say`Chinese reference`
  return passage('zh', name, html`<div lang="zh">${textBlock(text, chinese === '', name)}</div>`)
}

/** A key that stands in two pairs of the game's files. */
const otherSources = (visit: Visit, { history }: Present): Html =>
  html`${history.otherSources.map(({ pair, text }) => {
    const name = say`Another source in the pair ${pair}`
    return passage(pair, name, textBlock(markedText(visit.app.rules.now(), text), text === '', name))
  })}`

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
  const language = visit.app.rules.now().settings.profile === 'where-winds-meet' ? 'en' : ''
  // A long source scrolls by itself, by keys, too.
  const scrolls = raw(sizeOf(source.length) === 'short' ? '' : ' tabindex="0"')
  return html`<section class="passage source-text"${scrolls}><h2 class="hidden">Source</h2>${tagOf(language)}
${
  changes === null
    ? now
    : html`<div class="now">${now}</div>
<div class="changes">${textBlock(changes.shown, false, say`Changes of the source`, inSource(visit.app.rules.now()))}</div>`
}${changes === null ? '' : sourceSwitch(changes.isByWord)}${
  isStale && old === null ? html`<p class="hint">The source has changed; the earlier one was not kept.</p>` : ''
}${effectiveSlot(row).isDeleted && html`<p class="hint">The game's diff deletes this text.</p>`}</section>`
}

/** Two ways to see one text, each with a value that bench.css knows, so that no script is needed. */
const eitherOf = (name: string, label: string, ways: Readonly<Record<string, string>>, chosen: string): Html =>
  html`<span class="switch" role="radiogroup" aria-label="${label}">${Object.entries(ways).map(
    ([value, word]) =>
      html`<label><input type="radio" form="" name="${name}" value="${value}"${checked(value === chosen)}> ${word}</label>`,
  )}</span>`

const sourceSwitch = (isByWord: boolean): Html =>
  eitherOf(
    'shown',
    say`The source changed. Show`,
    { now: say`New text`, changes: say`What changed` },
    isByWord ? 'changes' : 'now',
  )

const textSwitch = (): Html =>
  eitherOf('drawn', say`Show`, { changes: say`Changes`, new: say`Only the new text` }, 'changes')

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
  const against =
    base === null
      ? ''
      : isSame
        ? say`the same as the present text`
        : heads.manual === null
          ? say`over the machine text`
          : say`over the manual text`
  const isMine = may(visit, 'review_translation') || proposal.authorId === visit.user.id
  return html`<section class="side-text">
${judged(visit, textBlock(content, proposal.text === '', say`Proposed text`, inTarget(rules)))}
<h2 class="by">Proposal ${id} <span class="hint">${createNames(visit.app)(proposal.authorId)}, ${time(proposal.updatedAtMs)}${
    against === '' ? '' : html`, ${against}`
  }${pending.length > 1 ? html`, 1 of ${pending.length} for this row` : ''}</span> ${
    view.isStale ? badge('stale', FRESHNESS_WORDS.stale, say`the source has changed since it was made`) : ''
  } ${waivedBadge(proposal)}${base === null || isSame ? '' : textSwitch()}</h2>
<div class="checks">${proposalFindings(visit, view)}${differsLine(present.sameSource, proposal.text)}
${lengthLine(visit, view.row, proposal.text)}</div>
${
  isMine ? foldedEditor(visit, present, { draft: `proposal ${id}`, text: proposal.text }, typed) : ''
}</section>${hidden({ proposal: id, version: proposal.version })}`
}

/** The text to decide on, where the field of an edit takes its place. */
const judged = (visit: Visit, text: Html): Html =>
  html`<div class="judged">${tagOf(visit.app.rules.now().settings.target_language)}${text}</div>`

/** A text typed before the decision can still be proposed. */
function decidedBox(visit: Visit, present: Present, typed: Typed): Html {
  const { decided, pending } = present
  if (decided === null) return html``
  const { id, status, text, authorId, reviewerId, reviewedAtMs, reason } = decided
  const nameOf = createNames(visit.app)
  const by = nameOf(reviewerId) ?? say`somebody`
  return html`<section class="side-text">
${judged(visit, targetBlock(visit, text, say`Proposed text`))}
<h2 class="by">Proposal ${id} ${statusBadge(status)} <span class="hint">${nameOf(authorId)}</span></h2>
<p>${
    status === 'approved'
      ? html`<bdi>${by}</bdi> approved it, ${time(reviewedAtMs ?? 0)}.`
      : html`<bdi>${by}</bdi> rejected it, ${time(reviewedAtMs ?? 0)}.`
  } ${reason === null ? '' : html`<strong><bdi>${reason}</bdi></strong>`}</p>
${typed.reason.trim() === '' ? '' : html`<p class="hint">Your reason was: <bdi>${typed.reason}</bdi></p>`}
${pending.length === 0 ? '' : html`<p class="hint">For this row ${counted(pending.length, 'proposal')} still to decide, beside it.</p>`}
${foldedEditor(visit, present, { draft: `proposal ${id}`, text }, typed)}</section>${hidden({ proposal: id })}`
}

function headBox(visit: Visit, present: Present, typed: Typed, layer: Layer): Html {
  const { row, heads } = present.history
  const head = heads[layer]
  if (head === null) return html``
  return html`<section class="side-text">
${judged(visit, targetBlock(visit, head.text, LAYER_WORDS[layer]))}
<h2 class="by">${LAYER_WORDS[layer]} ${headBadges(head, row)} <span class="hint">${madeBy(visit, head)}</span></h2>
<div class="checks">${present.gate === null ? '' : findingsList(present.gate)}${differsLine(present.sameSource, head.text)}
${lengthLine(visit, row, head.text)}</div>
${foldedEditor(visit, present, { draft: row.rowId, text: head.text }, typed)}</section>${hidden({ seq: head.seq, layer })}`
}

const madeBy = (visit: Visit, { origin, provider, model, authorId, createdAtMs }: Head): Html => {
  const made = [provider, model].filter((part) => part !== null).join(' · ')
  return html`${made === '' ? (createNames(visit.app)(authorId) ?? ORIGIN_WORDS[origin]) : made}, ${time(createdAtMs)}`
}

/** A text typed here replaces the one shown; what saves it stands in the bar. */
function foldedEditor(
  visit: Visit,
  { history: { row } }: Present,
  given: { readonly draft: string; readonly text: string },
  typed: Typed,
): Html {
  const isOpen = typed.text !== null
  const text = typed.text ?? given.text
  return html`<details id="edit"${opened(isOpen)}><summary>Edit</summary>
${editor(visit, row, { text, draft: given.draft, isFaulty: isOpen, isChecked: isOpen })}</details>`
}

function writingBox(visit: Visit, present: Present, typed: Typed): Html {
  const { row, heads, ownPending } = present.history
  if (row.isServiceRow)
    return html`<section class="side-text"><h2 class="hidden">Translation</h2>
<p class="hint">This row needs no translation; it stays as it is.</p></section>`
  const head = heads.manual ?? heads.machine
  if (!may(visit, 'propose_translation'))
    return html`<section class="side-text"><h2 class="hidden">Translation</h2>${
      head === null
        ? html`<p class="hint">None yet.</p>`
        : judged(visit, targetBlock(visit, head.text, say`Translation`))
    }</section>`
  const refused = lastRefused(visit, present)
  const text = typed.text ?? ownPending?.text ?? refused?.text ?? head?.text ?? ''
  return html`<section class="side-text">${
    ownPending !== null &&
    html`<p class="hint">Your proposal ${ownPending.id} is waiting for a reviewer; propose again to change it.</p>`
  }${refused === null ? '' : html`<p class="hint">Your text was rejected: ${refused.reason}</p>`}
${editor(visit, row, { text, draft: row.rowId, isFaulty: typed.isFaulty, isChecked: true })}${
  head !== null &&
  html`<h2 class="by">${LAYER_WORDS[heads.manual === null ? 'machine' : 'manual']} ${headBadges(head, row)}</h2>`
}</section>`
}

/** The reader's own latest proposal, if it was rejected and nothing followed it. */
function lastRefused(visit: Visit, { history }: Present) {
  const own = history.proposals.find(({ authorId }) => authorId === visit.user.id)
  return own?.status === 'rejected' ? own : null
}
