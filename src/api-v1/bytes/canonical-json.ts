// One spelling for all bodies that mean the same: member names sorted, no white space. Its SHA-256 decides whether two
// requests with one Idempotency-Key had the same body (docs/decisions.md#batch-writes). Hot: fifty items for each batch.

type Members = Readonly<Record<string, unknown>>

/** The canonical JSON of a parsed value. Its depth is bounded by whoever parsed it. */
export function canonicalJson(value: unknown): string {
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
  for (const name in value) {
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
