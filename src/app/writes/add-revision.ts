// Adds a revision to a layer, with the flag derived from its text. Every write of a single text ends here.
import type { NewRevision } from '../../domain/revision.ts'
import { type Heads, type RowWithHeads, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { appendRevision } from '../../store/change-rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Rules } from '../rules.ts'

/** Adds the revision and returns the row's new heads. `passedGate`: the checks found no error and waived none, so the markup is good. */
export function addRevision(
  txn: Txn,
  rules: Rules,
  { row, heads }: RowWithHeads,
  layer: Layer,
  revision: NewRevision,
  passedGate = false,
): Heads {
  const isInvalid = !passedGate && breaksMarkup(sourceTextOf(row), revision.text, rules.gate.markup)
  return appendRevision(txn, row, heads, layer, revision, isInvalid)
}
