// The English sentences of refusals about editions and releases, for refusal-sentences.ts.
import {
  editionLabelLengthMax,
  editionRulesMax,
  editionsMax,
  editionWordsLengthMax,
  releaseNotesLengthMax,
  releaseReasonLengthMax,
} from '../../domain/limits.ts'

type Slug = { readonly slug: string }
type Version = { readonly version: string }

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
