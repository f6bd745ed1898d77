// What a game's file says beside a text, for whoever translates it (docs/another-game.md#beside-the-text).

export interface Remark {
  /** Comments, a line each; empty: none. */
  readonly note: string
  /** Where the game has the text, `src/menu.c:12 src/menu.c:40`; empty: not said. */
  readonly place: string
  /** How many characters a translation may have; null: not said. */
  readonly maxLength: number | null
}

// A remark is help and no document: what is longer is cut, so that a file of long comments costs no more than one of long texts.

const noteMax = 2_000
const placeMax = 400
const maxLengthMax = 1_000_000

interface Said {
  readonly notes?: readonly string[]
  readonly places?: readonly string[]
  readonly maxLength?: number | string | null
}

/** Null: nothing is said. Lines that are blank or stand twice are left out; a `maxLength` that is no whole number from 1 says nothing. */
export function remarkOf({ notes = [], places = [], maxLength = null }: Said): Remark | null {
  const lines = notes.flatMap((note) => note.slice(0, 2 * noteMax).split(/\r\n?|\n/)).map((line) => line.trim())
  const note = cut([...new Set(lines)].filter((line) => line !== '').join('\n'), noteMax)
  const place = cut(
    [...new Set(places.map((each) => each.trim().replaceAll(/\s+/g, ' ')))].filter((each) => each !== '').join(' '),
    placeMax,
  )
  const max = typeof maxLength === 'string' ? (/^\d{1,7}$/.test(maxLength) ? Number(maxLength) : 0) : (maxLength ?? 0)
  const isMax = Number.isInteger(max) && max > 0 && max <= maxLengthMax
  return note === '' && place === '' && !isMax ? null : { note, place, maxLength: isMax ? max : null }
}

const cut = (text: string, most: number): string =>
  (text.length <= most ? text : `${text.slice(0, most)}…`).toWellFormed()
