// Thanks for a text by one key: a comment on its row that names the author, who reads it among the news.
import { writeComment } from '../../../app/team/comments.ts'
import { form, takes } from '../../form.ts'
import { say } from '../../language/say.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { goTo, type Visit } from '../../visit.ts'
import { ADDRESS_FIELDS, benchPath, postedAddress } from './address.ts'
import { benchWith } from './bench-page.ts'
import { doneParameters } from './done.ts'
import { authorOf } from './thanks-part.ts'

const FIELDS = ADDRESS_FIELDS.extend({ thanked: takes.whole })

export const thankAuthor = form(FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const author = sent.thanked === null ? null : authorOf(visit, sent.thanked)
  if (author === null) return await notFoundPage(visit, 'there is no such proposal, or its row is not in the game now')
  const { name, rowId } = author
  const written = await writeComment(visit.app, visit.actor, { rowId, text: say`@${name} thank you for this text!` })
  if (!written.ok)
    return await benchWith(visit, address, { error: saidOf(written.refusal), status: statusOf(written.refusal) })
  const row = address.rowId === null ? {} : { row: address.rowId }
  return goTo(visit, benchPath(address.parameters, { ...row, ...doneParameters({ did: 'thanked', rowId }) }))
})
