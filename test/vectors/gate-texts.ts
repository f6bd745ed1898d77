// What stands alone, the source as a translation, characters and cosmetic tokens, and faults together. Sentences:
// docs/text-gate.md.

import type { GlossaryEntry } from '../../src/domain/checks/glossary.ts'
import { type GateVector, pair, refused } from './gate-vector.ts'

const free = { markup: 'free' } as const
const validation = { validation: true } as const
const name: GlossaryEntry = { source: 'Aldor', forms: [], caseSensitive: false, doNotTranslate: true, note: '' }
const nameOfSword: GlossaryEntry = { ...name, source: 'Aldor Blade', forms: ['Клинок Алдора'], doNotTranslate: false }

export const ALONE_VECTORS: readonly GateVector[] = [
  pair('a service row takes no text', '{0}/{1}', '{0}/{1}', { errors: ['SERVICE_01'] }),
  pair('a service row stands alone', '{0}', 'слова \u0007 {1}', { errors: ['SERVICE_01'] }),
  pair('a service row wins over an empty text', '{0}', '', { errors: ['SERVICE_01'] }),
  pair('no waiver lifts it', '{0}', 'x', { waivers: { validation: true, glossary: true }, errors: ['SERVICE_01'] }),
  pair('an empty source is a service row', '', 'слова', { errors: ['SERVICE_01'] }),
  pair('a row of captions is none', '<Name>', '<Name>'),
  pair('an empty text', 'Hello {0}', '', { errors: ['EMPTY_01'] }),
  pair('white space alone', 'Hello {0}', ' \t\r\n\u00A0\u3000', { errors: ['EMPTY_01'] }),
  pair('zero-width alone', 'Hello {0}', '\u200B\u200C\u200D\u2060\uFEFF', { errors: ['EMPTY_01'] }),
  pair('no waiver lifts empty', 'Hello', ' ', { waivers: { validation: true, glossary: true }, errors: ['EMPTY_01'] }),
  pair('a token alone is not empty', 'Hello {0}', '{0}', { warnings: ['DOUBT_09'] }),
]

export const SOURCE_VECTORS: readonly GateVector[] = [
  pair('the source itself', 'Open the gate', 'Open the gate', { errors: ['SOURCE_01'] }),
  pair('another letter case', 'Open the gate', 'OPEN THE GATE', { errors: ['SOURCE_01'] }),
  pair('other white space', 'Open the gate', ' Open\u00A0 the\u3000gate ', { errors: ['SOURCE_01'] }),
  pair('line ends turned', 'Open\r\nthe gate', 'Open\nthe gate', { errors: ['SOURCE_01'] }),
  pair('a line break for a space', 'Open the gate', 'Open\nthe gate', {
    errors: ['SOURCE_01'],
    warnings: ['FORMAT_02'],
  }),
  pair('a space that vanished is a change', 'Open the gate', 'Openthe gate', { warnings: ['DOUBT_12'] }),
  pair('a word that changed is a change', 'Open the gate', 'Open the gates'),
  pair('the waiver lifts it', 'Open the gate', 'Open the gate', { waivers: validation }),
  pair('the glossary waiver does not', 'Open', 'Open', { waivers: { glossary: true }, errors: ['SOURCE_01'] }),
  pair('letters of other scripts', 'ΑΣ и', 'ας И', { errors: ['SOURCE_01'] }),
  pair('only a name that is not translated', 'Aldor', 'Aldor', { glossary: [name] }),
  pair('a name and tokens', '{0}: Aldor!', '{0}: Aldor!', { glossary: [name] }),
  pair('a name among words', 'Aldor came', 'Aldor came', { glossary: [name], errors: ['SOURCE_01'] }),
  pair('a name inside a longer word', 'Aldoran', 'Aldoran', { glossary: [name], errors: ['SOURCE_01'] }),
  pair('a name inside a longer term that is translated', 'Aldor Blade', 'Aldor Blade', {
    glossary: [name, nameOfSword],
    errors: ['SOURCE_01', 'GLOSSARY_01'],
  }),
  pair('two names', 'Aldor, Aldor', 'Aldor, Aldor', { glossary: [name] }),
  pair('captions that are kept are no words', '<Name>', '<Name>'),
  pair('captions that are free are words', '<Agility|7>', '<Agility|7>', { rules: free, errors: ['SOURCE_01'] }),
]

export const FORMAT_VECTORS: readonly GateVector[] = [
  pair(
    'a control character',
    'Hello',
    'При\u0007віт',
    refused('FORMAT_01', { unexpected: { '\u0007': 1 }, characters: ['U+0007'] }),
  ),
  pair('a control character of the second block', 'Hello', 'При\u0085віт', { errors: ['FORMAT_01'] }),
  pair('delete', 'Hello', 'При\u007Fвіт', { errors: ['FORMAT_01'] }),
  pair('a replacement character', 'Hello', 'При\uFFFDвіт', { errors: ['FORMAT_01'] }),
  pair('a BOM', 'Hello', '\uFEFFПривіт', { errors: ['FORMAT_01'] }),
  pair('bidi overrides', 'Hello', '\u202DПри\u202Eвіт', refused('FORMAT_01', { characters: ['U+202D', 'U+202E'] })),
  pair('one that the source has', 'He\u0007llo', 'При\u0007віт'),
  pair(
    'one that the source has not, beside one it has',
    'He\u0007llo',
    'При\u0007ві\u0008т',
    refused('FORMAT_01', { unexpected: { '\b': 1 } }),
  ),
  pair('other bidi marks and zero-width characters are a warning', 'Hello', 'При\u200Bвіт\u200E\u2060', {
    warnings: ['DOUBT_15'],
  }),
  pair('the waiver lifts it', 'Hello', 'При\u0007віт', { waivers: validation }),
  pair('a lost colour is a warning', '#YHello#E', 'Привіт', {
    warnings: ['FORMAT_02'],
    details: {
      missing: { '#Y': 1, '#E': 1 },
      unexpected: {},
      expected: { '#Y': 1, '#E': 1 },
      found: { '#Y': 0, '#E': 0 },
    },
  }),
  pair('a colour more is a warning', 'Hello', '#FF0000Привіт', { warnings: ['FORMAT_02'] }),
  pair('a line break less is a warning', 'Hello\nyou', 'Привіт', {
    warnings: ['FORMAT_02'],
    details: { missing: { '\n': 1 } },
  }),
  pair('a tab more is a warning', 'Hello', '\tПривіт', { warnings: ['FORMAT_02'] }),
  pair('CRLF for LF is the same', 'Hello\nyou', 'Привіт\r\nти'),
  pair('CR for CRLF is the same', 'Hello\r\nyou', 'Привіт\rти'),
  pair('a Cyrillic letter in a close tag is named', '#YHello#E', '#YПривіт#Е', {
    warnings: ['FORMAT_02', 'FORM_16'],
    details: { missing: { '#E': 1 }, lookalikes: [{ expected: '#E', found: '#Е' }] },
  }),
  pair('the waiver lifts the warning', '#YHello#E', 'Привіт', { waivers: validation }),
  pair('cosmetic tokens in kept captions are not counted apart', '<Hello #Y|1> x', '<Hello #Y|1> х'),
]

export const TOGETHER_VECTORS: readonly GateVector[] = [
  pair('faults come together in order', '%s has %d {0} <Name>#E', '%d має %s <Імʼя>\u0007', {
    errors: ['TAGS_01', 'TAGS_02', 'TAGS_03', 'FORMAT_01'],
    warnings: ['FORMAT_02'],
  }),
  pair('a good pair has no fault', '#YHello#E, {0}!\n%s', '#YПривіт#E, {0}!\n%s'),
  pair('the waiver leaves the glossary', 'Aldor {0}', 'Він', {
    waivers: validation,
    glossary: [name],
    errors: ['GLOSSARY_01'],
  }),
]
