// One spelling for all bodies that mean the same: member names sorted, no white space. Its SHA-256 decides whether two
// requests with one Idempotency-Key had the same body (decisions §6, Batch writes).

/** The canonical JSON of a parsed value. Its depth is bounded by whoever parsed it. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
