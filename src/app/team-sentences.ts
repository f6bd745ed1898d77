// The English sentences of refusals about the team’s own things: brief, labels, comments, marks, releases and webhooks.
// refusal-sentences.ts has the others.
import {
  briefLengthMax,
  commentLengthMax,
  commentsPerRowMax,
  editionLabelLengthMax,
  editionRulesMax,
  editionsMax,
  editionWordsLengthMax,
  labelLengthMax,
  labelPatternLengthMax,
  labelPatternsLengthMax,
  labelPatternsMax,
  labelRowsMax,
  labelRulesMax,
  labelsMax,
  misfitNoteMax,
  misfitsMax,
  misfitsPerPersonMax,
  misfitsPerRowMax,
  notTermsMax,
  peopleMax,
  picturesMax,
  releaseNotesLengthMax,
  releaseReasonLengthMax,
  termsMax,
  webhooksMax,
} from '../domain/limits.ts'

/**
 * The English sentences of refusals about comments and marks, and about lists that are full, for refusal-sentences.ts.
 */
export const TEAM_SENTENCES = {
  comment_empty: { kind: 'invalid', said: 'the comment is empty; write something first' },
  comment_too_long: { kind: 'invalid', said: `a comment has at most ${commentLengthMax} characters; make it shorter` },
  comment_characters: { kind: 'invalid', said: 'a comment has no control characters; take them out' },
  too_many_comments: {
    kind: 'conflict',
    said: `this row has ${commentsPerRowMax} comments already; delete one of them first`,
  },
  no_comment: { kind: 'not_found', said: 'this comment is deleted already' },
  comment_of_another: { kind: 'not_allowed', said: 'only its author or a moderator deletes a comment' },

  misfit_note_too_long: { kind: 'invalid', said: `a note has at most ${misfitNoteMax} characters; make it shorter` },
  misfit_note_characters: { kind: 'invalid', said: 'a note has no control characters; take them out' },
  picture_too_large: { kind: 'invalid', said: 'a picture has at most 1 MB; cut out the part that shows the text' },
  no_picture: { kind: 'invalid', said: 'this file is no whole PNG, JPEG or WebP picture; choose another one' },
  too_many_pictures: {
    kind: 'conflict',
    said: `${picturesMax} of your open marks have pictures; close one of them, or send this one without`,
  },
  too_many_own_misfits: {
    kind: 'conflict',
    said: `you have ${misfitsPerPersonMax} open marks; close some of them first`,
  },
  too_many_open_misfits: {
    kind: 'conflict',
    said: `${misfitsMax} marks are open; close some of them first`,
  },
  too_many_misfits: { kind: 'conflict', said: `this row has had ${misfitsPerRowMax} marks; write a comment instead` },
  no_text_to_mark: { kind: 'conflict', said: 'this row has no translation yet; write one' },
  marked_already: { kind: 'conflict', said: 'you have marked this text already; close your mark first' },
  no_misfit: { kind: 'not_found', said: 'this mark is closed already, or has another text by now' },
  too_many_people: {
    kind: 'conflict',
    said: `there are ${peopleMax} people, and there can be no more; give the account of somebody who left to the new one`,
  },
  too_many_terms: { kind: 'conflict', said: `the glossary has at most ${termsMax} terms; remove some first` },
  too_many_not_terms: {
    kind: 'conflict',
    said: `${notTermsMax} names are said to be no terms, and there can be no more; take some back first`,
  },
} as const

type Versioned = { readonly version: number }

/** The English sentences of refusals about the brief, for refusal-sentences.ts. */
export const BRIEF_SENTENCES = {
  brief_out_of_reach: { kind: 'not_allowed', said: 'changing the brief takes an admin or a super admin' },
  brief_too_long: { kind: 'invalid', said: `the brief has at most ${briefLengthMax} characters; make it shorter` },
  brief_characters: { kind: 'invalid', said: 'the brief has no control characters; take them out' },
  brief_overtaken: {
    kind: 'conflict',
    said: ({ version }: Versioned) => `the brief was changed meanwhile; read version ${version}, then save yours again`,
  },
  no_brief: {
    kind: 'not_found',
    said: ({ version }: Versioned) => `the brief has no version ${version}`,
    commandLine: ({ version }: Versioned) => `the brief has no version ${version}; windrow brief list shows them`,
  },
} as const

/** The English sentences of refusals about labels, for refusal-sentences.ts. */
export const LABEL_SENTENCES = {
  labels_out_of_reach: { kind: 'not_allowed', said: 'changing labels takes an admin or a super admin' },
  label_name: {
    kind: 'invalid',
    said: `the name of a label has 1 to ${labelLengthMax} characters, no commas and no control characters, and is not just -`,
  },
  no_label: {
    kind: 'not_found',
    said: ({ name }: { readonly name: string }) => `there is no label ${name}; the list of labels has all names`,
  },
  label_exists: {
    kind: 'conflict',
    said: ({ name }: { readonly name: string }) => `there is a label ${name} already`,
  },
  too_many_labels: {
    kind: 'conflict',
    said: `there are ${labelsMax} labels, and there can be no more; remove one first`,
  },
  too_many_label_rules: {
    kind: 'conflict',
    said: `there are ${labelRulesMax} rules of labels, and there can be no more; remove one, or give one of them more patterns`,
  },
  label_patterns: {
    kind: 'invalid',
    said: `a rule has 1 to ${labelPatternsMax} patterns of 1 to ${labelPatternLengthMax} characters, ${labelPatternsLengthMax} in all, and none ends with a single \\; * matches any characters, ? matches one, \\ makes the next one plain`,
  },
  no_label_rule: {
    kind: 'not_found',
    said: ({ id }: { readonly id: number }) => `there is no rule of labels with the number ${id}`,
    commandLine: ({ id }: { readonly id: number }) =>
      `there is no rule of labels with the number ${id}; windrow label list shows them`,
  },
  unknown_label_rows: {
    kind: 'not_found',
    said: ({ rowId, count }: { readonly rowId: string; readonly count: number }) =>
      `${count} of the ids belong to no row, first ${JSON.stringify(rowId)}; nothing was labelled: an id has 16 digits, 0-9 and a-f`,
  },
  too_many_label_rows: {
    kind: 'invalid',
    said: `that is more than ${labelRowsMax} rows; give them in several lists`,
  },
} as const

type Slug = { readonly slug: string }
type Version = { readonly version: string }

/** The English sentences of refusals about editions and releases, for refusal-sentences.ts. */
export const PUBLISHING_SENTENCES = {
  editions_out_of_reach: { kind: 'not_allowed', said: 'changing editions takes an admin or a super admin' },
  edition_slug: {
    kind: 'invalid',
    said: 'the short name of an edition has 1 to 40 characters a-z, 0-9 and -, with no - at its ends, such as english-items',
  },
  edition_variant: {
    kind: 'invalid',
    said: 'the variant of an edition has 1 to 40 characters a-z, 0-9, _ and -, such as english_items',
  },
  edition_words: {
    kind: 'invalid',
    said: `an edition needs a label of 1 to ${editionLabelLengthMax} characters in one line; its description and audience have at most ${editionWordsLengthMax}, without control characters`,
  },
  too_many_editions: {
    kind: 'conflict',
    said: `there are ${editionsMax} editions, and there can be no more; remove one first`,
  },
  too_many_edition_rules: { kind: 'invalid', said: `an edition has at most ${editionRulesMax} rules` },
  edition_rule: {
    kind: 'invalid',
    said: ({ fault }: { readonly fault: string }) => `a rule of the edition does not hold: ${fault}`,
  },
  edition_exists: {
    kind: 'conflict',
    said: ({ slug }: Slug) => `there is an edition ${slug} already; remove it first to change it`,
  },
  unknown_edition: {
    kind: 'not_found',
    said: ({ slug }: Slug) => `there is no edition ${slug}; the list of editions has all of them`,
    commandLine: ({ slug }: Slug) => `there is no edition ${slug}; windrow edition list shows them`,
  },

  releases_out_of_reach: { kind: 'not_allowed', said: 'publishing takes an admin or a super admin' },
  release_version: {
    kind: 'invalid',
    said: 'a version has 1 to 32 characters a-z, A-Z, 0-9 and . _ + -, begins with a letter or digit and does not end with a dot, such as v2.6.2',
  },
  release_notes: {
    kind: 'invalid',
    said: `the notes of a release have at most ${releaseNotesLengthMax} characters, without control characters`,
  },
  release_reason: {
    kind: 'invalid',
    said: `say why in 1 to ${releaseReasonLengthMax} characters; players read it`,
  },
  publishing: { kind: 'conflict', said: 'another release is being made; try again when it is done' },
  release_exists: {
    kind: 'conflict',
    said: ({ version }: Version) => `there is a release ${version} already; a version is never used twice`,
  },
  release_withdrawn: {
    kind: 'conflict',
    said: ({ version }: Version) => `the release ${version} is withdrawn already`,
  },
  nothing_published: { kind: 'not_found', said: 'nothing was published yet' },
  release_address: {
    kind: 'invalid',
    said: 'the address of the folder is no address; give one such as https://example.org/releases',
    commandLine: 'give the address of the folder with --base-url, such as https://example.org/releases',
  },
  no_release: {
    kind: 'not_found',
    said: ({ version }: Version) => `there is no release ${version}; the list of releases has all of them`,
    commandLine: ({ version }: Version) => `there is no release ${version}; windrow release list shows them`,
  },
} as const

/** The English sentences of refusals about webhooks, for refusal-sentences.ts. */
export const WEBHOOK_SENTENCES = {
  webhooks_out_of_reach: { kind: 'not_allowed', said: 'managing webhooks takes an admin or a super admin' },
  no_webhook: {
    kind: 'not_found',
    said: ({ id }: { readonly id: number }) => `there is no webhook ${id}`,
    commandLine: ({ id }: { readonly id: number }) =>
      `there is no webhook ${id}; windrow webhook list shows all of them`,
  },
  too_many_webhooks: { kind: 'conflict', said: `there are ${webhooksMax} webhooks already; remove one first` },
  webhook_address: { kind: 'invalid', said: 'this is no address; give one such as https://example.org/hook' },
  webhook_password: {
    kind: 'invalid',
    said: 'an address has no name and password before its host; the signature shows who sent a request',
  },
  webhook_http: {
    kind: 'invalid',
    said: 'the address must begin with https://; http is only for hosts that the configuration value webhook_hosts names',
  },
  webhook_private: {
    kind: 'invalid',
    said: 'the address is not public; the configuration value webhook_hosts can name its host',
  },
  webhook_chat: {
    kind: 'invalid',
    said: 'the form telegram needs a chat, a number or @name, and no other form has one',
  },
  no_event_kind: {
    kind: 'invalid',
    said: ({ name }: { readonly name: string }) => `there is no kind of event ${name}`,
  },
} as const
