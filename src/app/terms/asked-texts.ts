// The texts of a lookup: given as they are, or the sources of rows.
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { readRowById } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** Ids are in lower case. */
export type Asked = { readonly texts: readonly string[] } | { readonly rowIds: readonly string[] }

export interface AskedText {
  readonly text: string
  /** The text's place in the request, from 0. */
  readonly place: number
  /** Null: the text itself was given. */
  readonly row: Row | null
}

interface AskedTexts {
  /** In the order asked. */
  readonly texts: readonly AskedText[]
  /** Ids that no row of the game has. */
  readonly unknownIds: readonly string[]
}

export function readAsked({ store: { main, files } }: App, asked: Asked): AskedTexts {
  if ('texts' in asked) return { texts: asked.texts.map((text, place) => ({ text, place, row: null })), unknownIds: [] }
  const texts: AskedText[] = []
  const unknownIds: string[] = []
  asked.rowIds.forEach((rowId, place) => {
    const row = readRowById(main, files, rowId)
    if (row === null) unknownIds.push(rowId)
    else texts.push({ text: sourceTextOf(row), place, row })
  })
  return { texts, unknownIds }
}
