// Answers as models give them: what is read, and what is left to be bought again.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, readAnswer } from '../../src/answer.ts'
import { SHAPES } from '../../../../test/support/answer-shapes.ts'

const textsOf = (answer: string, count: number, isCut = false): object =>
  Object.fromEntries(readAnswer(answer, count, isCut).texts)

describe('lines', () => {
  it.each([
    ['with tabs', '1\tОдин\n2\tДва', { 1: 'Один', 2: 'Два' }],
    ['with points', '1. Один\n2) Два', { 1: 'Один', 2: 'Два' }],
    ['with line breaks and tabs as they were asked for', '1\tА\\nБ\\tВ\n2\tС\\\\N', { 1: 'А\nБ\tВ', 2: 'С\\N' }],
    ['in a code fence, with Windows line ends', '```\r\n1\tОдин\r\n2\tДва\r\n```', { 1: 'Один', 2: 'Два' }],
    ['behind thoughts', '<think>1\tперше?\n</think>\n1\tОдин\n2\tДва', { 1: 'Один', 2: 'Два' }],
    ['with chatter before and after', 'Here you are:\n\n1\tОдин\n2\tДва\n\nLet me know!', { 1: 'Один', 2: 'Два' }],
    ['with the room given back', '1\tОдин\t[max: 15 letters]\n2\tДва', { 1: 'Один', 2: 'Два' }],
    ['with our own notes given back', '1\tОдин %s\t[keep: %s]\n2\tДва\t', { 1: 'Один %s', 2: 'Два' }],
    ['out of order', '2\tДва\n1\tОдин', { 1: 'Один', 2: 'Два' }],
  ])('%s are read', (_, answer, texts) => expect(textsOf(answer, 2)).toEqual(texts))

  it('that run on over their end, come twice with different texts, or were never asked for are left out', () => {
    expect(textsOf('1\tОдин\nі ще\n2\tДва\n3\tТри\n3\tЧотири\n9\tДевʼять', 3)).toEqual({ 2: 'Два' })
  })

  it('lose the last one when the answer was cut', () => {
    expect(textsOf('1\tОдин\n2\tДва\n3\tТр', 5, true)).toEqual({ 1: 'Один', 2: 'Два' })
  })
})

// A reader that takes the square of the length would need hours.
it.each(['<think>', '</s> ', '\n', '}'])('an answer of a million times %j is read, and has no texts', (piece) =>
  expect(textsOf(piece.repeat(1_000_000), 2)).toEqual({}),
)

it.each([
  [
    'a thought ends at the first end of its name',
    '<think>a<reason:think>b</think>1\tОдин\n2\tДва',
    { 1: 'Один', 2: 'Два' },
  ],
  ['a thought that opens and never ends hides no other', '<think>1\tОдин\n<THINKING>Hm</thinking>2\tДва', {}],
  ['what stands before a thought stays', '1\tОдин\n<thought a="b">3\tHm</thought>2\tДва', { 1: 'Один', 2: 'Два' }],
])('%s', (_, answer, texts) => expect(textsOf(answer, 2)).toEqual(texts))

const JSON_SHAPES: readonly string[] = [
  '{"01": "Один", "02": "Два", "03": "Три"}',
  '{"line_1": "Один", "line_2": "Два", "line_3": "Три"}',
  '{"text1": "Один", "text2": "Два", "text3": "Три"}',
  '{"1.": "Один", "2.": "Два", "3.": "Три"}',
  '{"#1": "Один", "#2": "Два", "#3": "Три"}',
  '{1: "Один", 2: "Два", 3: "Три"}',
  "{1: 'Один', 2: 'Два', 3: 'Три'}",
  '[[1, "Один"], [2, "Два"], [3, "Три"]]',
  '{"1": ["Один"], "2": ["Два"], "3": ["Три"]}',
  JSON.stringify('{"1": "Один", "2": "Два", "3": "Три"}'),
  JSON.stringify({ response: '{"1": "Один", "2": "Два", "3": "Три"}' }),
  '[["1", "Один"], ["2", "Два"], ["3", "Три"]]',
  '{"ids": [1, 2, 3], "texts": ["Один", "Два", "Три"]}',
  '{"1": {"uk": "Один"}, "2": {"uk": "Два"}, "3": {"uk": "Три"}}',
  '[{"idx": 1, "tgt": "Один"}, {"idx": 2, "tgt": "Два"}, {"idx": 3, "tgt": "Три"}]',
  '"1": "Один",\n"2": "Два",\n"3": "Три"',
  'id,translation\n1,"Один"\n2,"Два"\n3,"Три"',
  '<1>Один</1>\n<2>Два</2>\n<3>Три</3>',
  '1\nОдин\n\n2\nДва\n\n3\nТри',
]
const around = (shape: (number: number, text: string) => string): string =>
  ['Один', 'Два', 'Три'].map((text, i) => shape(i + 1, text)).join('\n')
const LINE_SHAPES: readonly string[] = [
  around((n, text) => `- **${n}**: ${text}`),
  around((n, text) => `**${n}:** ${text}`),
  around((n, text) => `[${n}] ${text}`),
  around((n, text) => `(${n}) ${text}`),
  around((n, text) => `#${n}: ${text}`),
  around((n, text) => `${n} - ${text}`),
  around((n, text) => `${n} = ${text}`),
  around((n, text) => `Line ${n}: ${text}`),
  around((n, text) => `${n}\\t${text}`),
  around((n, text) => `${n}、${text}`),
  around((n, text) => `${n}：${text}`),
  around((n, text) => `${'０１２３'[n]}\t${text}`),
]
const plainLines = around((n, text) => `${n}\t${text}`)
const AROUND: readonly string[] = [
  ...['<|im_end|>', '</s>', '<end_of_turn>\n', '<|eot_id|>'].map((mark) => plainLines + mark),
  ...[
    ['◁think▷', '◁/think▷'],
    ['<|begin_of_thought|>', '<|end_of_thought|><|begin_of_solution|>'],
    ['<analysis>', '</analysis>'],
    ['<scratchpad>\n', '\n</scratchpad>\n'],
    ['<thoughts>', '</thoughts>'],
    ['<mm:think>', '</mm:think>'],
    ['<think type="deep">', '</think>'],
    ['<|think|>', '<|/think|>'],
    ['[REASONING]', '[/REASONING]'],
  ].map(([open = '', close = '']) => `${open}1\tHm, "1": "no"${close}${plainLines}`),
]

it.each([
  '{"One": "Один", "Two": "Два"}',
  '{"translations": {"Two": "Два", "One": {"uk": "Один"}}}',
  '[{"source": "One", "translation": "Один"}, {"source": "Two", "translation": "Два"}]',
])('reads texts under their sources: %j', (answer) => {
  const given = (sources: readonly string[]) => Object.fromEntries(readAnswer(answer, 2, false, sources).texts)
  expect([given(['One', 'Two']), given(['One', 'One']), given(['One', 'Three'])]).toEqual([
    { 1: 'Один', 2: 'Два' },
    {},
    {},
  ])
})

it.each([...JSON_SHAPES, ...LINE_SHAPES, ...AROUND])('reads %j', (answer) => {
  expect(textsOf(answer, 3)).toEqual({ 1: 'Один', 2: 'Два', 3: 'Три' })
})

it.each(LINE_SHAPES)('of a rare shape only all, or the first of a cut answer: %j', (answer) => {
  const [one = '', two = '', three = ''] = answer.split('\n')
  const isKnownWell = textsOf(`${one}\n${three}`, 3)
  expect([{}, { 1: 'Один', 3: 'Три' }]).toContainEqual(isKnownWell)
  expect(textsOf(`${one}\n${two}\n${three.slice(0, -1)}`, 3, true)).toEqual({ 1: 'Один', 2: 'Два' })
})

it.each([
  ['Gate', '"Брама"', 'Брама'],
  ['"Gate"', '"Брама"', '"Брама"'],
  ['The gate', '«Брама»', 'Брама'],
  ['He said', '"Так", сказав "він"', '"Так", сказав "він"'],
  ['Gate', 'Gate → Брама', 'Брама'],
  ['Gate', 'Gate | Брама', 'Брама'],
  ['Gate', 'Gate: Брама', 'Gate: Брама'],
  ['A → B', 'A → Б', 'A → Б'],
])('of %j is %j in truth %j', (source, text, plain) => expect(plainText(source, text)).toBe(plain))

it.each(['[thought] Хто там?', '[thinking]', 'Хм [/thought] так', '[THINK] гра [/THINK] так'])(
  'keeps brackets of the game whole: %s',
  (text) => {
    const texts = { 1: text, 2: 'Два' }
    expect(textsOf(JSON.stringify(texts), 2)).toEqual(texts)
    expect(textsOf(`1\t${text}\n2\tДва`, 2)).toEqual(texts)
    expect(textsOf(`[THINK]1\tперше?[/THINK]\n${JSON.stringify(texts)}`, 2)).toEqual(texts)
    expect(textsOf('[THINK]1\tперше?', 2)).toEqual({})
  },
)

describe('JSON', () => {
  it.each([
    ['an object', '{"1": "Один", "2": "Два"}'],
    ['in a code fence', '```json\n{"1": "Один", "2": "Два"}\n```'],
    ['wrapped', '{"translations": {"1": "Один", "2": "Два"}}'],
  ])('%s is read', (_, answer) => expect(textsOf(answer, 2)).toEqual({ 1: 'Один', 2: 'Два' }))

  it('gives line breaks however they are written, and quotes', () => {
    expect(textsOf('{"1": "А\\nБ", "2": "А\\\\nБ \\"В\\"", "3": "А\nБ"}', 3)).toEqual({
      1: 'А\nБ',
      2: 'А\nБ "В"',
      3: 'А\nБ',
    })
  })

  it.each([
    ['a quote inside', '{"1": "Корчмар відповів "ні" і вийшов.", "2": "Поромник чекає."}', { 2: 'Поромник чекає.' }],
    ['a comma behind it', '{"1": "„Так", — сказав він.", "2": "Поромник чекає."}', { 2: 'Поромник чекає.' }],
    ['a bracket behind it', '{"1": "Беріть {"сіль"} і йдіть.", "2": "Два"}', { 2: 'Два' }],
    ['a bracket at the end of it', '{"1": "Беріть {сіль"} і йдіть.", "2": "Два"}', { 2: 'Два' }],
    ['a bracket and a comma', '{"1": "Беріть {сіль"}, і йдіть.", "2": "Два"}', { 2: 'Два' }],
    ['one in the last', '{"1": "Один", "2": "Він сказав "ні""}', { 1: 'Один' }],
    ['one in a list', '[{"n": 1, "text": "Він сказав "ні" і вийшов."}, {"n": 2, "text": "Два"}]', { 2: 'Два' }],
    ['two texts for a number', '{"1": "Один", "1": "Раз", "2": "Два"}', { 2: 'Два' }],
  ])('with %s never gives half a text', (_, answer, texts) => expect(textsOf(answer, 2)).toEqual(texts))

  it('never gives half a text, wherever quotes were left as they are', () => {
    const text = fc
      .array(fc.constantFrom('"', ',', ' ', '{', '}', '[', ']', '.', 'так', '1', '"так"', '",'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const shapes: readonly ((text: string, number: number) => string)[] = [
      (each, number) => `"${number}": "${each}"`,
      (each, number) => `{"n": ${number}, "text": "${each}"}`,
    ]
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, isList) => {
        const members = texts.map((each, i) => shapes[Number(isList)]?.(each, i + 1)).join(', ')
        const read = readAnswer(isList ? `[${members}]` : `{${members}}`, texts.length, false).texts
        expect([...read].filter(([number, each]) => each !== texts[number - 1])).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('is believed where it parses, and only there', () => {
    const isSure = (answer: string): boolean => readAnswer(answer, 2, false).isSure
    expect(isSure('Ось: {"1": "Один", "2": "Два"} Гаразд?')).toBe(true)
    expect(isSure('{"1": "Один", "2": "Два",}')).toBe(true)
    expect(isSure('{"1": "Один", "2": "Два" "3"}')).toBe(false)
  })

  it('that was cut gives the members that are whole', () => {
    expect(textsOf('{"1": "Один", "2": "Два", "3": "Тр', 3, true)).toEqual({ 1: 'Один', 2: 'Два' })
  })
})

describe('every shape in which models answer', () => {
  const texts = ['Один', 'Два', 'Три %s'].map((text, i) => ({ number: i + 1, text }))
  it.each(Object.entries(SHAPES))('%s', (_, shape) =>
    expect(textsOf(shape(texts), 3)).toEqual({ 1: 'Один', 2: 'Два', 3: 'Три %s' }),
  )

  it.each([
    ['thoughts that never ended', '<think>\n1\tраз\n2\tдва', true],
    ['an analysis that never ended', '<|channel|>analysis<|message|>1\tраз', true],
    ['a list with too few texts', '["Один", "Два"]', false],
    ['an excuse', "I'm sorry, but I can't help with that.", false],
    ['one space and a line too many', '1 Один\n2 мечі\n2 Два\n3 Три %s', false],
    ['a table without its columns', '| 1 | Один |\n| 2 | Два |', false],
  ])('%s is none', (_, answer, isCut) => {
    expect(readAnswer(answer, 3, isCut)).toMatchObject({ texts: new Map(), isUnreadable: true })
  })

  it('a table whose cells cannot be told apart gives no half of a text', () => {
    const answer = '| # | Source | Text |\n|---|---|---|\n| 1 | One | Один <A|1|#C> |\n| 2 | Two | Два |'
    expect(textsOf(answer, 2)).toEqual({ 2: 'Два' })
  })
})

describe('an answer that may have been numbered anew', () => {
  const looksRenumbered = (answer: string, count: number, isCut = false): boolean =>
    readAnswer(answer, count, isCut).looksRenumbered

  it('lacks its last numbers, though it was not cut', () => {
    expect(looksRenumbered('1\tа\n2\tб\n3\tв', 4)).toBe(true)
    expect(looksRenumbered('1\tа\n3\tв', 4)).toBe(true)
  })

  it('is none when all are there, one is missing inside, it was cut, or it ended much too early', () => {
    expect(looksRenumbered('1\tа\n2\tб', 2)).toBe(false)
    expect(looksRenumbered('1\tа\n3\tв', 3)).toBe(false)
    expect(looksRenumbered('1\tа\n2\tб\n3\tв', 4, true)).toBe(false)
    expect(looksRenumbered('1\tа', 9)).toBe(false)
    expect(looksRenumbered('I cannot help with that.', 2)).toBe(false)
  })
})
