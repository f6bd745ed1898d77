// HTTP statuses of what the use cases refuse.
import type { PageParts } from '../layout.ts'

const STATUSES: Readonly<Record<string, NonNullable<PageParts['status']>>> = {
  not_found: 404,
  entry_not_found: 404,
  no_revision: 404,
  not_allowed: 403,
  own_proposal: 403,
  invalid: 422,
  gate: 422,
  no_reason: 422,
  conflict: 409,
  not_pending: 409,
  version_changed: 409,
  stale_source: 409,
  head_changed: 409,
  no_head: 409,
  busy: 503,
  save_failed: 503,
}

export const statusOf = ({ code }: { readonly code: string }): NonNullable<PageParts['status']> => STATUSES[code] ?? 409
