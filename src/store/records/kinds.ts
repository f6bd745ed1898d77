// All kinds of records. One that is not in this list would be neither checked nor known, so it does not compile. The drawing
// is the part of the keyspace that is theirs; the numbers of the tables stand in the declarations.
//
//   proposal              proposal_id
//   proposal_by_row       ordinal, proposal_id
//   proposal_by_status    status, proposal_id
//   proposal_by_author    user_id, proposal_id
//   proposal_pending      user_id, ordinal                  the one pending proposal of an author for a row
//   user                  user_id
//   user_by_name          name in small letters             the user's id
//   key                   key_id
//   key_by_digest         digest of its secret              the key's id
//   key_by_user           user_id, key_id
//   session               digest of its secret
//   session_by_user       user_id, digest
//   setting               name
//   glossary              number                            its terms in their order
//   import                import_id
//   audit                 number
//   export_digest         digest of an exported file
//   idempotency           key_id, header value              the stored answer
//   idempotency_expiry    expires at, key_id, header value
//   old_source            source hash                       replaced source texts of rows with work on them
//   activity              hour, user_id, kind, digest       how many acts of a kind (team/act-writer.ts)
//   comment               comment_id
//   saved_filter          user_id, name in small letters    a filter of work under a name
//   comment_by_row        ordinal, comment_id
//   comment_mention       user_id, comment_id               comments that name a person
//   invite                digest of its link's secret       who may join, and as what
import { type RecordTable, TABLES } from '../keyspace.ts'
import { AUDIT_ENTRIES } from './audit.ts'
import { EXPORT_DIGESTS } from './game/export-digests.ts'
import { IMPORTS } from './game/imports.ts'
import { OLD_SOURCES } from './game/old-sources.ts'
import { ANSWERS } from './idempotency.ts'
import { INVITES } from './invites.ts'
import type { Kind, Records } from './kind.ts'
import { KEYS, USERS } from './people.ts'
import { PROPOSALS } from './proposals.ts'
import { SAVED_FILTERS } from './saved-filters.ts'
import { SESSIONS } from './sessions.ts'
import { GLOSSARY_ENTRIES, STORED_SETTINGS } from './settings.ts'
import { ACTIVITIES } from './team/act-writer.ts'
import { COMMENTS } from './team/comments.ts'

/** By table, in the order in which they are checked. */
const BY_TABLE = {
  user: USERS,
  key: KEYS,
  session: SESSIONS,
  saved_filter: SAVED_FILTERS,
  setting: STORED_SETTINGS,
  glossary: GLOSSARY_ENTRIES,
  import: IMPORTS,
  audit: AUDIT_ENTRIES,
  export_digest: EXPORT_DIGESTS,
  old_source: OLD_SOURCES,
  activity: ACTIVITIES,
  comment: COMMENTS,
  invite: INVITES,
  proposal: PROPOSALS,
  idempotency: ANSWERS,
} satisfies { readonly [Name in keyof Records]: Kind<Records[Name]> }

export const KINDS: readonly Kind<unknown>[] = Object.values<Kind<unknown>>(BY_TABLE)

const tablesOf = ({ table, indexes }: Kind<unknown>): readonly RecordTable[] => [
  table,
  ...indexes.map((index) => index.table),
]

export const RECORD_TABLES: readonly RecordTable[] = KINDS.flatMap(tablesOf)

/** Numbers of the tables that are not in backups. What lies aside is copied in its place. */
export const LEFT_OUT: readonly number[] = [
  ...KINDS.filter(({ isLeftOut }) => isLeftOut)
    .flatMap(tablesOf)
    .map(({ number }) => number),
  TABLES.answer_bytes,
  TABLES.aside,
]
