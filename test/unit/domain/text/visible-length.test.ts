// The table of single characters, held to the segmenter for every character of the basic plane.
import { expect, it } from 'vitest'
import { visibleLength } from '../../../../src/domain/text/visible-length.ts'

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const byClusters = (text: string): number =>
  [...segmenter.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 3 : 1), 0)

it('counts each character as the segmenter does, beside others and itself', () => {
  const wrong: string[] = []
  for (let code = 0x20; code < 0xffff; code++) {
    const alone = String.fromCharCode(code, code)
    for (const text of [alone, `a${alone}中ا`])
      if (visibleLength(text, []) !== byClusters(text)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
