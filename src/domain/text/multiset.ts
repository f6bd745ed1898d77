// Multisets: maps from a member to its count, which is above 0.

export type Multiset = ReadonlyMap<string, number>

export function multisetOf(members: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  return counts
}

/** In the order of `a`. */
export function difference(a: Multiset, b: Multiset): Map<string, number> {
  const left = new Map<string, number>()
  for (const [member, count] of a) {
    const more = count - (b.get(member) ?? 0)
    if (more > 0) left.set(member, more)
  }
  return left
}

export function isSameMultiset(a: Multiset, b: Multiset): boolean {
  if (a.size !== b.size) return false
  for (const [member, count] of a) if (b.get(member) !== count) return false
  return true
}

/** Safe for every member name, `__proto__` too. */
export const toRecord = (counts: Multiset): Record<string, number> => Object.fromEntries(counts)
