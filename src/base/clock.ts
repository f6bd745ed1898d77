// Time as a value that is passed in: domain and app never ask the system.
// `nowMs` is wall-clock time and may step; `monotonicMs` never goes back and is for waiting and leases.

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. May step back or forward. */
  nowMs(): number
  /** Milliseconds of a clock that never goes back; only differences mean something. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // Not performance.now(): at every start its module would take 2 ms to load.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
}
