// Every bound of the contract and the decisions that is not a setting, each in one place.

export const rowsLimitDefault = 50
export const rowsLimitMax = 100
export const batchItemsMax = 50
export const idempotencyKeyLengthMax = 128
export const idempotencyKeptMs = 24 * 60 * 60 * 1000
/** Contract v1, write rule 7: an earlier request with the same key, or the writer, may hold us this long. */
export const lockWaitMsMax = 5_000
export const lockRetryAfterSeconds = 5
/** Decisions §8: legacy writes wait longer, and never answer 409 for it. */
export const legacyLockWaitMsMax = 25_000
export const providerLengthMax = 128
export const bodyBytesMax = 16 * 1024 * 1024
export const bodyDepthMax = 32
export const textCodePointsMax = 32_768
export const textBytesMax = 65_536
export const agentKeysPerPersonMax = 20
export const userNameLengthMax = 64
export const requestsPerMinuteMax = 1_000_000
export const lastUseLagMsMax = 60_000
export const quotaKeptDays = 8
/** An import lease whose counter stood still this long (observer's monotonic clock) is dead. */
export const leaseDeadAfterMs = 10_000
