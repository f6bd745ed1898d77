// Recent reasons for rejecting a proposal, for reviewers to choose from.
import { proposalsByStatus } from '../../store/records.ts'
import type { App } from '../app.ts'

const lookedAtMax = 100
const shownMax = 5
/** Longer reasons concern one text only. */
const lengthMax = 200

/** At most five reasons: the reader's own first, then others', each newest first. */
export function recentReasons(app: App, readerId: number): readonly string[] {
  const own = new Set<string>()
  const others = new Set<string>()
  let looked = 0
  for (const { reason, reviewerId } of proposalsByStatus(app.store.main, 'rejected', { beforeId: 0xffffffff })) {
    if (looked++ === lookedAtMax) break
    if (reason === null || reason.length > lengthMax) continue
    if (reviewerId === readerId) own.add(reason)
    else others.add(reason)
  }
  return [...new Set([...own, ...others])].slice(0, shownMax)
}
