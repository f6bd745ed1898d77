// Time is passed in: domain and app never ask the system.

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. The clock may be set back or forward. */
  nowMs(): number
  /** Never goes back; only differences have a meaning. For waiting and leases. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // performance.now() would load its module at every start, which takes 2 ms.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
}
