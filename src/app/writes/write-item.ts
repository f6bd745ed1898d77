// One text of a batch, as sent.
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
  /** The latest revision that the writer saw, 0 for none; absent: not given. */
  readonly expectedRevision?: number | null
  /** Also writes a machine text to the rows with the same source. */
  readonly copies?: boolean
  /** Absent: the writer named none. */
  readonly client?: Client
  /** From a second reader (domain/decide-write.ts). */
  readonly fault?: string
}
