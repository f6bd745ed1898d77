// What waits for the visitor's decision, each kind with its count and its list.
import { decidedSince } from '../../app/rows/decided-proposals.ts'
import { countSuggestionsOf } from '../../app/suggestions/suggest.ts'
import { countPlayerWords, isDoorOpen } from '../../app/team/player-words.ts'
import { openMisfitsIn } from '../../app/work/misfit-rows.ts'
import type { Permission } from '../../domain/vocabulary.ts'
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

type Kind = keyof typeof KINDS
type List = readonly [kind: Kind, path: string, needs: Permission, count: () => number]

function toDecide(visit: OpenVisit) {
  const { app, user } = visit
  if (user === null) return []
  const rejected = (): number =>
    decidedSince(app, user.id, unseenSince(visit, user.id)).filter(({ status }) => status === 'rejected').length
  const lists: readonly List[] = [
    ['proposals', '/admin/proposals', 'review_translation', () => app.work.pending.count(app.store)],
    ['terms', '/admin/suggestions', 'manage_settings', () => countSuggestionsOf(app, 'term')],
    ['labels', '/admin/suggestions', 'manage_settings', () => countSuggestionsOf(app, 'label')],
    ['misfits', '/admin/misfits', 'propose_translation', () => openMisfitsIn(app.store.main).length],
    ['words', '/admin/words', 'propose_translation', () => countPlayerWords(app)],
    ['rejected', '/admin/news', 'propose_translation', rejected],
  ]
  return lists
    .filter(([, , needs]) => may(visit, needs))
    .map(([kind, path, , count]) => ({ kind, path, count: count() }))
    .filter(({ kind, count }) => kind !== 'words' || count > 0 || isDoorOpen(app))
}

export const countToDecide = (visit: OpenVisit): number => toDecide(visit).reduce((sum, { count }) => sum + count, 0)

/** `least`: kinds with fewer are left out. */
export const decideList = (visit: OpenVisit, least = 0): Html =>
  html`<ul class="plain counts">${toDecide(visit)
    .filter(({ count }) => count >= least)
    .map(
      ({ kind, path, count }) => html`<li><a href="${path}">${KINDS[kind]}</a> <strong>${number(count)}</strong></li>`,
    )}</ul>`
