// The filter of `windrow log` and `windrow revert` that asks for nothing, for tests to narrow.
import type { RevisionFilter } from '../../src/domain/revert.ts'

export const EVERY_REVISION: RevisionFilter = {
  ordinals: null,
  layer: null,
  personId: null,
  keyId: null,
  provider: null,
  model: null,
  donorRowId: null,
  via: null,
  sinceMs: null,
  untilMs: null,
}
