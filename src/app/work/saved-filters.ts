// A person's named filters of work, for the site and the command line.
import { ok, refuse, type Result } from '../../base/result.ts'
import { filterAddressLengthMax, filterNameLengthMax, savedFiltersMax } from '../../domain/limits.ts'
import { parseWorkFilter, type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import { readUser } from '../../store/people.ts'
import {
  allSavedFilters,
  putSavedFilter,
  readSavedFilter,
  removeSavedFilter,
  type SavedFilter,
  savedFiltersOf,
} from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'

export type FilterRefusal =
  | NotWritten
  | { readonly code: 'no_filter' | 'filter_exists'; readonly name: string }
  | {
      readonly code:
        | 'filter_name_length'
        | 'filter_name_characters'
        | 'filter_asks_nothing'
        | 'filter_too_long'
        | 'too_many_filters'
    }
type Kept = Promise<Result<SavedFilter, FilterRefusal>>

function nameOf(text: string): Result<string, FilterRefusal> {
  const name = text.trim().normalize('NFC')
  const length = Array.from(name).length
  if (length < 1 || length > filterNameLengthMax) return refuse({ code: 'filter_name_length' })
  // A name must have no `=`, because the command line would take it for a filter.
  if (/[\p{Cc}=]/u.test(name) || !name.isWellFormed()) return refuse({ code: 'filter_name_characters' })
  return ok(name)
}

export const listSavedFilters = (app: App, userId: number): readonly SavedFilter[] =>
  savedFiltersOf(app.store.main, userId)

/** Saves a filter, in place of the person's own of that name if there is one. */
export async function saveFilter(app: App, actor: Actor, asked: string, filter: WorkFilter): Kept {
  const name = nameOf(asked)
  if (!name.ok) return name
  const address = writeWorkFilter(filter).toString()
  if (address === '') return refuse({ code: 'filter_asks_nothing' })
  if (address.length > filterAddressLengthMax) return refuse({ code: 'filter_too_long' })
  return await change<Actor, SavedFilter, FilterRefusal>(app, actor, (txn, { user }) => {
    const isNew = readSavedFilter(txn.db, user.id, name.value) === undefined
    if (isNew && savedFiltersOf(txn.db, user.id).length >= savedFiltersMax) {
      return refuse({ code: 'too_many_filters' })
    }
    const saved = { userId: user.id, name: name.value, address }
    putSavedFilter(txn, saved)
    return ok(saved)
  })
}

export async function renameFilter(app: App, actor: Actor, from: string, to: string): Kept {
  const name = nameOf(to)
  if (!name.ok) return name
  return await change<Actor, SavedFilter, FilterRefusal>(app, actor, (txn, { user }) => {
    const known = readSavedFilter(txn.db, user.id, from)
    if (known === undefined) return refuse({ code: 'no_filter', name: from })
    const taken = readSavedFilter(txn.db, user.id, name.value)
    if (taken !== undefined && taken.name !== known.name) return refuse({ code: 'filter_exists', name: taken.name })
    removeSavedFilter(txn, user.id, from)
    const renamed = { ...known, name: name.value }
    putSavedFilter(txn, renamed)
    return ok(renamed)
  })
}

export const deleteFilter = (app: App, actor: Actor, name: string): Promise<Result<string, FilterRefusal>> =>
  change<Actor, string, FilterRefusal>(app, actor, (txn, { user }) =>
    removeSavedFilter(txn, user.id, name) ? ok(name) : refuse({ code: 'no_filter', name }),
  )

/** The filter that is called `NAME`, or `PERSON/NAME` if several people have one of that name; then the refusal lists these. */
export function savedFilterNamed(app: App, named: string): Result<WorkFilter, string> {
  const all = [...allSavedFilters(app.store.main)].map((saved) => ({
    ...saved,
    full: `${readUser(app.store.main, saved.userId)?.name ?? ''}/${saved.name}`,
  }))
  const isSame = (a: string): boolean => a.toLowerCase() === named.toLowerCase()
  const found = all.filter(({ name, full }) => isSame(name) || isSame(full))
  const [first] = found
  if (first === undefined) {
    const known = all.length === 0 ? 'nobody has saved one' : `there are ${all.map(({ full }) => full).join(', ')}`
    return refuse(
      `${JSON.stringify(named)} is not NAME=VALUE, such as layer=machine, and no saved filter has this name; ${known}`,
    )
  }
  if (found.length > 1)
    return refuse(
      `several people have saved a filter with this name; use ${found.map(({ full }) => full).join(' or ')}`,
    )
  return ok(parseWorkFilter(new URLSearchParams(first.address)).filter)
}
