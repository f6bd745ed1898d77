// Finds which row of a new version has the text that another row had before, so that translations go with their text when a
// list grows or texts change their keys (docs/another-game.md#lists-that-grow). Rows are paired inside their list first, then
// by source.

export interface PlacedRow {
  readonly ordinal: number
  /** The name that all rows of a list share; null if the row is in no list. */
  readonly list: string | null
  /** The place of the row in its list. */
  readonly index: number
  readonly sourceHash: string
}

interface Followed {
  readonly from: PlacedRow
  readonly to: PlacedRow
  /** True: both rows are in one list. */
  readonly isInList: boolean
}

interface Versions {
  readonly old: readonly PlacedRow[]
  readonly fresh: readonly PlacedRow[]
}

/** `menu.items.2.name`: the list `menu.items.*.name`, and 2. Null: no name of the key is a number. */
export function listOfKey(key: string): { readonly list: string; readonly index: number } | null {
  const names = key.split('.')
  const at = names.findLastIndex((name) => /^\d{1,9}$/.test(name))
  if (at === -1) return null
  return { list: names.with(at, '*').join('.'), index: Number(names[at]) }
}

/**
 * `old` and `fresh` are the rows whose source changed, is new or is gone; `kept` are the other rows of their lists.
 * Among equal rows outside of lists, those with a text give it first.
 */
export function followed(
  { old, fresh }: Versions,
  kept: readonly PlacedRow[],
  hasText: (ordinal: number) => boolean,
): readonly Followed[] {
  const lists = Map.groupBy(fresh, ({ list }) => list)
  const [oldLists, keptLists] = [Map.groupBy(old, ({ list }) => list), Map.groupBy(kept, ({ list }) => list)]
  const pairs: Followed[] = []
  for (const [list, ofFresh] of lists) {
    const ofOld = oldLists.get(list)
    if (list === null || ofOld === undefined) continue
    const stay = hasHole(ofOld, ofFresh, keptLists.get(list) ?? []) ? [] : (keptLists.get(list) ?? [])
    const inList = aligned({ old: inOrder([...ofOld, ...stay]), fresh: inOrder([...ofFresh, ...stay]) })
    pairs.push(...inList.map((pair) => ({ ...pair, isInList: true })))
  }
  const [given, taken] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))]
  const others = pairsBySource({
    old: old
      .filter((row) => !given.has(row))
      .sort((a, b) => Number(hasText(b.ordinal)) - Number(hasText(a.ordinal)) || a.ordinal - b.ordinal),
    fresh: fresh.filter((row) => !taken.has(row)),
  })
  return [...pairs, ...others.map((pair) => ({ ...pair, isInList: false }))].filter(
    ({ from, to }) => from.ordinal !== to.ordinal,
  )
}

const inOrder = (rows: readonly PlacedRow[]): PlacedRow[] => rows.toSorted((a, b) => a.index - b.index)

/** True: a place in the middle is gone. A list loses its last places, so these numbers are names, and a row keeps its old text. */
function hasHole(old: readonly PlacedRow[], fresh: readonly PlacedRow[], kept: readonly PlacedRow[]): boolean {
  const there = new Set([...fresh, ...kept].map(({ index }) => index))
  const last = [...there].reduce((most, index) => Math.max(most, index), -1)
  return old.some(({ index }) => index < last && !there.has(index))
}

type Pair = Omit<Followed, 'isInList'>

/** The most cells of the table by which the longest common subsequence is found. */
const cellsMax = 4_000_000

/** Pairs the rows of two versions: by the longest common subsequence of texts, then equal texts in turn. */
function aligned({ old, fresh }: Versions): Pair[] {
  const pairs: Pair[] = []
  const isSame = (a: number, b: number): boolean => old[a]?.sourceHash === fresh[b]?.sourceHash
  const pair = (a: number, b: number): void => void pairs.push({ from: old[a] as PlacedRow, to: fresh[b] as PlacedRow })
  let start = 0
  let [endOld, endFresh] = [old.length, fresh.length]
  for (; start < Math.min(endOld, endFresh) && isSame(start, start); start++) pair(start, start)
  for (; endOld > start && endFresh > start && isSame(endOld - 1, endFresh - 1); ) pair(--endOld, --endFresh)
  const [height, width] = [endOld - start + 1, endFresh - start + 1]
  if (height * width <= cellsMax) {
    const lengths = new Uint16Array(height * width)
    const lengthAt = (a: number, b: number): number => lengths[(a - start) * width + b - start] as number
    for (let a = endOld - 1; a >= start; a--) {
      for (let b = endFresh - 1; b >= start; b--)
        lengths[(a - start) * width + b - start] = isSame(a, b)
          ? lengthAt(a + 1, b + 1) + 1
          : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1))
    }
    for (let [a, b] = [start, start]; a < endOld && b < endFresh; ) {
      if (isSame(a, b)) pair(a++, b++)
      else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) a++
      else b++
    }
  }
  const [given, taken] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))]
  const rest = { old: old.filter((row) => !given.has(row)), fresh: fresh.filter((row) => !taken.has(row)) }
  return [...pairs, ...pairsBySource(rest)]
}

function pairsBySource({ old, fresh }: Versions): Pair[] {
  const waiting = Map.groupBy(old.toReversed(), ({ sourceHash }) => sourceHash)
  return fresh.flatMap((to) => {
    const from = waiting.get(to.sourceHash)?.pop()
    return from === undefined ? [] : [{ from, to }]
  })
}
