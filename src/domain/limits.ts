// Every bound of the contracts and of docs/decisions.md that is not a setting.

export const rowsLimitDefault = 50
export const rowsLimitMax = 100
export const batchItemsMax = 50
export const idempotencyKeyLengthMax = 128
export const idempotencyKeptMs = 24 * 60 * 60 * 1000
/** docs/api-v1.md#write-rules, 7: the longest wait for an earlier request with the same key, or for the writer. */
export const lockWaitMsMax = 5_000
export const lockRetryAfterSeconds = 5
/** docs/decisions.md#what-one-person-may-cost: when too many searches run. */
export const searchRetryAfterSeconds = 1
/** docs/decisions.md#legacy-writes: longer than for v1, and never 409 for a busy layer. */
export const legacyLockWaitMsMax = 25_000
export const providerLengthMax = 128
export const bodyBytesMax = 16 * 1024 * 1024
export const bodyDepthMax = 32
/** Strings, commas and brackets of a body; a full batch has some 1300. Parsing stops there. */
export const bodyPartsMax = 10_000
/** An answer to a batch, as sent and as stored. */
export const answerBytesMax = 1024 * 1024
export const textCodePointsMax = 32_768
export const textBytesMax = 65_536
export const agentKeysPerPersonMax = 20
export const userNameLengthMax = 64
/** In code points. */
export const commentLengthMax = 2_000
export const commentsPerRowMax = 500
export const inviteGoodForMs = 7 * 24 * 60 * 60 * 1000
export const invitesMax = 100
/** Saved filters of one person; characters of a filter's name and of its address. */
export const savedFiltersMax = 50
export const filterNameLengthMax = 60
export const filterAddressLengthMax = 2_000
export const requestsPerMinuteMax = 1_000_000
export const lastUseLagMsMax = 60_000
export const quotaKeptDays = 8
/** Imports of the site over all processes: that run side by side, and that wait. */
export const importsAtOnceMax = 2
export const importsWaitingMax = 8
/** An import is dead when the counter of its lease has not changed for this long (observer's monotonic clock). */
export const leaseDeadAfterMs = 10_000
export const claimRowsDefault = 50
export const claimRowsMax = 100
export const claimSecondsDefault = 900
export const claimSecondsMin = 60
export const claimSecondsMax = 3_600
/** All agents of a person together. */
export const claimsPerPersonMax = 20
/** Rows that one claim tries without success before it answers that there may be more: some 20 ms. */
export const claimLooksMax = 2_000
/** Other rows with the same source that one batch may read and write: some 10 ms of the writer. */
export const copiesPerBatchMax = 1_000
/** Clients of MCP give up after 60 s. */
export const mcpWaitSecondsMax = 45
export const mcpClaimSeconds = 1_800
/** Unfinished claims of one client, which may run helpers; a further claim releases the oldest. */
export const mcpClaimsMax = 8
/** Rows on each side that an agent may read as context. */
export const aroundMax = 20
/** UTF-16 units of a search text. */
export const searchTextMax = 200
