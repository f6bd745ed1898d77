// Writes the names of tokens into messages: short, on one line, only the first of many. Scripts read `details` instead.

const namedMax = 5
const nameLengthMax = 60

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\n', 'line break'],
  ['\r', 'carriage return'],
  ['\t', 'tab'],
])

/** Names invisible tokens and cuts long ones. */
export function nameOf(token: string): string {
  const line = (NAMES.get(token) ?? token).replace(/[\n\t]/g, ' ')
  return line.length <= nameLengthMax ? line : `${line.slice(0, nameLengthMax).toWellFormed()}…`
}

/** Lists up to five tokens, with their counts if above one: `{0} (2 times), %s and 3 more`. */
export function listed(counts: ReadonlyMap<string, number>): string {
  const named = [...counts.entries()]
    .slice(0, namedMax)
    .map(([token, count]) => (count > 1 ? `${nameOf(token)} (${count} times)` : nameOf(token)))
  const more = counts.size - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export const tokensWord = (counts: ReadonlyMap<string, number>): string => (counts.size === 1 ? 'Token' : 'Tokens')
export const isOrAre = (counts: ReadonlyMap<string, number>): string => (counts.size === 1 ? 'is' : 'are')
