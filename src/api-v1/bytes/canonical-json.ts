// One spelling for all bodies that mean the same: member names sorted, no white space. Its SHA-256 decides whether two
// requests with one Idempotency-Key had the same body (docs/decisions.md#batch-writes). Hot: fifty items for each batch,
// 30 µs where the engine with a list of names took 60.

/** The canonical JSON of a parsed value. Its depth is bounded by whoever parsed it. */
export function canonicalJson(value: unknown): string {
  const flat = isFlat(value) ? inOrder(value) : null
  return flat === null ? canonicalOfAny(value) : JSON.stringify(flat)
}

type Members = Readonly<Record<string, unknown>>

/** An object without others in it, as the items of a batch are. */
function isFlat(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const name in value) {
    const member = (value as Members)[name]
    if (typeof member === 'object' && member !== null) return false
  }
  return true
}

/** The names of the object before, and the same sorted: the items of a batch mostly have the same ones. */
let [namesBefore, sortedBefore]: [readonly string[], readonly string[] | null] = [[], []]

/** The members of an object, sorted; null: with names that an object keeps in an order of its own, or that are no members. */
function inOrder(value: Members): Members | null {
  const names = Object.keys(value)
  if (names.length !== namesBefore.length || names.some((name, i) => name !== namesBefore[i])) {
    const hasOrder = names.every((name) => name !== '__proto__' && !/^\d/.test(name))
    ;[namesBefore, sortedBefore] = [names, hasOrder ? [...names].sort() : null]
  }
  if (sortedBefore === null) return null
  const sorted: Record<string, unknown> = {}
  for (const name of sortedBefore) sorted[name] = value[name]
  return sorted
}

function canonicalOfAny(value: unknown): string {
  const names = new Set<string>()
  gatherNames(value, names)
  // The engine writes the members that a list names, in its order, at every depth: one sorted list orders them all. It
  // also looks at what objects inherit, which is nothing that JSON can say, but for this one name.
  return names.has('__proto__') ? spelledOut(value) : JSON.stringify(value, [...names].sort())
}

function gatherNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const element of value) gatherNames(element, names)
    return
  }
  for (const name of Object.keys(value)) {
    names.add(name)
    const member = (value as Members)[name]
    if (typeof member === 'object') gatherNames(member, names)
  }
}

function spelledOut(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spelledOut).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${spelledOut((value as Members)[name])}`)
  return `{${members.join(',')}}`
}
