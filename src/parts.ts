// What the faces that are loaded late are loaded by: modules at the leaves first, of some 10 to 20 ms each, so that other requests
// are answered between them (base/turn.ts). Each line is a loader; a module that is missing here is loaded with its face.
import { PARTS_OF_BATCHES } from './api-v1/routes.ts'
import type { Load } from './base/turn.ts'

export const PARTS_OF_V2: readonly Load[] = [
  ...PARTS_OF_BATCHES,
  () => import('hono'),
  () => import('./search/search-rows.ts'),
  () => import('./app/claims/take-open-rows.ts'),
  () => import('./api-v1/batches.ts'),
  () => import('./api-v2/shapes.ts'),
  () => import('./api-v2/claims.ts'),
  () => import('./app/labels/label-rows.ts'),
  () => import('./app/writes/review-proposal.ts'),
  () => import('./api-v2/suggestions.ts'),
]

export const PARTS_OF_DOCUMENT: readonly Load[] = [
  ...PARTS_OF_V2,
  () => import('./app/study-names.ts'),
  () => import('./openapi/bodies.ts'),
]

export const PARTS_OF_MCP: readonly Load[] = [
  ...PARTS_OF_BATCHES,
  () => import('@modelcontextprotocol/server'),
  () => import('./search/search-rows.ts'),
  () => import('./app/claims/take-open-rows.ts'),
  () => import('./api-v2/batches.ts'),
  () => import('./api-v2/claims.ts'),
  () => import('./api-v2/suggestions.ts'),
  () => import('./api-v2/routes.ts'),
  () => import('./agent/local.ts'),
  () => import('./mcp/tools/take-rows.ts'),
]

export const PARTS_OF_SITE: readonly Load[] = [
  ...PARTS_OF_BATCHES,
  () => import('hono'),
  () => import('./search/search-rows.ts'),
  () => import('./admin/language/known-languages.ts'),
  () => import('./admin/layout.ts'),
  () => import('./admin/pages/texts/row.ts'),
  () => import('./app/writes/edit-translation.ts'),
  () => import('./admin/pages/bench/bench-page.ts'),
  () => import('./admin/pages/game/names.ts'),
  () => import('./admin/pages/game/imports.ts'),
  () => import('./admin/pages/game/statistics.ts'),
  () => import('./app/webhooks/guard.ts'),
  () => import('./admin/pages/game/releases.ts'),
  () => import('./admin/pages/texts/labels.ts'),
  () => import('./admin/pages/people/one-time-link.ts'),
  () => import('./admin/pages/people/people.ts'),
  () => import('./admin/pages/team/take-back.ts'),
]
