// One text of a batch, as the client sent it.
import type { Client } from '../../domain/row.ts'
import type { Layer, WriteMode } from '../../domain/vocabulary.ts'

export interface WriteItem {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
  readonly mode: WriteMode
  readonly overwrite: boolean
  readonly sourceHash: string
  readonly provider: string | null
  readonly model: string | null
  /** The number of the latest revision that the writer saw, 0 for none; absent: the writer did not say. */
  readonly expectedRevision?: number | null
  /** True: a machine text is also written to the rows with the same source. */
  readonly copies?: boolean
  /** The program that sent the text; absent: it did not name itself. */
  readonly client?: Client
  /** What a second reader found wrong with the text (domain/decide-write.ts). */
  readonly fault?: string
}
