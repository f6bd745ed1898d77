// Beside the text on the workbench: translations of like texts, and of words elsewhere. Both are loaded after the row
// (assets/bench.js), so that the step to it takes no longer.
import { readConcordance, type WordsPut } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { findLike, type LikeKnown } from '../../../app/terms/find-like.ts'
import { Turn } from '../../../base/turn.ts'
import { searchTextMax } from '../../../domain/limits.ts'
import { isPendingHead } from '../../../domain/proposal.ts'
import { type Head, type Row, sourceTextOf } from '../../../domain/row.ts'
import { createMatcher, excerptAround } from '../../../search/match.ts'
import { parseSearch, quotedForSearch } from '../../../search/query.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { statusBadge } from '../../parts/fields.ts'
import { noRowPage } from '../../parts/refusals.ts'
import { createDifferences, inSource, targetInLine } from '../../parts/texts.ts'
import { query, type Visit } from '../../visit.ts'
import { excerpt, LAYER_WORDS, ORIGIN_WORDS } from '../../words.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'

export const likePlace = ({ rowId }: Row): Html =>
  html`<section class="like" id="like" data-from="/admin/bench/like?row=${rowId}" aria-label="Similar texts"></section>`

export const wordsPlace = ({ rowId }: Row): Html =>
  html`<section class="like scripted"><input type="search" id="words" form="" maxlength="${searchTextMax}" title="Ctrl+K"
aria-label="How was it translated elsewhere?" placeholder="${say`How was it translated elsewhere?`}">
<div id="put" data-from="/admin/bench/put?row=${rowId}" aria-live="polite"></div></section>`

/** From so many percent on a text of another row is offered in the field itself, too. */
const ghostPercent = 85

export async function likeParts(visit: Visit): Promise<Response> {
  const row = askedRow(visit)
  if (row === null) return await noRowPage(visit)
  const found = await findLike(visit.app, [sourceTextOf(row)], visit.user.id, new Turn(visit.user.id))
  const like = found.texts[0] ?? []
  const diffs = createDifferences(visit, `/admin/rows/${row.rowId}`)
  const one = (each: LikeKnown, at: number): Html => {
    const isTwin = each.kind === 'twin'
    const isNear = isTwin || each.percent >= ghostPercent
    return html`<li class="hit"><span class="percent${isNear ? ' near' : ''}"${
      isTwin ? html` title="the same except for numbers"` : ''
    }>${isTwin ? '≈' : html`${each.percent} %`}</span>
<p dir="auto" translate="no"
${inSource(visit.app.rules.now())}>${diffs.between(`like-${at}`, each.source, sourceTextOf(row))}</p>
<p>${targetInLine(visit, each.head.text)}</p>
<p class="by">${madeBy(visit, each.layer, each.head)}
<button type="button" class="chip" data-fill="${each.head.text}"
${raw(isNear ? ' data-ghost' : '')} data-key="like" title="Ctrl+M">Use</button></p>
</li>`
  }
  const list = like.length === 0 ? html`` : html`<ul class="plain">${like.map(one)}</ul>`
  const behind = found.isWhole
    ? html``
    : html`<p class="hint">The search index is not ready: there may be other similar texts.</p>`
  return visit.c.html(await html`${list}${behind}`)
}

/** The words asked for, in the source of other rows, with their translations. */
export async function putParts(visit: Visit): Promise<Response> {
  const row = askedRow(visit)
  if (row === null) return await noRowPage(visit)
  const words = parseSearch(quotedForSearch(query(visit, 'text').trim().slice(0, searchTextMax)), false)
  if (words === null) return visit.c.html('')
  const found = await readConcordance(visit.app, visit.user, words, row, visit.c.req.raw.signal)
  if (found === null) return visit.c.html(await html`<p class="hint">Another search is running. Try again.</p>`)
  if (found.length === 0)
    return visit.c.html(await html`<p class="hint">No other row with these words is translated.</p>`)
  const marks = createMatcher(words)
  const one = ({ source, head, layer, rowId }: WordsPut): Html =>
    html`<li>
<p dir="auto" translate="no"${inSource(visit.app.rules.now())}>${excerptAround(
      source,
      marks.spansIn(source),
      excerptLength,
    ).map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : html`${text}`))}</p>
<p>${targetInLine(visit, excerpt(head.text, excerptLength))}
<span class="hint"><a href="${benchOfRow(rowId)}">${madeBy(visit, layer, head)}</a></span></p>
</li>`
  return visit.c.html(await html`<ul class="plain">${found.map(one)}</ul>`)
}

const excerptLength = 160

const askedRow = (visit: Visit): Row | null => readRow(visit.app, query(visit, 'row'))

const madeBy = (visit: Visit, layer: Layer, head: Head): Html =>
  isPendingHead(head)
    ? html`your proposal`
    : html`${LAYER_WORDS[layer]} ${statusBadge(head.status)} ${
        head.model ?? createNames(visit.app)(head.authorId) ?? ORIGIN_WORDS[head.origin]
      }`
