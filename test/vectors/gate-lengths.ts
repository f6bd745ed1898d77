// Texts too short, too long, and at the limits of a row. Sentences: docs/text-gate.md#measures.

import type { GateVector } from './gate-vector.ts'

const validation = { validation: true } as const

const x = (count: number): string => 'x'.repeat(count)
const ж = (count: number): string => 'ж'.repeat(count)

export const LENGTH_VECTORS: readonly GateVector[] = [
  { says: 'a fifth of sixty is enough for no error', source: x(60), text: ж(12), warnings: ['LENGTH_01'] },
  {
    says: 'less than a fifth of sixty',
    source: x(60),
    text: ж(11),
    errors: ['LENGTH_01'],
    details: { visibleLength: 11, sourceVisibleLength: 60, minVisibleLength: 12 },
  },
  { says: 'below sixty it is a warning', source: x(59), text: ж(1), warnings: ['LENGTH_01'] },
  { says: 'three tenths of twenty are enough', source: x(20), text: ж(6) },
  { says: 'less than three tenths of twenty', source: x(20), text: ж(5), warnings: ['LENGTH_01'] },
  { says: 'below twenty nothing is too short', source: x(19), text: ж(1) },
  { says: 'three tenths of a long source are enough', source: x(100), text: ж(30) },
  {
    says: 'tokens weigh nothing in the source',
    source: `${x(19)}{long name of a token}`,
    text: `${ж(1)}{long name of a token}`,
  },
  {
    says: 'tokens weigh nothing in the text',
    source: `${x(60)}{long name}`,
    text: `${ж(11)}{long name}`,
    errors: ['LENGTH_01'],
  },
  { says: 'a Han character counts as three', source: x(60), text: '字字字字', warnings: ['LENGTH_01'] },
  { says: 'six Han characters for sixty letters', source: x(60), text: '字字字字字字' },
  { says: 'Kana and Hangul count as three', source: x(60), text: 'あア한글あア' },
  {
    says: 'a grapheme of several code points counts as one',
    source: x(20),
    text: 'é👨‍👩‍👧🇺🇦е\u0301x',
    warnings: ['LENGTH_01', 'FORM_13'],
  },
  {
    says: 'line breaks are tokens and weigh nothing',
    source: x(20),
    text: `${ж(5)}\n`,
    warnings: ['FORMAT_02', 'LENGTH_01', 'FORM_12'],
  },
  { says: 'three times and forty are allowed', source: x(10), text: ж(70), warnings: ['LENGTH_03'] },
  {
    says: 'one more is too long',
    source: x(10),
    text: ж(71),
    errors: ['LENGTH_02'],
    details: { visibleLength: 71, sourceVisibleLength: 10, maxVisibleLength: 70 },
  },
  { says: 'Han for letters reaches the limit sooner', source: x(10), text: '字'.repeat(24), errors: ['LENGTH_02'] },
  { says: 'letters for Han have room', source: '字'.repeat(10), text: ж(130), warnings: ['LENGTH_03'] },
  {
    says: 'kept captions weigh nothing',
    source: 'Gain <Agility of all the heroes of old|1>',
    text: '<Agility of all the heroes of old|1>',
    warnings: ['DOUBT_09'],
  },
  {
    says: 'ratios are settings',
    source: x(10),
    text: ж(11),
    rules: { lengthMaxRatio: 1, lengthMaxOffset: 0 },
    errors: ['LENGTH_02'],
  },
  {
    says: 'lengths are settings',
    source: x(10),
    text: ж(1),
    rules: { lengthMinErrorLength: 10 },
    errors: ['LENGTH_01'],
  },
  { says: 'the waiver lifts too short', source: x(60), text: ж(1), waivers: validation },
  { says: 'the waiver lifts too long', source: x(1), text: ж(100), waivers: validation },
  { says: 'code points up to the limit', source: x(20_000), text: x(32_768) },
  {
    says: 'one code point above',
    source: x(20_000),
    text: x(32_769),
    errors: ['LENGTH_02'],
    details: { codePoints: 32_769, maxCodePoints: 32_768, bytes: 32_769, maxBytes: 65_536 },
  },
  { says: 'an astral character is one code point', source: x(20_000), text: `${x(32_767)}𝐀` },
  { says: 'CRLF is one code point', source: `${x(20_000)}\n`, text: `${x(32_767)}\r\n` },
  { says: 'bytes up to the limit', source: x(20_000), text: ж(32_768) },
  {
    says: 'bytes above the limit',
    source: x(20_000),
    text: `${ж(32_767)}字`,
    errors: ['LENGTH_02'],
    details: { bytes: 65_537 },
  },
  {
    says: 'a text above the limit is refused for its size alone',
    source: 'Hello {0}',
    text: x(40_000),
    errors: ['LENGTH_02'],
  },
  {
    says: 'so is one of nothing but line ends',
    source: 'Hello {0}',
    text: '\r\n'.repeat(33_000),
    errors: ['LENGTH_02'],
    details: { codePoints: 33_000, bytes: 66_000 },
  },
  {
    says: 'a short text as wide as the room it has',
    source: 'Confirm',
    text: 'Підтвердити все',
  },
  {
    says: 'a short text much wider than its source',
    source: 'Confirm',
    text: 'Підтвердити та продовжити завдання',
    warnings: ['LENGTH_03'],
    details: { letters: 35, officialLetters: 7, maxLetters: 15 },
  },
  { says: 'wide letters have less room', source: 'Confirm', text: 'ЩЩЩЩЩЩЩЩЩЩ', warnings: ['LENGTH_03', 'DOUBT_05'] },
  { says: 'than as many narrow ones', source: 'Confirm', text: 'іііііііііі' },
  {
    says: 'the widest of added lines counts',
    source: 'Confirm',
    text: 'Підтвердити\nта продовжити',
    warnings: ['FORMAT_02'],
  },
  {
    says: 'tokens have no width',
    source: '#YSave#E {0}',
    text: '#YЗберегти#E {0}',
  },
  {
    says: 'a sentence has room',
    source: '#Y"Go!"#E',
    text: '#Y«Нумо всі разом уперед, не озираючись!»#E',
  },
  { says: 'so has a text of two lines', source: 'Go\nnow', text: 'Уперед, і не озирайтеся\nпросто зараз' },
  {
    says: 'forty characters are a short text',
    source: x(40),
    text: ж(60),
    warnings: ['LENGTH_03'],
    details: { letters: 90, officialLetters: 40, maxLetters: 65 },
  },
  { says: 'forty-one are none', source: x(41), text: ж(61) },
  { says: 'the waiver lifts too wide', source: 'Confirm', text: ж(40), waivers: validation },
]
