// What the site map says of an address: who may come, what a form there may weigh, and the page behind it.
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
  /** What a person must be allowed to come here at all; pages look closer where it depends on whose thing it is. */
  readonly needs: Permission
  readonly handle: Handle<Visit>
  /** The form may be as large; one text, with every byte of it escaped, when it isn't said. */
  readonly formBytes?: number
  /** The page reads the body itself, and its token with it. */
  readonly readsBody?: true
  /** It is posted for the size of what it asks about, and changes nothing. */
  readonly isRead?: true
  /** One decision of many in a row: it counts as a page does, of which a person may ask for more than they may send forms. */
  readonly isStep?: true
}

export type Route = OpenRoute | GuardedRoute
