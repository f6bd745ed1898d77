// Tick boxes for rows that can be decided together: machine texts, and stale manual texts that still fit. A tick has
// the version that was shown; a row changed since is left alone.
import { readHistory } from '../../../app/rows/read-history.ts'
import type { WorkRow } from '../../../app/work/list-work.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { isCosmeticChange } from '../../../domain/text/cosmetic-change.ts'
import { type Matter, matterOf } from '../../../domain/work/matter.ts'
import { type Html, html, raw } from '../../html.ts'
import { words } from '../../language/say.ts'
import { may, type Visit } from '../../visit.ts'
import { excerpt } from '../../words.ts'
import type { BenchAddress } from './address.ts'

const DECISIONS: Readonly<Record<Layer, Readonly<Record<string, string>>>> = {
  machine: words({ approved: 'Approve ticked', reviewed: 'Mark as reviewed', rejected: 'Reject ticked' }),
  manual: words({ fits: 'Ticked still fit' }),
}

/** Empty for a row that cannot be ticked. */
export function tickBox(visit: Visit, { filter }: BenchAddress, { row, heads, pendingProposals }: WorkRow): Html {
  const layer = tickable(
    matterOf({
      row,
      heads,
      canReview: may(visit, 'review_translation'),
      wantsProposals: filter.proposals === 'with' || filter.proposals === 'waived',
      hasPending: pendingProposals > 0,
      wantsToWrite: false,
    }),
  )
  const head = layer === null ? null : heads[layer]
  if (layer === null || head === null) return html``
  const old = readHistory(visit.app, row.rowId, visit.user, 1)?.oldSources[layer]
  const isCosmetic = old !== undefined && isCosmeticChange(old, sourceTextOf(row))
  return html`<input type="checkbox" name="tick" value="${layer} ${head.seq} ${row.sourceHash} ${row.rowId}" aria-label="Tick ${excerpt(sourceTextOf(row), 40)}"${raw(isCosmetic ? ' data-cosmetic' : '')}>${
    isCosmetic ? html`<span class="cosmetic" title="only letter case, punctuation or spaces changed">≈</span>` : ''
  }`
}

const tickable = (matter: Matter): Layer | null => (matter === 'machine' || matter === 'manual' ? matter : null)

/** `boxes`: the list's markup; empty without boxes. */
export function tickButtons(boxes: string): Html {
  const layers = (['machine', 'manual'] as const).filter((layer) => boxes.includes(`value="${layer} `))
  if (layers.length === 0) return html``
  const cosmetic = boxes.includes('data-cosmetic')
    ? html`<button type="button" class="chip scripted" data-ticks="cosmetic">Tick cosmetic changes ≈</button>`
    : ''
  return html`<div class="ticked"><button type="button" class="chip scripted" data-ticks="all">Tick all</button>${cosmetic}
${layers.flatMap((layer) => Object.entries(DECISIONS[layer]).map(([value, label]) => html`<button class="chip" name="do" value="${value}">${label}</button>`))}</div>`
}
