// A row of the site map: address, permission, page, and limits of its form.
import type { Permission } from '../domain/vocabulary.ts'
import type { Form } from './form.ts'
import type { OpenVisit, Visit } from './visit.ts'

/** A page, or one that takes a form. */
export type Handle<V extends OpenVisit> = ((visit: V) => Response | Promise<Response>) | Form<V>

export interface OpenRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: null
  readonly handle: Handle<OpenVisit>
}

export interface GuardedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Needed for any access; pages check ownership. */
  readonly needs: Permission
  readonly handle: Handle<Visit>
  /** The largest form; by default one text with every byte escaped. */
  readonly formBytes?: number
  /** The page reads the body itself, with the token. */
  readonly readsBody?: true
  /** It changes nothing, and is posted because of the size of its fields. */
  readonly isRead?: true
  /** One of many decisions in a row: limited like pages, which may be more frequent than forms. */
  readonly isStep?: true
}

export type Route = OpenRoute | GuardedRoute
