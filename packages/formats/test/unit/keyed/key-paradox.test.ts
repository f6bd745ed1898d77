// Localisation of Paradox' games: which texts it has, and that all else in it stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

const EVENTS = `\uFEFF# Events of frogs
l_english:
 # the first one
 frog.1.t:0 "The "Old" Frog"\r
 frog.1.d:1 "It has §Y$VALUE$§! eggs.\\n[Root.GetName] £pond£" # said by "Ada"
 frog.1.a: "Jump"
 frog.2_long-name:10 ""
 frog.3.t:0 "Say "now" #bold loud#!"
 broken:0 no text
`

describe('texts', () => {
  it('stand between the first and the last quote; comments are none of them', () => {
    expect(textsOf('paradox', EVENTS)).toEqual({
      'frog.1.t': 'The "Old" Frog',
      'frog.1.d': 'It has §Y$VALUE$§! eggs.\\n[Root.GetName] £pond£',
      'frog.1.a': 'Jump',
      'frog.2_long-name': '',
      'frog.3.t': 'Say "now" #bold loud#!',
    })
    const { texts, warnings } = readKeyed('paradox', EVENTS)
    expect(texts[0]).toMatchObject({ line: 4, remark: { note: 'the first one' } })
    expect(warnings).toEqual(['game.txt, line 9: a row without a text is left as it is ("broken:0 no text")'])
  })

  it('are written in their place under the new language, and nothing else changes', () => {
    const texts = { 'frog.1.t': 'Жаба «стара» й "мудра"', 'frog.1.a': 'Стрибни\nще', 'frog.2_long-name': 'Ні' }
    const wanted = EVENTS.replace('The "Old" Frog', 'Жаба «стара» й "мудра"')
      .replace('Jump', 'Стрибни\\nще')
      .replace(':10 ""', ':10 "Ні"')
    expect(translated('paradox', EVENTS, texts)).toBe(wanted)
    expect(translated('paradox', EVENTS, texts, { targetLanguage: 'uk' })).toBe(
      wanted.replace('l_english', 'l_ukrainian'),
    )
    expect(translated('paradox', EVENTS, () => null)).toBe(EVENTS)
  })

  it('that would end elsewhere leave what stands there', () => {
    expect(translated('paradox', EVENTS, { 'frog.1.a': 'Say "go" # now' })).toBe(EVENTS)
  })

  it('below another language are that one’s', () => {
    expect(textsOf('paradox', 'l_english:\n a:0 "A"\nl_german:\n a:0 "B"\n')).toEqual({ a: 'A' })
  })

  it('come back from any file, on one line', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 })
    const words = anyText.map((text) => text.replaceAll(/[\r\n]|"\s*#/g, ''))
    holds(100, keys, fc.array(words, { minLength: 1 }), fc.array(words, { minLength: 1 }), (all, texts, others) => {
      const lines = all.map((key, at) => ` ${key}:0 "${texts[at % texts.length] ?? ''}"\r\n`)
      expectTextsToComeBack('paradox', `l_english:\r\n${lines.join('')}`, others)
    })
  })

  it('are read in time that grows with the file', () => {
    expect(readKeyed('paradox', `l_english:\n a:0 "${'" #'.repeat(500_000)}`).unread).toEqual(['a'])
  })
})

it.each([
  [EVENTS.slice(1), 'events_l_english.yml', 'paradox'],
  ['l_braz_por:\n', 'a.yml', 'paradox'],
  ['l_english:\n a: b\n', 'a.json', undefined],
  ['en:\n  a: b\n', 'a.yml', 'yaml'],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
