// chrF: how near texts come to those that people approved, by the character n-grams that they share (Popović 2015; as
// sacreBLEU counts it: n-grams of up to six characters, without spaces, recall counts twice as much). 0 to 100.
const orders = 6
const betaUsual = 2

interface Shared {
  readonly given: number
  readonly wanted: number
  readonly common: number
}

/** Compares all texts together, each with the approved one. */
export function chrfOf(pairs: readonly { readonly text: string; readonly wanted: string }[], beta = betaUsual): number {
  let [precision, recall, effective] = [0, 0, 0]
  for (let order = 1; order <= orders; order++) {
    const { given, wanted, common } = pairs.map((pair) => sharedIn(pair, order)).reduce(sum, NONE)
    if (given === 0 || wanted === 0) continue
    precision += common / given
    recall += common / wanted
    effective++
  }
  if (precision + recall === 0) return 0
  const weight = beta ** 2
  return (100 * (1 + weight) * precision * recall) / (weight * precision + recall) / effective
}

const NONE: Shared = { given: 0, wanted: 0, common: 0 }
const sum = (a: Shared, b: Shared): Shared => ({
  given: a.given + b.given,
  wanted: a.wanted + b.wanted,
  common: a.common + b.common,
})

function sharedIn({ text, wanted }: { readonly text: string; readonly wanted: string }, order: number): Shared {
  const [given, other] = [gramsOf(text, order), gramsOf(wanted, order)]
  let common = 0
  for (const [gram, count] of given) common += Math.min(count, other.get(gram) ?? 0)
  return { given: sizeOf(given), wanted: sizeOf(other), common }
}

function gramsOf(text: string, order: number): ReadonlyMap<string, number> {
  const letters = Array.from(text.replaceAll(/\s+/g, ''))
  const grams = new Map<string, number>()
  for (let at = 0; at + order <= letters.length; at++) {
    const gram = letters.slice(at, at + order).join('')
    grams.set(gram, (grams.get(gram) ?? 0) + 1)
  }
  return grams
}

const sizeOf = (grams: ReadonlyMap<string, number>): number =>
  [...grams.values()].reduce((all, count) => all + count, 0)
