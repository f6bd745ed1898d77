// The heads of a row at an earlier time: in each layer the latest revision written by then. Costs no more than the
// present heads if nothing was written since, else one look at each later revision.
import { type Head, type Heads, isWithdrawal, lastSeq } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { readHeads, readRevision } from './heads.ts'

/**
 * The heads at the end of the millisecond `atMs`. `isInvalid`: whether a text that is no longer a head breaks the
 * markup of the present source.
 */
export function readHeadsAt(
  db: Database,
  ordinal: number,
  atMs: number,
  isInvalid: (text: string) => boolean,
): Pick<Heads, Layer> {
  const heads = readHeads(db, ordinal)
  const headAt = (layer: Layer): Head | null => {
    const head = heads[layer]
    if (head !== null && head.createdAtMs <= atMs) return head
    for (let seq = lastSeq(heads, layer); seq > 0; seq--) {
      const revision = readRevision(db, ordinal, layer, seq)
      if (revision === undefined || revision.createdAtMs > atMs) continue
      return isWithdrawal(revision) ? null : { ...revision, isInvalid: isInvalid(revision.text) }
    }
    return null
  }
  return { manual: headAt('manual'), machine: headAt('machine') }
}
