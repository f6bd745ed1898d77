// The glossary beside the gate: the terms that the site marks.

import { describe, expect, test } from 'vitest'
import { foldForm } from '../../../../src/domain/checks/glossary-units.ts'
import { heldBy, holdMsMax } from '../../../support/loop-hold.ts'
import { compileGlossary, type GlossaryEntry, glossaryTermsIn } from '../../../../src/domain/checks/glossary.ts'

const entry = (source: string, more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  source,
  forms: ['форма'],
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
  ...more,
})

const marked = (source: string, entries: readonly GlossaryEntry[]): string[] =>
  glossaryTermsIn(source, compileGlossary(entries), 'keep').map(({ start, end }) => source.slice(start, end))

describe('the terms of a source', () => {
  test('come in its order, longest first, with their places', () => {
    const entries = [entry('sword'), entry('iron sword'), entry('iron')]
    expect(marked('Iron, {iron} and an Iron  Sword#E, SWORD', entries)).toEqual(['Iron', 'Iron  Sword', 'SWORD'])
  })

  test('name their entries', () => {
    const note = entry('Will', { caseSensitive: true, note: 'the king' })
    expect(glossaryTermsIn('Will he?', compileGlossary([entry('will'), note]), 'keep')[0]?.entry).toBe(note)
  })

  test('are found in raw texts with CRLF', () => expect(marked('a\r\nsword', [entry('sword')])).toEqual(['sword']))

  test('an entry of white space alone is none', () => expect(marked('a b', [entry(' '), entry('')])).toEqual([]))
})

test('a form of any length is folded at once', async () => {
  const form = 'very long* '.repeat(20_000)
  const { longestMs, answers } = await heldBy(4, () => Promise.resolve(foldForm(form)), holdMsMax())
  expect(longestMs).toBeLessThanOrEqual(holdMsMax())
  expect(answers[0]).toMatchObject({ folded: 'very long '.repeat(20_000).trim() })
})
