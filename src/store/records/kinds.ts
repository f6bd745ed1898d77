// All tables of the store, and all kinds of records.
import { type Drawing, type RecordTable, type Table, TABLES } from '../file/keyspace.ts'
import { AUDIT_ENTRIES } from './audit.ts'
import { COMPARISON_VERDICTS, COMPARISONS } from './comparisons.ts'
import { DECISIONS } from './decisions.ts'
import { EDITIONS } from './editions.ts'
import { EXPORT_DIGESTS } from './export-digests.ts'
import { RELEASES } from './releases.ts'
import { EVENTS } from './events.ts'
import { IMPORTS } from './imports.ts'
import { MISFIT_PICTURES, MISFITS } from './misfits.ts'
import { NOT_TERMS } from './not-terms.ts'
import { OLD_SOURCES } from './old-sources.ts'
import { ANSWERS } from './idempotency.ts'
import { INVITES } from './invites.ts'
import type { Kind } from './kind.ts'
import { KEYS, USERS } from './people-and-keys.ts'
import { PLAYER_WORDS } from './player-words.ts'
import { PROPOSALS } from './proposals.ts'
import { SAVED_FILTERS } from './saved-filters.ts'
import { ROW_KEYS } from './row-keys.ts'
import { ROW_REMARKS } from './row-remarks.ts'
import { SAMPLE_VERDICTS, SAMPLES } from './samples.ts'
import { SESSIONS } from './sessions.ts'
import { BRIEFS, GLOSSARY_ENTRIES, STORED_SETTINGS } from './settings.ts'
import { WEBHOOK_PLACES, WEBHOOKS } from './webhooks.ts'
import { ACTIVITIES } from './act-writer.ts'
import { COMMENTS } from './comments.ts'
import { LABELS, LABEL_RULES } from './labels.ts'
import { SUGGESTIONS } from './suggestions.ts'

// A table that is missing here, or has another number, does not compile (keyspace.ts); nor does a number used twice.
declare module '../file/keyspace.ts' {
  /**
   * Tables by number, the first byte of their keys. After each: the rest of its key → its value, unless that is the record named by
   * the table. A freed number is never reused: older stores may have entries under it.
   */
  interface Drawing {
    // main: flushed, holds everything that matters. Numbers below 64, and from 128 on.
    1: 'meta' // name → schema, generations, next ids and ordinal, counts of cells, writes and the last one's time, the file in
    //                  each slot, who writes aside
    2: 'row' // block → 64 rows' texts, hashes, places and flags; visible rows only
    3: 'retired' // ordinal → the id of a row without a source
    4: 'row_by_id' // row_id → its ordinal; retired rows too
    5: 'reference' // block → 64 rows' Chinese texts
    6: 'cell' // cell, chunk → bitmap: which of 512 rows lie in the cell
    7: 'changed_at' // chunk → when each of 512 rows changed last
    8: 'changed' // latest change, chunk → the write's number; finds the chunks that changed since a time
    9: 'head' // ordinal → each layer's latest revision, with its derived flag (rows/revision-bytes.ts)
    10: 'revision' // ordinal, layer, seq → an earlier revision; append only
    11: 'proposal' // proposal_id
    12: 'proposal_by_row' // ordinal, proposal_id
    13: 'proposal_by_status' // status, proposal_id
    14: 'proposal_by_author' // user_id, proposal_id
    15: 'proposal_pending' // user_id, ordinal → the one pending proposal of an author for a row
    16: 'user' // user_id
    17: 'user_by_name' // name in small letters → user_id
    18: 'key' // key_id
    19: 'key_by_digest' // digest of its secret → key_id
    20: 'key_by_user' // user_id, key_id
    21: 'session' // digest of its secret
    22: 'session_by_user' // user_id, digest
    23: 'setting' // name
    24: 'glossary' // number → a term; numbers keep their order
    25: 'file' // number → its name
    26: 'import' // import_id
    27: 'audit' // number
    28: 'export_digest' // digest of an exported file
    29: 'idempotency' // key_id, header value → the stored answer
    30: 'idempotency_expiry' // expires at, key_id, header value
    31: 'quota' // user_id, UTC day → rows written through v1
    32: 'old_source' // source hash → a replaced source text of rows with work on them
    33: 'answer_bytes' // user_id, UTC day → bytes of stored answers
    34: 'same_source' // first bytes of a source hash → the rows with that source, except service rows
    35: 'aside' // import's number, another key → that key's value, written aside (file/aside.ts)
    36: 'import_rows' // import, kind, piece → the rows it added, and those it changed (packed-rows.ts)
    37: 'activity' // hour, user_id, kind, digest → how many acts of a kind (act-writer.ts)
    38: 'act_of_person' // user_id, time, ordinal, kind, n: each act by hand
    39: 'comment' // comment_id
    40: 'saved_filter' // user_id, name in small letters → a filter of work
    41: 'comment_by_row' // ordinal, comment_id
    42: 'comment_mention' // user_id, comment_id: comments that name a person
    43: 'invite' // digest of its link's secret
    44: 'label' // label_id
    45: 'label_rule' // rule_id
    46: 'label_rows' // piece of 65,536 rows, label_id, hand → the rows that got or lost the label by hand (packed-rows.ts)
    48: 'event' // number → what happened
    49: 'webhook' // webhook_id
    50: 'webhook_place' // webhook_id → how far it is in the log of events
    51: 'suggestion' // suggestion_id
    52: 'label_by_name' // name in small letters → label_id
    53: 'suggestion_by_status' // kind, status or 255 for any, suggestion_id
    54: 'event_alone' // number of an event that the activity page shows alone
    55: 'decision' // number, in the order of commits → who decided what about which text (decisions.ts)
    56: 'suggestion_pending' // kind, 0, digest of its meaning; or kind, 1, user_id, suggestion_id → suggestion_id
    57: 'edition' // edition_id
    58: 'release' // release_id
    59: 'brief' // number → a version of the team's brief
    60: 'comparison' // comparison_id → texts of two models, to be judged blind
    61: 'comparison_verdict' // comparison_id, user_id, place of the pair
    62: 'not_term' // folded name → a name of the sources that is no term
    63: 'row_key' // row_id → the key that the game's file has for the row

    // volatile: not flushed, disposable
    65: 'legacy' // day, key_id, type → legacy requests
    66: 'last_use' // key_id → when a key was used last
    67: 'historical' // user_id → legacy requests not yet added to the user
    68: 'lease' // → who holds the writer for long; or `turn`: whose turn it is to import; `room`: room for the writer; `backup`,
    //                `webhooks`, `model_jobs`, `publish`: who makes the backup, who delivers, who works with jobs of a model, who
    //                publishes; `damage`: what the latest check of the whole store found
    69: 'throttle' // digest → failed sign-ins
    70: 'server' // process id → a running server and its address
    71: 'statistics' // part → what a scan counted last
    72: 'import_run' // number → an import that the site started, and its progress
    73: 'setup' // → digest of this start's set-up code
    75: 'visit' // minute, user_id, kind → requests of the site, reads and writes apart, and of API v1
    76: 'claim' // claim id → rows that a client works on
    77: 'claim_end' // ends at, claim id: finds claims that are over
    78: 'claim_of_person' // user_id, claim id
    79: 'claim_rows' // chunk → bitmap: which of 512 rows are claimed
    80: 'claim_hand' // user_id, work and source or a filter, layer → where the next claim of this kind begins to look

    // derived: not flushed, made again from main (derived/)
    96: 'derived_state' // → the state of main that is stored here (derived/work-index.ts)
    97: 'derived_stamp' // chunk → what of main its rows were derived from
    98: 'work_facet' // piece of 65,536 rows, facet → which rows have it
    100: 'search_segment' // segment of 32,768 rows → what its pages are made from (search/segment.ts)
    101: 'search_page' // segment, number → which rows have which grams
    103: 'search_kept' // → names the state of all segments: another after each change
    104: 'search_maker' // → the command that makes them; the latest one if there are several
    105: 'letters' // → what the gate has learnt of the languages' letters (derived/letter-weights.ts)
    106: 'letters_name' // → names that value: another after each change

    // main again
    128: 'pair_row' // pair, block → 64 rows' texts in a further pair of source files (rows/source-pairs.ts)
    130: 'official' // block, language → 64 rows' texts in another language of the game, packed (rows/official-texts.ts)
    132: 'misfit' // ordinal, number → a mark that a text of the row does not fit
    133: 'misfit_picture' // ordinal, number → the mark's picture
    134: 'source_moves' // drawer → changes of `same_source` that are not in its buckets yet (rows/same-source.ts)
    135: 'row_remark' // row_id → what the game's file says beside the row's text
    136: 'player_word' // id → what a player said of a row's text
    137: 'player_word_waiting' // id of one that nobody decided yet
    138: 'user_by_linked' // digest of issuer and subject → user_id
    139: 'sample' // sample_id → a list's rows by risk, and those drawn to be read
    140: 'sample_verdict' // sample_id, place of the row → whether its text was wrong
  }
}

/** The tables above that are indexes of records. */
type IndexName =
  | `${string}_by_${string}`
  | `${string}_pending`
  | 'comment_mention'
  | 'event_alone'
  | 'idempotency_expiry'
  | 'player_word_waiting'

/** Every kind by its table, in the order of checking; does not compile if one is missing. */
const BY_TABLE = {
  user: USERS,
  key: KEYS,
  session: SESSIONS,
  saved_filter: SAVED_FILTERS,
  setting: STORED_SETTINGS,
  glossary: GLOSSARY_ENTRIES,
  brief: BRIEFS,
  comparison: COMPARISONS,
  comparison_verdict: COMPARISON_VERDICTS,
  sample: SAMPLES,
  sample_verdict: SAMPLE_VERDICTS,
  not_term: NOT_TERMS,
  misfit: MISFITS,
  misfit_picture: MISFIT_PICTURES,
  player_word: PLAYER_WORDS,
  row_key: ROW_KEYS,
  row_remark: ROW_REMARKS,
  import: IMPORTS,
  audit: AUDIT_ENTRIES,
  export_digest: EXPORT_DIGESTS,
  old_source: OLD_SOURCES,
  activity: ACTIVITIES,
  comment: COMMENTS,
  decision: DECISIONS,
  invite: INVITES,
  edition: EDITIONS,
  release: RELEASES,
  event: EVENTS,
  label: LABELS,
  label_rule: LABEL_RULES,
  proposal: PROPOSALS,
  suggestion: SUGGESTIONS,
  idempotency: ANSWERS,
  webhook: WEBHOOKS,
  webhook_place: WEBHOOK_PLACES,
} satisfies { readonly [Name in Exclude<RecordTable['name'], Table | IndexName>]: Kind<unknown> }

export type RecordName = keyof typeof BY_TABLE

export const KINDS: readonly Kind<unknown>[] = Object.values<Kind<unknown>>(BY_TABLE)

const tablesOf = ({ table, indexes = [] }: Kind<unknown>): readonly RecordTable[] => [
  table,
  ...indexes.map((index) => index.table),
]

export const RECORD_TABLES: readonly RecordTable[] = KINDS.flatMap(tablesOf)

/** Numbers of the tables that are not in backups. (Values in `aside` are copied under their own keys.) */
export const LEFT_OUT: readonly (keyof Drawing)[] = [
  ...KINDS.filter(({ isLeftOut }) => isLeftOut)
    .flatMap(tablesOf)
    .map(({ number }) => number),
  TABLES.answer_bytes,
  TABLES.aside,
]
