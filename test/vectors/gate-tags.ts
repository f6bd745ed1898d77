// Must-preserve tokens, captions and the order of printf conversions. Sentences: docs/text-gate.md#rules and
// docs/tokens.md#rules.

import { type GateVector, pair, refused } from './gate-vector.ts'

const free = { markup: 'free' } as const
const validation = { validation: true } as const

export const TAG_VECTORS: readonly GateVector[] = [
  pair('order is free', '{0} of {1}', '{1} із {0}'),
  pair(
    'one of two lost',
    '{0} and {0}',
    '{0} двічі',
    refused('TAGS_01', {
      missing: { '{0}': 1 },
      unexpected: {},
      expected: { '{0}': 2 },
      found: { '{0}': 1 },
      lookalikes: [],
    }),
  ),
  pair(
    'one too many',
    '{0} once',
    '{0} раз {0}',
    refused('TAGS_01', { missing: {}, unexpected: { '{0}': 1 }, expected: { '{0}': 1 }, found: { '{0}': 2 } }),
  ),
  pair(
    'one for another',
    '{0} once',
    '{1} раз',
    refused('TAGS_01', {
      missing: { '{0}': 1 },
      unexpected: { '{1}': 1 },
      expected: { '{0}': 1, '{1}': 0 },
      found: { '{0}': 0, '{1}': 1 },
    }),
  ),
  pair('tokens that lie close together', '$H$F1.5$E damage', 'шкода $H$F1.5$E'),
  pair('a token written with a space', '%s gold', '% s золота', { errors: ['TAGS_01'] }),
  pair('a percentage is no token', '50%damage', '50% шкоди'),
  pair('a percentage may gain a space before a word', '50% of damage', '50 % шкоди'),
  pair('a tag that became text', '<b>bold</b>', 'жирний</b>', refused('TAGS_01', { missing: { '<b>': 1 } })),
  pair('line ends inside a tag are turned', '<a\r\nb|1> word', '<a\nb|1> слово'),
  pair('a link keeps both ends', 'Ask $linkAldor^7^$', 'Спитай $linkАлдора^7^$'),
  pair(
    'a link that lost its end',
    'Ask $linkAldor^7^$',
    'Спитай $linkАлдора',
    refused('TAGS_01', { missing: { $link: 1, '^7^$': 1 } }),
  ),
  pair('plain tags in a link are text', 'Go $link<Dark Wood>^7^$', 'Йди $link<Темний ліс>^7^$'),
  pair('tokens in a link count', 'Go $link{0}^7^$', 'Йди $linkтуди^7^$', { errors: ['TAGS_01'] }),
  pair('a link end alone is text on both sides', 'To ^7^$ the end', 'До кінця'),
  pair('an unclosed brace may stay', 'Odd { here', 'Дивна { тут'),
  pair('an unclosed brace may go', 'Odd { here', 'Дивно тут'),
  pair(
    'a lone opening brace more',
    'Odd',
    'Дивна { тут',
    refused('TAGS_01', { unexpected: { '{': 1 }, expected: { '{': 0 }, found: { '{': 1 }, missing: {} }),
  ),
  pair(
    'a lone closing brace more',
    'Odd } here',
    'Дивні } тут }',
    refused('TAGS_01', { unexpected: { '}': 1 }, expected: { '}': 1 }, found: { '}': 2 } }),
  ),
  pair(
    'each kind of brace counts for itself',
    'Odd } here',
    'Дивна { тут',
    refused('TAGS_01', { unexpected: { '{': 1 } }),
  ),
  pair(
    'a brace that lost its end',
    'Hello {0}',
    'Привіт {0',
    refused('TAGS_01', { missing: { '{0}': 1 }, unexpected: { '{': 1 } }),
  ),
  pair('the waiver lifts tags', 'Hello {0}', 'Привіт', { waivers: validation }),
  pair('a token the source has not', 'Hello', 'Привіт $G', { errors: ['TAGS_01'], details: { unexpected: { $G: 1 } } }),
  pair(
    'a full-width token is named',
    'Hello {0}',
    'Привіт ｛０｝',
    refused('TAGS_01', { missing: { '{0}': 1 }, lookalikes: [{ expected: '{0}', found: '｛０｝' }] }),
  ),
  pair(
    'a zero-width character inside is named',
    '%s gold',
    '%\u200Bs золота',
    refused('TAGS_01', { lookalikes: [{ expected: '%s', found: '%\u200Bs' }] }),
  ),
  pair(
    'another letter case is named',
    'Hello {Name}',
    'Привіт {name}',
    refused('TAGS_01', { lookalikes: [{ expected: '{Name}', found: '{name}' }] }),
  ),
  pair(
    'a token of the source is nobody’s look-alike',
    '{a} {A} and',
    '{a} і',
    refused('TAGS_01', { missing: { '{A}': 1 }, lookalikes: [] }),
  ),
  pair(
    'each missing one is named once',
    '{0} {0} {0} x',
    '｛0｝ {0} {0} ｛0｝',
    refused('TAGS_01', { missing: { '{0}': 1 }, lookalikes: [{ expected: '{0}', found: '｛0｝' }] }),
  ),
]

export const CAPTION_VECTORS: readonly GateVector[] = [
  pair(
    'a caption that was translated',
    'Gain <Agility|780|#C|15>',
    'Здобудьте <Спритність|780|#C|15>',
    refused('TAGS_02', { captions: [{ expected: '<Agility|780|#C|15>', found: '<Спритність|780|#C|15>' }] }),
  ),
  pair('free captions may be translated', 'Gain <Agility|780|#C|15>', 'Здобудьте <Спритність|780|#C|15>', {
    rules: free,
  }),
  pair('a tail that was altered', 'Gain <Agility|780>', 'Здобудьте <Agility|781>', { errors: ['TAGS_01'] }),
  pair('a tail that was altered, captions free', 'Gain <Agility|780>', 'Здобудьте <Спритність|781>', {
    rules: free,
    errors: ['TAGS_01'],
    details: { missing: { '|780>': 1 }, unexpected: { '|781>': 1 } },
  }),
  pair('a tail that was lost', 'Gain <Agility|780>', 'Здобудьте <Agility>', { errors: ['TAGS_01'] }),
  pair(
    'a plain tag that was translated',
    'I am <Player Name>',
    'Я <Імʼя>',
    refused('TAGS_02', { captions: [{ expected: '<Player Name>', found: '<Імʼя>' }] }),
  ),
  pair('a plain tag that was translated, captions free', 'I am <Player Name>', 'Я <Імʼя>', { rules: free }),
  pair(
    'a plain tag that was dropped',
    'I am <Player Name>',
    'Я герой',
    refused('TAGS_01', { missing: { '<Player Name>': 1 } }),
  ),
  pair('a plain tag that was dropped, captions free', 'I am <Player Name>', 'Я герой', { rules: free }),
  pair('never both for one tag', '<One> and <Two>', '<Один>', {
    errors: ['TAGS_01', 'TAGS_02'],
    details: { missing: { '<Two>': 1 }, unexpected: {} },
  }),
  pair('one plain tag more', '<One> word', '<One> <Слово>', refused('TAGS_01', { unexpected: { '<Слово>': 1 } })),
  pair(
    'equal tags pair before others',
    '<c|1> <d|1> x',
    '<d|1> <в|1> х',
    refused('TAGS_02', { captions: [{ expected: '<c|1>', found: '<в|1>' }] }),
  ),
  pair('a zero-width character inside a caption', 'I am <Name>', 'Я <Na\u200Bme>', { errors: ['TAGS_02'] }),
  pair('a zero-width character inside a term caption', 'Gain <Agility|780>', 'Плюс <Agil\u200Dity|780>', {
    errors: ['TAGS_02'],
  }),
  pair('a caption of other letter case', 'Gain <Agility|780>', 'Плюс <agility|780>', { errors: ['TAGS_02'] }),
  pair('captions may change places', '<c|1> x <d|2>', '<d|2> х <c|1>'),
  pair('captions that changed tails', '<c|1> x <d|2>', '<c|2> х <d|1>', { errors: ['TAGS_02'] }),
  pair('a tail in another tag, captions free', '<c|1> x <d|2>', '<в|2> х <а|1>', { rules: free }),
  pair('a token in a free caption counts', '<Hero {0}|1> x', '<Герой|1> х', { rules: free, errors: ['TAGS_01'] }),
  pair('a bar in a free caption moves its tail', '<Hero|1> x', '<Ге|рой|1> х', { rules: free, errors: ['TAGS_01'] }),
  pair('the content of an XML tag is TAGS_01', '<TEXT a>x</TEXT>', '<TEXT б>х</TEXT>', { errors: ['TAGS_01'] }),
  pair('the waiver lifts captions', 'I am <Name>', 'Я <Імʼя>', { waivers: validation }),
]

export const PRINTF_VECTORS: readonly GateVector[] = [
  pair(
    'another sequence of letters',
    '%s has %d',
    '%d має %s',
    refused('TAGS_03', { expected: ['%s', '%d'], found: ['%d', '%s'] }),
  ),
  pair('the same letters in other widths', '%5d of %d', '%d із %5d'),
  pair('another multiset is TAGS_01 alone', '%s has %d', '%d має', { errors: ['TAGS_01'] }),
  pair('clock forms do not count', '%H:%M on %s', '%s о %M:%H'),
  pair('a sequence beside a missing token', '%s has %d {0}', '%d має %s', { errors: ['TAGS_01', 'TAGS_03'] }),
  pair('percents between do not count', '%s %% %d x', '%% %s %d х'),
  pair('printf in a free caption counts', '<%s|1> %d x', '%d <%s|1> х', { rules: free, errors: ['TAGS_03'] }),
  pair('the waiver lifts the sequence', '%s has %d', '%d має %s', { waivers: validation }),
]
