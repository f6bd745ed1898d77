// What a merge decides about one layer of a row (docs/merging.md), for the model of a simulated year: which text is current then, and
// which texts lost and become proposals.

/** A revision, by the names that revisions have in all stores. */
export interface Traced {
  readonly made: string
  readonly madeAtMs: number
  readonly text: string
  readonly sourceHash: string
  readonly status: 'draft' | 'approved'
  /** Those that it replaced, the one that was current first. */
  readonly after: readonly string[]
}

interface Decision<T> {
  /** What is new here, in the order in which it is written; a text that is taken is the last. */
  readonly news: readonly T[]
  readonly isTaken: boolean
  /** The texts that lost and that nobody has decided about, the strongest first. */
  readonly lost: readonly T[]
}

/** Each revision once: one that was written again to be the last has the same name. */
const once = <T extends Traced>(revisions: readonly T[]): T[] => [
  ...new Map(revisions.toReversed().map((each) => [each.made, each])).values(),
]

/** What a revision written now replaces. */
export function replacedBy(past: readonly Traced[]): readonly string[] {
  const over = new Set(past.flatMap(({ after }) => after))
  const names = past.map(({ made }) => made)
  return [...new Set([...names.slice(-1), ...names.filter((name) => !over.has(name))])]
}

export function decide<T extends Traced>(ours: readonly T[], theirs: readonly T[], sourceHash: string): Decision<T> {
  const known = new Set(ours.map(({ made }) => made))
  const news = theirs.filter(({ made }) => !known.has(made))
  const all = once([...ours, ...news])
  const over = new Set(all.flatMap(({ after }) => after))
  const newest = all.filter(({ made }) => !over.has(made))
  const current = ours.at(-1)
  const isApproved = ({ status }: T): number => Number(status === 'approved')
  const isOfNow = (each: T): number => Number(each.sourceHash === sourceHash)
  const byStrength = (a: T, b: T): number => isApproved(b) - isApproved(a) || b.madeAtMs - a.madeAtMs
  const byFitness = (a: T, b: T): number => isOfNow(b) - isOfNow(a) || byStrength(a, b)
  const winner = news.length === 0 ? current : newest.toSorted(byFitness)[0]
  const isTaken = winner !== undefined && news.includes(winner)
  const lost = [...newest.filter((each) => each !== winner), ...forgotten(all)]
    .filter(({ text }) => text !== winner?.text)
    .toSorted(byStrength)
  return {
    news: isTaken ? [...news.filter((each) => each !== winner), winner] : news,
    isTaken,
    lost: lost.filter(({ text }, i) => lost.findIndex((other) => other.text === text) === i),
  }
}

/** Texts that lost and were then replaced together with the one they lost to, which decides nothing about them. */
function forgotten<T extends Traced>(all: readonly T[]): T[] {
  const textOf = new Map(all.map(({ made, text }) => [made, text]))
  const decided = new Set<string>()
  const beside = new Set<string>()
  for (const { after } of all)
    for (const [i, made] of after.entries())
      (i === 0 || textOf.get(made) === textOf.get(after[0] as string) ? decided : beside).add(made)
  return all.filter(({ made }) => beside.has(made) && !decided.has(made))
}
