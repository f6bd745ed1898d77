// How much a finding may say: a text can hold thousands of tokens, and an answer names fifty texts. Each map or list of
// `details` names the first of its members, and says how many more there are.

/** So many members of a map or list are named at most. */
export const namedMax = 200

type Details = Readonly<Record<string, unknown>>

/**
 * The details with at most `most` members in each map and list. What a map leaves out stands in it as `more: n`, what a
 * list leaves out beside it as `<name>More: n`; both are kept when details are cut again. A `Map` becomes a plain object.
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

/** A token always begins with a mark, so none is called `more`. */
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
