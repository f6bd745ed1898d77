// Which sources of a new store are taken for translations, by their letters.
import { expect, test } from 'vitest'
import { SourceLetters } from '../../src/translated-sources.ts'

const many = (count: number, text: string): string[] => Array.from({ length: count }, (_, n) => `${text} ${n}`)
const names = [
  'Русский',
  'Українська',
  'Ελληνικά',
  'العربية',
  'ไทย',
  'עברית',
  'हिन्दी',
  'Български',
  'Српски',
  'Հայերեն',
]
const english = many(390, 'Bring the iron sword to')
const ukrainian = many(13, 'Принесіть залізний меч, і хутко')
const russian = [...many(30, 'Принесите мне железный меч'), ...many(70, 'Это был мой последний выстрел')]

test.each<[string, string, boolean | null, readonly string[], boolean]>([
  ['of English and Ukrainian', '', false, [...english, ...ukrainian], true],
  ['of English and Ukrainian, of any game', '', null, [...english, ...ukrainian], true],
  ['of Chinese and Ukrainian', '', null, [...many(90, '长剑'), ...ukrainian], true],
  ['all Ukrainian, of a game that has no such letters', '', false, ukrainian.slice(0, 3), true],
  ['all Ukrainian, of any game that is translated into it', 'uk', null, ukrainian, true],
  ['all Ukrainian, of any game', '', null, ukrainian, false],
  ['all Russian, of a game that is translated into Ukrainian', 'uk', null, russian, false],
  ['all Greek, of a game that is translated into Ukrainian', 'uk', null, many(50, 'Το σιδερένιο σπαθί'), false],
  ['all Russian, of a game that is translated into English', 'en', null, russian, false],
  ['of Russian and English, of any game', '', null, [...russian, ...english.slice(0, 50)], false],
  ['all Russian, of the game’s Russian file', 'uk', true, russian, false],
  ['of English, with the names of languages', '', null, [...english, ...names], false],
  [
    'of a large game that says them at many places',
    '',
    false,
    [...many(90_000, 'Sword'), ...many(99, 'Русский')],
    false,
  ],
  ['of numbers and signs', '', false, ['1', '{0}/{1}', ''], false],
])('sources %s', (_, target, mayBeOther, texts, areTranslated) => {
  const letters = new SourceLetters(target)
  for (const text of texts) letters.add(text)
  expect(letters.areTranslated(mayBeOther)).toBe(areTranslated)
})
