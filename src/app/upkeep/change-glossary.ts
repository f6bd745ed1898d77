// Changing the glossary (docs/glossary.md); a null `actor` is the command line. A change raises the glossary's generation,
// so every process uses it from its next request.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import { formsLengthMax, termLengthMax, termNoteLengthMax, termsMax } from '../../domain/limits.ts'
import { termKey } from '../../domain/checks/glossary-units.ts'
import { putAudit } from '../../store/records.ts'
import { putGlossary, readGlossary } from '../../store/people.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, type NotWritten } from '../change.ts'

export type GlossaryRefusal =
  | NotWritten
  | { readonly code: 'term_twice'; readonly first: string; readonly second: string }
  | { readonly code: 'no_term' | 'term_too_long'; readonly term: string }
  | { readonly code: 'glossary_out_of_reach' | 'too_many_terms' }

interface GlossaryChange {
  readonly added: number
  readonly updated: number
  readonly removed: number
  readonly unchanged: number
  readonly total: number
}

interface GlossaryRequest {
  readonly entries: readonly GlossaryEntry[]
  /** `replace` removes all terms that are not in `entries`; `merge` keeps them. */
  readonly how: 'replace' | 'merge'
  /** Where the change comes from, for the audit: a file's name, or the term itself. */
  readonly origin: string
}

/**
 * Changes the glossary. A merge appends new terms behind the old ones. A merged term without `facts` keeps those that it had; one with
 * empty facts loses them.
 */
export async function changeGlossary(
  app: App,
  actor: Actor | null,
  { entries, how, origin }: GlossaryRequest,
): Promise<Result<GlossaryChange, GlossaryRefusal>> {
  const tooLong = entries.find((entry) => !isWithinBounds(entry))
  if (tooLong !== undefined) return refuse({ code: 'term_too_long', term: tooLong.source.slice(0, shownLength) })
  const twice = termGivenTwice(entries)
  if (twice !== null) {
    const [first, second] = twice
    return refuse({ code: 'term_twice', first, second })
  }
  return await changeList(app, actor, 'glossary.import', origin, (before) => {
    if (how === 'replace') return entries.map(withFacts)
    return mergedTerms(before, entries)
  })
}

/** Of a term that is refused. */
const shownLength = 60

/** Every check of a text reads all terms: one of a megabyte would hold up each of them. */
const isWithinBounds = ({ source, forms, note, facts }: GlossaryEntry): boolean =>
  source !== '' &&
  forms.join('|').length <= formsLengthMax &&
  [source, ...forms].every(({ length }) => length <= termLengthMax) &&
  [note, facts?.meaning ?? ''].every(({ length }) => length <= termNoteLengthMax)

export function mergedTerms(
  before: readonly GlossaryEntry[],
  entries: readonly GlossaryEntry[],
): readonly GlossaryEntry[] {
  const given = new Map(entries.map((entry) => [termKey(entry), entry]))
  const kept = before.map((entry) => {
    const now = given.get(termKey(entry))
    return now === undefined ? entry : withFacts({ ...now, ...(entry.facts && { facts: now.facts ?? entry.facts }) })
  })
  const known = new Set(before.map(termKey))
  return [...kept, ...entries.filter((entry) => !known.has(termKey(entry))).map(withFacts)]
}

/** The term without the member `facts` if that is empty. */
function withFacts({ facts, ...entry }: GlossaryEntry): GlossaryEntry {
  return facts === undefined || Object.keys(facts).length === 0 ? entry : { ...entry, facts }
}

export async function removeTerm(
  app: App,
  actor: Actor | null,
  term: Pick<GlossaryEntry, 'source' | 'caseSensitive'>,
): Promise<Result<GlossaryChange, GlossaryRefusal>> {
  const removed = await changeList(app, actor, 'glossary.remove', term.source, (before) =>
    before.filter((entry) => termKey(entry) !== termKey(term)),
  )
  if (!removed.ok || removed.value.removed > 0) return removed
  return refuse({ code: 'no_term', term: term.source })
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

const outOfReach = { code: 'glossary_out_of_reach' } as const

async function changeList(
  app: App,
  actor: Actor | null,
  action: string,
  subject: string,
  next: (before: readonly GlossaryEntry[]) => readonly GlossaryEntry[],
): Promise<Result<GlossaryChange, GlossaryRefusal>> {
  return await changeAsManager<GlossaryChange, GlossaryRefusal>(app, actor, outOfReach, (txn, userId) => {
    const before = readGlossary(txn.db)
    const after = next(before)
    if (after.length > Math.max(termsMax, before.length)) return refuse({ code: 'too_many_terms' })
    const difference = changeOf(before, after)
    if (before.length === after.length && after.every((entry, at) => isSameTerm(entry, before[at])))
      return ok(difference)
    putGlossary(txn, before, after)
    putAudit(txn, { userId, action, subject, details: { ...difference } })
    return ok(difference)
  })
}

const isSameTerm = (a: GlossaryEntry, b: GlossaryEntry | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

function changeOf(before: readonly GlossaryEntry[], after: readonly GlossaryEntry[]): GlossaryChange {
  const known = new Map(before.map((entry) => [termKey(entry), entry]))
  const kept = after.flatMap((entry) => {
    const old = known.get(termKey(entry))
    return old === undefined ? [] : [[old, entry] as const]
  })
  const unchanged = kept.filter(([old, entry]) => isSameTerm(old, entry)).length
  return {
    added: after.length - kept.length,
    updated: kept.length - unchanged,
    removed: before.length - kept.length,
    unchanged,
    total: after.length,
  }
}
