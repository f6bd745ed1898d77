// Fixed limits of the APIs and of the site.

export const rowsLimitDefault = 50
export const rowsLimitMax = 100
export const batchItemsMax = 50
/** Texts in one prompt of `windrow translate`. */
export const promptTextsMax = 150
export const idempotencyKeyLengthMax = 128
export const idempotencyKeptMs = 24 * 60 * 60 * 1000
/** How long a write waits for an earlier request with the same key, or for the writer (docs/api-v1.md#write-rules, 7). */
export const lockWaitMsMax = 5_000
export const lockRetryAfterSeconds = 5
/** When clients should ask again, if too many searches run (docs/site.md#what-one-person-may-cost). */
export const searchRetryAfterSeconds = 1
/** How long a write of the legacy API waits: longer, because a busy store must never answer 409 (docs/legacy-api.md#writes). */
export const legacyLockWaitMsMax = 25_000
export const providerLengthMax = 128
/** The length of each of client, client_version and prompt_version, in code points. */
export const clientLengthMax = 64
export const bodyBytesMax = 16 * 1024 * 1024
export const bodyDepthMax = 32
/** The strings, commas and brackets of a body, at which parsing stops; a full batch has some 1300. */
export const bodyPartsMax = 10_000
/** The bytes of the answer to a batch, as sent and as stored. */
export const answerBytesMax = 1024 * 1024
export const textCodePointsMax = 32_768
export const textBytesMax = 65_536
export const agentKeysPerPersonMax = 20
export const userNameLengthMax = 64
/** The number of people. Nobody is ever removed, and pages read all of them. */
export const peopleMax = 2_000
/** The sessions of one person: a further sign-in ends the one that was begun first. */
export const sessionsPerPersonMax = 50
/** The length of a comment, in code points. */
export const commentLengthMax = 2_000
export const commentsPerRowMax = 500
/** The people whom one comment mentions: a further `@` is plain text. */
export const mentionsPerCommentMax = 50

export const misfitNoteMax = 500
export const misfitsPerRowMax = 50
/** Open marks of one person; and all marks, of which the oldest that are not open make room. Pages read them all. */
export const misfitsPerPersonMax = 200
export const misfitsMax = 2_000
export const pictureBytesMax = 1024 * 1024
/** The most pictures that one person may have on open marks. */
export const picturesMax = 100
/** The length of what a player says of a text, and of the words seen, in UTF-16 units. */
export const playerWordMax = 500
/** Players' words that wait: of one row, and of all; and how many come in a day. */
export const playerWordsPerRowMax = 5
export const playerWordsMax = 500
export const playerWordsADayMax = 200
/** All that are kept: of those that are decided, the oldest make room. */
export const playerWordsKeptMax = 2_000
/** Words that an address may send, and searches that it may begin, in a quarter of an hour; and its words in a day. */
export const playerWordsOfAddressMax = 10
export const playerWordsOfAddressADayMax = 20
export const playerSearchesOfAddressMax = 60
/** Searches of players that run at once in a process. */
export const playerSearchesMax = 2
/** The length of the team's brief, in code points. */
export const briefLengthMax = 40_000
/** The log keeps all of the latest `eventsKept` events, older ones for `eventAgeMsMax`, and never more than `eventsMax`. */
export const eventsKept = 100_000
export const eventAgeMsMax = 90 * 24 * 60 * 60 * 1000
export const eventsMax = 1_000_000
/** The streams of events that one key may have open in one process; below, those of all keys. */
export const eventStreamsPerKeyMax = 4
export const eventStreamsMax = 100
/** The events that a page reads to find those of the kinds asked for. */
export const eventsLookedAtMax = 1_000
export const reasonLengthMax = 4_000
export const inviteGoodForMs = 7 * 24 * 60 * 60 * 1000
export const invitesMax = 100
export const webhooksMax = 20
export const webhookAddressLengthMax = 2_000
export const webhookChatLengthMax = 64
/** How many filters a person may save; below, characters of a filter's name and address. */
export const savedFiltersMax = 50
export const filterNameLengthMax = 60
export const filterAddressLengthMax = 2_000
export const labelsMax = 1_000
/** The length of a label's name, in code points. */
export const labelLengthMax = 64
/** A rule costs every row 0.3 to 5 µs, by the length of its patterns, when the index is made from nothing. */
export const labelRulesMax = 200
export const labelPatternsMax = 50
/** The length of one pattern, and of all patterns of a rule, in UTF-16 units. */
export const labelPatternLengthMax = 200
export const labelPatternsLengthMax = 1_000
export const labelRowsMax = 2_000_000
/** The rows that one request of API v2 may label. */
export const labelledRowsMax = 500
/** The page of a patch counts so many rows for memory at once, more only when asked. */
export const countedRowsMax = 2_000
/** An import that added more rows gets no offers of labels. */
export const offeredRowsMax = 200_000
/** Rows whose twins an import looks for, and its page: 3 ms each at a million rows, 20 where thousands of texts are alike. */
export const importTwinsMax = 50
export const offeredTwinsMax = 200
export const requestsPerMinuteMax = 1_000_000
export const lastUseLagMsMax = 60_000
export const quotaKeptDays = 8
/** Imports of the site in all processes: running, and waiting. */
export const importsAtOnceMax = 2
export const importsWaitingMax = 8
/** An import is dead if its counter did not change for so long, by the observer's clock. */
export const leaseDeadAfterMs = 10_000
export const claimRowsDefault = 50
export const claimRowsMax = 100
/** Rows in a claim of `windrow translate --batch`, on the local store. */
export const jobClaimRows = 1_000
export const claimSecondsDefault = 900
export const claimSecondsMin = 60
export const claimSecondsMax = 3_600
export const claimsPerPersonMax = 20
/** The rows that a claim tries in vain in one piece, before other requests go: some 2 ms. */
export const claimLooksMax = 500
/**
 * How long memory fills rows for one claim; further ones are given out as they are. A claim would else wait for a whole game, and where
 * many claim at once, each for the others.
 */
export const rememberMsMax = 1_000
/** Open rows beside those wanted among which a claim finds its families. */
export const claimWindowRows = 50
/** The rows further on, of the families that it has found, that a claim tries. */
export const claimFamilyLooksMax = 100
/** The rows further on, of the same family, that the workbench tries for the next one. */
export const familyLooksMax = 500
/** Other rows with the same source that a batch may read and write: some 10 ms. */
export const copiesPerBatchMax = 1_000
/** The longest wait of an MCP tool: clients give up after 60 s. */
export const mcpWaitSecondsMax = 45
export const mcpClaimSeconds = 1_800
/** The claims of one MCP client, which may run helpers; a further claim releases the oldest. */
export const mcpClaimsMax = 8
/** Rows of context before and after a row. */
export const aroundMax = 20
/** The length of a search's text, in UTF-16 units. */
export const searchTextMax = 200
/** Texts or rows that a request looks up at once, and the length of such a text in UTF-16 units. */
export const lookupTextsMax = 50
export const lookupTextLengthMax = 4_000
export const matchesPerTextMax = 200
/** Translations in an answer about one source, and rows with that source that are read for them: 100 take some 0.3 ms. */
export const memoryTextsMax = 10
export const memoryRowsMax = 100
/** The texts that are compared with one: its twins, and those near it. */
export const twinTextsMax = 100
export const nearTextsMax = 20
export const likeTextsMax = 5
/** The rows in an answer about earlier translations of words. */
export const wordsPutMax = 6
/** A sample is drawn from so many rows at most. */
export const sampleListMax = 50_000
/** Terms with examples in one answer, examples of each, and rows that are read for them. */
export const contextTermsMax = 20
export const contextExamplesDefault = 2
export const contextExamplesMax = 5
export const contextTriesMax = 8
/** Lengths in UTF-16 units; numbers of forms and rows of one term. */
export const termLengthMax = 500
export const termNoteLengthMax = 2_000
export const termsMax = 10_000
/** The names of which people said that they are no terms. */
export const notTermsMax = 10_000
export const termFormsMax = 50
/** All forms of a term of the glossary: as much as a cell of a spreadsheet holds. */
export const formsLengthMax = 32_767
export const termEvidenceMax = 20
/** The most pending suggestions of one kind: for one person, and for all people together. */
export const suggestionsPerPersonMax = 200
export const suggestionsMax = 2_000
export const suggestedRowsMax = 100
/** The length of an example, in UTF-16 units: longer texts are not shown. */
export const exampleLengthMax = 1_000
/** Editions of one translation, rules of one, and the length of its words for players. */
export const editionsMax = 24
export const editionRulesMax = 64
export const editionLabelLengthMax = 80
export const editionWordsLengthMax = 1_000
/** The releases that are kept: with a further one the oldest goes. */
export const releasesMax = 500
/** The length of what is new in a release, and of why one was withdrawn. */
export const releaseNotesLengthMax = 10_000
export const releaseReasonLengthMax = 1_000
