// What is wrong with a file, as the site says it in every language: each problem and each place of the closed lists has a
// text with the same facts, and the whole sentence comes out without gaps.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, type Language, speaking } from '../../../src/admin/language/language.ts'
import { tellDamage, tellRefusal } from '../../../src/admin/parts/telling.ts'
import { type Damage, damageText, PLACES, PROBLEMS } from '../../../packages/formats/src/damage.ts'

const others = LANGUAGES.filter((language) => language !== ENGLISH)
const gapsOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].toSorted()
const factsOf = (text: string): object => Object.fromEntries(gapsOf(text).map((name, i) => [name, 40 + i]))
const inLanguage = (language: Language, damage: Damage): string => speaking(language, () => tellDamage(damage))

describe.each(Object.entries(PROBLEMS))('%s', (problem, english) => {
  const damage = { file: 'a.bin', where: { at: 'line', line: 7 }, problem, ...factsOf(english) } as unknown as Damage

  it('is an English sentence with its file, its place and its facts', () => {
    expect(damageText(damage)).toMatch(/^a\.bin, line 7: /)
    expect(damageText(damage)).not.toMatch(/[{}]|undefined/)
    expect(inLanguage(ENGLISH, damage)).toBe(damageText(damage))
  })

  it.each(others)('has a text with the same facts in $name', (language) => {
    expect(gapsOf(language.damage[problem] ?? '')).toEqual(gapsOf(english))
    const said = inLanguage(language, damage)
    expect(said).toMatch(/^a\.bin, /)
    expect(said).not.toMatch(/[{}]|undefined|found|expected/)
  })
})

it.each(others)('$name has a text for every place and problem, and no other', ({ damage, places }) => {
  expect(Object.keys(damage).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted())
  expect(Object.keys(places).toSorted()).toEqual(Object.keys(PLACES).toSorted())
  for (const [at, english] of Object.entries(PLACES))
    expect([at, gapsOf(places[at] ?? '')]).toEqual([at, gapsOf(english)])
})

const damaged: readonly (readonly [Damage, english: string, ukrainian: string])[] = [
  [
    {
      file: 'f.bin',
      where: { at: 'slot', block: 3, byte: 4711, slot: 17 },
      problem: 'text_too_long',
      found: 70000,
      expected: 65536,
    },
    'f.bin, block 3 at byte 4711, slot 17: the text is too long; found 70000 bytes, expected at most 65536; nothing was changed',
    'f.bin, блок 3 на байті 4711, комірка 17: текст задовгий; знайдено: 70000 байтів; очікувалося: щонайбільше 65536; нічого не змінено',
  ],
  [
    { file: 'f.bin', where: { at: 'line', line: 2 }, problem: 'no_id', found: '"5 bytes {found}"' },
    'f.bin, line 2: this is not an id; found "5 bytes {found}", expected 16 hex digits; nothing was changed',
    'f.bin, рядок 2: це не id; знайдено: "5 bytes {found}"; очікувалося: 16 шістнадцяткових цифр; нічого не змінено',
  ],
  [
    { file: 'f.gz', where: { at: 'inflated', compression: 'gzip' }, problem: 'shape_empty' },
    'f.gz, the unpacked gzip data: the file is empty; choose one with texts; nothing was changed',
    'f.gz, розпаковані дані gzip: файл порожній; дайте файл із текстами; нічого не змінено',
  ],
  [
    { file: 'f.bin', where: { at: 'file' }, problem: 'changed' },
    'f.bin changed while it was being read; wait until the program that writes it is done, then try again; nothing was changed',
    'f.bin змінився, поки його читали; зачекайте, доки програма, яка його пише, закінчить, і спробуйте ще раз; нічого не змінено',
  ],
  [
    { file: '', where: { at: 'line', line: 1 }, problem: 'no_term' },
    'line 1: the row has no term; found an empty source, expected a term; nothing was changed',
    'рядок 1: рядок не має терміна; знайдено: порожній термін; очікувалося: термін; нічого не змінено',
  ],
]

it.each(damaged)('a whole sentence: %o', (damage, english, expected) => {
  const [ukrainian = ENGLISH] = others
  const tell = (): string => tellRefusal({ code: 'damaged_file', damage })
  expect(tell()).toBe(english)
  expect(speaking(ukrainian, tell)).toBe(expected)
})
