// What stands alone, the source as a translation, characters and cosmetic tokens, and faults together. Sentences:
// docs/text-gate.md.

import type { GlossaryEntry } from '../../src/domain/checks/glossary.ts'
import type { GateVector } from './gate-vector.ts'

const free = { markup: 'free' } as const
const validation = { validation: true } as const
const name: GlossaryEntry = { source: 'Aldor', forms: [], caseSensitive: false, doNotTranslate: true, note: '' }
const nameOfSword: GlossaryEntry = { ...name, source: 'Aldor Blade', forms: ['Клинок Алдора'], doNotTranslate: false }

export const ALONE_VECTORS: readonly GateVector[] = [
  { says: 'a service row takes no text', source: '{0}/{1}', text: '{0}/{1}', errors: ['SERVICE_01'] },
  { says: 'a service row stands alone', source: '{0}', text: 'слова \u0007 {1}', errors: ['SERVICE_01'] },
  { says: 'a service row wins over an empty text', source: '{0}', text: '', errors: ['SERVICE_01'] },
  {
    says: 'no waiver lifts it',
    source: '{0}',
    text: 'x',
    waivers: { validation: true, glossary: true },
    errors: ['SERVICE_01'],
  },
  { says: 'an empty source is a service row', source: '', text: 'слова', errors: ['SERVICE_01'] },
  { says: 'a row of captions is none', source: '<Name>', text: '<Name>' },
  { says: 'an empty text', source: 'Hello {0}', text: '', errors: ['EMPTY_01'] },
  { says: 'white space alone', source: 'Hello {0}', text: ' \t\r\n\u00A0\u3000', errors: ['EMPTY_01'] },
  { says: 'zero-width alone', source: 'Hello {0}', text: '\u200B\u200C\u200D\u2060\uFEFF', errors: ['EMPTY_01'] },
  {
    says: 'no waiver lifts empty',
    source: 'Hello',
    text: ' ',
    waivers: { validation: true, glossary: true },
    errors: ['EMPTY_01'],
  },
  { says: 'a token alone is not empty', source: 'Hello {0}', text: '{0}', warnings: ['DOUBT_09'] },
]

export const SOURCE_VECTORS: readonly GateVector[] = [
  { says: 'the source itself', source: 'Open the gate', text: 'Open the gate', errors: ['SOURCE_01'] },
  { says: 'another letter case', source: 'Open the gate', text: 'OPEN THE GATE', errors: ['SOURCE_01'] },
  { says: 'other white space', source: 'Open the gate', text: ' Open\u00A0 the\u3000gate ', errors: ['SOURCE_01'] },
  { says: 'line ends turned', source: 'Open\r\nthe gate', text: 'Open\nthe gate', errors: ['SOURCE_01'] },
  {
    says: 'a line break for a space',
    source: 'Open the gate',
    text: 'Open\nthe gate',
    errors: ['SOURCE_01'],
    warnings: ['FORMAT_02'],
  },
  { says: 'a space that vanished is a change', source: 'Open the gate', text: 'Openthe gate', warnings: ['DOUBT_12'] },
  { says: 'a word that changed is a change', source: 'Open the gate', text: 'Open the gates' },
  { says: 'the waiver lifts it', source: 'Open the gate', text: 'Open the gate', waivers: validation },
  {
    says: 'the glossary waiver does not',
    source: 'Open',
    text: 'Open',
    waivers: { glossary: true },
    errors: ['SOURCE_01'],
  },
  { says: 'letters of other scripts', source: 'ΑΣ и', text: 'ας И', errors: ['SOURCE_01'] },
  { says: 'only a name that is not translated', source: 'Aldor', text: 'Aldor', glossary: [name] },
  { says: 'a name and tokens', source: '{0}: Aldor!', text: '{0}: Aldor!', glossary: [name] },
  { says: 'a name among words', source: 'Aldor came', text: 'Aldor came', glossary: [name], errors: ['SOURCE_01'] },
  { says: 'a name inside a longer word', source: 'Aldoran', text: 'Aldoran', glossary: [name], errors: ['SOURCE_01'] },
  {
    says: 'a name inside a longer term that is translated',
    source: 'Aldor Blade',
    text: 'Aldor Blade',
    glossary: [name, nameOfSword],
    errors: ['SOURCE_01', 'GLOSSARY_01'],
  },
  { says: 'two names', source: 'Aldor, Aldor', text: 'Aldor, Aldor', glossary: [name] },
  { says: 'captions that are kept are no words', source: '<Name>', text: '<Name>' },
  {
    says: 'captions that are free are words',
    source: '<Agility|7>',
    text: '<Agility|7>',
    rules: free,
    errors: ['SOURCE_01'],
  },
]

export const FORMAT_VECTORS: readonly GateVector[] = [
  {
    says: 'a control character',
    source: 'Hello',
    text: 'При\u0007віт',
    errors: ['FORMAT_01'],
    details: { unexpected: { '\u0007': 1 }, characters: ['U+0007'] },
  },
  { says: 'a control character of the second block', source: 'Hello', text: 'При\u0085віт', errors: ['FORMAT_01'] },
  { says: 'delete', source: 'Hello', text: 'При\u007Fвіт', errors: ['FORMAT_01'] },
  { says: 'a replacement character', source: 'Hello', text: 'При\uFFFDвіт', errors: ['FORMAT_01'] },
  { says: 'a BOM', source: 'Hello', text: '\uFEFFПривіт', errors: ['FORMAT_01'] },
  {
    says: 'bidi overrides',
    source: 'Hello',
    text: '\u202DПри\u202Eвіт',
    errors: ['FORMAT_01'],
    details: { characters: ['U+202D', 'U+202E'] },
  },
  { says: 'one that the source has', source: 'He\u0007llo', text: 'При\u0007віт' },
  {
    says: 'one that the source has not, beside one it has',
    source: 'He\u0007llo',
    text: 'При\u0007ві\u0008т',
    errors: ['FORMAT_01'],
    details: { unexpected: { '\b': 1 } },
  },
  {
    says: 'other bidi marks and zero-width characters are a warning',
    source: 'Hello',
    text: 'При\u200Bвіт\u200E\u2060',
    warnings: ['DOUBT_15'],
  },
  { says: 'the waiver lifts it', source: 'Hello', text: 'При\u0007віт', waivers: validation },
  {
    says: 'a lost colour is a warning',
    source: '#YHello#E',
    text: 'Привіт',
    warnings: ['FORMAT_02'],
    details: {
      missing: { '#Y': 1, '#E': 1 },
      unexpected: {},
      expected: { '#Y': 1, '#E': 1 },
      found: { '#Y': 0, '#E': 0 },
    },
  },
  { says: 'a colour more is a warning', source: 'Hello', text: '#FF0000Привіт', warnings: ['FORMAT_02'] },
  {
    says: 'a line break less is a warning',
    source: 'Hello\nyou',
    text: 'Привіт',
    warnings: ['FORMAT_02'],
    details: { missing: { '\n': 1 } },
  },
  { says: 'a tab more is a warning', source: 'Hello', text: '\tПривіт', warnings: ['FORMAT_02'] },
  { says: 'CRLF for LF is the same', source: 'Hello\nyou', text: 'Привіт\r\nти' },
  { says: 'CR for CRLF is the same', source: 'Hello\r\nyou', text: 'Привіт\rти' },
  {
    says: 'a Cyrillic letter in a close tag is named',
    source: '#YHello#E',
    text: '#YПривіт#Е',
    warnings: ['FORMAT_02', 'FORM_16'],
    details: { missing: { '#E': 1 }, lookalikes: [{ expected: '#E', found: '#Е' }] },
  },
  { says: 'the waiver lifts the warning', source: '#YHello#E', text: 'Привіт', waivers: validation },
  { says: 'cosmetic tokens in kept captions are not counted apart', source: '<Hello #Y|1> x', text: '<Hello #Y|1> х' },
]

export const TOGETHER_VECTORS: readonly GateVector[] = [
  {
    says: 'faults come together in order',
    source: '%s has %d {0} <Name>#E',
    text: '%d має %s <Імʼя>\u0007',
    errors: ['TAGS_01', 'TAGS_02', 'TAGS_03', 'FORMAT_01'],
    warnings: ['FORMAT_02'],
  },
  { says: 'a good pair has no fault', source: '#YHello#E, {0}!\n%s', text: '#YПривіт#E, {0}!\n%s' },
  {
    says: 'the waiver leaves the glossary',
    source: 'Aldor {0}',
    text: 'Він',
    waivers: validation,
    glossary: [name],
    errors: ['GLOSSARY_01'],
  },
]
