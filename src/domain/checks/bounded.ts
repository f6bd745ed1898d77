// Limits the size of the gate's findings: a text can have thousands of tokens, and an answer covers fifty texts. Each
// map or list of `details` keeps its first members and the number of the others.

export const namedMax = 200

type Details = Readonly<Record<string, unknown>>

/**
 * Keeps at most `most` members of each map and list. The number of omitted members is `more` inside a map and
 * `<name>More` beside a list; cutting again adds up. A `Map` becomes a plain object.
 */
export function boundedDetails(details: Details, most = namedMax): Details {
  const bounded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(details)) {
    if (Array.isArray(value)) {
      bounded[name] = value.length <= most ? value : value.slice(0, most)
      const more = Math.max(0, value.length - most) + countOf(details[`${name}More`])
      if (more > 0) bounded[`${name}More`] = more
    } else if (value instanceof Map) bounded[name] = firstOf(value.size, value.entries(), most)
    else if (typeof value === 'object' && value !== null) bounded[name] = cut(value as Details, most)
    else bounded[name] ??= value
  }
  return bounded
}

/** No token is called `more`: tokens begin with punctuation or a control character. */
function cut(record: Details, most: number): Details {
  const { more, ...named } = record
  if (typeof more !== 'number') return firstOf(Object.keys(record).length, Object.entries(record), most)
  return firstOf(Object.keys(named).length + more, Object.entries(named), most)
}

function firstOf(size: number, entries: Iterable<readonly [string, unknown]>, most: number): Details {
  const first: [string, unknown][] = []
  for (const [name, value] of entries) {
    if (first.length === most) break
    first.push([name, value])
  }
  return Object.fromEntries(size > first.length ? [...first, ['more', size - first.length]] : first)
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
