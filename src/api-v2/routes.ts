// The routes of API v2: claims, a batch write that compares revisions, and lookups. Keys, envelope, headers, limiter,
// errors and the order of checks are those of API v1.
import type { App } from '../app/app.ts'
import { type FaceFetch, honoFace } from '../api-v1/face.ts'
import { createFace, type Route } from '../api-v1/visit.ts'
import { V2_BASE_PATH } from './base-path.ts'
import { write } from './batches.ts'
import { giveBack, renew, take } from './claims.ts'
import { events } from './events.ts'
import { facets, patch, patches } from './counts.ts'
import { label, labels } from './labels.ts'
import { LOOKUPS } from './lookups.ts'
import { approve, reject } from './review/decide.ts'
import { decisions } from './review/decisions.ts'
import { comments, history } from './review/history.ts'
import { proposal, proposals } from './review/proposals.ts'
import { labelSuggestions, suggestLabels, suggestTerms, termSuggestions } from './suggestions.ts'
import { editions, releases } from './publishing.ts'
import { context, fillFromMemory, match, memory } from './terms.ts'

export const V2_ROUTES = [
  { name: 'takeClaim', method: 'POST', path: '/claims', needs: 'a claim', takes: () => take },
  { name: 'renewClaim', method: 'PUT', path: '/claims/{claim_id}', needs: 'a claim', takes: () => renew },
  { name: 'giveBackClaim', method: 'DELETE', path: '/claims/{claim_id}', needs: 'a claim', answer: giveBack },
  LOOKUPS.rows,
  { name: 'history', method: 'GET', path: '/rows/{row_id}/history', needs: 'rows:read', answer: history },
  { name: 'comments', method: 'GET', path: '/rows/{row_id}/comments', needs: 'rows:read', answer: comments },
  LOOKUPS.search,
  { name: 'facets', method: 'GET', path: '/facets', needs: 'rows:read', answer: facets },
  { name: 'patches', method: 'GET', path: '/patches', needs: 'rows:read', answer: patches },
  { name: 'patch', method: 'GET', path: '/patches/{patch_id}', needs: 'rows:read', answer: patch },
  LOOKUPS.brief,
  LOOKUPS.glossary,
  { name: 'matchTerms', method: 'POST', path: '/glossary/match', needs: 'rows:read', takes: () => match },
  { name: 'proposeTerms', method: 'POST', path: '/glossary/proposals', needs: 'some write', takes: () => suggestTerms },
  { name: 'termProposals', method: 'GET', path: '/glossary/proposals', needs: 'rows:read', answer: termSuggestions },
  { name: 'labels', method: 'GET', path: '/labels', needs: 'rows:read', answer: labels },
  { name: 'labelRows', method: 'POST', path: '/labels/rows', needs: 'a review', takes: () => label },
  { name: 'proposeLabels', method: 'POST', path: '/labels/proposals', needs: 'some write', takes: () => suggestLabels },
  { name: 'labelProposals', method: 'GET', path: '/labels/proposals', needs: 'rows:read', answer: labelSuggestions },
  { name: 'editions', method: 'GET', path: '/editions', needs: 'rows:read', answer: editions },
  { name: 'releases', method: 'GET', path: '/releases', needs: 'rows:read', answer: releases },
  { name: 'memory', method: 'POST', path: '/memory', needs: 'rows:read', takes: () => memory },
  {
    name: 'fillFromMemory',
    method: 'POST',
    path: '/memory/fill',
    needs: 'translations:write-machine',
    takes: () => fillFromMemory,
  },
  { name: 'context', method: 'POST', path: '/context', needs: 'rows:read', takes: () => context },
  LOOKUPS.status,
  { name: 'events', method: 'GET', path: '/events', needs: 'rows:read', answer: events },
  { name: 'proposals', method: 'GET', path: '/proposals', needs: 'proposals', answer: proposals },
  { name: 'proposal', method: 'GET', path: '/proposals/{proposal_id}', needs: 'proposals', answer: proposal },
  {
    name: 'approve',
    method: 'POST',
    path: '/proposals/{proposal_id}/approve',
    needs: 'a review',
    takes: () => approve,
  },
  { name: 'reject', method: 'POST', path: '/proposals/{proposal_id}/reject', needs: 'a review', takes: () => reject },
  { name: 'decisions', method: 'GET', path: '/decisions', needs: 'proposals', answer: decisions },
  { name: 'writeV2', method: 'POST', path: '/translations', needs: 'some write', takes: () => write },
] as const satisfies readonly Route[]

/** Unknown addresses below the base path are 404 `not_found`. */
export const v2Routes = (app: App): FaceFetch => honoFace(createFace(app, V2_BASE_PATH, V2_ROUTES))
