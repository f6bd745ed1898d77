// Chooses the text of each entry of an exported game file and counts the choices
// (docs/rows.md#what-goes-into-the-game; docs/command-line.md#export). Only an entry with the row's source hash is
// translated: in files of another version a translation could replace a different text. Hot, 1.2 million entries: texts
// are compared as bytes, and translations are read only where a bitmap has them.
import type { Span } from '../../base/bytes.ts'
import { hasForeignCharacters } from '../../domain/checks/whole-text.ts'
import { textBytesMax } from '../../domain/limits.ts'
import type { Markup } from '../../domain/profile.ts'
import {
  type FallbackReason,
  fallbackReasonOf,
  type GameHead,
  type GameHeads,
  gameLayerOf,
  type Row,
} from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import {
  type FileNames,
  GameHeadReader,
  readPairRow,
  readRow,
  RowFinder,
  rowsWithSource,
  type RowView,
} from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Snapshot } from '../../store/view.ts'
import type { IsKept } from '../editions/kept-rows.ts'

interface ChoosingOther {
  readonly markup: Markup
  readonly allowStale: boolean
  readonly headsOfThen: ((row: Row) => GameHeads) | null
}

type Text = { readonly text: string; readonly layer: Layer }

/**
 * Translations for a row whose text in a further pair is not its source (docs/rows.md#further-pairs): the row's own translation, if it was
 * made for that text, else one of another row with exactly this source.
 */
class OtherSources {
  readonly #db: Database
  readonly #files: FileNames
  readonly #choosing: ChoosingOther
  readonly #heads: GameHeadReader
  /** The translation that other rows with a source have, by the hash of the source; null: they have none. */
  readonly #found = new Map<string, Text | null>()

  constructor(db: Database, files: FileNames, choosing: ChoosingOther) {
    this.#db = db
    this.#files = files
    this.#choosing = choosing
    this.#heads = new GameHeadReader(db)
  }

  /** Null: nobody translated this text. */
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

  /** A head's flag tells whether its text breaks the markup of the row's source. Here the source is another one, so it is found anew. */
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

export const EXPORT_FALLBACKS = [
  'untranslated',
  'stale',
  'rejected',
  'invalid',
  'not_approved',
  'too_long',
  'control_characters',
  'outside_filter',
  'outside_edition',
  'overlaid',
  'other_source',
  'template_differs',
] as const
type ExportFallback = (typeof EXPORT_FALLBACKS)[number]

export interface ExportCounts {
  readonly layers: Record<Layer, number>
  readonly fallback: Record<ExportFallback, number>
}

const noExportCounts = (): ExportCounts => ({
  layers: { manual: 0, machine: 0 },
  fallback: Object.fromEntries(EXPORT_FALLBACKS.map((reason) => [reason, 0])) as Record<ExportFallback, number>,
})

export interface GameTextChoice {
  /** One choice for each edition, in order. Ask all of them about an entry before the next entry. */
  readonly editions: readonly EditionChoice[]
  /** Entries whose text is not their row's source, and how many of them hold a translation that this store would export. */
  readonly changed: { rows: number; carryingOurTexts: number }
}

interface EditionChoice {
  readonly counts: ExportCounts
  /** The text for the game; null: the template's own text stays. */
  readonly textOf: (id: string, sourceText: string) => string | null
}

interface Choosing {
  readonly slot: 'main' | 'diff'
  /** The number of the pair of main file and diff to which the file belongs; 0: the first one. */
  readonly pair: number
  readonly markup: Markup
  readonly allowStale: boolean
  /** The translations of an earlier time; null: the current ones. */
  readonly headsOfThen: ((row: Row) => GameHeads) | null
  /** Only these rows get a translation, others keep the template's text; null: all. */
  readonly within: RowSet | null
  /** For each edition the rows that keep the template's text. */
  readonly editions: readonly IsKept[]
}

type Chosen = Text | ExportFallback

/** An entry's row and its text for the game, looked up for the first edition and shared by all. */
interface Entry {
  readonly id: string
  readonly sourceText: string
  /** The entry's row; null: the entry is not its source, and `chosen` says why it gets no translation. */
  readonly found: RowView | null
  chosen: Chosen | null
}

function fitting(chosen: Text, sourceText: string): Chosen {
  const { text } = chosen
  // The game has no empty texts.
  if (text === '') return 'untranslated'
  if (3 * text.length > textBytesMax && Buffer.byteLength(text) > textBytesMax) return 'too_long'
  // Legacy bots write without the checks; a text that FORMAT_01 refuses must not reach the game.
  return hasForeignCharacters(sourceText, text) ? 'control_characters' : chosen
}

/** A buffer for all files, because a game may have thousands: a text is written into it and compared at once. */
let sharedScratch: Buffer | null = null

export function chooseGameTexts(
  { db }: Snapshot,
  files: FileNames,
  { slot, pair, markup, allowStale, headsOfThen, within, editions }: Choosing,
): GameTextChoice {
  const rows = new RowFinder(db, files)
  const headReader = new GameHeadReader(db)
  const hasHeads = (found: RowView): boolean => headsOfThen !== null || rows.hasHeads(found)
  const changed = { rows: 0, carryingOurTexts: 0 }
  const scratch = (sharedScratch ??= Buffer.allocUnsafe(3 * textBytesMax))

  /** Compares the template's text in the scratch buffer with the stored one. */
  const isSame = ({ bytes }: RowView, { start, end }: Span, lengthBytes: number): boolean =>
    end - start === lengthBytes && bytes.compare(scratch, 0, lengthBytes, start, end) === 0

  const gameText = (found: RowView, stale: boolean): Text | FallbackReason => {
    const heads = headsOfThen?.(rows.rowOf(found)) ?? headReader.read(found.ordinal)
    const { sourceHash } = found
    return textIn(heads, sourceHash, stale) ?? fallbackReasonOf({ sourceHash }, heads)
  }
  const translate = (found: RowView, sourceText: string): Chosen => {
    if (within !== null && !within.has(found.ordinal)) return 'outside_filter'
    const chosen = hasHeads(found) ? gameText(found, allowStale) : 'untranslated'
    return typeof chosen === 'string' ? chosen : fitting(chosen, sourceText)
  }
  const differs = (found: RowView, sourceText: string): 'template_differs' => {
    changed.rows++
    const ours = hasHeads(found) ? gameText(found, true) : 'untranslated'
    if (typeof ours !== 'string' && ours.text === sourceText) changed.carryingOurTexts++
    return 'template_differs'
  }
  const otherSources = new OtherSources(db, files, { markup, allowStale, headsOfThen })
  const ofOtherSource = (found: RowView, { sourceHash }: RowView, sourceText: string): Chosen => {
    if (within !== null && !within.has(found.ordinal)) return 'outside_filter'
    const chosen = otherSources.textFor(found.ordinal, sourceHash, sourceText)
    return chosen === null ? 'other_source' : fitting(chosen, sourceText)
  }
  const entryOf = (id: string, sourceText: string): Entry => {
    const found = rows.find(id)
    if (found === null) return { id, sourceText, found, chosen: 'template_differs' }
    const lengthBytes = scratch.write(sourceText)
    // The row as the file's own pair has it, which may be another source than the row's.
    const own = found.pair === pair ? found : readPairRow(db, pair, found.ordinal)
    if (own !== null && isSame(own, own.source, lengthBytes)) {
      const isTwoSources = own !== found && own.sourceHash !== found.sourceHash
      return { id, sourceText, found, chosen: isTwoSources ? ofOtherSource(found, own, sourceText) : null }
    }
    const covered = slot === 'main' && own !== null && own.isInDiff ? own.main : null
    if (own !== null && covered !== null && isSame(own, covered, lengthBytes))
      return { id, sourceText, found: null, chosen: 'overlaid' }
    return { id, sourceText, found: null, chosen: differs(found, sourceText) }
  }

  let entry: Entry | null = null
  const choiceOf = (isKept: IsKept): EditionChoice => {
    const counts = noExportCounts()
    return {
      counts,
      textOf(id, sourceText) {
        if (entry?.id !== id || entry.sourceText !== sourceText) entry = entryOf(id, sourceText)
        const { found } = entry
        const isOutside = found !== null && isKept(found.ordinal)
        const chosen = isOutside ? 'outside_edition' : (entry.chosen ??= found && translate(found, sourceText))
        if (chosen === null) throw new Error('broken assumption: an entry without a row has a reason')
        if (typeof chosen === 'string') {
          counts.fallback[chosen]++
          return null
        }
        counts.layers[chosen.layer]++
        return chosen.text
      },
    }
  }
  return { editions: editions.map(choiceOf), changed }
}
