// After an approval, closes the row's other proposals with the same text (docs/workbench.md#what-is-asked).
import type { Proposal } from '../../domain/proposal.ts'
import type { Row } from '../../domain/row.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { pendingOfRow } from '../rows/read-proposal.ts'
import { rejectProposal } from '../writes/review-proposal.ts'

export async function closeRivals(app: App, actor: Actor, row: Row, approved: Proposal, text: string): Promise<number> {
  let closed = 0
  for (const rival of pendingOfRow(app, row)) {
    if (rival.text !== text) continue
    const reason = `Proposal ${approved.id} says the same and was approved.`
    const done = await rejectProposal(app, actor, { id: rival.id, version: rival.version, reason })
    if (done.ok) closed++
  }
  return closed
}
