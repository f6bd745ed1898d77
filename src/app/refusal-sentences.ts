// The English sentences of refusals, for the site, the command line and the tools of MCP: one table, by kind. A new code compiles
// only with a sentence, and a sentence only with the facts of its refusal. API v1 and the legacy API have their own
// (src/api-v1/errors.ts, src/api-legacy/errors.ts); refused.ts has those of imports, merges, reverts, backups and exports.
//
// A sentence has what happened and, after a semicolon, what to do. Those of the table are for all readers, without commands or
// options; sentences for one kind of reader may have them. Gaps are facts of the refusal, or limits by name.
import { fillGaps, type GapsOf } from '../base/sentences.ts'
import { ABILITY_RULES } from '../domain/access.ts'
import type { Finding } from '../domain/finding.ts'
import type { WidenedRight } from '../domain/key-rights.ts'
import * as limits from '../domain/limits.ts'
import { allowedValues } from '../domain/settings.ts'
import { keyNameLengthMax } from './people/manage-keys.ts'
import { passwordLengthMax, passwordLengthMin } from './people/password-rules.ts'
import type { PeoplesRefusal, Refusal } from './refusal.ts'
import { isOfWork, WORK_SENTENCES, workSentence } from './refused.ts'

const keyLapsed = 'nothing was done: the key was changed, switched off or revoked meanwhile'
const yourRole = 'your role does not allow this'
const sourceChanged = 'the source was changed meanwhile; look at the new one and decide again'
const newSource = 'the source has changed since proposal {id} was made; look at the new source and confirm it'
const waivedOf =
  'proposal {id} was sent by a bot that skips checks, and they find something: {errors} Look at it and confirm it'
const unrelatedWords = 'take a few words that do not belong together'

/** The sentences by kind of refusal. HTTP statuses and exit codes follow from the kind. */
const BY_KIND = {
  busy: {
    busy: 'another process writes to the store just now (an import?); try again when it is done',
    provider_silent: '{provider} does not answer; try again in a minute, or sign in with your password',
  },
  save_failed: { save_failed: 'the store could not be saved; look at free disk space and try again' },
  crowded: { crowded: 'too many people are signing in just now; try again in a few seconds' },
  signed_out: { signed_out: 'nothing was done: you were signed out meanwhile; sign in and repeat it' },
  account_inactive: { account_inactive: 'nothing was done: this account is not active any more' },
  invalid_key: { invalid_key: keyLapsed },
  key_inactive: { key_inactive: keyLapsed },
  role_too_low: { role_too_low: yourRole },
  not_allowed: {
    may_not_edit: yourRole,
    may_not_review: '{reviewer} may not review: that takes an active moderator, admin or super admin',
    not_the_author: 'only its author can confirm a proposal; a reviewer confirms by approving',
    may_not_mark: 'marking machine texts takes an active moderator, admin or super admin',
    may_not_confirm: 'confirming takes a moderator, admin or super admin',
    may_not_take_back: 'taking work back takes an active moderator, admin or super admin',
    person_out_of_reach: 'only a super admin may add, change or remove admins and super admins',
    key_out_of_reach: 'that key belongs to somebody whose keys you may not manage',
    key_rights: 'you can only narrow your own keys: {what} takes an admin',
    settings_out_of_reach: 'changing settings takes an admin or a super admin',
    glossary_out_of_reach: 'changing the glossary takes an admin or a super admin',
    suggestions_out_of_reach: 'deciding suggestions takes an admin or a super admin',
    dead_invite: 'this invite is used up, too old, or was taken back; ask for a new one',
    provider_refused: '{provider} did not say who you are, so nothing was done; begin again',
    foreign_errand: 'this was begun in another browser, more than ten minutes ago, or used already; begin again',
    unknown_account:
      'nobody here has linked this {provider} account; ask for an invite, or sign in and link it on your profile',
    may_not_comment: yourRole,
    comment_of_another: 'only its author or a moderator deletes a comment',
    webhooks_out_of_reach: 'managing webhooks takes an admin or a super admin',
    brief_out_of_reach: 'changing the brief takes an admin or a super admin',
    labels_out_of_reach: 'changing labels takes an admin or a super admin',
    editions_out_of_reach: 'changing editions takes an admin or a super admin',
    releases_out_of_reach: 'publishing takes an admin or a super admin',
  },
  own_proposal: {
    own_proposal: "proposal {id} is {reviewer}'s own: another reviewer, an admin or a super admin has to approve it",
  },
  not_found: {
    no_proposal: 'there is no proposal {id}',
    proposal_row_gone: 'the row of proposal {id} is not in the game now; it can be reviewed when the row is back',
    proposal_gone: 'there is no such proposal, or its row is not in the game now',
    row_not_in_game: 'this row is not in the game now',
    row_of_proposal_gone: 'the row of proposal {id} is not in the game now',
    no_person: 'there is no person named {name}',
    no_key: 'there is no key {named}',
    no_term: 'the glossary has no term "{term}"',
    no_suggestion: 'there is no such suggestion: {id}',
    not_linked: 'this account is not linked to you any more',
    no_invite: 'this invite is used or taken back already',
    no_comment: 'this comment is deleted already',
    no_misfit: 'this mark is closed already, or has another text by now',
    no_player_word: 'this word of a player is decided already, or its row is not in the game now',
    no_webhook: 'there is no webhook {id}',
    no_filter: 'you have no filter called {name}; somebody may have deleted or renamed it in another window',
    no_brief: 'the brief has no version {version}',
    no_label: 'there is no label {name}; look at the list of labels',
    no_label_rule: 'there is no rule of labels with the number {id}',
    unknown_label_rows:
      '{count} of the ids belong to no row, first {quotedId}; nothing was labelled: an id has 16 digits, 0-9 and a-f',
    unknown_edition: 'there is no edition {slug}; look at the list of editions',
    nothing_published: 'nothing was published yet',
    no_release: 'there is no release {version}; look at the list of releases',
  },
  entry_not_found: {
    entry_not_found: 'this row is not in the game now',
    row_gone: 'this row is not in the game now',
  },
  no_revision: { no_revision: 'there is no such revision' },
  invalid: {
    bad_person_name: 'a name has 1 to {userNameLengthMax} characters, and none that nobody sees',
    wrong_code: 'that code is wrong or was used already; wait for the next one of the app',
    password_short: 'this password is too short; choose one with at least {passwordLengthMin} characters',
    password_long: 'a password has at most {passwordLengthMax} characters',
    password_is_name: `a password must not be a name with a few characters around it; ${unrelatedWords}`,
    password_common: `this password is one of the first that are tried; ${unrelatedWords}`,
    dead_setup_link: 'this set-up link is used up or too old; start windrow again, and it prints a new one',
    bad_secret:
      'a secret is {prefix} and 60 hex characters; another prefix is set by the configuration value key_prefix',
    bad_key_name: "a key's name has at most {keyNameLengthMax} characters and no control characters",
    bad_key_rate: 'requests per minute are 1 to {requestsPerMinuteMax}',
    bad_setting: '{name} takes {allowed}',
    term_twice: 'the terms "{first}" and "{second}" are one and the same; give it once, with all its forms',
    comment_empty: 'the comment is empty; write something first',
    comment_too_long: 'a comment has at most {commentLengthMax} characters; make it shorter',
    comment_characters: 'a comment has no control characters; take them out',
    misfit_note_too_long: 'a note has at most {misfitNoteMax} characters; make it shorter',
    misfit_note_characters: 'a note has no control characters; take them out',
    picture_too_large: 'a picture has at most 1 MB; cut out the part that shows the text',
    no_picture: 'this file is not a whole PNG, JPEG or WebP picture; choose another one',
    webhook_address: 'this is not a web address; give one such as https://example.org/hook',
    webhook_password: 'an address has no name and password before its host; the signature shows who sent a request',
    webhook_http:
      'the address must begin with https://; http is only for hosts that the configuration value webhook_hosts names',
    webhook_private: 'the address is not public; the configuration value webhook_hosts can name its host',
    webhook_chat: 'the form telegram needs a chat, a number or @name, and no other form has one',
    no_event_kind: 'there is no kind of event {name}',
    filter_name_length: 'a filter is called by 1 to {filterNameLengthMax} characters',
    filter_name_characters: 'the name of a filter has no = and no control characters; choose another one',
    filter_asks_nothing: 'this filter asks nothing; choose something first',
    filter_too_long: 'the names in this filter are too long to keep: at most {filterAddressLengthMax} characters',
    brief_too_long: 'the brief has at most {briefLengthMax} characters; make it shorter',
    brief_characters: 'the brief has no control characters; take them out',
    label_name:
      'the name of a label has 1 to {labelLengthMax} characters, no commas and no control characters, and is not just -',
    label_patterns: `a rule has 1 to {labelPatternsMax} patterns of 1 to {labelPatternLengthMax} characters, \
{labelPatternsLengthMax} in all, and none ends with a single \\; * matches any characters, ? matches one, \
\\ makes the next one plain`,
    too_many_label_rows: 'that is more than {labelRowsMax} rows; give them in several lists',
    edition_slug:
      'the short name of an edition has 1 to 40 characters a-z, 0-9 and -, with no - at its ends, such as english-items',
    edition_variant: 'the variant of an edition has 1 to 40 characters a-z, 0-9, _ and -, such as english_items',
    edition_words: `an edition needs a label of 1 to {editionLabelLengthMax} characters in one line; \
its description and audience have at most {editionWordsLengthMax}, without control characters`,
    too_many_edition_rules: 'an edition has at most {editionRulesMax} rules',
    edition_rule: 'a rule of the edition does not hold: {fault}',
    release_version: `a version has 1 to 32 characters a-z, A-Z, 0-9 and . _ + -, begins with a letter or digit and does not end \
with a dot, such as v2.6.2`,
    release_notes:
      'what is new has at most {releaseNotesLengthMax} letters, the note on the test {releaseReasonLengthMax}; no control characters',
    release_reason: 'say why in 1 to {releaseReasonLengthMax} characters; players read it',
    release_address: 'the address of the folder is not a web address; give one such as https://example.org/releases',
  },
  no_reason: { no_reason: 'say why the proposal is rejected, so that its author can do better' },
  gate: {
    gate: 'the text was not saved: {errors}',
    not_clean: 'the checks find something in it now',
    proposal_gate: 'the text of proposal {id} does not pass: {faults}',
    machine_gate: 'the machine text does not pass: {faults}',
    confirmed_gate: 'the text does not fit the new source: {faults}',
  },
  waived: { waived: waivedOf },
  conflict: {
    proposal_ended: 'the proposal was {status} already',
    source_changed_once_more: 'the source was changed once more; look at the new one',
    account_of_another: 'this {provider} account belongs to somebody else here',
    linked_already: 'you have linked a {provider} account already; unlink that one first',
    last_way_in: 'you sign in with this account alone; choose a password first, or link another account',
    person_exists: 'there is already a person named {name}; choose another name (ADA and ada are the same)',
    last_super_admin: '{name} is the last active super admin; make another one first',
    not_a_super_admin: '{name} is not an active super admin; choose another name',
    super_admin_exists: 'there is a super admin already; give that person the password',
    has_second_factor: 'there is a second factor already; turn it off first',
    no_second_factor: 'there is no second factor',
    grant_too_high: '{ability} can be granted only to keys of {grantFrom} and above, and {owner.name} is {owner.role}',
    too_many_agent_keys: '{owner.name} has {agentKeysPerPersonMax} agent keys already; revoke one first',
    bot_key_role: "a bot key's owner must be moderator, admin or super admin, and {owner.name} is {owner.role}",
    bot_key_exists: '{owner.name} has a bot key already; revoke it first',
    secret_exists: 'this secret is registered already',
    not_a_bot_key: 'only bot keys have limits of the legacy API',
    several_keys: 'several keys begin with {named}; name one by its id',
    profile_is_fixed: 'this store holds {holds} already; give this game a store of its own',
    too_many_invites: '{invitesMax} invites are open already; take some of them back first',
    too_many_comments: 'this row has {commentsPerRowMax} comments already; delete one of them first',
    too_many_pictures: '{picturesMax} of your open marks have pictures; close one of them, or send this one without',
    too_many_own_misfits: 'you have {misfitsPerPersonMax} open marks; close some of them first',
    too_many_open_misfits: '{misfitsMax} marks are open; close some of them first',
    too_many_misfits: 'this row has had {misfitsPerRowMax} marks; write a comment instead',
    no_text_to_mark: 'this row has no translation yet; write one',
    marked_already: 'you have marked this text already; close your mark first',
    too_many_people:
      'there are {peopleMax} people, and there can be no more; give the account of somebody who left to the new one',
    too_many_terms: 'the glossary has at most {termsMax} terms; remove some first',
    too_many_not_terms:
      '{notTermsMax} names are marked as not terms already, and there can be no more; take some back first',
    too_many_webhooks: 'there are {webhooksMax} webhooks already; remove one first',
    filter_exists: 'you have a filter called {name} already',
    too_many_filters: 'you keep {savedFiltersMax} filters already, as many as one person can; delete one of them first',
    brief_overtaken: 'the brief was changed meanwhile; read version {version}, then save yours again',
    label_exists: 'there is a label {name} already',
    too_many_labels: 'there are {labelsMax} labels, and there can be no more; remove one first',
    too_many_label_rules:
      'there are {labelRulesMax} rules of labels, and there can be no more; remove one, or give one of them more patterns',
    too_many_editions: 'there are {editionsMax} editions, and there can be no more; remove one first',
    edition_exists: 'there is an edition {slug} already; remove it first to change it',
    publishing: 'another release is being made; try again when it is done',
    release_exists: 'there is a release {version} already; a version is never used twice',
    release_withdrawn: 'the release {version} is withdrawn already',
  },
  not_pending: {
    not_pending: 'proposal {id} was {status} already; nothing was changed',
    suggestion_decided: 'suggestion {id} was {status} already; nothing was changed',
  },
  version_changed: {
    version_changed: 'proposal {id} was changed by its author meanwhile (version {version}); look at it again',
  },
  stale_source: {
    stale_source: 'the source was changed meanwhile; look at the new one, and decide again',
    proposal_stale: newSource,
    source_changed: sourceChanged,
    source_changed_again: 'the source was changed meanwhile; look at the new one',
  },
  no_head: {
    no_machine_text: 'this row has no machine text',
    no_stale_text: 'this row has no stale manual text now; nothing was changed',
  },
  head_changed: {
    machine_text_changed: 'the machine text was changed meanwhile; look at the new one and decide again',
    text_changed: 'the text was changed meanwhile; look at the new one',
  },
  written_since: { layer_changed: 'the {layer} text of this row was changed since; look at it and decide again' },
  of_somebody_else: {
    rejected_by_other: 'somebody else rejected proposal {id}',
    approved_by_other: 'somebody else approved this text; it is theirs to take back',
  },
  not_reviewed: { proposal_waits: 'proposal {id} waits for a reviewer already' },
  proposed_again: {
    proposed_again: 'the author of proposal {id} has sent another one for this row since, which waits',
  },
  active_proposal_exists: { active_proposal_exists: 'you have a pending proposal for this row already' },
  client: {
    filled: 'nothing was changed',
    stale_head: 'nothing was changed',
    forbidden_ability: 'nothing was changed',
    forbidden_permission: 'nothing was changed',
  },
} as const

export type RefusalKind = keyof typeof BY_KIND
type Code = PeoplesRefusal['code']
type Audience = 'site' | 'commandLine' | 'tools'

const changedMeanwhile = 'the row changed meanwhile; run the command again'
const changedUnseen =
  'the text was changed after you opened this page; look at what stands there now, and repeat your step to replace it'
const keysListed = 'windrow key list shows every key with its id and prefix'

/** Sentences for one kind of reader, used instead of those above. */
const BY_AUDIENCE: Readonly<Record<Audience, Readonly<Partial<Record<Code, string>>>>> = {
  site: {
    active_proposal_exists: changedUnseen,
    stale_head: changedUnseen,
    proposal_stale: 'the source has changed since; tick that you looked at the new one',
    waived:
      'the checks find something in this text that its bot had waived; look at it below and tick that you accept it',
  },
  commandLine: {
    role_too_low: 'the role does not allow it any more',
    entry_not_found: changedMeanwhile,
    stale_source: changedMeanwhile,
    active_proposal_exists: 'your proposal {proposalId} waits for review with another text',
    gate: '{errors}',
    filled: changedMeanwhile,
    stale_head: changedMeanwhile,
    forbidden_ability: changedMeanwhile,
    forbidden_permission: changedMeanwhile,
    proposal_stale: `${newSource} (--confirm-source)`,
    waived: `${waivedOf} (--confirm-waived)`,
    no_person: 'there is no person named {name}; windrow user list shows everybody',
    last_super_admin:
      '{name} is the last active super admin; make another one first (windrow user role NAME super_admin)',
    no_key: `there is no key {named}; ${keysListed}`,
    several_keys: `several keys begin with {named}; name one by its id (${keysListed})`,
    bot_key_exists: `{owner.name} has a bot key already; revoke it first (${keysListed}): windrow key revoke ID`,
    no_suggestion: 'there is no such suggestion: {id}; windrow suggestion list shows them',
    no_webhook: 'there is no webhook {id}; windrow webhook list shows all of them',
    no_brief: 'the brief has no version {version}; windrow brief list shows them',
    no_label: 'there is no label {name}; windrow label list shows them',
    no_label_rule: 'there is no rule of labels with the number {id}; windrow label list shows them',
    profile_is_fixed: 'this store holds {holds} already; give this game a store of its own: --data DIR',
    unknown_edition: 'there is no edition {slug}; windrow edition list shows them',
    release_address: 'give the address of the folder with --base-url, such as https://example.org/releases',
    no_release: 'there is no release {version}; windrow release list shows them',
  },
  tools: {
    proposal_stale: `${newSource} (confirm_source)`,
    waived: `${waivedOf} (confirm_waived)`,
  },
}

/** Limits for gaps, by the names of their constants. */
export const LIMIT_FACTS = { ...limits, keyNameLengthMax, passwordLengthMax, passwordLengthMin }

const DOING: Readonly<Record<WidenedRight['doing'], string>> = {
  activating: 'switching it on again',
  raising: 'raising its requests per minute',
  granting: 'granting {ability}',
  allowing: 'allowing {ability} again',
}

const told = (findings: readonly Finding[], between: string): string =>
  findings.map(({ message }) => message).join(between)

/** The facts that a sentence may name besides those of its refusal. */
const factsOf = (refusal: PeoplesRefusal): object => ({
  ...LIMIT_FACTS,
  ...refusal,
  ...('errors' in refusal && { errors: told(refusal.errors, ' '), faults: told(refusal.errors, '; ') }),
  ...('what' in refusal && { what: refusal.what.map((right) => fillGaps(DOING[right.doing], right)).join(', ') }),
  ...('rowId' in refusal && { quotedId: JSON.stringify(refusal.rowId) }),
  ...(refusal.code === 'bad_setting' && { allowed: allowedValues(refusal.name) }),
  ...(refusal.code === 'grant_too_high' && { grantFrom: ABILITY_RULES[refusal.ability].grantFrom }),
})

type Of<C, R = PeoplesRefusal> = R extends { readonly code: infer K } ? (C extends K ? R : never) : never
type Fact<C> = keyof Of<C> | keyof typeof LIMIT_FACTS | 'faults' | 'quotedId' | 'allowed' | 'grantFrom'
type First<Gap> = Gap extends `${infer Name}.${string}` ? Name : Gap
type Unfilled<T> = { [C in keyof T]: T[C] extends string ? Exclude<First<GapsOf<T[C]>>, Fact<C>> : never }[keyof T]

/** The codes that have a sentence. If a sentence has a gap for a fact that its refusal lacks, there are none, and nothing compiles. */
type Told = [{ [K in RefusalKind]: Unfilled<(typeof BY_KIND)[K]> }[RefusalKind]] extends [never]
  ? { [K in RefusalKind]: keyof (typeof BY_KIND)[K] }[RefusalKind]
  : never

const ROWS = Object.fromEntries(
  Object.entries(BY_KIND).flatMap(([kind, sentences]) =>
    Object.entries(sentences).map(([code, said]) => [code, { kind, said }]),
  ),
) as Readonly<Record<Told, { readonly kind: RefusalKind; readonly said: string }>>

export const REFUSAL_CODES = [...Object.keys(ROWS), ...Object.keys(WORK_SENTENCES)] as readonly Refusal['code'][]

/** The sentence for a refusal. It is one sentence: full stops occur only in findings that it quotes. */
export function sentenceFor(audience: Audience, refusal: Refusal): string {
  if (isOfWork(refusal)) return workSentence(refusal, audience === 'commandLine' ? undefined : WORK_SENTENCES)
  return fillGaps(BY_AUDIENCE[audience][refusal.code] ?? ROWS[refusal.code].said, factsOf(refusal))
}

export const kindOf = (refusal: Pick<Refusal, 'code'>): RefusalKind =>
  isOfWork(refusal) ? 'invalid' : ROWS[refusal.code as Code].kind
