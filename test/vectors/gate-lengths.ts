// Texts too short, too long, and at the limits of a row. Sentences: docs/text-gate.md#measures.

import { type GateVector, pair, refused } from './gate-vector.ts'

const validation = { validation: true } as const

const x = (count: number): string => 'x'.repeat(count)
const ж = (count: number): string => 'ж'.repeat(count)

export const LENGTH_VECTORS: readonly GateVector[] = [
  pair('a fifth of sixty is enough for no error', x(60), ж(12), { warnings: ['LENGTH_01'] }),
  pair(
    'less than a fifth of sixty',
    x(60),
    ж(11),
    refused('LENGTH_01', { visibleLength: 11, sourceVisibleLength: 60, minVisibleLength: 12 }),
  ),
  pair('below sixty it is a warning', x(59), ж(1), { warnings: ['LENGTH_01'] }),
  pair('three tenths of twenty are enough', x(20), ж(6)),
  pair('less than three tenths of twenty', x(20), ж(5), { warnings: ['LENGTH_01'] }),
  pair('below twenty nothing is too short', x(19), ж(1)),
  pair('three tenths of a long source are enough', x(100), ж(30)),
  pair('tokens weigh nothing in the source', `${x(19)}{long name of a token}`, `${ж(1)}{long name of a token}`),
  pair('tokens weigh nothing in the text', `${x(60)}{long name}`, `${ж(11)}{long name}`, { errors: ['LENGTH_01'] }),
  pair('a Han character counts as three', x(60), '字字字字', { warnings: ['LENGTH_01'] }),
  pair('six Han characters for sixty letters', x(60), '字字字字字字'),
  pair('Kana and Hangul count as three', x(60), 'あア한글あア'),
  pair('a grapheme of several code points counts as one', x(20), 'é👨‍👩‍👧🇺🇦е\u0301x', {
    warnings: ['LENGTH_01', 'FORM_13'],
  }),
  pair('line breaks are tokens and weigh nothing', x(20), `${ж(5)}\n`, {
    warnings: ['FORMAT_02', 'LENGTH_01', 'FORM_12'],
  }),
  pair('three times and forty are allowed', x(10), ж(70), { warnings: ['LENGTH_03'] }),
  pair(
    'one more is too long',
    x(10),
    ж(71),
    refused('LENGTH_02', { visibleLength: 71, sourceVisibleLength: 10, maxVisibleLength: 70 }),
  ),
  pair('Han for letters reaches the limit sooner', x(10), '字'.repeat(24), { errors: ['LENGTH_02'] }),
  pair('letters for Han have room', '字'.repeat(10), ж(130), { warnings: ['LENGTH_03'] }),
  pair(
    'kept captions weigh nothing',
    'Gain <Agility of all the heroes of old|1>',
    '<Agility of all the heroes of old|1>',
    { warnings: ['DOUBT_09'] },
  ),
  pair('ratios are settings', x(10), ж(11), {
    rules: { lengthMaxRatio: 1, lengthMaxOffset: 0 },
    errors: ['LENGTH_02'],
  }),
  pair('lengths are settings', x(10), ж(1), { rules: { lengthMinErrorLength: 10 }, errors: ['LENGTH_01'] }),
  pair('the waiver lifts too short', x(60), ж(1), { waivers: validation }),
  pair('the waiver lifts too long', x(1), ж(100), { waivers: validation }),
  pair('code points up to the limit', x(20_000), x(32_768)),
  pair(
    'one code point above',
    x(20_000),
    x(32_769),
    refused('LENGTH_02', { codePoints: 32_769, maxCodePoints: 32_768, bytes: 32_769, maxBytes: 65_536 }),
  ),
  pair('an astral character is one code point', x(20_000), `${x(32_767)}𝐀`),
  pair('CRLF is one code point', `${x(20_000)}\n`, `${x(32_767)}\r\n`),
  pair('bytes up to the limit', x(20_000), ж(32_768)),
  pair('bytes above the limit', x(20_000), `${ж(32_767)}字`, { errors: ['LENGTH_02'], details: { bytes: 65_537 } }),
  pair('a text above the limit is refused for its size alone', 'Hello {0}', x(40_000), { errors: ['LENGTH_02'] }),
  pair(
    'so is one of nothing but line ends',
    'Hello {0}',
    '\r\n'.repeat(33_000),
    refused('LENGTH_02', { codePoints: 33_000, bytes: 66_000 }),
  ),
  pair('a short text as wide as the room it has', 'Confirm', 'Підтвердити все'),
  pair('a short text much wider than its source', 'Confirm', 'Підтвердити та продовжити завдання', {
    warnings: ['LENGTH_03'],
    details: { letters: 35, officialLetters: 7, maxLetters: 15 },
  }),
  pair('wide letters have less room', 'Confirm', 'ЩЩЩЩЩЩЩЩЩЩ', { warnings: ['LENGTH_03', 'DOUBT_05'] }),
  pair('than as many narrow ones', 'Confirm', 'іііііііііі'),
  pair('the widest of added lines counts', 'Confirm', 'Підтвердити\nта продовжити', { warnings: ['FORMAT_02'] }),
  pair('tokens have no width', '#YSave#E {0}', '#YЗберегти#E {0}'),
  pair('a sentence has room', '#Y"Go!"#E', '#Y«Нумо всі разом уперед, не озираючись!»#E'),
  pair('so has a text of two lines', 'Go\nnow', 'Уперед, і не озирайтеся\nпросто зараз'),
  pair('forty characters are a short text', x(40), ж(60), {
    warnings: ['LENGTH_03'],
    details: { letters: 90, officialLetters: 40, maxLetters: 65 },
  }),
  pair('forty-one are none', x(41), ж(61)),
  pair('what the file of another game allows', 'Confirm now.', ж(20), { rules: { markup: '+' }, maxLength: 20 }),
  pair('one more than it allows', 'Confirm now.', ж(21), {
    rules: { markup: '+' },
    maxLength: 20,
    warnings: ['LENGTH_03'],
    details: { visibleLength: 21, maxVisibleLength: 20 },
  }),
  pair('it goes before the room of a short text', 'OK', ж(20), { rules: { markup: '+' }, maxLength: 20 }),
  pair('files of the first game allow nothing', 'Confirm now.', ж(21), { maxLength: 20 }),
  pair('the waiver lifts too wide', 'Confirm', ж(40), { waivers: validation }),
]
