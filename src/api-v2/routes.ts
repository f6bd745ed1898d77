// The routes of API v2: claims, a batch write that compares revisions, and lookups. Keys, envelope, headers, limiter,
// errors and the order of checks are those of API v1.
import type { App } from '../app/app.ts'
import { type FaceFetch, fetchOf } from '../api-v1/express.ts'
import { createFace } from '../api-v1/visit.ts'
import { V2_BASE_PATH } from './base-path.ts'
import { BATCHES } from './batches.ts'
import { CLAIMS } from './claims.ts'
import { COUNTS } from './counts.ts'
import type { Declared } from './declared.ts'
import { EVENTS } from './events.ts'
import { HISTORY } from './history.ts'
import { LABELS } from './labels.ts'
import { LOOKUPS } from './lookups.ts'
import { PUBLISHING } from './publishing.ts'
import { REVIEW } from './review.ts'
import { SUGGESTING } from './suggestions.ts'
import { TERMS } from './terms.ts'

/** The routes of all wings, which each list their own. */
export const V2_ROUTES: readonly Declared[] = [
  ...CLAIMS,
  ...Object.values(LOOKUPS),
  ...HISTORY,
  ...COUNTS,
  ...TERMS,
  ...SUGGESTING,
  ...LABELS,
  ...PUBLISHING,
  ...EVENTS,
  ...REVIEW,
  ...BATCHES,
]

/** API v2 as a server uses it. An unknown address below the base path gets 404 `not_found`. */
export const v2Routes = (app: App): FaceFetch => fetchOf(createFace(app, V2_BASE_PATH, V2_ROUTES))
