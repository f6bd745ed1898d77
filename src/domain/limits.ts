// Every bound of the contracts and of docs/decisions.md that is not a setting, each in one place.

export const rowsLimitDefault = 50
export const rowsLimitMax = 100
export const batchItemsMax = 50
export const idempotencyKeyLengthMax = 128
export const idempotencyKeptMs = 24 * 60 * 60 * 1000
/** docs/api-v1.md#write-rules, 7: an earlier request with the same key, or the writer, may hold us this long. */
export const lockWaitMsMax = 5_000
export const lockRetryAfterSeconds = 5
/** docs/decisions.md#what-one-person-may-cost: a program whose search finds no place. */
export const searchRetryAfterSeconds = 1
/** docs/decisions.md#legacy-writes: legacy writes wait longer, and never answer 409 for it. */
export const legacyLockWaitMsMax = 25_000
export const providerLengthMax = 128
export const bodyBytesMax = 16 * 1024 * 1024
export const bodyDepthMax = 32
/** Strings, commas and brackets of a body; a full batch has some 1300. What comes beyond is not looked at. */
export const bodyPartsMax = 10_000
/** An answer to a batch, as it is sent and as it is stored. */
export const answerBytesMax = 1024 * 1024
export const textCodePointsMax = 32_768
export const textBytesMax = 65_536
export const agentKeysPerPersonMax = 20
export const userNameLengthMax = 64
/** Code points of a comment. */
export const commentLengthMax = 2_000
export const commentsPerRowMax = 500
/** How long an invite is good, and how many may be open at once. */
export const inviteGoodForMs = 7 * 24 * 60 * 60 * 1000
export const invitesMax = 100
/** Filters of work that one person keeps under names, and characters of such a name and of the filter's address. */
export const savedFiltersMax = 50
export const filterNameLengthMax = 60
export const filterAddressLengthMax = 2_000
export const requestsPerMinuteMax = 1_000_000
export const lastUseLagMsMax = 60_000
export const quotaKeptDays = 8
/** Imports that the site runs at once, over all processes, and that wait behind them. */
export const importsAtOnceMax = 2
export const importsWaitingMax = 8
/** An import lease whose counter stood still this long (observer's monotonic clock) is dead. */
export const leaseDeadAfterMs = 10_000
export const claimRowsDefault = 50
export const claimRowsMax = 100
export const claimSecondsDefault = 900
export const claimSecondsMin = 60
export const claimSecondsMax = 3_600
/** Claims that all agents of a person hold together. */
export const claimsPerPersonMax = 20
/** Rows that one claim looks at in vain before it answers that there may be more: some 20 ms. */
export const claimLooksMax = 2_000
/** Rows beside its items that one batch looks at and writes because they have the same source: some 10 ms of the writer. */
export const copiesPerBatchMax = 1_000
/** How long a call of MCP waits for a busy layer or the next minute: clients give up after 60 s. */
export const mcpWaitSecondsMax = 45
/** How long a claim made through MCP holds. */
export const mcpClaimSeconds = 1_800
/** Unfinished claims of one MCP client, which may have helpers side by side; a further one gives the oldest back. */
export const mcpClaimsMax = 8
/** Rows on each side of one that an agent may look at. */
export const aroundMax = 20
/** UTF-16 units of a text that is searched for. */
export const searchTextMax = 200
