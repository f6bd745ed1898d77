// The card of a row: what stands in it, its history with differences, proposals, comments. Texts are written on the workbench.
import * as z from 'zod'
import { createNames } from '../../../app/people/read-people.ts'
import { readHistory, type RowHistory } from '../../../app/rows/read-history.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { isDivided } from '../../../app/terms/recall-rows.ts'
import { revertTranslation } from '../../../app/writes/edit-translation.ts'
import { donorOf } from '../../../domain/donor.ts'
import { isRevert } from '../../../domain/revert.ts'
import { clientWords } from '../../../domain/revision.ts'
import {
  effectiveSlot,
  gameTextOf,
  isWithdrawal,
  lastSeq,
  type Revision,
  sourceKindOf,
  sourceTextOf,
} from '../../../domain/row.ts'
import { type Layer, LAYERS } from '../../../domain/vocabulary.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, told, words } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { officialChoice, officialTexts } from '../../official-texts.ts'
import { commentThread, misfitMarks } from '../../parts/comment-thread.ts'
import { badge, button, headBadges, opened, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { rowLabels } from '../../parts/label-forms.ts'
import { remarkBeside } from '../../parts/remark.ts'
import { noRowPage } from '../../parts/refusals.ts'
import {
  createDifferences,
  type Differences,
  inSource,
  inTarget,
  markedText,
  targetBlock,
  textBlock,
} from '../../parts/texts.ts'
import { benchOfProposal, benchOfRow } from '../../parts/work/bench-links.ts'
import { goTo, may, rowIdOf, type Visit } from '../../visit.ts'
import { counted, excerpt, LAYER_WORDS, ORIGIN_WORDS, time } from '../../words.ts'

// Memory on the card of a row (docs/memory.md#memory): the row that a text was taken from, why memory leaves the row
// alone, and, once a text of this row was taken back, the way to take back its copies.

/** The row from which memory took the text. Null: the text is not of memory. */
function takenFrom(revision: Pick<Revision, 'client'>): Html | null {
  const donor = donorOf(revision)
  if (donor === null) return null
  return html`by memory from <a href="${benchOfRow(donor.rowId)}">row <code>${donor.rowId}</code></a>`
}

const isTakenBack = (revision: Revision): boolean =>
  revision.status === 'rejected' || isWithdrawal(revision) || isRevert(revision)

const memoryNotes = (visit: Visit, history: RowHistory): Html =>
  html`${
    isDivided(visit.app, history.row) &&
    html`<p class="hint">People approved different texts for this source, so memory does not fill this row.</p>`
  }${memoryOffer(visit, history)}`

function memoryOffer(visit: Visit, { row, revisions }: RowHistory): Html {
  const isAsked = LAYERS.some((layer) => revisions[layer].slice(0, 1).some(isTakenBack))
  if (!isAsked || !may(visit, 'review_translation')) return html``
  return html`<p class="hint">A text of this row was taken back. Memory may have used it for other rows:
<a href="/admin/undo?from-memory-of=${row.rowId}">take those back too</a>.</p>`
}

const shownMax = 30

export async function rowPage(visit: Visit): Promise<Response> {
  // One more than shown, to compare the last one with.
  const history = readHistory(visit.app, rowIdOf(visit), visit.user, shownMax + 1)
  if (history === null) return await noRowPage(visit)
  const { row } = history
  const path = `/admin/rows/${row.rowId}`
  const labels = rowLabels(visit, row, path)
  const diffs = createDifferences(visit, path)
  const body = html`<div class="title"><h1>Row <code>${row.rowId}</code></h1>
 ${
   row.isServiceRow
     ? badge('service', say`service row`, say`needs no translation`)
     : html`<a class="button primary" href="${benchOfRow(row.rowId)}" data-key="e">Workbench</a>`
 }</div>
${facts(history)}
${remarkBeside(history.remark)}
${sourceSection(visit, history, diffs)}
${translationSection(visit, history, diffs)}
${misfitMarks(visit, history)}
${historySection(visit, history, diffs)}
${proposalsSection(visit, history)}
${labels !== null && html`<section id="labels"><h2>Labels</h2>${labels}</section>`}
<section id="comments"><h2>Comments</h2>${commentThread(visit, row, path)}</section>`
  return await page(visit, { title: say`Row ${row.rowId}`, body })
}

const NOTES = { written: 'written', proposed: 'proposed-foreign', unchanged: 'unchanged' } as const

const NO_REVISION = { error: 'there is no such revision' } as const

/** Brings an earlier text of the row back, from its history. */
export const revertRow = form(
  z.object({
    layer: takes.choice(LAYERS, NO_REVISION),
    seq: takes.whole.pipe(z.number(NO_REVISION)),
    source: takes.text,
    over: takes.whole,
  }),
  async (visit: Visit, { layer, seq, source, over }) => {
    const row = readRow(visit.app, rowIdOf(visit))
    if (row === null) return await noRowPage(visit)
    const request = { rowId: row.rowId, layer, seq, sourceHash: source, seenSeq: over ?? undefined }
    const reverted = await revertTranslation(visit.app, visit.actor, request)
    return reverted.ok ? goTo(visit, `/admin/rows/${row.rowId}`, NOTES[reverted.value.status]) : reverted
  },
  (visit, said) => rowPage(said.error === NO_REVISION.error ? { ...visit, said: { ...said, status: 404 } } : visit),
)

const GAME_WORDS = words({ manual: 'the manual text', machine: 'the machine text', original: 'the original text' })

function facts({ row, key, updatedAtMs, heads }: RowHistory): Html {
  const { fileName, number } = effectiveSlot(row)
  const game = gameTextOf(row, heads)
  return html`<dl class="facts"><div><dt>Number</dt><dd>${row.ordinal}</dd></div>
${key === null ? '' : html`<div><dt>Key</dt><dd><code>${key}</code></dd></div>`}
<div><dt>File</dt><dd>${fileName}, ${number}</dd></div><div><dt>Source</dt><dd>${told(sourceKindOf(row))}</dd></div>
<div><dt>In the game</dt><dd>${GAME_WORDS[game.layer ?? 'original']}</dd></div>
<div><dt>Last change</dt><dd>${time(updatedAtMs)}</dd></div></dl>`
}

function sourceSection(visit: Visit, { row, reference, otherSources }: RowHistory, diffs: Differences): Html {
  const rules = visit.app.rules.now()
  const source = sourceTextOf(row)
  const chinese = reference?.diff ?? reference?.main ?? null
  const isDeleted = effectiveSlot(row).isDeleted
  return html`<section><h2>Source</h2>
${isDeleted ? html`<p class="hint">The game's diff deletes this text.</p>` : ''}
${textBlock(markedText(rules, source, { terms: true }), source === '', say`Source`, inSource(rules))}${otherSources.map(
  ({ pair, text }) => {
    const name = say`Another source in the pair ${pair}`
    return html`<h3>${name}</h3>${textBlock(markedText(rules, text), text === '', name)}`
  },
)}
${
  row.diff !== null &&
  row.main !== null &&
  html`<details class="box"><summary>Text of the main file, and what the diff changes</summary>
${textBlock(markedText(rules, row.main.text), row.main.text === '', say`Text of the main file`)}
${textBlock(diffs.between('diff', row.main.text, row.diff.text), false, say`What the diff changes`)}</details>`
}
${
  chinese !== null &&
  html`<h3>Chinese reference</h3>
<div lang="zh">${textBlock(markedText(rules, chinese), chinese === '', say`Chinese reference`)}</div>`
}
${officialTexts(visit, row).map(({ name, text }) => html`<h3>${name}</h3>${text}`)}${officialChoice(visit)}</section>`
}

/** How the text was made. Null: nothing is known about its origin. */
function madeOf(revision: Revision): Html | string | null {
  const { provider, model, client } = revision
  const parts = [
    provider,
    model,
    client && clientWords(client),
    client?.brief && say`brief ${client.brief}`,
    client?.reader && say`read by ${client.reader}`,
  ]
  return takenFrom(revision) ?? (parts.filter((part) => typeof part === 'string' && part !== '').join(' · ') || null)
}

function translationSection(visit: Visit, history: RowHistory, diffs: Differences): Html {
  const { row, heads, oldSources } = history
  const layer = (name: Layer): Html => {
    const head = heads[name]
    if (head === null) return html``
    const old = oldSources[name]
    const made = madeOf(head)
    return html`<h3>${LAYER_WORDS[name]} ${headBadges(head, row)}</h3>
${targetBlock(visit, head.text, LAYER_WORDS[name])}
<p class="hint">From ${ORIGIN_WORDS[head.origin]}${made === null ? '' : html`: ${made}`}, ${time(head.createdAtMs)}</p>
${
  old !== undefined &&
  html`<details class="box"><summary>What changed in the source since</summary>
${textBlock(diffs.between(`source-${name}`, old, sourceTextOf(row)), false, say`Changes of the source`)}</details>`
}`
  }
  return html`<section><h2>Translation</h2>
${
  heads.manual === null && heads.machine === null ? html`<p class="hint">None yet.</p>` : ''
}${layer('manual')}${layer('machine')}${memoryNotes(visit, history)}</section>`
}

function historySection(visit: Visit, history: RowHistory, diffs: Differences): Html {
  const nameOf = createNames(visit.app)
  const layer = (name: Layer): Html => {
    const revisions = history.revisions[name]
    if (revisions.length === 0) return html``
    const isOpen = name === 'manual' || diffs.isAskedFor(`${name}-`)
    return html`<details class="box"${opened(isOpen)}>
<summary>${LAYER_WORDS[name]}: ${counted(lastSeq(history.heads, name), 'revision')}</summary>
<ol class="history" reversed>${revisions
      .slice(0, shownMax)
      .map((revision, i) => entry(visit, history, diffs, name, revision, revisions[i + 1], nameOf))}</ol>
${revisions.length > shownMax ? html`<p class="hint">Older ones are not shown.</p>` : ''}</details>`
  }
  if (history.revisions.manual.length + history.revisions.machine.length === 0) return html``
  return html`<section><h2>History</h2>${layer('manual')}${layer('machine')}</section>`
}

const merged = ({ mergedAtMs }: Revision): Html =>
  mergedAtMs === undefined ? html`` : html`, came by a merge, written there ${time(mergedAtMs)}`

const revertedBy = (revision: Revision, nameOf: (id: number | null) => string | null): string =>
  nameOf(revision.revertedById ?? null) ?? say`the command line`

function entry(
  visit: Visit,
  { row, heads }: RowHistory,
  diffs: Differences,
  layer: Layer,
  revision: Revision,
  before: Revision | undefined,
  nameOf: (id: number | null) => string | null,
): Html {
  const { seq, status, origin } = revision
  const isManualHead = layer === 'manual' && heads.manual?.seq === seq
  const approver = revision.approverId === revision.authorId ? null : nameOf(revision.approverId)
  const made = madeOf(revision)
  if (isWithdrawal(revision)) {
    return html`<li value="${seq}">
<p>${time(revision.createdAtMs)} Taken back by ${revertedBy(revision, nameOf)}: this layer has no text from then on${merged(revision)}</p>
</li>`
  }
  const back = revision.restores === undefined ? '' : html`, brought back by ${revertedBy(revision, nameOf)}`
  return html`<li value="${seq}">
<p>${statusBadge(status)} ${time(revision.createdAtMs)} ${nameOf(revision.authorId) ?? ORIGIN_WORDS[origin]}${
    made === null ? '' : html` · ${made}`
  }${approver === null ? '' : html`, approved by ${approver}`}${back}${merged(revision)}${
    revision.proposalId !== null &&
    html` (<a href="${benchOfRow(row.rowId)}&proposal=${revision.proposalId}">proposal ${revision.proposalId}</a>)`
  }</p>
${textBlock(
  before === undefined || before.text === revision.text
    ? html`${revision.text}`
    : diffs.between(`${layer}-${seq}`, before.text, revision.text),
  revision.text === '',
  undefined,
  inTarget(visit.app.rules.now()),
)}
${
  may(visit, 'review_translation') && !isManualHead && heads.manual?.text !== revision.text && !row.isServiceRow
    ? button(visit, `/admin/rows/${row.rowId}/revert`, say`Make revision ${seq} the manual text`, {
        layer,
        seq,
        source: row.sourceHash,
        over: heads.manual?.seq ?? 0,
      })
    : ''
}</li>`
}

function proposalsSection(visit: Visit, { row, proposals }: RowHistory): Html {
  if (proposals.length === 0 || !may(visit, 'propose_translation')) return html``
  const nameOf = createNames(visit.app)
  return html`<section><h2>Proposals</h2><ul class="plain">${proposals.slice(0, shownMax).map(
    (proposal) =>
      html`<li><a href="${benchOfProposal(proposal, row.rowId)}">${proposal.id}</a> ${statusBadge(proposal.status)}
${waivedBadge(proposal)} ${nameOf(proposal.authorId)}: ${excerpt(proposal.text, 90)}</li>`,
  )}</ul></section>`
}
