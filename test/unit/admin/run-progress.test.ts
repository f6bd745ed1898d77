// What runs of the site say of their way and of their end, in the language of the reader.
import { expect, it } from 'vitest'
import { findLanguage } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, speaking } from '../../../src/admin/language/language.ts'
import { tellProgress } from '../../../src/admin/parts/run-progress.ts'
import { tellRun } from '../../../src/admin/parts/telling.ts'

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

const message = 'ann may not import: only active admins and super admins may'

it.each([
  ['its refusal', { code: 'may_not_import', name: 'ann' }, /^ann не може імпортувати: .*суперадміністратор$/],
  [
    'a refusal inside of another',
    { code: 'translations_left_out', why: { code: 'may_not_import', name: 'ann' } },
    /^ann не може імпортувати: .*; файли гри імпортовано, /,
  ],
  [
    'damage',
    {
      code: 'skippable_damage',
      damage: { file: 'a.bin', where: { at: 'byte', byte: 12 }, problem: 'packed_size', found: 1, expected: 2 },
    },
    /^a\.bin, байт 12: packedSize .*знайдено: 1; .*нічого не змінено; /,
  ],
  ['the refusal of a newer windrow, in its English', { code: 'not_known_here', name: 'ann' }, message],
  [
    'a problem of a newer windrow, in its English',
    { code: 'damaged_file', damage: { file: 'a.bin', where: { at: 'byte', byte: 12 }, problem: 'not_known_here' } },
    message,
  ],
  ['a run of an older windrow, in its English', undefined, message],
])('tells why a run failed: %s', (_, refusal, ukrainianText) => {
  const run = { message, ...(refusal !== undefined && { refusal }) }
  expect(speaking(ukrainian, () => tellRun(run))).toMatch(ukrainianText)
})
