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
export { forgetAttempts, takeAttempt, takeBackAttempt, type ThrottleRule } from './volatile/throttle.ts'

export {
  claimedChunks,
  claimedReader,
  claimsByEnd,
  claimsOf,
  claimsOver,
  type Hand,
  inClaims,
  putClaim,
  putHand,
  readClaim,
  readHand,
  removeClaim,
  turnHandsBack,
} from './volatile/claims.ts'

// Long work: its turn, running imports, and work that one process does.
export { LeaseObserver, takeTurn } from './volatile/lease.ts'
export {
  addImportRun,
  type ImportRun,
  importRuns,
  isAbandoned,
  isPending,
  pendingImportRuns,
  putImportRun,
  readImportRun,
  type RunTask,
  startImportRun,
  type WaitingUpload,
} from './volatile/long-work.ts'
export { claimSoleWork, giveUpSoleWork, keepSoleWork, type SoleWork } from './volatile/long-work.ts'

export { noteServer, otherServers, type RunningServer } from './volatile/lease.ts'
export { putSetupCode, readSetupCode, takeSetupCode } from './volatile/notes.ts'

export { type FoundDamage, noteDamage, readDamage } from './volatile/notes.ts'
export { errandKey, keepMade, readMade } from './volatile/notes.ts'
export { giveBackDraft, takeDraft } from './volatile/notes.ts'
