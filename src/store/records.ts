// What callers import to read and put all records but those of people.ts.

// Texts that people propose, decide and judge.
export * from './records/proposals.ts'
export * from './records/decisions.ts'
export * from './records/suggestions.ts'
export * from './records/comparisons.ts'
export * from './records/samples.ts'
export * from './records/misfits.ts'
export * from './records/player-words.ts'
export * from './records/comments.ts'

// What the game's files say of rows, their labels, and filters of work.
export * from './records/row-keys.ts'
export * from './records/row-remarks.ts'
export * from './records/old-sources.ts'
export * from './records/labels.ts'
export * from './records/not-terms.ts'
export * from './records/saved-filters.ts'
export {
  type Hand,
  HANDS,
  handsInPiece,
  putLabelRows,
  readLabelRows,
  removeLabelRows,
} from './rows/label-rows.ts'

// What happened, and who hears of it.
export { type EventRecord, eventsAfter, eventsAlone, firstEventId, lastEventId } from './records/events.ts'
export * from './records/audit.ts'
export { activityOfHour, actsOfPerson, isPlace, type KeptAct, latestActiveHour } from './records/activity.ts'
export type { ActivityRecord } from './records/act-writer.ts'
export * from './records/webhooks.ts'

// Files that came in and went out, and answers that were sent.
export * from './records/imports.ts'
export * from './records/import-rows.ts'
export * from './records/export-digests.ts'
export * from './records/editions.ts'
export * from './records/releases.ts'
export * from './records/idempotency.ts'

export { MEMORY_RUN, nextId, REVERT, upcomingId } from './records/kind.ts'
