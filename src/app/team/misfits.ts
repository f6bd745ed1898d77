// Marks of people who saw in the game that a text does not fit: whoever may propose sets and closes them. A new text of the
// layer closes its marks by itself, because a mark is about one text (domain/misfit.ts).
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { misfitsMax, misfitsPerPersonMax, misfitsPerRowMax, pictureBytesMax, picturesMax } from '../../domain/limits.ts'
import type { Row } from '../../domain/row.ts'
import { barePicture } from '../../domain/bare-picture.ts'
import { isOpen, type Misfit, parseMisfitNote, type PictureType, pictureTypeOf, shownNow } from '../../domain/misfit.ts'
import {
  allMisfits,
  misfitsOfRow,
  putMisfit,
  putMisfitPicture,
  readMisfitPicture,
  removeMisfit,
  removeMisfitPicture,
} from '../../store/records.ts'
import { readHeads, readRow, readRowById } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { openMisfitsIn } from '../work/misfit-rows.ts'
import { change, type NotWritten } from '../change.ts'

export type MisfitRefusal =
  | NotWritten
  | {
      readonly code:
        | 'misfit_note_too_long'
        | 'misfit_note_characters'
        | 'picture_too_large'
        | 'no_picture'
        | 'too_many_pictures'
        | 'too_many_misfits'
        | 'too_many_own_misfits'
        | 'too_many_open_misfits'
        | 'no_text_to_mark'
        | 'marked_already'
        | 'may_not_comment'
        | 'row_gone'
        | 'no_misfit'
    }

/** Sets a mark on a row's text. `picture`: one of the game's screen; null: none. */
export async function markMisfit(
  app: App,
  actor: Actor,
  request: { readonly rowId: string; readonly note: string; readonly picture: Uint8Array | null },
): Promise<Result<Misfit, MisfitRefusal>> {
  const note = parseMisfitNote(request.note)
  if (!note.ok) return refuse({ code: note.refusal })
  const { picture } = request
  if (picture !== null && picture.length > pictureBytesMax) return refuse({ code: 'picture_too_large' })
  const type = picture === null ? null : pictureTypeOf(picture)
  if (picture !== null && type === null) return refuse({ code: 'no_picture' })
  const bare = picture === null || type === null ? null : barePicture(type, picture)
  return await change<Actor, Misfit, MisfitRefusal>(app, actor, (txn, { user: by }) => {
    if (!hasPermission(by.role, 'propose_translation')) return refuse({ code: 'may_not_comment' })
    const row = readRowById(txn.db, app.store.files, request.rowId)
    if (row === null) return refuse({ code: 'row_gone' })
    const { ordinal } = row
    const heads = readHeads(txn.db, ordinal)
    const shown = shownNow(heads)
    if (shown === null) return refuse({ code: 'no_text_to_mark' })
    const marks = misfitsOfRow(txn.db, ordinal)
    if (marks.some((mark) => isOpen(mark, heads) && mark.authorId === by.id)) return refuse({ code: 'marked_already' })
    if ((marks.at(-1)?.number ?? 0) >= misfitsPerRowMax) return refuse({ code: 'too_many_misfits' })
    const all = [...allMisfits(txn.db)]
    const isOpenNow = (mark: Misfit): boolean => isOpen(mark, readHeads(txn.db, mark.ordinal))
    const own = all.filter(({ authorId }) => authorId === by.id)
    const ownOpen = own.filter(isOpenNow)
    if (ownOpen.length >= misfitsPerPersonMax) return refuse({ code: 'too_many_own_misfits' })
    if (all.length >= misfitsMax && !makeRoom(txn, all, isOpenNow)) return refuse({ code: 'too_many_open_misfits' })
    if (picture !== null) {
      const hasPicture = (mark: Misfit): boolean => mark.picture !== null
      if (ownOpen.filter(hasPicture).length >= picturesMax) return refuse({ code: 'too_many_pictures' })
      // The person's closed marks lose their pictures, to make room for this one.
      const withPictures = own.filter(hasPicture)
      if (withPictures.length >= picturesMax)
        for (const mark of withPictures) {
          if (ownOpen.includes(mark)) continue
          removeMisfitPicture(txn, mark)
          putMisfit(txn, { ...mark, picture: null })
        }
    }
    const mark: Misfit = {
      ordinal,
      number: (marks.at(-1)?.number ?? 0) + 1,
      ...shown,
      note: note.value,
      picture: type,
      authorId: by.id,
      createdAtMs: txn.timeMs,
      closed: null,
    }
    putMisfit(txn, mark)
    if (bare !== null) putMisfitPicture(txn, { ordinal, number: mark.number, bytes: bare })
    return ok(mark)
  })
}

/** Drops the oldest closed marks, until one more fits. False: all marks are open, so none can go. */
function makeRoom(txn: Txn, all: readonly Misfit[], isOpenNow: (mark: Misfit) => boolean): boolean {
  const past = all.filter((mark) => !isOpenNow(mark)).sort((a, b) => a.createdAtMs - b.createdAtMs)
  for (const mark of past.slice(0, all.length - misfitsMax + 1)) removeMisfit(txn, mark)
  return past.length > all.length - misfitsMax
}

export async function closeMisfit(
  app: App,
  actor: Actor,
  request: { readonly rowId: string; readonly number: number },
): Promise<Result<Misfit, MisfitRefusal>> {
  return await change<Actor, Misfit, MisfitRefusal>(app, actor, (txn, { user: by }) => {
    if (!hasPermission(by.role, 'propose_translation')) return refuse({ code: 'may_not_comment' })
    const row = readRowById(txn.db, app.store.files, request.rowId)
    if (row === null) return refuse({ code: 'row_gone' })
    const mark = misfitsOfRow(txn.db, row.ordinal).find(({ number }) => number === request.number)
    if (mark === undefined || !isOpen(mark, readHeads(txn.db, row.ordinal))) return refuse({ code: 'no_misfit' })
    const closed: Misfit = { ...mark, picture: null, closed: { byId: by.id, atMs: txn.timeMs } }
    putMisfit(txn, closed)
    removeMisfitPicture(txn, mark)
    return ok(closed)
  })
}

interface RowMisfit {
  readonly misfit: Misfit
  readonly isOpen: boolean
}

/** The marks of a row, newest first. */
export const misfitsFor = ({ store: { main } }: App, { ordinal }: Row): readonly RowMisfit[] => {
  const heads = readHeads(main, ordinal)
  return misfitsOfRow(main, ordinal)
    .map((misfit) => ({ misfit, isOpen: isOpen(misfit, heads) }))
    .reverse()
}

interface OpenMisfit {
  readonly misfit: Misfit
  readonly row: Row
}

/** The open marks of rows in the game, oldest first. */
export function openMisfits({ store: { main, files } }: App): readonly OpenMisfit[] {
  return openMisfitsIn(main)
    .flatMap((misfit) => {
      const row = readRow(main, files, misfit.ordinal)
      return row === null ? [] : [{ misfit, row }]
    })
    .sort((a, b) => a.misfit.createdAtMs - b.misfit.createdAtMs)
}

/** The picture of a mark; null: there is none. */
export function pictureOf(
  { store: { main, files } }: App,
  rowId: string,
  number: number,
): { readonly type: PictureType; readonly bytes: Uint8Array } | null {
  const row = readRowById(main, files, rowId)
  if (row === null) return null
  const bytes = readMisfitPicture(main, { ordinal: row.ordinal, number })
  const type = bytes === null ? null : pictureTypeOf(bytes)
  return bytes === null || type === null ? null : { type, bytes }
}
