// Finds the name that somebody meant who typed another one: of an option, a setting, an argument.

const beginningMin = 3

/** The known name that is most like the typed one, by its edit distance, else the only one that begins so; null: none is near enough. */
export function nearestName(typed: string, known: Iterable<string>): string | null {
  const wanted = typed.toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    // Counting takes the product of both lengths, and a name from a body may have megabytes.
    if (Math.abs(wanted.length - name.length) >= bestDistance) continue
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance >= bestDistance || distance >= Math.max(wanted.length, name.length)) continue
    best = name
    bestDistance = distance
  }
  if (best !== null || wanted.length < beginningMin) return best
  const [first = null, ...others] = [...known].filter((name) => name.toLowerCase().startsWith(wanted))
  return others.length === 0 ? first : null
}

export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
