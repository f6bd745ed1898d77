// A game's own JSON5 and Hjson: which texts they have, and that all else in them stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

const JSON5 = `\uFEFF// The menu
{
  menu: { start: 'Start \\'now\\'', "load": "Load", volume: +.5, on: true, none: null, },
  /* the list */ list: ['One', "Two\\
 lines", 0xFF, NaN,],
}
`

/** As tModLoader keeps a mod's texts. */
const HJSON = `# comment
Mods: {\r
	Frogs: {\r
		Items.Sword: {\r
			DisplayName: Frog Sword, the 1st\r
			Tooltip:\r
				'''\r
				Jumps: high\r
\r
				  and far\r
				'''\r
			"Quoted": "A \\"frog\\"" // comment\r
			Value: 5\r
			IsOld: false # yes\r
		}\r
		Lines: [\r
			First line\r
			2nd\r
		]\r
	}\r
}\r
`

describe('texts', () => {
  it('of JSON5 are its strings, in either quotes', () => {
    expect(textsOf('json5', JSON5)).toEqual({
      'menu.start': "Start 'now'",
      'menu.load': 'Load',
      'list.0': 'One',
      'list.1': 'Two lines',
    })
    expect(readKeyed('json5', JSON5).texts.map(({ line }) => line)).toEqual([3, 3, 4, 4])
    expect(translated('json5', JSON5, { 'menu.start': 'Об\'"єкт\n', 'menu.load': '"Ч"', 'list.1': '2' })).toBe(
      JSON5.replace("'Start \\'now\\''", `'Об\\'"єкт\\n'`)
        .replace('"Load"', '"\\"Ч\\""')
        .replace('"Two\\\n lines"', '"2"'),
    )
  })

  it('of Hjson are what stands in a line, too, and between three quotes', () => {
    expect(textsOf('hjson', HJSON)).toEqual({
      'Mods.Frogs.Items.Sword.DisplayName': 'Frog Sword, the 1st',
      'Mods.Frogs.Items.Sword.Tooltip': 'Jumps: high\n\n  and far',
      'Mods.Frogs.Items.Sword.Quoted': 'A "frog"',
      'Mods.Frogs.Lines.0': 'First line',
      'Mods.Frogs.Lines.1': '2nd',
    })
    const texts = {
      'Mods.Frogs.Items.Sword.DisplayName': 'Меч жаби',
      'Mods.Frogs.Items.Sword.Tooltip': 'Стрибає:\nвисоко',
      'Mods.Frogs.Lines.0': '5',
      'Mods.Frogs.Lines.1': 'Два # і',
    }
    expect(translated('hjson', HJSON, texts)).toBe(
      HJSON.replace('Frog Sword, the 1st', 'Меч жаби')
        .replace('Jumps: high\r\n\r\n\t\t\t\t  and far', 'Стрибає:\r\n\t\t\t\tвисоко')
        .replace('First line', '"5"')
        .replace('2nd', 'Два # і'),
    )
    expect(textsOf('hjson', 'a: one\nb: two, three\n')).toEqual({ a: 'one', b: 'two, three' })
  })

  it('come back, whatever they are, from any file', () => {
    const value = fc.oneof(
      anyText.map((text) => JSON.stringify(text)),
      fc.constantFrom("'one'", "'it\\'s'", '"a\\x41"'),
    )
    const ofHjson = fc.oneof(value, fc.constantFrom('plain, text', "'''\n  a\n  b\n  '''", "'''one'''"))
    holds(100, fc.array(value), fc.array(anyText, { minLength: 1 }), (values, others) => {
      const document = `{${values.map((text, at) => `k${at}: ${text}`).join(', // c\n')}}`
      expectTextsToComeBack('json5', document, others)
    })
    holds(100, fc.array(ofHjson), fc.array(anyText, { minLength: 1 }), (values, others) => {
      expectTextsToComeBack('hjson', `{\n${values.map((text, at) => `k${at}: ${text}`).join('\n# c\n')}\n}`, others)
    })
  })
})

describe('refused', () => {
  it.each([
    ['json5', "{a: 'b}", 'line 1: the JSON is not well formed'],
    ['json5', '{\na}', 'line 2: the JSON is not well formed'],
    ['json5', '{a: 1} b', 'the JSON is not well formed'],
    ['json5', '['.repeat(1_000_000), 'line 1: the nesting is too deep'],
    ['hjson', '{\na: \n}', 'line 3: the JSON is not well formed'],
    ['hjson', "a: '''b", 'line 1: the JSON is not well formed'],
    ['hjson', '{a: {', 'found the end of the file'],
  ] as const)('%s %.20j', (format, document, fault) => expect(faultOf(format, document)).toContain(fault))
})

it.each([
  [JSON5, 'strings.json5', 'json5'],
  [HJSON, 'Localization/en-US.hjson', 'hjson'],
  [JSON5, 'strings.json', 'key-json'],
])('%.10j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
