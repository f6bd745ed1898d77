// Translations of a text that a further pair has for a row of another source (docs/decisions.md#further-pairs): the row's own, if one was
// made for this text, else one of another row with exactly this source.
import type { GameHead, GameHeads, Row } from '../../domain/row.ts'
import { gameLayerOf } from '../../domain/row.ts'
import type { Markup } from '../../domain/profile.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { type FileNames, GameHeadReader, readRow, rowsWithSource } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'

interface Choosing {
  readonly markup: Markup
  readonly allowStale: boolean
  readonly headsOfThen: ((row: Row) => GameHeads) | null
}

type Text = { readonly text: string; readonly layer: Layer }

export class OtherSources {
  readonly #db: Database
  readonly #files: FileNames
  readonly #choosing: Choosing
  readonly #heads: GameHeadReader
  /** By source hash: of the rows with this source. */
  readonly #found = new Map<string, Text | null>()

  constructor(db: Database, files: FileNames, choosing: Choosing) {
    this.#db = db
    this.#files = files
    this.#choosing = choosing
    this.#heads = new GameHeadReader(db)
  }

  /** Null: there is none. */
  textFor(ordinal: number, sourceHash: string, sourceText: string): Text | null {
    const own = this.#judged(this.#headsOf(ordinal), sourceText)
    return (
      textIn(own, sourceHash, false) ??
      this.#ofEqualRows(sourceHash) ??
      (this.#choosing.allowStale ? textIn(own, sourceHash, true) : null)
    )
  }

  #ofEqualRows(sourceHash: string): Text | null {
    const known = this.#found.get(sourceHash)
    if (known !== undefined) return known
    let found: Text | null = null
    for (const ordinal of rowsWithSource(this.#db, sourceHash)) {
      // The index has only the beginning of the hash; a head has all of it.
      found = textIn(this.#headsOf(ordinal), sourceHash, false)
      if (found !== null) break
    }
    this.#found.set(sourceHash, found)
    return found
  }

  #headsOf(ordinal: number): GameHeads {
    const { headsOfThen } = this.#choosing
    const row = headsOfThen === null ? null : readRow(this.#db, this.#files, ordinal)
    return headsOfThen === null || row === null ? this.#heads.read(ordinal) : headsOfThen(row)
  }

  /** Its flags are those for the row's source, which is another one. */
  #judged({ manual, machine }: GameHeads, sourceText: string): GameHeads {
    const judged = (head: GameHead | null): GameHead | null =>
      head && { ...head, isInvalid: breaksMarkup(sourceText, head.text, this.#choosing.markup) }
    return { manual: judged(manual), machine: judged(machine) }
  }
}

function textIn(heads: GameHeads, sourceHash: string, allowStale: boolean): Text | null {
  const layer = gameLayerOf({ sourceHash }, heads, allowStale)
  const head = layer === null ? null : heads[layer]
  return layer === null || head === null ? null : { text: head.text, layer }
}
