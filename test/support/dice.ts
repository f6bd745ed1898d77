// Random numbers from a seed, so that a run can be repeated (mulberry32).

export interface Dice {
  /** 0 … below `n`. */
  readonly below: (n: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly chance: (probability: number) => boolean
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (n) => Math.floor(next() * n),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
  }
}
