// What people are told when something is refused: every code has a sentence for each audience, and the words of the command
// line stay there.
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../src/app/refusal.ts'
import { kindOf, REFUSAL_CODES, sentenceFor } from '../../../src/app/refusal-sentences.ts'
import { ROLES } from '../../../src/domain/vocabulary.ts'

const finding = { rule: 'TAGS_01', severity: 'error', message: 'A token is missing.', details: {} }
/** Every fact that some refusal carries. */
const FACTS = {
  id: 7,
  name: 'caption_policy',
  owner: { name: 'Olena', role: ROLES[0] },
  ability: 'translations:write-manual',
  reviewer: 'Olena',
  status: 'approved',
  version: 2,
  layer: 'manual',
  prefix: 'wdr_',
  named: 'wdr_0011',
  what: [{ doing: 'granting', ability: 'rows:read' }],
  why: { code: 'fault', message: 'out of memory' },
  damage: { file: 'main.tsv', where: { at: 'line', line: 7 }, problem: 'no_term' },
  path: 'main.tsv',
  file: 'main.tsv',
  other: 'diff.tsv',
  pair: 'small',
  language: 'de',
  expected: 'en',
  folder: '/games',
  slot: 'main',
  own: 'diff',
  problem: 'a record is damaged',
  remedy: 'restore a backup',
  max: 65535,
  lost: 300,
  rows: 500,
  carried: 30,
  others: 30,
  texts: 500,
  count: 3,
  labels: 1_001,
  labelsMax: 1_000,
  rules: 201,
  rulesMax: 200,
  rowId: '0123456789abcdef',
  changed: 40,
  reason: 'no memory',
  first: 'qi',
  second: 'Qi',
  term: 'Dantian',
  proposalId: 7,
  slug: 'english-items',
  provider: 'Discord',
  fault: 'there is no label x',
  known: 'de, ja',
  holds: 'Where Winds Meet',
  shards: 1,
  entries: 2,
  invalid: 5,
  written: 9,
  reference: 30,
  all: 'tags ×5',
  date: '2026-11-30',
  files: 'a.json',
  setting: 'printf',
  option: '--diff',
  empties: '--no-diff',
  errors: [finding],
  warnings: [],
}
const refusalOf = (code: string) => ({ ...FACTS, code }) as unknown as Refusal

/** Options, and commands as they are typed. */
const ofCommandLine = /--\w|\bwindrow [a-z]+ [a-zA-Z]+ (?:shows|NAME)|\bwindrow key\b/

describe.each(REFUSAL_CODES)('%s', (code) => {
  it('says something whole to each audience', () => {
    for (const audience of ['site', 'commandLine', 'tools'] as const) {
      const sentence = sentenceFor(audience, refusalOf(code))
      expect(sentence).toMatch(/\S/)
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object|[{}]/)
    }
    expect(kindOf(refusalOf(code))).toMatch(/^\w+$/)
  })

  it('names no command and no option to those who have none', () => {
    expect(sentenceFor('site', refusalOf(code))).not.toMatch(ofCommandLine)
    expect(sentenceFor('tools', refusalOf(code))).not.toMatch(ofCommandLine)
  })
})

it('names the command to those who have it', () => {
  expect(sentenceFor('commandLine', refusalOf('proposal_stale'))).toMatch(/\(--confirm-source\)$/)
  expect(sentenceFor('tools', refusalOf('proposal_stale'))).toMatch(/\(confirm_source\)$/)
  expect(sentenceFor('commandLine', refusalOf('last_super_admin'))).toMatch(ofCommandLine)
})
