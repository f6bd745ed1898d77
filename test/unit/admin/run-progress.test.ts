// What runs of the site say of their way and of their end, in the language of the reader.
import { expect, it } from 'vitest'
import { findLanguage } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, speaking } from '../../../src/admin/language/language.ts'
import { told } from '../../../src/admin/language/say.ts'
import { tellProgress } from '../../../src/admin/parts/said/run-progress.ts'

const ukrainian = findLanguage('uk') ?? ENGLISH

it.each([
  [
    'reading main.jsonl: 12,000 of 24,000 rows, 5,000 rows/s, 1 min 3 s left',
    'читаємо main.jsonl: рядків 12 000 з 24 000, 5 000 за секунду, лишилося 1 хв 3 с',
  ],
  ['writing rows: 7 rows, 1,200 rows/s', 'записуємо рядки: рядків 7, 1 200 за секунду'],
  ['waiting for its turn', 'чекає своєї черги'],
  ['something of another time', 'something of another time'],
])('tells %j in Ukrainian', (line, expected) => {
  expect(speaking(ukrainian, () => tellProgress(line)).replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(expected)
})

it('says in English what the command said', () => {
  const line = 'reading main.jsonl: 12,000 of 24,000 rows, 5,000 rows/s, 3 s left'
  expect(tellProgress(line)).toBe('reading main.jsonl: 12,000 of 24,000 rows, 5,000 rows a second, 3 s left')
})

it('tells why a run failed', () => {
  const damage = 'a.bin, byte 12: the checksum is wrong; found 1, expected 2; nothing was changed'
  expect(told(damage)).toBe(damage)
  expect(speaking(ukrainian, () => told(damage))).toMatch(/^a\.bin, байт 12: .*знайдено: 1; .*нічого не змінено$/)
})
