// The English sentences of refusals, for the site, the command line and the tools of MCP. A new code compiles only with
// a sentence and a kind. API v1 and the legacy API have their own (src/api-v1/errors.ts, src/api-legacy/errors.ts).
//
// A sentence has what happened and, after a semicolon, what to do. `said` is for all readers, without commands or
// options; sentences for one kind of reader may have them.
import { fillGaps } from '../base/sentences.ts'
import { ABILITY_RULES } from '../domain/access.ts'
import type { Finding } from '../domain/finding.ts'
import {
  agentKeysPerPersonMax,
  filterAddressLengthMax,
  filterNameLengthMax,
  invitesMax,
  requestsPerMinuteMax,
  savedFiltersMax,
  userNameLengthMax,
} from '../domain/limits.ts'
import type { WidenedRight } from '../domain/key-rights.ts'
import { allowedValues } from '../domain/settings.ts'
import type { NotWritten, RoleTooLow } from './change.ts'
import {
  BRIEF_SENTENCES,
  LABEL_SENTENCES,
  PUBLISHING_SENTENCES,
  TEAM_SENTENCES,
  WEBHOOK_SENTENCES,
} from './team-sentences.ts'
import type { PeoplesRefusal, Refusal } from './refusal.ts'
import { isOfWork, WORK_SENTENCES, workSentence } from './refused.ts'
import { passwordLengthMax, passwordLengthMin } from './people/password-rules.ts'
import { keyNameLengthMax } from './people/manage-keys.ts'

/** Decides HTTP statuses and exit codes. */
export type RefusalKind =
  | NotWritten['code']
  | RoleTooLow['code']
  | 'crowded'
  | 'not_found'
  | 'entry_not_found'
  | 'no_revision'
  | 'not_allowed'
  | 'own_proposal'
  | 'invalid'
  | 'no_reason'
  | 'gate'
  | 'waived'
  | 'conflict'
  | 'not_pending'
  | 'version_changed'
  | 'stale_source'
  | 'no_head'
  | 'head_changed'
  | 'written_since'
  | 'of_somebody_else'
  | 'not_reviewed'
  | 'proposed_again'
  | 'active_proposal_exists'
  | 'client'

type Audience = 'site' | 'commandLine' | 'tools'
type Sentence<R> = string | ((refusal: R) => string)

type Row<R> = { readonly kind: RefusalKind; readonly said: Sentence<R> } & {
  /** A sentence for one kind of reader, used instead of `said`. */
  readonly [A in Audience]?: Sentence<R>
}

type Coded<R, C> = R extends { readonly code: infer K } ? (C extends K ? R : never) : never

type Rows = { readonly [C in PeoplesRefusal['code']]: Row<Coded<PeoplesRefusal, C>> }

const DOING: Readonly<Record<WidenedRight['doing'], string>> = {
  activating: 'switching it on again',
  raising: 'raising its requests per minute',
  granting: 'granting {ability}',
  allowing: 'allowing {ability} again',
}
const doingText = (right: WidenedRight): string => fillGaps(DOING[right.doing], right)

const told = (findings: readonly Finding[], between = '; '): string =>
  findings.map(({ message }) => message).join(between)

const keyLapsed = 'nothing was done: the key was changed, switched off or revoked meanwhile'
const yourRole = 'your role does not allow this'
const changedMeanwhile = 'the row changed meanwhile; run the command again'
const changedUnseen =
  'the text was changed after you opened this page; look at what stands there now, and repeat your step to replace it'
const sourceChanged = 'the source was changed meanwhile; look at the new one and decide again'
const newSource = ({ id }: { readonly id: number }): string =>
  `the source has changed since proposal ${id} was made; look at the new source and confirm it`
const waivedOf = ({ id, errors }: { readonly id: number; readonly errors: readonly Finding[] }): string =>
  `proposal ${id} was sent by a bot that skips checks, and they find something: ${told(errors, ' ')} Look at it and confirm it`
const unrelatedWords = 'take a few words that do not belong together'
const keysListed = 'windrow key list shows every key with its id and prefix'

const ROWS: Rows = {
  busy: { kind: 'busy', said: 'another process writes to the store just now (an import?); try again when it is done' },
  save_failed: { kind: 'save_failed', said: 'the store could not be saved; look at free disk space and try again' },
  invalid_key: { kind: 'invalid_key', said: keyLapsed },
  key_inactive: { kind: 'key_inactive', said: keyLapsed },
  account_inactive: { kind: 'account_inactive', said: 'nothing was done: this account is not active any more' },
  signed_out: {
    kind: 'signed_out',
    said: 'nothing was done: you were signed out meanwhile; sign in and repeat it',
  },
  crowded: { kind: 'crowded', said: 'too many people are signing in just now; try again in a few seconds' },
  role_too_low: { kind: 'role_too_low', said: yourRole, commandLine: 'the role does not allow it any more' },

  // Writing a text
  entry_not_found: {
    kind: 'entry_not_found',
    said: 'this row is not in the game now',
    commandLine: changedMeanwhile,
  },
  stale_source: {
    kind: 'stale_source',
    said: 'the source was changed meanwhile; look at the new one, and decide again',
    commandLine: changedMeanwhile,
  },
  active_proposal_exists: {
    kind: 'active_proposal_exists',
    said: 'you have a pending proposal for this row already',
    site: changedUnseen,
    commandLine: ({ proposalId }) => `your proposal ${proposalId} waits for review with another text`,
  },
  gate: {
    kind: 'gate',
    said: ({ errors }) => `the text was not saved: ${told(errors, ' ')}`,
    commandLine: ({ errors }) => told(errors, ' '),
  },
  may_not_edit: { kind: 'not_allowed', said: yourRole },
  no_revision: { kind: 'no_revision', said: 'there is no such revision' },
  filled: { kind: 'client', said: 'nothing was changed', commandLine: changedMeanwhile },
  stale_head: { kind: 'client', said: 'nothing was changed', site: changedUnseen, commandLine: changedMeanwhile },
  forbidden_ability: { kind: 'client', said: 'nothing was changed', commandLine: changedMeanwhile },
  forbidden_permission: { kind: 'client', said: 'nothing was changed', commandLine: changedMeanwhile },

  // Ending a proposal
  may_not_review: {
    kind: 'not_allowed',
    said: ({ reviewer }) => `${reviewer} may not review: that takes an active moderator, admin or super admin`,
  },
  not_pending: {
    kind: 'not_pending',
    said: ({ id, status }) => `proposal ${id} was ${status} already; nothing was changed`,
  },
  own_proposal: {
    kind: 'own_proposal',
    said: ({ id, reviewer }) =>
      `proposal ${id} is ${reviewer}'s own: another reviewer, an admin or a super admin has to approve it`,
  },
  no_proposal: { kind: 'not_found', said: ({ id }) => `there is no proposal ${id}` },
  proposal_row_gone: {
    kind: 'not_found',
    said: ({ id }) => `the row of proposal ${id} is not in the game now; it can be reviewed when the row is back`,
  },
  version_changed: {
    kind: 'version_changed',
    said: ({ id, version }) =>
      `proposal ${id} was changed by its author meanwhile (version ${version}); look at it again`,
  },
  no_reason: { kind: 'no_reason', said: 'say why the proposal is rejected, so that its author can do better' },
  not_clean: { kind: 'gate', said: 'the checks find something in it now' },
  proposal_gate: {
    kind: 'gate',
    said: ({ id, errors }) => `the text of proposal ${id} does not pass: ${told(errors)}`,
  },
  proposal_stale: {
    kind: 'stale_source',
    said: newSource,
    site: 'the source has changed since; tick that you looked at the new one',
    commandLine: (refusal) => `${newSource(refusal)} (--confirm-source)`,
    tools: (refusal) => `${newSource(refusal)} (confirm_source)`,
  },
  waived: {
    kind: 'waived',
    said: waivedOf,
    site: 'the checks find something in this text that its bot had waived; look at it below and tick that you accept it',
    commandLine: (refusal) => `${waivedOf(refusal)} (--confirm-waived)`,
    tools: (refusal) => `${waivedOf(refusal)} (confirm_waived)`,
  },

  // Confirming one's own proposal
  proposal_gone: { kind: 'not_found', said: 'there is no such proposal, or its row is not in the game now' },
  not_the_author: {
    kind: 'not_allowed',
    said: 'only its author can confirm a proposal; a reviewer confirms by approving',
  },
  proposal_ended: { kind: 'conflict', said: ({ status }) => `the proposal was ${status} already` },
  source_changed_once_more: {
    kind: 'conflict',
    said: 'the source was changed once more; look at the new one',
  },

  // Deciding about a current text
  row_gone: { kind: 'entry_not_found', said: 'this row is not in the game now' },
  may_not_mark: {
    kind: 'not_allowed',
    said: 'marking machine texts takes an active moderator, admin or super admin',
  },
  no_machine_text: { kind: 'no_head', said: 'this row has no machine text' },
  machine_text_changed: {
    kind: 'head_changed',
    said: 'the machine text was changed meanwhile; look at the new one and decide again',
  },
  source_changed: { kind: 'stale_source', said: sourceChanged },
  machine_gate: { kind: 'gate', said: ({ errors }) => `the machine text does not pass: ${told(errors)}` },
  may_not_confirm: { kind: 'not_allowed', said: 'confirming takes a moderator, admin or super admin' },
  no_stale_text: { kind: 'no_head', said: 'this row has no stale manual text now; nothing was changed' },
  text_changed: { kind: 'head_changed', said: 'the text was changed meanwhile; look at the new one' },
  source_changed_again: { kind: 'stale_source', said: 'the source was changed meanwhile; look at the new one' },
  confirmed_gate: { kind: 'gate', said: ({ errors }) => `the text does not fit the new source: ${told(errors)}` },

  // Taking back a change
  may_not_take_back: {
    kind: 'not_allowed',
    said: 'taking work back takes an active moderator, admin or super admin',
  },
  row_not_in_game: { kind: 'not_found', said: 'this row is not in the game now' },
  row_of_proposal_gone: { kind: 'not_found', said: ({ id }) => `the row of proposal ${id} is not in the game now` },
  proposal_waits: { kind: 'not_reviewed', said: ({ id }) => `proposal ${id} waits for a reviewer already` },
  rejected_by_other: { kind: 'of_somebody_else', said: ({ id }) => `somebody else rejected proposal ${id}` },
  approved_by_other: {
    kind: 'of_somebody_else',
    said: 'somebody else approved this text; it is theirs to take back',
  },
  layer_changed: {
    kind: 'written_since',
    said: ({ layer }) => `the ${layer} text of this row was changed since; look at it and decide again`,
  },
  proposed_again: {
    kind: 'proposed_again',
    said: ({ id }) => `the author of proposal ${id} has sent another one for this row since, which waits`,
  },

  // People
  no_person: {
    kind: 'not_found',
    said: ({ name }) => `there is no person named ${name}`,
    commandLine: ({ name }) => `there is no person named ${name}; windrow user list shows everybody`,
  },
  person_exists: {
    kind: 'conflict',
    said: ({ name }) => `there is a person named ${name} already; names differ by more than letter case`,
  },
  bad_person_name: {
    kind: 'invalid',
    said: `a name has 1 to ${userNameLengthMax} characters, no control characters and none that are not seen`,
  },
  person_out_of_reach: {
    kind: 'not_allowed',
    said: 'only a super admin may add, change or remove admins and super admins',
  },
  last_super_admin: {
    kind: 'conflict',
    said: ({ name }) => `${name} is the last active super admin; make another one first`,
    commandLine: ({ name }) =>
      `${name} is the last active super admin; make another one first (windrow user role NAME super_admin)`,
  },
  not_a_super_admin: { kind: 'conflict', said: ({ name }) => `${name} is no active super admin; choose another name` },
  super_admin_exists: { kind: 'conflict', said: 'there is a super admin already; give that person the password' },
  wrong_code: { kind: 'invalid', said: 'that code is wrong or was used already; wait for the next one of the app' },
  has_second_factor: { kind: 'conflict', said: 'there is a second factor already; turn it off first' },
  no_second_factor: { kind: 'conflict', said: 'there is no second factor' },
  password_short: { kind: 'invalid', said: `a password has at least ${passwordLengthMin} characters` },
  password_long: { kind: 'invalid', said: `a password has at most ${passwordLengthMax} characters` },
  password_is_name: {
    kind: 'invalid',
    said: `a password must not be a name with a few characters around it; ${unrelatedWords}`,
  },
  password_common: { kind: 'invalid', said: `this password is one of the first that are tried; ${unrelatedWords}` },
  dead_setup_link: {
    kind: 'invalid',
    said: 'this set-up link is used up or too old; start windrow again, and it prints a new one',
  },

  // Keys
  bad_secret: {
    kind: 'invalid',
    said: ({ prefix }) =>
      `a secret is ${prefix} and 60 hex characters; another prefix is set by the configuration value key_prefix`,
  },
  bad_key_name: {
    kind: 'invalid',
    said: `a key's name has at most ${keyNameLengthMax} characters and no control characters`,
  },
  bad_key_rate: { kind: 'invalid', said: `requests per minute are 1 to ${requestsPerMinuteMax}` },
  key_out_of_reach: { kind: 'not_allowed', said: 'that key belongs to somebody whose keys you may not manage' },
  key_rights: {
    kind: 'not_allowed',
    said: ({ what }) => `you can only narrow your own keys: ${what.map(doingText).join(', ')} takes an admin`,
  },
  grant_too_high: {
    kind: 'conflict',
    said: ({ ability, owner }) =>
      `${ability} can be granted only to keys of ${ABILITY_RULES[ability].grantFrom} and above, and ${owner.name} is ${owner.role}`,
  },
  too_many_agent_keys: {
    kind: 'conflict',
    said: ({ owner }) => `${owner.name} has ${agentKeysPerPersonMax} agent keys already; revoke one first`,
  },
  bot_key_role: {
    kind: 'conflict',
    said: ({ owner }) =>
      `a bot key's owner must be moderator, admin or super admin, and ${owner.name} is ${owner.role}`,
  },
  bot_key_exists: {
    kind: 'conflict',
    said: ({ owner }) => `${owner.name} has a bot key already; regenerate it or revoke it first`,
  },
  secret_exists: { kind: 'conflict', said: 'this secret is registered already' },
  not_a_bot_key: { kind: 'conflict', said: 'only bot keys have limits of the legacy API' },
  no_key: {
    kind: 'not_found',
    said: ({ named }) => `there is no key ${named}`,
    commandLine: ({ named }) => `there is no key ${named}; ${keysListed}`,
  },
  several_keys: {
    kind: 'conflict',
    said: ({ named }) => `several keys begin with ${named}; name one by its id`,
    commandLine: ({ named }) => `several keys begin with ${named}; name one by its id (${keysListed})`,
  },

  profile_is_fixed: {
    kind: 'conflict',
    said: 'this store holds another game already; give this one a store of its own',
  },
  settings_out_of_reach: { kind: 'not_allowed', said: 'changing settings takes an admin or a super admin' },
  bad_setting: { kind: 'invalid', said: ({ name }) => `${name} takes ${allowedValues(name)}` },
  glossary_out_of_reach: { kind: 'not_allowed', said: 'changing the glossary takes an admin or a super admin' },
  term_twice: {
    kind: 'invalid',
    said: ({ first, second }) =>
      `the terms "${first}" and "${second}" are one and the same; give it once, with all its forms`,
  },
  no_term: { kind: 'not_found', said: ({ term }) => `the glossary has no term "${term}"` },

  suggestions_out_of_reach: { kind: 'not_allowed', said: 'deciding suggestions takes an admin or a super admin' },
  no_suggestion: {
    kind: 'not_found',
    said: ({ id }) => `there is no such suggestion: ${id}`,
    commandLine: ({ id }) => `there is no such suggestion: ${id}; windrow suggestion list shows them`,
  },
  suggestion_decided: {
    kind: 'not_pending',
    said: ({ id, status }) => `suggestion ${id} was ${status} already; nothing was changed`,
  },

  // Invites
  dead_invite: {
    kind: 'not_allowed',
    said: 'this invite is used up, too old, or was taken back; ask for a new one',
  },
  no_invite: { kind: 'not_found', said: 'this invite is used or taken back already' },
  too_many_invites: { kind: 'conflict', said: `${invitesMax} invites are open already; take some of them back first` },

  may_not_comment: { kind: 'not_allowed', said: yourRole },
  ...TEAM_SENTENCES,
  ...WEBHOOK_SENTENCES,

  // Saved filters
  no_filter: {
    kind: 'not_found',
    said: ({ name }) => `you have no filter called ${name}; somebody may have deleted or renamed it in another window`,
  },
  filter_exists: { kind: 'conflict', said: ({ name }) => `you have a filter called ${name} already` },
  filter_name_length: { kind: 'invalid', said: `a filter is called by 1 to ${filterNameLengthMax} characters` },
  filter_name_characters: {
    kind: 'invalid',
    said: 'the name of a filter has no = and no control characters; choose another one',
  },
  filter_asks_nothing: { kind: 'invalid', said: 'this filter asks nothing; choose something first' },
  filter_too_long: {
    kind: 'invalid',
    said: `the names in this filter are too long to keep: at most ${filterAddressLengthMax} characters`,
  },
  too_many_filters: {
    kind: 'conflict',
    said: `you keep ${savedFiltersMax} filters already, as many as one person can; delete one of them first`,
  },
  ...BRIEF_SENTENCES,
  ...LABEL_SENTENCES,
  ...PUBLISHING_SENTENCES,
}

export const REFUSAL_CODES = [...Object.keys(ROWS), ...Object.keys(WORK_SENTENCES)] as readonly Refusal['code'][]

/** One sentence; full stops occur only where findings are quoted. */
export function sentenceFor(audience: Audience, refusal: Refusal): string {
  if (isOfWork(refusal)) return workSentence(refusal, audience === 'commandLine' ? undefined : WORK_SENTENCES)
  const row = ROWS[refusal.code] as unknown as Row<Refusal>
  const sentence = row[audience] ?? row.said
  return typeof sentence === 'string' ? sentence : sentence(refusal)
}

export const kindOf = (refusal: Pick<Refusal, 'code'>): RefusalKind =>
  isOfWork(refusal) ? 'invalid' : ROWS[refusal.code as PeoplesRefusal['code']].kind
