// Multisets as counts by member: losing one of two equal tokens is a loss. Counts are positive; an absent member is 0.

export type Multiset = ReadonlyMap<string, number>

/** Counts the members of a list. */
export function multisetOf(members: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  return counts
}

/** What `a` has more of than `b`, in the order of `a`. */
export function difference(a: Multiset, b: Multiset): Map<string, number> {
  const left = new Map<string, number>()
  for (const [member, count] of a) {
    const more = count - (b.get(member) ?? 0)
    if (more > 0) left.set(member, more)
  }
  return left
}

/** True when both have the same members equally often. */
export function isSameMultiset(a: Multiset, b: Multiset): boolean {
  if (a.size !== b.size) return false
  for (const [member, count] of a) if (b.get(member) !== count) return false
  return true
}

/** A plain object for details and cards; safe for every member name. */
export const toRecord = (counts: Multiset): Record<string, number> => Object.fromEntries(counts)
