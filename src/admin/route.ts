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
  /** The largest form that is taken. Default: room for one text with every byte escaped. */
  readonly formBytes?: number
  /** The name of the field that has a file, in a form with parts. */
  readonly fileField?: string
  /** True: the page itself reads the form and checks its token. */
  readonly readsBody?: true
  /** True: the form changes nothing. It is posted only because its fields are too long for an address. */
  readonly isRead?: true
  /** People send many such forms one after the other, so they may come as often as pages. */
  readonly isStep?: true
}

export type Route = OpenRoute | GuardedRoute
