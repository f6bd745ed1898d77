// What callers import to read and put all records but those of people.ts.

export {
  latestProposalsOfRow,
  pendingOf,
  PROPOSAL,
  proposalsByAuthor,
  proposalsByStatus,
  proposalsOfRow,
  putNoteAside,
  putProposal,
  readProposal,
  readProposalsAfter,
  removeBeside,
  rowsOfProposals,
  takeNotesAside,
} from './records/proposals.ts'
export { idsOfPending, readWaivedRows } from './records/proposals.ts'

export {
  type DecisionRecord,
  lacksEarlierDecisions,
  lastDecision,
  noteDecision,
  noteEarlierDecisions,
  noteReview,
  readDecisionsAfter,
} from './records/decisions.ts'
export {
  countPending,
  latestSuggestions,
  pendingAlike,
  putSuggestion,
  readSuggestion,
  SUGGESTION,
  suggestionsByStatus,
} from './records/suggestions.ts'

export {
  type ComparisonRecord,
  comparisons,
  putComparison,
  putVerdict,
  readComparison,
  verdictsOn,
} from './records/comparisons.ts'
export {
  addSample,
  latestSamples,
  putSample,
  putSampleVerdict,
  readSample,
  readSampleVerdict,
  SAMPLE,
  type SampleRecord,
  sampleVerdicts,
} from './records/samples.ts'
export { putRowKey, readRowKey } from './records/row-keys.ts'
export { putRemark, readRemark } from './records/row-remarks.ts'
export { type EventRecord, eventsAfter, eventsAlone, firstEventId, lastEventId } from './records/events.ts'
export { auditEntries, type AuditEntry, putAudit } from './records/audit.ts'
export { activityOfHour, actsOfPerson, isPlace, type KeptAct, latestActiveHour } from './records/activity.ts'
export type { ActivityRecord } from './records/act-writer.ts'
export {
  COMMENT,
  commentsMentioning,
  countComments,
  latestCommentsOfRow,
  putComment,
  readComment,
  removeComment,
} from './records/comments.ts'
export {
  allSavedFilters,
  putSavedFilter,
  readSavedFilter,
  removeSavedFilter,
  type SavedFilter,
  savedFiltersOf,
} from './records/saved-filters.ts'
export { allNotTerms, countNotTerms, type NotTerm, putNotTerm, removeNotTerm } from './records/not-terms.ts'

export {
  allLabelRules,
  allLabels,
  LABEL,
  type Label,
  LABEL_RULE,
  type LabelRule,
  putLabel,
  putLabelRule,
  removeLabel,
  removeLabelRule,
} from './records/labels.ts'
export {
  type Hand,
  HANDS,
  handsInPiece,
  putLabelRows,
  readLabelRows,
  removeLabelRows,
} from './rows/label-rows.ts'

export { IMPORT, type ImportRecord, imports, putImport, readImport } from './records/imports.ts'
export { hasImportRows, putImportRows, readImportRows } from './records/import-rows.ts'
export { hasExportDigests, putExportDigest, readExportDigest } from './records/export-digests.ts'
export { putOldSource, readOldSource } from './records/old-sources.ts'

export { allEditions, EDITION, type EditionRecord, putEdition, removeEdition } from './records/editions.ts'
export { allReleases, putRelease, RELEASE, removeRelease } from './records/releases.ts'

export { putAnswer, readAnswer, sweepAnswers } from './records/idempotency.ts'

export {
  allWebhooks,
  putWebhook,
  putWebhookPlace,
  readWebhook,
  readWebhookPlace,
  removeWebhook,
  WEBHOOK,
} from './records/webhooks.ts'

export { MEMORY_RUN, nextId, REVERT, upcomingId } from './records/kind.ts'
export {
  allMisfits,
  misfitsOfRow,
  putMisfit,
  putMisfitPicture,
  readMisfitPicture,
  removeMisfit,
  removeMisfitPicture,
} from './records/misfits.ts'
export {
  allPlayerWords,
  countWaitingPlayerWords,
  PLAYER_WORD,
  putPlayerWord,
  readPlayerWord,
  removePlayerWord,
  waitingPlayerWords,
} from './records/player-words.ts'
