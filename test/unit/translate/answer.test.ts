// Answers as models give them: what is read, and what is left to be bought again.
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../src/translate/answer.ts'

const textsOf = (answer: string, count: number, isCut = false): object =>
  Object.fromEntries(readAnswer(answer, count, isCut).texts)

describe('lines', () => {
  it.each([
    ['with tabs', '1\tОдин\n2\tДва', { 1: 'Один', 2: 'Два' }],
    ['with points', '1. Один\n2) Два', { 1: 'Один', 2: 'Два' }],
    ['with line breaks and tabs as they were asked for', '1\tА\\nБ\\tВ\n2\tС\\\\N', { 1: 'А\nБ\tВ', 2: 'С\\N' }],
    ['in a code fence, with Windows line ends', '```\r\n1\tОдин\r\n2\tДва\r\n```', { 1: 'Один', 2: 'Два' }],
    ['behind thoughts', '<think>1\tперше?\n</think>\n1\tОдин\n2\tДва', { 1: 'Один', 2: 'Два' }],
    ['with chatter before and after', 'Here you are:\n\n1\tОдин\n2\tДва\n\nLet me know!', { 1: 'Один', 2: 'Два' }],
    ['with our own notes given back', '1\tОдин %s\t[keep: %s]\n2\tДва\t', { 1: 'Один %s', 2: 'Два' }],
    ['out of order', '2\tДва\n1\tОдин', { 1: 'Один', 2: 'Два' }],
  ])('%s are read', (_, answer, texts) => expect(textsOf(answer, 2)).toEqual(texts))

  it('that run on over their end, come twice with different texts, or were never asked for are left out', () => {
    expect(textsOf('1\tОдин\nі ще\n2\tДва\n3\tТри\n3\tЧотири\n9\tДевʼять', 3)).toEqual({ 2: 'Два' })
  })

  it('lose the last one when the answer was cut', () => {
    expect(textsOf('1\tОдин\n2\tДва\n3\tТр', 5, true)).toEqual({ 1: 'Один', 2: 'Два' })
  })
})

describe('JSON', () => {
  it.each([
    ['an object', '{"1": "Один", "2": "Два"}'],
    ['in a code fence', '```json\n{"1": "Один", "2": "Два"}\n```'],
    ['wrapped', '{"translations": {"1": "Один", "2": "Два"}}'],
  ])('%s is read', (_, answer) => expect(textsOf(answer, 2)).toEqual({ 1: 'Один', 2: 'Два' }))

  it('gives line breaks however they are written, and quotes', () => {
    expect(textsOf('{"1": "А\\nБ", "2": "А\\\\nБ \\"В\\"", "3": "А\nБ"}', 3)).toEqual({
      1: 'А\nБ',
      2: 'А\nБ "В"',
      3: 'А\nБ',
    })
  })

  it('that was cut gives the members that are whole', () => {
    expect(textsOf('{"1": "Один", "2": "Два", "3": "Тр', 3, true)).toEqual({ 1: 'Один', 2: 'Два' })
  })
})

describe('an answer that may have been numbered anew', () => {
  const looksRenumbered = (answer: string, count: number, isCut = false): boolean =>
    readAnswer(answer, count, isCut).looksRenumbered

  it('lacks its last numbers, though it was not cut', () => {
    expect(looksRenumbered('1\tа\n2\tб\n3\tв', 4)).toBe(true)
    expect(looksRenumbered('1\tа\n3\tв', 4)).toBe(true)
  })

  it('is none when all are there, one is missing inside, it was cut, or it ended much too early', () => {
    expect(looksRenumbered('1\tа\n2\tб', 2)).toBe(false)
    expect(looksRenumbered('1\tа\n3\tв', 3)).toBe(false)
    expect(looksRenumbered('1\tа\n2\tб\n3\tв', 4, true)).toBe(false)
    expect(looksRenumbered('1\tа', 9)).toBe(false)
    expect(looksRenumbered('I cannot help with that.', 2)).toBe(false)
  })
})
