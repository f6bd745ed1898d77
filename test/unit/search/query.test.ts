// What a search asks for, whether a text answers it, and what is shown of it.
import { expect, it } from 'vitest'
import { createMatcher, excerptAround } from '../../../src/search/match.ts'
import { foldForSearch, parseSearch, quotedForSearch } from '../../../src/search/query.ts'
import { present } from '../../../src/base/assert.ts'

const matcher = (typed: string, whole = false) => createMatcher(present(parseSearch(typed, whole), 'terms'))
const marked = (typed: string, text: string, whole = false): string[] =>
  matcher(typed, whole)
    .spansIn(text)
    .map(({ start, end }) => text.slice(start, end))

it.each(['', '  ', '"', '""', '" "'])('has nothing to look for in %j', (typed) =>
  expect(parseSearch(typed, false)).toBeNull(),
)

it.each([
  ['two words', 'words come in two', ['words', 'two']],
  ['"two words"', 'words, two words', ['two words']],
  ['"two words', 'two\n\twords', ['two\n\twords']],
  ['"two words"', 'two  words', ['two  words']],
  ['"a ""b"', 'a "b', ['a "b']],
  ['6"', '6" long', ['6"']],
  ['wordsworth words', 'Wordsworth', ['Wordsworth']],
  ['ЇЖАК', 'їжак, Їжак', ['їжак', 'Їжак']],
  ["м'яч", 'М’яч і мʼяч', ['М’яч', 'мʼяч']],
  ['ΟΔΟΣ', 'οδος', ['οδος']],
  ['istanbul', 'İstanbul İ', ['İstanbul']],
  ['药水', '大药水药水', ['药水', '药水']],
  ['\\d+ (.)', 'a\\d+ (.)', ['\\d+', '(.)']],
])('%j marks in %j', (typed, text, expected) => expect(marked(typed, text)).toEqual(expected))

it.each([
  ['ring', 'string, ring; rings Ring', ['ring', 'Ring']],
  ['"the ring"', 'bathe ring, the ring', ['the ring']],
  ['水', '药水', ['水']],
  ['hp', 'HP药水 hpx', ['HP']],
])('%j as whole words marks in %j', (typed, text, expected) => expect(marked(typed, text, true)).toEqual(expected))

it.each([
  ['"dash up to 8 tiles away"', 'You dash up to #Y8 tiles#E away.', ['dash up to #Y8 tiles#E away']],
  ['"to 8 tiles, and"', 'up to {0} #Ytiles#E, <b>and</b>', ['to {0} #Ytiles#E, <b>and']],
  ['"deals 15% damage"', 'Deals %d% damage', ['Deals %d% damage']],
  ['"deals 1.5 damage"', 'Deals $F1.5 damage', ['Deals $F1.5 damage']],
  ['"ring of agility now"', 'Ring of <Agility|780|#C|15> now', ['Ring of <Agility|780|#C|15> now']],
  ['"tiles, and"', '#Ytiles#E, and', ['tiles#E, and']],
  ['"for 15秒 now"', 'for {0}秒 now', ['for {0}秒 now']],
  ['"level x2"', 'level x{0}', []],
  ['"10 20"', '{0} {1}', []],
  ['15', '{0}', []],
  ['造成火焰', '造成#Y火焰#E', ['造成#Y火焰']],
  ['{0}', 'deals {0}', ['{0}']],
  ['"#Y8 tiles"', 'to #Y8 tiles#E', ['#Y8 tiles']],
  ['tiles', '#Ytiles#E', ['tiles']],
])('%j sees in %j what a player sees', (typed, text, expected) => expect(marked(typed, text)).toEqual(expected))

it.each([
  ['"elemental strike"', '#YElemental Strike#E', ['Elemental Strike']],
  ['strike', '#GStrike#Eforce #YsStrike', ['Strike']],
  ['agility', '<Agility|780|#C|15>', ['Agility']],
])('%j as whole words sees in %j what a player sees', (typed, text, expected) =>
  expect(marked(typed, text, true)).toEqual(expected),
)

it('answers a hostile text and phrase, in time that grows with their length', () => {
  const texts = ['#Y', '{0}', ' ', ' #Y', '<b>', 'a #Y'].map((part) => part.repeat(20_000))
  for (const typed of ['"a 5 b"', '"5 a"', '" 5 "']) expect(matcher(typed).isHit(texts, null), typed).toBe(false)
})

it('wants every term, in whichever of the texts, or as the beginning of the id', () => {
  const both = matcher('sword меч')
  expect(both.isHit(['A sword', 'Меч'], null)).toBe(true)
  expect(both.isHit(['A sword', 'Шабля'], null)).toBe(false)
  expect(both.idSpansIn('0123456789abcdef')).toEqual([])
  expect(matcher('0123 sword').isHit(['A sword'], '0123456789abcdef')).toBe(true)
  expect(matcher('0123 sword').isHit(['A sword'], null)).toBe(false)
  expect(matcher('012').isHit([], '0123456789abcdef')).toBe(false)
  expect(matcher('01234567 89AB').idSpansIn('0123456789abcdef')).toEqual([{ start: 0, end: 8 }])
})

it('leaves what is folded as it is', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, point) => (point >> 11 === 0x1b ? '' : String.fromCodePoint(point)))
  const folded = foldForSearch(all.join(''))
  expect(foldForSearch(folded) === folded).toBe(true)
})

it('reads a quoted text back as itself', () => {
  for (const text of ['say "no" twice', '"', 'a " b'])
    expect(parseSearch(quotedForSearch(text), false)?.terms).toMatchObject([{ pieces: text.split(' ') }])
})

it('shows the piece around the first hit', () => {
  const long = `${'lorem ipsum '.repeat(40)}the megalomaniac\nspeaks ${'dolor sit '.repeat(40)}`
  const parts = excerptAround(long, matcher('megalomaniac').spansIn(long), 60)
  const text = parts.map((part) => (part.isHit ? `[${part.text}]` : part.text)).join('')
  expect(text).toMatch(/^…(lorem|ipsum) .*the \[megalomaniac\] speaks .*…$/)
  expect(text.length).toBeLessThan(66)
  expect(excerptAround('short', [], 60)).toEqual([{ text: 'short', isHit: false }])
  expect(excerptAround('one two', matcher('two').spansIn('one two'), 60).filter(({ isHit }) => isHit)).toHaveLength(1)
  const cut = excerptAround('word '.repeat(30), [{ start: 100, end: 150 }], 50)
  expect(cut.map(({ text: each }) => each).join('').length).toBeLessThan(53)
})
