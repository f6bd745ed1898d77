// Names in sources: the places that look like one, the spellings that are one entry, and the groups of their translations.
import { expect, test } from 'vitest'
import { keyOfRun, signsIn, Spread, withoutArticle, wordsIn } from '../../src/name-candidates.ts'
import { inOrder } from '../../src/study-order.ts'
import { UnitCounts, wordingsOf } from '../../src/wordings.ts'
import { bare } from '../../../../src/domain/text/service-text.ts'
import { scan } from '../../../../src/domain/text/tokens.ts'

const keyOf = (name: string): string => keyOfRun(withoutArticle(wordsIn(name)))

function signed(source: string): string[] {
  const text = bare(source, scan(source, 'keep'))
  return signsIn(source, text, wordsIn(text)).map(({ sign, words }) => `${sign} ${keyOfRun(words)}`)
}

test.each([
  ['the Mohist Hill', 'mohist hill'],
  ['Mohist Hill’s', 'mohist hill'],
  ["Mohist Hills'", 'mohist hill'],
  ['A Potion of Healing', 'potion of healing'],
  ['two-handed axes', 'two-handed axe'],
  ['Enemies', 'enemy'],
  ['the', ''],
])('%s is the entry %s', (name, key) => expect(keyOf(name)).toBe(key))

test.each<[string, string[]]>([
  ['barkskin', ['row barkskin']],
  ['Meet the guards of Mohist Hill at night.', ['capitals mohist hill']],
  ['Mohist Hill is far away. Nobody goes there.', ['capitals hill']],
  ['He carries a Scroll of the Moon with him.', ['capitals scroll of the moon']],
  ['She said that I should go, and I’ve gone.', []],
  ['You wield the #Ymoon blade#E of old.', ['colour moon blade']],
  ['They call it "iron oath" here.', ['quotation iron oath']],
  ['DRINK', []],
  ['The Long Road To The Mountain Of The North', []],
  ['The gate is closed. Nobody waits.', []],
])('%s', (source, signs) => expect(signed(source)).toEqual(signs))

const background = (texts: readonly string[]): UnitCounts => {
  const all = new UnitCounts()
  for (const text of texts) all.add(text)
  return all
}

test('inflected forms are one translation, and other words another', () => {
  const texts = [
    'Вартові Мохійського пагорба сплять.',
    'Ідіть на Мохійський пагорб уночі.',
    'Під Мохійським пагорбом тече ріка.',
    'Гора Моїстів далеко.',
    'Ми бачили гору Моїстів.',
  ]
  const others = Array.from({ length: 95 }, (_, at) => `Вартові сплять уночі, ріка тече далеко ${at}.`)
  const all = background([...texts, ...others])
  const { wordings, withLabel } = wordingsOf(texts, null, { all, allTexts: 100, withName: 5 })
  expect(withLabel).toBeNull()
  expect(wordings.map(({ texts: places }) => places)).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
  expect(wordings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Мохійськ\S+ пагорб/),
    expect.stringMatching(/^гор[ау] Моїстів$/iu),
  ])
})

test('the translation of the name alone comes first, in any of its forms', () => {
  const texts = ['Хлюпень', 'Ви бачите Хлюпня.', 'Слиз тече.', 'Слиз спить.']
  const all = background([...texts, ...Array.from({ length: 40 }, (_, at) => `Ви спите, вода тече ${at}.`)])
  const { wordings, withLabel } = wordingsOf(texts, 'Хлюпень', { all, allTexts: 44, withName: 4 })
  expect(withLabel).toBe(0.5)
  expect(wordings.map(({ text, texts: places }) => [text, places])).toEqual([
    ['Хлюпень', [0, 1]],
    ['Слиз', [2, 3]],
  ])
})

test('a language without spaces: the characters that the texts share', () => {
  const texts = ['墨家丘的守卫', '去墨家丘吧', '墨家丘很远']
  const all = background([...texts, ...Array.from({ length: 40 }, () => '守卫在夜里睡觉，路很远')])
  const { wordings } = wordingsOf(texts, null, { all, allTexts: 43, withName: 3 })
  expect(wordings[0]).toMatchObject({ text: '墨家丘', texts: [0, 1, 2] })
})

test('a sample keeps at most 64 numbers, over all of the list', () => {
  const spread = new Spread()
  for (let at = 0; at < 10_000; at++) spread.add(at)
  expect(spread.values.length).toBeLessThanOrEqual(64)
  expect(spread.values.length).toBeGreaterThan(30)
  expect(spread.values[0]).toBe(0)
  expect(spread.values.at(-1)).toBeGreaterThan(9_000)
})

test('least agreement first; few translations say nothing', () => {
  const names = [
    { name: 'agreed', score: 3, looked: 9, agreement: 1 },
    { name: 'few', score: 9, looked: 2, agreement: 0.5 },
    { name: 'worst', score: 1, looked: 9, agreement: 0.2 },
    { name: 'none', score: 4, looked: 0, agreement: null },
  ]
  expect(inOrder(names, 'agreement').map(({ name }) => name)).toEqual(['worst', 'agreed', 'few', 'none'])
  expect(inOrder(names, 'likely').map(({ name }) => name)).toEqual(['few', 'none', 'agreed', 'worst'])
})
