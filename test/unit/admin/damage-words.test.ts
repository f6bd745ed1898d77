// What is wrong with a file, as the site says it in every language: each word that the readers of files put into such a
// sentence has a text in the catalogues, and the whole sentence comes out without English.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, speaking } from '../../../src/admin/language/language.ts'
import { told } from '../../../src/admin/language/say.ts'
import { DamagedFile } from '../../../src/formats/text-entry.ts'
import { readSiteMessages } from '../../support/site-messages.ts'

/** No damage, or the same in every language: names of columns and formats, bytes, and what reports of imports count. */
const NO_DAMAGE: ReadonlySet<string> = new Set([
  'EF BE AD DE',
  'Number',
  'File',
  'All Blocks',
  'Work Blocks',
  'Current Block',
  'Unknown',
  'English',
  'Chinese',
  'Target',
  'Number {0}',
  ' ({0} times)',
  'windrow history',
  '{0} data that inflates to ',
  // Said in the whole sentences below.
  ' (byte-swapped: a big-endian file)',
  'one of: {0}',
  '{0} changed while it was read; nothing was changed: wait until the program that writes it is done, then try again',
  '{0}; laid out anew',
  '{0}: its ids are written with their bytes reversed, and were turned around',
  'index says {0}, the shards hold {1}',
  'the translated texts of one shard need {0} bytes, more than {1}',
  'the translated file would be larger than 4 GiB, which its format cannot hold',
  'a row has more than {0} bytes of history, more than a line of this file may hold',
])
/** Where it does not stand what is wrong: oddities that a report counts, and names of formats. */
const ELSEWHERE = /container-shard\.ts:(?:3\d|4\d)$|formats\/game-text\.ts/

const said = readSiteMessages(['src/formats']).sentences.filter(
  ({ key, at }) => !NO_DAMAGE.has(key) && !ELSEWHERE.test(at),
)
const others = LANGUAGES.filter((language) => language !== ENGLISH)

/** The sentence as the command line prints it and the site is given it. */
const sentence = (damage: { place: string; problem: string; found: string; expected: string }): string =>
  `${new DamagedFile({ file: 'f.bin', ...damage }).message}; nothing was changed`

describe.each(others)('$name', (language) => {
  it('has a text for everything that is said of damage', () => {
    expect(said.length).toBeGreaterThan(150)
    const left = said.filter(({ key }) => {
      const part = key.replace(/^\{0\}(?=[a-z])/, '').replaceAll(/\{\d+\}/g, '7')
      const places = { place: part, problem: part, found: part, expected: part }
      return speaking(language, () => told(sentence(places))).includes(part)
    })
    expect(left).toEqual([])
  })
})

it.each([
  [
    {
      place: 'block 3 at byte 4711, slot 17',
      problem: 'the text is too long',
      found: '70000 bytes',
      expected: 'at most 65536',
    },
    'f.bin, блок 3 на байті 4711, комірка 17: текст задовгий; знайдено: 70000 байтів; очікувалося: щонайбільше 65536; нічого не змінено',
  ],
  [
    { place: 'line 2', problem: 'the id is no id', found: '"5 bytes"', expected: '16 hex digits' },
    'f.bin, рядок 2: це не id; знайдено: "5 bytes"; очікувалося: 16 шістнадцяткових цифр; нічого не змінено',
  ],
  [
    {
      place: 'byte 0',
      problem: 'its shape is not known',
      found: 'gzip data that inflates to an empty file',
      expected: 'one of: CSV',
    },
    'f.bin: вид файлу невідомий; знайдено: дані gzip, у яких порожній файл; очікувалося одне з такого: CSV; нічого не змінено',
  ],
  [
    {
      place: 'byte 0',
      problem: 'this is no game container',
      found: 'DE AD BE EF (byte-swapped: a big-endian file)',
      expected: 'EF BE AD DE',
    },
    'f.bin, байт 0: це не контейнер гри; знайдено: DE AD BE EF (байти навпаки: файл big-endian); очікувалося: EF BE AD DE; нічого не змінено',
  ],
])('a whole sentence in Ukrainian: %o', (damage, expected) => {
  const [ukrainian = ENGLISH] = others
  expect(speaking(ukrainian, () => told(sentence(damage)))).toBe(expected)
})
