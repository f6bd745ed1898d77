// Texts that do not fit, seen in the game: the list of open marks, setting and closing one, and its picture.
import * as z from 'zod'
import { closeMisfit, markMisfit, type MisfitRefusal, openMisfits, pictureOf } from '../../../app/team/misfits.ts'
import { misfitNoteMax, pictureBytesMax } from '../../../domain/limits.ts'
import { boundaryOf, DamagedForm, partsOf } from '../../../http/multipart.ts'
import { readBody } from '../../../http/read-body.ts'
import { backToRow } from '../../gatekeeper.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { here, pager } from '../../parts/fields.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import {
  changeRefusedPage,
  noRoomPage,
  notAFormPage,
  notFoundPage,
  oldFormPage,
  tooLargePage,
} from '../../parts/refusals.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { closeButton, misfitText } from '../../parts/work/misfit-marks.ts'
import { goTo, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted } from '../../words.ts'

const path = '/admin/misfits'
const perPage = 25

export async function misfitsPage(visit: Visit): Promise<Response> {
  const open = openMisfits(visit.app)
  const from = Math.min(wholeNumber(query(visit, 'from')) ?? 0, Math.max(0, open.length - 1))
  const body = html`<h1>Does not fit</h1>
<p class="hint">Texts that somebody saw cut off or spilling over in the game, the oldest first. A new text closes the mark by itself. A mark is set on the workbench and on the page of its row.</p>
${
  open.length === 0
    ? html`<p class="empty">Nothing is marked.</p>`
    : html`<p>${counted(open.length, 'mark')}</p><ol class="plain marks" start="${from + 1}">${open
        .slice(from, from + perPage)
        .map(
          ({ misfit, row: { rowId } }) =>
            html`<li><a href="${benchOfRow(rowId)}">Workbench</a> <a href="/admin/rows/${rowId}"><code>${rowId}</code></a> ${misfitText(visit, rowId, misfit)} ${may(visit, 'propose_translation') ? html`<div class="actions">${closeButton(visit, rowId, misfit, path)}</div>` : ''}</li>`,
        )}</ol>`
}
${pager(from === 0 ? null : here(visit, { from: null }), from + perPage < open.length ? here(visit, { from: from + perPage }) : null)}`
  return await page(visit, { title: say`Does not fit`, body })
}

const rowIdOf = ({ c }: Visit): string => (c.req.param('row') ?? '').toLowerCase()
const numberOf = ({ c }: Visit): number => wholeNumber(c.req.param('number') ?? '') ?? 0

const refused = (visit: Visit, refusal: MisfitRefusal): Promise<Response> =>
  changeRefusedPage(visit, saidOf(refusal), statusOf(refusal))

/** Boundaries, heads, the token and a note of four bytes a character, each of which the kept form escapes. */
const formBytesMax = pictureBytesMax + 12 * misfitNoteMax + 4 * 1024
/** Read to the end, so that a picture that is too large is told as such. */
const readBytesMax = 8 * pictureBytesMax

export async function markMisfitPost(visit: Visit): Promise<Response> {
  const { c, user } = visit
  const body = await readBody(c.req.raw, c.env, readBytesMax, user.id)
  if (!body.ok) {
    if (body.refusal === 'no_room') return await noRoomPage(visit)
    return await (body.refusal === 'too_large' ? tooLargePage(visit, formBytesMax) : notAFormPage(visit))
  }
  const sent = await sentMark(c.req.header('content-type') ?? '', body.value)
  if (sent === null) return await notAFormPage(visit)
  // The visitor's rights may have changed during a long upload.
  const now = await visit.again()
  if (now instanceof Response) return now
  const typed = { ...now, form: new URLSearchParams({ note: sent.note, back: sent.back, sent: sent.sent }) }
  if (!visit.isOwnToken(sent.csrf)) return await oldFormPage(typed)
  const rowId = rowIdOf(visit)
  const marked = await markMisfit(visit.app, now.actor, { rowId, note: sent.note, picture: sent.picture })
  return marked.ok ? goTo(typed, backToRow(sent.back, rowId), 'misfit-marked') : await refused(typed, marked.refusal)
}

interface SentMark {
  readonly csrf: string
  readonly note: string
  readonly back: string
  readonly sent: string
  readonly picture: Buffer | null
}

/** A form with a picture, or without one: a refusal shows the note again in a plain form. Null: neither. */
async function sentMark(type: string, body: Buffer): Promise<SentMark | null> {
  const boundary = boundaryOf(type)
  if (boundary === null) {
    const fields = new URLSearchParams(body.toString('utf8'))
    return {
      csrf: fields.get('csrf') ?? '',
      note: fields.get('note') ?? '',
      back: fields.get('back') ?? '',
      sent: fields.get('sent') ?? '',
      picture: null,
    }
  }
  const parts = new Map<string, Buffer>()
  try {
    for await (const { name, body: chunks } of partsOf([body], boundary)) {
      const all: Buffer[] = []
      for await (const chunk of chunks) all.push(chunk)
      if (!parts.has(name)) parts.set(name, Buffer.concat(all))
    }
  } catch (error) {
    if (error instanceof DamagedForm) return null
    throw error
  }
  const picture = parts.get('picture')
  return {
    csrf: parts.get('csrf')?.toString('utf8') ?? '',
    note: parts.get('note')?.toString('utf8') ?? '',
    back: parts.get('back')?.toString('utf8') ?? '',
    sent: parts.get('sent')?.toString('utf8') ?? '',
    picture: picture === undefined || picture.length === 0 ? null : picture,
  }
}

export const closeMisfitPost = form(z.object({ back: takes.text }), async (visit: Visit, { back }) => {
  const rowId = rowIdOf(visit)
  const closed = await closeMisfit(visit.app, visit.actor, { rowId, number: numberOf(visit) })
  if (!closed.ok) return await refused(visit, closed.refusal)
  return goTo(visit, back === path ? path : backToRow(back, rowId), 'misfit-closed')
})

/** Nothing in it can run: its type is told by its bytes, and no browser may guess another. */
export async function misfitPicture(visit: Visit): Promise<Response> {
  const picture = pictureOf(visit.app, rowIdOf(visit), numberOf(visit))
  if (picture === null) return await notFoundPage(visit, 'there is no such picture')
  return new Response(Uint8Array.from(picture.bytes), {
    headers: {
      'Content-Type': picture.type,
      'Content-Length': String(picture.bytes.length),
      'Content-Disposition': 'inline',
    },
  })
}
