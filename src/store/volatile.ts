// Counts, claims and notes between processes, which may be lost when the machine boots.

// Requests, uses of keys, attempts to sign in.
export {
  admitLegacyRequest,
  admitRequest,
  admitVisit,
  forgetUse,
  giveBackHistorical,
  lastUseOf,
  lastUses,
  legacyUsed,
  noteUse,
  pendingHistorical,
  takeBackLegacyRequest,
  takePendingHistorical,
  type VisitKind,
} from './volatile/counters.ts'
export * from './volatile/throttle.ts'

export * from './volatile/claims.ts'

// Long work: its turn, running imports, and work that one process does.
export { LeaseObserver, takeTurn } from './volatile/lease.ts'
export * from './volatile/long-work.ts'

export { noteServer, otherServers, type RunningServer } from './volatile/lease.ts'
export * from './volatile/notes.ts'
