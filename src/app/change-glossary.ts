// Changing the glossary (decisions §7): a whole new list, or terms added and updated. `by` is the person who acts, or null
// for the command line. A change raises the glossary's generation, so every process judges by it at its next request.
//
// Which term is which: two entries are the same term when their case rule is the same and their sources agree after white
// space is folded, and letter case too unless the term minds it. So "Qi" and "qi" are one term, unless both mind case.
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { GlossaryEntry } from '../domain/checks/glossary.ts'
import { foldTerm } from '../domain/checks/glossary-units.ts'
import type { User } from '../domain/people.ts'
import { foldWhiteSpace } from '../domain/text/normalize.ts'
import { putAudit } from '../store/audit.ts'
import { putGlossary, readGlossary } from '../store/settings.ts'
import type { App } from './app.ts'
import { manage, type ManageRefusal } from './manage-users.ts'

export interface GlossaryChange {
  readonly added: number
  readonly updated: number
  readonly removed: number
  readonly unchanged: number
  /** Terms in the glossary now. */
  readonly total: number
}

export interface GlossaryRequest {
  readonly entries: readonly GlossaryEntry[]
  /** Terms that are not among `entries` go (replace) or stay (merge). */
  readonly how: 'replace' | 'merge'
  /** Where the entries came from, for the audit: a file's name, or the term itself. */
  readonly origin: string
}

/** The same for two entries that are the same term. */
export const termKey = ({ source, caseSensitive }: Pick<GlossaryEntry, 'source' | 'caseSensitive'>): string =>
  caseSensitive ? `exact ${foldWhiteSpace(source)}` : `any ${foldTerm(source)}`

/** Replaces or merges the glossary. A merge keeps the order of what is there and appends what is new. */
export async function changeGlossary(
  app: App,
  by: User | null,
  { entries, how, origin }: GlossaryRequest,
): Promise<Result<GlossaryChange, ManageRefusal>> {
  const twice = termGivenTwice(entries)
  if (twice !== null) {
    const [first, second] = twice
    return refuse({
      code: 'invalid',
      message: `the terms "${first}" and "${second}" are one and the same; give it once, with all its forms`,
    })
  }
  return await changeList(app, by, 'glossary.import', origin, (before) => {
    if (how === 'replace') return entries
    const given = new Map(entries.map((entry) => [termKey(entry), entry]))
    const kept = before.map((entry) => given.get(termKey(entry)) ?? entry)
    const known = new Set(before.map(termKey))
    return [...kept, ...entries.filter((entry) => !known.has(termKey(entry)))]
  })
}

/** Removes one term. Refuses `not_found` when it is not in the glossary. */
export async function removeTerm(
  app: App,
  by: User | null,
  term: Pick<GlossaryEntry, 'source' | 'caseSensitive'>,
): Promise<Result<GlossaryChange, ManageRefusal>> {
  const removed = await changeList(app, by, 'glossary.remove', term.source, (before) =>
    before.filter((entry) => termKey(entry) !== termKey(term)),
  )
  if (!removed.ok || removed.value.removed > 0) return removed
  return refuse({ code: 'not_found', message: `the glossary has no term "${term.source}"` })
}

function termGivenTwice(entries: readonly GlossaryEntry[]): readonly [string, string] | null {
  const seen = new Map<string, string>()
  for (const entry of entries) {
    const key = termKey(entry)
    const earlier = seen.get(key)
    if (earlier !== undefined) return [earlier, entry.source]
    seen.set(key, entry.source)
  }
  return null
}

async function changeList(
  app: App,
  by: User | null,
  action: string,
  subject: string,
  next: (before: readonly GlossaryEntry[]) => readonly GlossaryEntry[],
): Promise<Result<GlossaryChange, ManageRefusal>> {
  return await manage(app, by, (txn) => {
    if (by !== null && (by.state !== 'active' || !hasPermission(by.role, 'manage_settings'))) {
      return refuse({ code: 'not_allowed', message: 'changing the glossary takes an admin or a super admin' })
    }
    const before = readGlossary(txn.db)
    const after = next(before)
    const change = changeOf(before, after)
    if (JSON.stringify(before) === JSON.stringify(after)) return ok(change)
    putGlossary(txn, after)
    putAudit(txn, { userId: by?.id ?? null, action, subject, details: { ...change } })
    return ok(change)
  })
}

function changeOf(before: readonly GlossaryEntry[], after: readonly GlossaryEntry[]): GlossaryChange {
  const known = new Map(before.map((entry) => [termKey(entry), JSON.stringify(entry)]))
  const kept = after.filter((entry) => known.has(termKey(entry)))
  const unchanged = kept.filter((entry) => known.get(termKey(entry)) === JSON.stringify(entry)).length
  return {
    added: after.length - kept.length,
    updated: kept.length - unchanged,
    removed: before.length - kept.length,
    unchanged,
    total: after.length,
  }
}
