// What waits for the visitor's decision, each kind with its count and its list.
import { decidedSince } from '../../app/rows/decided-proposals.ts'
import { countSuggestionsOf } from '../../app/suggestions/suggest.ts'
import { countPlayerWords, isDoorOpen } from '../../app/team/player-words.ts'
import { openMisfitsIn } from '../../app/work/misfit-rows.ts'
import { type Html, html } from '../html.ts'
import { words } from '../language/say.ts'
import { unseenSince } from '../news.ts'
import { may, type OpenVisit } from '../visit.ts'
import { number } from '../words.ts'

const KINDS = words({
  proposals: 'Proposals',
  terms: 'Terms',
  labels: 'Labels',
  misfits: 'Does not fit',
  words: 'Player reports',
  rejected: 'My rejected proposals',
})

interface Waiting {
  readonly kind: keyof typeof KINDS
  readonly path: string
  readonly count: number
}

function toDecide(visit: OpenVisit): readonly Waiting[] {
  const { app, user } = visit
  if (user === null) return []
  const decides = may(visit, 'manage_settings')
  const rejected = (): number =>
    decidedSince(app, user.id, unseenSince(visit, user.id)).filter(({ status }) => status === 'rejected').length
  const words = countPlayerWords(app)
  return [
    ...(may(visit, 'review_translation')
      ? [{ kind: 'proposals', path: '/admin/proposals', count: app.work.pending.count(app.store) } as const]
      : []),
    ...(decides
      ? ([
          { kind: 'terms', path: '/admin/suggestions', count: countSuggestionsOf(app, 'term') },
          { kind: 'labels', path: '/admin/suggestions', count: countSuggestionsOf(app, 'label') },
        ] as const)
      : []),
    ...(may(visit, 'propose_translation')
      ? ([
          { kind: 'misfits', path: '/admin/misfits', count: openMisfitsIn(app.store.main).length },
          ...(isDoorOpen(app) || words > 0 ? [{ kind: 'words', path: '/admin/words', count: words } as const] : []),
          { kind: 'rejected', path: '/admin/news', count: rejected() },
        ] as const)
      : []),
  ]
}

export const countToDecide = (visit: OpenVisit): number => toDecide(visit).reduce((sum, { count }) => sum + count, 0)

/** `least`: kinds with fewer are left out. */
export const decideList = (visit: OpenVisit, least = 0): Html =>
  html`<ul class="plain counts">${toDecide(visit)
    .filter(({ count }) => count >= least)
    .map(
      ({ kind, path, count }) => html`<li><a href="${path}">${KINDS[kind]}</a> <strong>${number(count)}</strong></li>`,
    )}</ul>`
