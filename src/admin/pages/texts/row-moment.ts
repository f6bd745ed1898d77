// A row's texts at an earlier time (docs/operations.md#what-stood-at-a-time), on the row's page.
import { createNames } from '../../../app/people/read-people.ts'
import { headsAt, sourcesWarning } from '../../../app/undo/moment.ts'
import { parseTime } from '../../../base/time.ts'
import { gameTextOf, type Head, type Row } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { sentence } from '../../layout.ts'
import { headBadges } from '../../parts/fields.ts'
import { inTarget, markedText, textBlock } from '../../parts/texts.ts'
import { query, type Visit } from '../../visit.ts'
import { inUtc, LAYER_WORDS, time, zone } from '../../words.ts'

export function momentSection(visit: Visit, row: Row): Html {
  const asked = query(visit, 'at').trim()
  return html`<section id="then"><h2>At a time</h2>
<form method="get" action="/admin/rows/${row.rowId}#then" class="filters"><label><span>What stood then (${zone})</span> <input type="datetime-local" name="at" step="1" required value="${inUtc(asked)}"></label><button>Show</button></form>
${asked === '' ? '' : answer(visit, row, asked)}</section>`
}

const GAME_WORDS = words({
  manual: 'in the game would have been the manual text',
  machine: 'in the game would have been the machine text',
  original: 'in the game would have been the original text',
})

function answer(visit: Visit, row: Row, asked: string): Html {
  const atMs = parseTime(asked)
  if (atMs === null)
    return html`<p class="alert" role="alert">Write a time such as 2026-11-21T14:30 or 2026-11-21T14:30:05+02:00.</p>`
  const { app } = visit
  if (atMs > app.clock.nowMs())
    return html`<p class="alert" role="alert">That time is still to come; write one that has passed.</p>`
  const heads = headsAt(app, app.store.main, atMs)(row)
  const warning = sourcesWarning(app, atMs)
  const { layer } = gameTextOf(row, heads)
  const none = heads.manual === null && heads.machine === null
  return html`<p>${time(atMs)}: ${none ? say`no translation stood then` : GAME_WORDS[layer ?? 'original']}.</p>
${warning === null ? '' : html`<p class="hint">${sentence(warning)}</p>`}${block(visit, row, 'manual', heads.manual)}${block(visit, row, 'machine', heads.machine)}`
}

function block(visit: Visit, row: Row, layer: Layer, head: Head | null): Html {
  if (head === null) return html``
  const rules = visit.app.rules.now()
  const who = createNames(visit.app)(head.authorId)
  return html`<h3>${LAYER_WORDS[layer]} ${headBadges(head, row)}</h3>
${textBlock(markedText(rules, head.text), head.text === '', LAYER_WORDS[layer], inTarget(rules))}
<p class="hint">Revision ${head.seq}${who === null ? '' : say`, by ${who}`}, ${time(head.createdAtMs)}</p>`
}
