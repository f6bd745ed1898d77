// What is offered of a row, and what becomes of an entry that comes back: left alone, refused by name, or sent.
import { describe, expect, it } from 'vitest'
import type { AgentHead, AgentRow, AgentText } from '../../../../src/agent/agent.ts'
import { sha256Hex } from '../../../../src/base/bytes.ts'
import { type EntryRead, glance, type How, settle } from '../../src/exchange/take-in.ts'
import { offerOf, receiptIn, receiptText } from '../../src/exchange/file-formats.ts'
import { entryOf } from '../../src/exchange/give-out.ts'
import { rowOf } from './rows.ts'

const source = 'Open the gate'
const rowId = '0102030405060708'

const head = (more: Partial<AgentHead>): AgentHead => ({
  revision: 3,
  text: 'Машинний',
  status: 'draft',
  freshness: 'fresh',
  provider: null,
  model: null,
  ...more,
})
const manual = (more: Partial<AgentHead> = {}): AgentHead => head({ text: 'Ручний', status: 'approved', ...more })
const rowWith = (layers: Partial<AgentRow['layers']>, more: Partial<AgentRow> = {}): AgentRow =>
  rowOf(1, source, { rowId, layers: { manual: null, machine: null, ...layers }, ...more })

describe('a row is offered with', () => {
  it.each<readonly [string, Partial<AgentRow['layers']>, string, boolean]>([
    ['nothing, when it has no text', {}, '', false],
    ['an approved manual text, before a machine text', { manual: manual(), machine: head({}) }, 'Ручний', false],
    ['a draft of a machine, as fuzzy', { machine: head({}) }, 'Машинний', true],
    ['a machine text that somebody has reviewed', { machine: head({ status: 'reviewed' }) }, 'Машинний', false],
    [
      'the machine text that goes into the game, before a manual one that does not',
      { manual: manual({ status: 'draft' }), machine: head({ status: 'approved' }) },
      'Машинний',
      false,
    ],
    ['a stale text, as fuzzy', { manual: manual({ freshness: 'stale' }) }, 'Ручний', true],
    ['a text that breaks its source, as fuzzy', { machine: head({ status: 'invalid' }) }, 'Машинний', true],
    ['no rejected text', { manual: manual({ status: 'rejected' }), machine: head({ status: 'rejected' }) }, '', false],
  ])('%s', (_, layers, text, isFuzzy) => {
    expect(offerOf(rowWith(layers))).toMatchObject({ text, isFuzzy })
  })

  it('comments: receipt, Chinese text, tokens and terms, each on one line, and the old source of a stale text', () => {
    const term = {
      source: 'gate',
      forms: ['брам*', 'ворота'],
      doNotTranslate: false,
      caseSensitive: false,
      note: 'of a town',
    }
    const stale = head({ freshness: 'stale' })
    const row = rowWith(
      { machine: stale },
      {
        key: 'door\u0004Open the gate',
        remark: { note: 'on the door\nin town', place: 'src/door.c:12', maxLength: 24 },
        reference: '打开\n大门',
        keep: { '%s': 1, '{0}': 2 },
        terms: [term, { ...term, source: 'Qi', forms: [], doNotTranslate: true, note: '' }],
        previous: { source: 'Open it', translation: stale.text, layer: 'machine' },
      },
    )
    const { comments, ...entry } = entryOf(row)
    expect(entry).toEqual({
      isFuzzy: true,
      keep: ['%s', '{0}'],
      maxLetters: null,
      place: 'src/door.c:12',
      maxLength: 24,
      previousId: 'Open it',
      context: rowId,
      id: source,
      text: 'Машинний',
    })
    expect(comments).toEqual([
      expect.stringMatching(
        /^windrow: row=0102030405060708 source=[0-9a-f]{64} revision=3 text=machine:[0-9a-f]{16} fuzzy$/,
      ),
      'key: door',
      'note: on the door\\nin town',
      'zh: 打开\\n大门',
      'keep: %s, {0} ×2',
      'term: gate = брам* | ворота (of a town)',
      'term: Qi = (as it is)',
    ])
  })

  it('no old source of another layer than that of the text', () => {
    const layers = { manual: manual({ freshness: 'stale' }), machine: head({ freshness: 'stale' }) }
    const previous = { source: 'Open it', translation: 'Машинний', layer: 'machine' } as const
    expect(entryOf(rowWith(layers, { previous })).previousId).toBeNull()
  })
})

/** The entry as it was given out for this row, and then changed. */
const given = (row: AgentRow, change: Partial<EntryRead> = {}): EntryRead => ({
  ...entryOf(row),
  hasPlural: false,
  ...change,
})
const PROPOSALS: How = { isMachine: false, overwrites: false, takesFuzzy: false }
const MACHINE: How = { ...PROPOSALS, isMachine: true }

function fateOf(entry: EntryRead, row: AgentRow | null, how: How): string | AgentText {
  const seen = glance(entry)
  if (seen.is === 'left') return seen.why
  if (seen.is === 'unreadable') return seen.problem
  const settled = settle(seen.candidate, row, how)
  return settled.is === 'text' ? settled.text : settled.is === 'left' ? settled.why : settled.code
}

const draft = rowWith({ machine: head({}) })
const staleRow = rowWith({ machine: head({ freshness: 'stale' }) })
const empty = rowWith({})
const inGame = rowWith({ manual: manual(), machine: head({}) })
const sent = (text: string, replaces: AgentText['replaces']): AgentText => ({
  rowId,
  text,
  sourceHash: sha256Hex(source),
  replaces,
})
const CLEARED = { isFuzzy: false }
const CHANGED = { text: 'Інший', isFuzzy: false }

describe('an entry that comes back', () => {
  it.each<readonly [string, EntryRead, AgentRow | null, How, string | AgentText]>([
    ['as it was', given(draft), draft, PROPOSALS, 'untouched'],
    ['as it was, while the row got another text', given(empty), draft, PROPOSALS, 'untranslated'],
    ['as it was, and now marked fuzzy', given(inGame, { isFuzzy: true }), inGame, PROPOSALS, 'untouched'],
    ['emptied', given(draft, { text: '' }), draft, MACHINE, 'untranslated'],
    ['changed is a proposal', given(draft, CHANGED), draft, PROPOSALS, sent('Інший', null)],
    ['changed is a machine text over the one that was given', given(draft, CHANGED), draft, MACHINE, sent('Інший', 3)],
    ['changed, where there was none', given(empty, CHANGED), empty, MACHINE, sent('Інший', 0)],
    ['changed, over a machine text that came meanwhile', given(empty, CHANGED), draft, MACHINE, 'stale_head'],
    [
      'changed, over whatever there is',
      given(empty, CHANGED),
      draft,
      { ...MACHINE, overwrites: true },
      sent('Інший', 'any'),
    ],
    ['changed and still fuzzy', given(draft, { text: 'Інший' }), draft, PROPOSALS, 'fuzzy'],
    [
      'changed and still fuzzy, with --fuzzy',
      given(draft, { text: 'Інший' }),
      draft,
      { ...PROPOSALS, takesFuzzy: true },
      sent('Інший', null),
    ],
    ['without its mark fuzzy proposes the draft', given(draft, CLEARED), draft, PROPOSALS, sent('Машинний', null)],
    [
      'without its mark fuzzy, when the machine text is there already',
      given(draft, CLEARED),
      draft,
      MACHINE,
      'untouched',
    ],
    [
      'without its mark fuzzy makes a stale machine text one for the present source',
      given(staleRow, CLEARED),
      staleRow,
      MACHINE,
      sent('Машинний', 3),
    ],
    ['changed to what the row says now', given(empty, { text: 'Ручний' }), inGame, PROPOSALS, 'untouched'],
    ['changed, where the game gets a manual text', given(inGame, CHANGED), inGame, MACHINE, 'manual_in_game'],
    [
      'changed, where the game gets a manual text, as a proposal',
      given(inGame, CHANGED),
      inGame,
      PROPOSALS,
      sent('Інший', null),
    ],
    ['of a row that is not there is left to the write', given(empty, CHANGED), null, MACHINE, sent('Інший', null)],
  ])('%s', (_, entry, row, how, fate) => {
    expect(fateOf(entry, row, how)).toEqual(fate)
  })

  it('for another source is left to the write, with the hash of that source', () => {
    const before = rowWith({}, { source: 'Shut the gate', sourceHash: sha256Hex('Shut the gate') })
    expect(fateOf(given(before, CHANGED), draft, MACHINE)).toMatchObject({ sourceHash: sha256Hex('Shut the gate') })
    expect(fateOf(given(before, { ...CHANGED, comments: [] }), draft, MACHINE)).toMatchObject({
      sourceHash: sha256Hex('Shut the gate'),
    })
  })

  describe('without its receipt', () => {
    const bare = { comments: ['a note'] }
    it.each<readonly [string, Partial<EntryRead>, AgentRow, How, string | AgentText]>([
      ['as the row is now', bare, draft, PROPOSALS, 'untouched'],
      ['changed', { ...bare, ...CHANGED }, draft, PROPOSALS, sent('Інший', null)],
      ['changed, where a machine text is', { ...bare, ...CHANGED }, draft, MACHINE, 'already_filled'],
      ['changed, where none is', { ...bare, ...CHANGED }, empty, MACHINE, sent('Інший', null)],
    ])('%s', (_, change, row, how, fate) => {
      expect(fateOf(given(row, change), row, how)).toEqual(fate)
    })
  })

  it.each([
    ['no context', { context: null }],
    ['another context', { context: 'menu.start' }],
  ])('with %s names its row by the receipt, if that names one', (_, change) => {
    const entry = given(draft, { ...CHANGED, ...change })
    expect(glance(entry)).toMatchObject({ is: 'candidate', candidate: { rowId: draft.rowId } })
    const comments = entry.comments.map((comment) => comment.replace(/row=\w+ /, ''))
    expect(receiptIn(comments)).toMatchObject({ rowId: null, revision: 3 })
    expect(glance({ ...entry, comments }).is).toBe('unreadable')
    expect(glance({ ...entry, comments: [] }).is).toBe('unreadable')
  })

  it('with plural forms is not read', () => {
    expect(glance(given(draft, { hasPlural: true })).is).toBe('unreadable')
  })
})

it('a receipt is read as it was written, among other comments', () => {
  const receipt = receiptText(draft, offerOf(draft))
  expect(receiptIn(['zh: 门', receipt])).toEqual({
    rowId: draft.rowId,
    sourceHash: draft.sourceHash,
    revision: 3,
    textHash: sha256Hex('Машинний').slice(0, 16),
    wasFuzzy: true,
  })
  expect(receiptIn([`${receipt} and more`])).toBeNull()
})
