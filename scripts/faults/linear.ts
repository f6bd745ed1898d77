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
  /** False: no order explains all answers; state and order are of the longest that explains some. */
  readonly isWhole: boolean
  readonly state: S
  /** The operations that took effect, in their order. */
  readonly order: readonly O[]
}

/**
 * Finds an order of all operations. `step` gives the state after an operation, or null if the model would have answered it otherwise; it
 * must not change the state it gets. `nameOf` names equal states equally, so that no state is tried twice.
 */
export function linearize<S, O extends Timed>(
  first: S,
  operations: readonly O[],
  step: (state: S, operation: O) => S | null,
  nameOf: (state: S) => string,
): Found<S, O> {
  const sorted = operations.toSorted((a, b) => a.call - b.call)
  const tried = new Set<string>()
  const isDone = sorted.map(() => false)
  const order: O[] = []
  let longest: Omit<Found<S, O>, 'isWhole'> = { state: first, order: [] }
  let left = sorted.filter(({ end }) => end !== Number.POSITIVE_INFINITY).length

  const isAnswered = (i: number): boolean => sorted[i]?.end !== Number.POSITIVE_INFINITY
  /**
   * Those that may be next: called before any other that is left was answered. Those without an answer come last, and so only where
   * an answer needs them: begun with eight of them, in any order, the search did not end in eight minutes (year, seed 7310).
   */
  const candidates = (): number[] => {
    let firstEnd = Number.POSITIVE_INFINITY
    const found: number[] = []
    for (const [i, { call, end }] of sorted.entries()) {
      if (isDone[i] === true) continue
      if (call > firstEnd) break
      firstEnd = Math.min(firstEnd, end)
      found.push(i)
    }
    const next = found.filter((i) => (sorted[i] as O).call <= firstEnd)
    return [...next.filter(isAnswered), ...next.filter((i) => !isAnswered(i))]
  }
  const isTried = (state: S): boolean => {
    const begun = isDone.indexOf(false)
    const done = isDone.slice(begun, isDone.lastIndexOf(true) + 1).map((is) => (is ? 1 : 0))
    const name = `${begun} ${done.join('')} ${nameOf(state)}`
    if (tried.has(name)) return true
    tried.add(name)
    return false
  }
  const search = (state: S): S | null => {
    if (left === 0) return state
    if (isTried(state)) return null
    if (order.length > longest.order.length) longest = { state, order: [...order] }
    for (const i of candidates()) {
      const operation = sorted[i] as O
      const after = step(state, operation)
      if (after === null) continue
      isDone[i] = true
      order.push(operation)
      if (isAnswered(i)) left--
      const last = search(after)
      if (last !== null) return last
      if (isAnswered(i)) left++
      order.pop()
      isDone[i] = false
    }
    return null
  }
  const state = search(first)
  return state === null ? { isWhole: false, ...longest } : { isWhole: true, state, order }
}
