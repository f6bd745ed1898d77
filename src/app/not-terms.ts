// Names of which people said that they are no terms. They are kept, so that no study lists them again.
import { ok, refuse, type Result } from '../base/result.ts'
import { notTermsMax } from '../domain/limits.ts'
import { allNotTerms, countNotTerms, type NotTerm, putNotTerm, removeNotTerm } from '../store/records.ts'
import { freshen } from '../store/view.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { change, type NotWritten } from './change.ts'
import { keyOfName } from './study-names.ts'

export type NotTermRefusal = NotWritten | { readonly code: 'too_many_not_terms' }

/** The names that people say are no terms, the latest first. */
export function listNotTerms(app: App): readonly NotTerm[] {
  freshen(app.store)
  return [...allNotTerms(app.store.main)].sort((a, b) => b.atMs - a.atMs)
}

/** Stores that a name is no term. False: it has no words. A null `actor` is the command line. */
export const sayNotTerm = (app: App, actor: Actor | null, name: string): Promise<Result<boolean, NotTermRefusal>> => {
  const key = keyOfName(name)
  if (key === '') return Promise.resolve(ok(false))
  return change<Actor | null, boolean, NotTermRefusal>(app, actor, (txn, acting) => {
    if (countNotTerms(txn.db) >= notTermsMax) return refuse({ code: 'too_many_not_terms' })
    putNotTerm(txn, { key, name: name.trim(), userId: acting?.user.id ?? null })
    return ok(true)
  })
}

/** Removes a name from the list. False: it was not there. */
export const takeBackNotTerm = (app: App, actor: Actor | null, name: string): Promise<Result<boolean, NotWritten>> =>
  change<Actor | null, boolean>(app, actor, (txn) => ok(removeNotTerm(txn, keyOfName(name))))
