// A button that thanks the author of the text that was just approved.
import { createNames } from '../../../app/people/read-people.ts'
import { readProposalRow } from '../../../app/rows/read-proposal.ts'
import { html } from '../../html.ts'
import { tokenField } from '../../layout.ts'
import type { Visit } from '../../visit.ts'
import type { Done } from './done.ts'

interface Author {
  readonly name: string
  readonly rowId: string
}

/** Null: there is no such proposal, or it is the visitor's own. */
export function authorOf({ app, user }: Visit, proposalId: number): Author | null {
  const found = readProposalRow(app, proposalId)
  if (found === null || found.proposal.authorId === user.id) return null
  const name = createNames(app)(found.proposal.authorId)
  return name === null ? null : { name, rowId: found.row.rowId }
}

const approved = ['approved', 'reworded']

/** `row`: the present one, to come back to; `at`: its list. */
export function thanksPart(visit: Visit, done: Done | null, at: string, row: string) {
  const id = done !== null && approved.includes(done.did) ? done.proposalId : undefined
  const author = id === undefined ? null : authorOf(visit, id)
  if (author === null) return { button: html``, form: html`` }
  return {
    button: html` <button form="thanks" class="chip" data-code="KeyT">Thank ${author.name} <kbd class="scripted" aria-hidden="true">t</kbd></button>`,
    form: html`<form id="thanks" method="post" action="/admin/bench/thank" hidden>${tokenField(visit)}<input type="hidden" name="at" value="${at}"><input type="hidden" name="row" value="${row}"><input type="hidden" name="thanked" value="${id ?? 0}"></form>`,
  }
}
