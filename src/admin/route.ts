// An entry of the site map (routes.ts).
import type { Permission } from '../domain/vocabulary.ts'
import type { OpenVisit, Visit } from './visit.ts'

type Handle<V extends OpenVisit> = (visit: V) => Response | Promise<Response>

export interface OpenRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: null
  readonly handle: Handle<OpenVisit>
}

export interface GuardedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The permission for any access; pages check ownership. */
  readonly needs: Permission
  readonly handle: Handle<Visit>
  /** Default: one text with every byte escaped. */
  readonly formBytes?: number
  /** The field of a file, in a form with parts. */
  readonly fileField?: string
  /** The page reads the form and checks its token. */
  readonly readsBody?: true
  /** Changes nothing; posted because of the size of its fields. */
  readonly isRead?: true
  /** People send many such forms one after the other, so they may come as often as pages. */
  readonly isStep?: true
}

export type Route = OpenRoute | GuardedRoute
