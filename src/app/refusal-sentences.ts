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

const keyLapsed = 'nothing was done: the key has just been changed, switched off or revoked'
const yourRole = 'your role does not allow this'
const sourceChanged = 'the source has just changed; look at the new one and decide again'
const newSource = 'the source has changed since proposal {id} was made; look at the new source and confirm it'
const waivedOf = 'proposal {id} was sent by a bot that skips checks, which find: {errors} Look at it and confirm it'
const unrelatedWords = 'use a few words that do not belong together'

/** The sentences by kind of refusal. HTTP statuses and exit codes follow from the kind. */
const BY_KIND = {
  busy: {
    busy: 'another process (an import?) is writing to the store; try again when it is done',
    provider_silent: '{provider} does not answer; try again in a minute, or sign in with your password',
  },
  save_failed: { save_failed: 'the store could not be saved; check the free disk space and try again' },
  crowded: { crowded: 'too many people are signing in just now; try again in a few seconds' },
  signed_out: { signed_out: 'nothing was done because you have been signed out; sign in and try again' },
  account_inactive: { account_inactive: 'nothing was done: this account is no longer active' },
  invalid_key: { invalid_key: keyLapsed },
  key_inactive: { key_inactive: keyLapsed },
  role_too_low: { role_too_low: yourRole },
  not_allowed: {
    may_not_edit: yourRole,
    may_not_review: '{reviewer} may not review: only active moderators, admins and super admins may',
    not_the_author: 'only its author can confirm a proposal; a reviewer confirms by approving',
    may_not_mark: 'only active moderators, admins and super admins may mark machine texts',
    may_not_confirm: 'only moderators, admins and super admins may confirm texts',
    may_not_take_back: 'only active moderators, admins and super admins may take work back',
    person_out_of_reach: 'only a super admin may add, change or remove admins and super admins',
    key_out_of_reach: "you may not manage the keys of this key's owner",
    key_rights: 'you can narrow the rights of your own keys but not widen them: {what} needs an admin',
    settings_out_of_reach: 'only admins and super admins may change settings',
    glossary_out_of_reach: 'only admins and super admins may change the glossary',
    suggestions_out_of_reach: 'only admins and super admins may decide suggestions',
    dead_invite: 'this invite was used, has expired, or was taken back; ask for a new one',
    provider_refused: '{provider} did not say who you are, so nothing was done; start again',
    foreign_errand: 'this was started in another browser, more than ten minutes ago, or already used; start again',
    unknown_account:
      'nobody here has linked this {provider} account; ask for an invite, or sign in and link it on your profile',
    may_not_comment: yourRole,
    comment_of_another: 'only its author or a moderator may delete a comment',
    webhooks_out_of_reach: 'only admins and super admins may manage webhooks',
    brief_out_of_reach: 'only admins and super admins may change the brief',
    labels_out_of_reach: 'only admins and super admins may change labels',
    editions_out_of_reach: 'only admins and super admins may change editions',
    releases_out_of_reach: 'only admins and super admins may publish',
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
    no_invite: 'this invite has already been used or taken back',
    no_comment: 'this comment has already been deleted',
    no_misfit: 'this mark is already closed, or the text has changed since',
    no_player_word: 'this player report has already been decided, or its row is not in the game now',
    no_webhook: 'there is no webhook {id}',
    no_filter: 'you have no filter called {name}; somebody may have deleted or renamed it in another window',
    no_brief: 'the brief has no version {version}',
    no_label: 'there is no label {name}; look at the list of labels',
    no_label_rule: 'there is no label rule with the number {id}',
    unknown_label_rows:
      '{count} of the ids do not belong to a row, the first is {quotedId}; nothing was labelled: an id has 16 digits, 0-9 and a-f',
    unknown_edition: 'there is no edition {slug}; look at the list of editions',
    nothing_published: 'nothing has been published yet',
    no_release: 'there is no release {version}; look at the list of releases',
  },
  entry_not_found: {
    entry_not_found: 'this row is not in the game now',
    row_gone: 'this row is not in the game now',
  },
  no_revision: { no_revision: 'there is no such revision' },
  invalid: {
    bad_person_name: 'a name has 1 to {userNameLengthMax} characters, all of them visible',
    wrong_code: 'that code is wrong or was already used; wait for the next one in the app',
    password_short: 'this password is too short; choose one with at least {passwordLengthMin} characters',
    password_long: 'a password has at most {passwordLengthMax} characters',
    password_is_name: `a password must not be a name with a few characters around it; ${unrelatedWords}`,
    password_common: `this password is one of the first that attackers try; ${unrelatedWords}`,
    dead_setup_link: 'this set-up link was used or has expired; restart windrow to get a new one',
    bad_secret:
      'a secret is {prefix} and 60 hex characters; another prefix is set by the configuration value key_prefix',
    bad_key_name: "a key's name has at most {keyNameLengthMax} characters and no control characters",
    bad_key_rate: 'requests per minute are 1 to {requestsPerMinuteMax}',
    bad_setting: '{name} takes {allowed}',
    term_twice: 'the terms "{first}" and "{second}" are the same; give the term once, with all its forms',
    term_too_long:
      '"{term}" is too long; a term or form has {termLengthMax} characters at most, all forms {formsLengthMax}, a note {termNoteLengthMax}',
    comment_empty: 'the comment is empty; write something first',
    comment_too_long: 'a comment has at most {commentLengthMax} characters; make it shorter',
    comment_characters: 'a comment must not have control characters; remove them',
    misfit_note_too_long: 'a note has at most {misfitNoteMax} characters; make it shorter',
    misfit_note_characters: 'a note must not have control characters; remove them',
    picture_too_large: 'a picture has at most 1 MB; cut out the part that shows the text',
    no_picture: 'this file is not a complete PNG, JPEG or WebP picture; choose another one',
    webhook_address: 'this is not a web address; give one such as https://example.org/hook',
    webhook_password: 'the address must not contain a name and password; the signature shows who sent a request',
    webhook_http:
      'the address must begin with https://; http is only for hosts that the configuration value webhook_hosts names',
    webhook_private: 'the address is not public; the configuration value webhook_hosts can name its host',
    webhook_chat: 'the form telegram needs a chat (a number or @name); no other form has one',
    no_event_kind: 'there is no kind of event {name}',
    filter_name_length: 'the name of a filter has 1 to {filterNameLengthMax} characters',
    filter_name_characters: 'the name of a filter must not have = or control characters; choose another one',
    filter_asks_nothing: 'this filter has no conditions; choose something first',
    filter_too_long: 'the names in this filter are too long to save: at most {filterAddressLengthMax} characters',
    brief_too_long: 'the brief has at most {briefLengthMax} characters; make it shorter',
    brief_characters: 'the brief must not have control characters; remove them',
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
    edition_rule: 'a rule of the edition is wrong: {fault}',
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
    proposal_ended: 'the proposal was already {status}',
    source_changed_once_more: 'the source has changed again; look at the new one',
    account_of_another: 'this {provider} account belongs to somebody else here',
    linked_already: 'you have linked a {provider} account already; unlink that one first',
    last_way_in: 'you sign in with this account alone; choose a password first, or link another account',
    person_exists: 'there is already a person named {name}; choose another name (ADA and ada are the same)',
    last_super_admin: '{name} is the last active super admin; make another one first',
    not_a_super_admin: '{name} is not an active super admin; choose another name',
    super_admin_exists: "there is already a super admin; set that person's password",
    has_second_factor: 'there is already a second factor; turn it off first',
    no_second_factor: 'there is no second factor',
    grant_too_high: '{ability} can be granted only to keys of {grantFrom} and above, and {owner.name} is {owner.role}',
    too_many_agent_keys: '{owner.name} already has {agentKeysPerPersonMax} agent keys; revoke one first',
    bot_key_role: "a bot key's owner must be moderator, admin or super admin, and {owner.name} is {owner.role}",
    bot_key_exists: '{owner.name} already has a bot key; revoke it first',
    secret_exists: 'this secret is already registered',
    not_a_bot_key: 'only bot keys have limits of the legacy API',
    several_keys: 'several keys begin with {named}; name one by its id',
    profile_is_fixed: 'this store already holds {holds}; use a separate store for this game',
    too_many_invites: '{invitesMax} invites are already open; take some of them back first',
    too_many_comments: 'this row already has {commentsPerRowMax} comments; delete one of them first',
    too_many_pictures: '{picturesMax} of your open marks have pictures; close one of them, or send this one without',
    too_many_own_misfits: 'you have {misfitsPerPersonMax} open marks; close some of them first',
    too_many_open_misfits: '{misfitsMax} marks are open; close some of them first',
    too_many_misfits: 'this row has had {misfitsPerRowMax} marks; write a comment instead',
    no_text_to_mark: 'this row has no translation yet; write one',
    marked_already: 'you have already marked this text; close your mark first',
    too_many_people: 'there are {peopleMax} people, the most there can be; reuse the account of somebody who left',
    too_many_terms: 'the glossary has at most {termsMax} terms; remove some first',
    too_many_not_terms: '{notTermsMax} names are marked as not terms, the most there can be; take some back first',
    too_many_webhooks: 'there are already {webhooksMax} webhooks; remove one first',
    filter_exists: 'you already have a filter called {name}',
    too_many_filters: 'you have saved {savedFiltersMax} filters, the most one person can; delete one of them first',
    brief_overtaken: 'somebody else has just changed the brief; read version {version}, then save yours again',
    label_exists: 'there is already a label {name}',
    too_many_labels: 'there are {labelsMax} labels, the most there can be; remove one first',
    too_many_label_rules:
      'there are {labelRulesMax} label rules, the most there can be; remove one, or add patterns to one of them',
    too_many_editions: 'there are {editionsMax} editions, the most there can be; remove one first',
    edition_exists: 'there is already an edition {slug}; remove it first to change it',
    publishing: 'another release is being made; try again when it is done',
    release_exists: 'there is already a release {version}; a version is never used twice',
    release_withdrawn: 'the release {version} is already withdrawn',
  },
  not_pending: {
    not_pending: 'proposal {id} was already {status}; nothing was changed',
    suggestion_decided: 'suggestion {id} was already {status}; nothing was changed',
  },
  version_changed: {
    version_changed: 'the author has just changed proposal {id} (version {version}); look at it again',
  },
  stale_source: {
    stale_source: 'the source has just changed; look at the new one, and decide again',
    proposal_stale: newSource,
    source_changed: sourceChanged,
    source_changed_again: 'the source has just changed; look at the new one',
  },
  no_head: {
    no_machine_text: 'this row has no machine text',
    no_stale_text: 'this row has no stale manual text now; nothing was changed',
  },
  head_changed: {
    machine_text_changed: 'the machine text has just changed; look at the new one and decide again',
    text_changed: 'the text has just changed; look at the new one',
    sample_moved: 'somebody has just judged or changed a text of this list; look at the new number and accept again',
    sample_accepted: 'rows have already been accepted by this sample, so its verdicts stay; draw another one',
  },
  written_since: { layer_changed: 'the {layer} text of this row has changed since; look at it and decide again' },
  of_somebody_else: {
    rejected_by_other: 'somebody else rejected proposal {id}',
    approved_by_other: 'somebody else approved this text, so only they can take it back',
  },
  not_reviewed: { proposal_waits: 'proposal {id} is already waiting for a reviewer' },
  proposed_again: {
    proposed_again: 'the author of proposal {id} has sent a newer one for this row, which is waiting',
  },
  active_proposal_exists: { active_proposal_exists: 'you already have a pending proposal for this row' },
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

const changedMeanwhile = 'the row has just changed; run the command again'
const changedUnseen =
  'somebody changed the text after you opened this page; look at the present text, and repeat your step to replace it'
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
    role_too_low: 'the role no longer allows it',
    entry_not_found: changedMeanwhile,
    stale_source: changedMeanwhile,
    active_proposal_exists: 'your proposal {proposalId} with another text is waiting for review',
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
    bot_key_exists: `{owner.name} already has a bot key; revoke it first (${keysListed}): windrow key revoke ID`,
    no_suggestion: 'there is no such suggestion: {id}; windrow suggestion list shows them',
    no_webhook: 'there is no webhook {id}; windrow webhook list shows all of them',
    no_brief: 'the brief has no version {version}; windrow brief list shows them',
    no_label: 'there is no label {name}; windrow label list shows them',
    no_label_rule: 'there is no label rule with the number {id}; windrow label list shows them',
    profile_is_fixed: 'this store already holds {holds}; use a separate store for this game: --data DIR',
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
