// The routes of API v2: claims, a batch write that compares revisions, and lookups. Keys, envelope, headers, limiter,
// errors and the order of checks are those of API v1.
import type { App } from '../app/app.ts'
import { type FaceFetch, honoFace } from '../api-v1/face.ts'
import { createFace } from '../api-v1/visit.ts'
import { V2_BASE_PATH } from './base-path.ts'
import { write } from './batches.ts'
import { giveBack, renew, take } from './claims.ts'
import { events } from './events.ts'
import { facets, patch, patches } from './counts.ts'
import { labelRows, labels } from './labels.ts'
import type { Declared } from './declared.ts'
import { LOOKUPS } from './lookups.ts'
import { comments, history } from './history.ts'
import { approve, decisions, proposal, proposals, reject } from './review.ts'
import { labelSuggestions, suggestLabels, suggestTerms, termSuggestions } from './suggestions.ts'
import { editions, releases } from './publishing.ts'
import { context, fillFromMemory, match, memory } from './terms.ts'

export const V2_ROUTES: readonly Declared[] = [
  take,
  renew,
  giveBack,
  LOOKUPS.rows,
  history,
  comments,
  LOOKUPS.search,
  facets,
  patches,
  patch,
  LOOKUPS.brief,
  LOOKUPS.glossary,
  match,
  suggestTerms,
  termSuggestions,
  labels,
  labelRows,
  suggestLabels,
  labelSuggestions,
  editions,
  releases,
  memory,
  fillFromMemory,
  context,
  LOOKUPS.status,
  events,
  proposals,
  proposal,
  approve,
  reject,
  decisions,
  write,
]

/** Unknown addresses below the base path are 404 `not_found`. */
export const v2Routes = (app: App): FaceFetch => honoFace(createFace(app, V2_BASE_PATH, V2_ROUTES))
