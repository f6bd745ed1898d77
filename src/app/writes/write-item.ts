// One text of a batch, as its sender gives it.
import type { Layer, WriteMode } from '../../domain/vocabulary.ts'

export interface WriteItem {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
  readonly mode: WriteMode
  readonly overwrite: boolean
  readonly sourceHash: string
  /** Null on manual items. */
  readonly provider: string | null
  readonly model: string | null
  /** The revision of the layer's head that the writer saw, 0 for none; absent when they named none. */
  readonly expectedRevision?: number | null
  /** Also gives a machine text to the rows with the same source. */
  readonly copies?: boolean
}
