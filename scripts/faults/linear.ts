// Looks for an order of operations that explains their answers: each operation takes effect at one moment between its call and its
// answer, and the answers are what the model says at these moments (linearizability; the search of Wing and Gong with the memory of
// Lowe, as Porcupine has it). An operation without an answer may have taken effect at any time after its call, or never.

export interface Timed {
  /** The moment of the call, by any clock that all operations share. */
  readonly call: number
  /** The moment of the answer, after that of the call; infinite if none came. */
  readonly end: number
}

interface Found<S, O> {
  readonly isWhole: boolean
  readonly state: S
  /** The operations that took effect, in their order. */
  readonly order: readonly O[]
}

/**
 * Finds orders that explain all answers: one for each state they may end in, by the operations that took effect. If none does, the only one
 * is the longest that explains some. `step` gives the state after an operation (the same one if it changes nothing), or null if the model
 * would have answered it otherwise; it must not change the state it gets. `nameOf` names equal states equally, so that none is tried twice.
 */
export function* linearize<S, O extends Timed>(
  first: S,
  operations: readonly O[],
  step: (state: S, operation: O) => S | null,
  nameOf: (state: S) => string,
): Generator<Found<S, O>, void> {
  const sorted = operations.toSorted((a, b) => a.call - b.call)
  const isAnswered = (i: number): boolean => sorted[i]?.end !== Number.POSITIVE_INFINITY
  /**
   * Those that may be next, called before any other that is left was answered, with the states after them. Those without an answer come
   * last, and so the first order has them only where an answer needs them. What changes nothing is done at once, or left out if it has no
   * answer.
   */
  const nexts = (state: S, isDone: readonly boolean[]): (readonly [number, S])[] => {
    let firstEnd = Number.POSITIVE_INFINITY
    const called: number[] = []
    for (const [i, { call, end }] of sorted.entries()) {
      if (isDone[i] === true) continue
      if (call > firstEnd) break
      firstEnd = Math.min(firstEnd, end)
      called.push(i)
    }
    const found: (readonly [number, S])[] = []
    for (const i of [...called.filter(isAnswered), ...called.filter((each) => !isAnswered(each))]) {
      const operation = sorted[i] as O
      const after = operation.call > firstEnd ? null : step(state, operation)
      if (after === null) continue
      if (after !== state) found.push([i, after])
      else if (isAnswered(i)) return [[i, after]]
    }
    return found
  }
  const tried = new Set<string>()
  const isTried = (state: S, isDone: readonly boolean[]): boolean => {
    const begun = isDone.indexOf(false)
    const done = isDone.slice(begun, isDone.lastIndexOf(true) + 1).map((is) => (is ? 1 : 0))
    const name = `${begun} ${done.join('')} ${nameOf(state)}`
    if (tried.has(name)) return true
    tried.add(name)
    return false
  }
  const toTry: { readonly state: S; readonly done: readonly number[] }[] = [{ state: first, done: [] }]
  let longest: Found<S, O> = { isWhole: false, state: first, order: [] }
  for (let next = toTry.pop(); next !== undefined; next = toTry.pop()) {
    const { state, done } = next
    const isDone = sorted.map(() => false)
    for (const i of done) isDone[i] = true
    if (isTried(state, isDone)) continue
    const isWhole = isDone.every((is, i) => is || !isAnswered(i))
    if (isWhole || (done.length > longest.order.length && !longest.isWhole)) {
      longest = { isWhole, state, order: done.map((i) => sorted[i] as O) }
      if (isWhole) yield longest
    }
    for (const [i, after] of nexts(state, isDone).toReversed()) toTry.push({ state: after, done: [...done, i] })
  }
  if (!longest.isWhole) yield longest
}
