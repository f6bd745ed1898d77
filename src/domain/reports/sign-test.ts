// The better of two, when each pair has a winner or none: the sign test, and the interval of the share of wins.

/**
 * The two-sided p-value of an exact sign test: the probability that chance divides the wins so unevenly. Ties are left
 * out before.
 */
export function signTest(wins: number, losses: number): number {
  const trials = wins + losses
  let chance = 0
  for (let k = 0; k <= Math.min(wins, losses); k++) chance += Math.exp(logChoose(trials, k) - trials * Math.LN2)
  return Math.min(1, 2 * chance)
}

function logChoose(n: number, k: number): number {
  let log = 0
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i)
  return log
}

/** 95 % of the normal distribution lie within. */
const z95 = 1.959963984540054

/** Wilson's interval, which has the share of wins with 95 % confidence. */
export function wilsonInterval(wins: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1]
  const share = wins / trials
  const square = z95 ** 2
  const middle = (share + square / (2 * trials)) / (1 + square / trials)
  const half = (z95 / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
