// Writes equal bodies as equal JSON: sorted names, no white space. Its SHA-256 decides whether two requests with one
// Idempotency-Key are the same (docs/api-v1.md#batch-writes). Hot: fifty items a batch.

type Members = Readonly<Record<string, unknown>>

/** Returns the same JSON for equal values. Recursion is safe, because the parser limits how deep `value` may nest. */
export function canonicalJson(value: unknown): string {
  const names = new Set<string>()
  gatherNames(value, names)
  // The engine writes members in the list's order at every depth. It also reads inherited members, of which JSON can have
  // only this one.
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
