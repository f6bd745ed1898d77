// A mark of somebody who plays: this text does not fit its place in the game, with a note and perhaps a picture. It holds for
// the marked text, so it is open while that text is the layer's current one and nobody closed it
// (docs/workbench.md#does-not-fit).
import { ok, refuse, type Result } from '../base/result.ts'
import { misfitNoteMax } from './limits.ts'
import type { Heads } from './row.ts'
import type { Layer } from './vocabulary.ts'

export interface Misfit {
  readonly ordinal: number
  /** The number of the mark, counted for each row from 1. */
  readonly number: number
  readonly layer: Layer
  /** The text that did not fit. */
  readonly text: string
  /** What the person says; it may be empty. */
  readonly note: string
  readonly picture: PictureType | null
  readonly authorId: number
  readonly createdAtMs: number
  /** Who said that the text fits now, and when; null: nobody yet. */
  readonly closed: { readonly byId: number; readonly atMs: number } | null
}

export const isOpen = ({ closed, layer, text }: Misfit, heads: Heads): boolean =>
  closed === null && heads[layer]?.text === text

/** The text that players see now, and may mark. Null: it is the source. */
export function shownNow(heads: Heads): { readonly layer: Layer; readonly text: string } | null {
  const layer = heads.manual !== null ? 'manual' : 'machine'
  const head = heads[layer]
  return head === null ? null : { layer, text: head.text }
}

type BadNote = 'misfit_note_too_long' | 'misfit_note_characters'

/** Line ends become LF, and outer white space goes. */
export function parseMisfitNote(typed: string): Result<string, BadNote> {
  const text = typed.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC')
  if (Array.from(text).length > misfitNoteMax) return refuse('misfit_note_too_long')
  if (/[\p{Cc}\p{Cs}]/u.test(text.replaceAll(/[\n\t]/g, ''))) return refuse('misfit_note_characters')
  return ok(text)
}

const hex = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex', from, to)

/** How each type of picture begins, and whether it is whole: only its bytes tell the type, whatever its name says. */
const PICTURES = {
  'image/png': (bytes) =>
    hex(bytes, 0, 8) === '89504e470d0a1a0a' && hex(bytes, bytes.length - 8, bytes.length) === '49454e44ae426082',
  'image/jpeg': (bytes) => hex(bytes, 0, 3) === 'ffd8ff' && hex(bytes, bytes.length - 2, bytes.length) === 'ffd9',
  'image/webp': (bytes) =>
    hex(bytes, 0, 4) === '52494646' &&
    hex(bytes, 8, 12) === '57454250' &&
    Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8 === bytes.length,
} as const satisfies Readonly<Record<string, (bytes: Uint8Array) => boolean>>

export type PictureType = keyof typeof PICTURES
export const PICTURE_TYPES = Object.keys(PICTURES) as readonly PictureType[]

/** The type of a picture; null: it is none of these, or not whole. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | null =>
  PICTURE_TYPES.find((type) => PICTURES[type](bytes)) ?? null
