// One spelling for all bodies that mean the same: member names sorted, no white space. Its SHA-256 decides whether two
// requests with one Idempotency-Key had the same body (decisions §6, Batch writes).

/** The canonical JSON of a parsed value. Its depth is bounded by whoever parsed it. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const member = canonicalJson((value as Readonly<Record<string, unknown>>)[name])
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`
  }
  return `{${text}}`
}
