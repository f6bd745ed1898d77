// A game's own translations of Ren'Py: which texts they have, and that all else in them stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

/** As Ren'Py generates them, and people have begun to fill them. */
const SCRIPT = `# To do: translation updated at 2025-02-02 21:02

# game/script.rpy:27
translate ukrainian start_a170b500:

    # e happy "You've found  [name].\\nReally, \\"really\\"."
    e happy "" with dissolve

# game/script.rpy:31
translate ukrainian start_f41f55d7:

    # voice "start.ogg"
    # "Lucy" "Two frogs."
    # nvl clear
    # e @ sad 'One "frog".'
    voice "uk/start.ogg"
    "Lucy" "Дві жаби." (what_size=20) # people did this
    nvl clear
    $ count = "2"
    e @ sad 'Одна
        жаба.'

translate ukrainian cave_1:
    e "No comment here"

translate ukrainian python:
    gui.font = "uk.ttf"

translate ukrainian style default:
    font "uk.ttf"

translate ukrainian strings:

    # game/screens.rpy:10
    old "Start  {b}now{/b}\\t\\u0021"
    new "Почати"

    # game/screens.rpy:11
    old 'It\\'s "me"'
    new "" # short

init python:
    title = "no text"
`

describe('texts', () => {
  it('are what the comments and the old strings say; the new ones are translations', () => {
    expect(textsOf('renpy', SCRIPT)).toEqual({
      start_a170b500: 'You\'ve found [name].\nReally, "really".',
      start_f41f55d7: 'Two frogs.',
      'start_f41f55d7[1]': 'One "frog".',
      cave_1: 'No comment here',
      'Start  {b}now{/b}\t!': 'Start  {b}now{/b}\t!',
      'It\'s "me"': 'It\'s "me"',
    })
    expect(textsOf('renpy', SCRIPT, 'translation')).toEqual({
      start_f41f55d7: 'Дві жаби.',
      'start_f41f55d7[1]': 'Одна жаба.',
      cave_1: 'No comment here',
      'Start  {b}now{/b}\t!': 'Почати',
    })
    const { texts, markup } = readKeyed('renpy', SCRIPT)
    expect([texts.map(({ line }) => line), markup]).toEqual([[7, 17, 20, 24, 36, 40], ['renpy']])
  })

  it('are written in their place, and nothing else changes', () => {
    const texts = {
      start_a170b500: 'Ти знайшов  [name]\\',
      'start_f41f55d7[1]': "Одна 'жаба'.\nТак.",
      'It\'s "me"': 'Це  "я"',
    }
    expect(translated('renpy', SCRIPT, texts)).toBe(
      SCRIPT.replace('e happy "" with', 'e happy "Ти знайшов \\ [name]\\\\" with')
        .replace("'Одна\n        жаба.'", "'Одна \\'жаба\\'.\\nТак.'")
        .replace('new "" #', 'new "Це  \\"я\\"" #'),
    )
    expect(translated('renpy', SCRIPT, () => null)).toBe(SCRIPT)
  })

  it.each([
    ['translate uk a:\r\n    # e "1"\r\n    e ""\r\n', '""', '"2"'],
    ['\uFEFFtranslate uk a:\n    e "1"', '"1"', '"2"'],
  ])('keep the file around them: %j', (document, before, after) => {
    expect(translated('renpy', document, { a: '2' })).toBe(document.replace(before, after))
  })

  it('that do not end, or end a page of them, are left as they are, and told', () => {
    const document = 'translate uk a:\n    e """One\n\n    two"""\n\ntranslate uk strings:\n    old "b\n'
    expect(readKeyed('renpy', document)).toMatchObject({
      texts: [],
      warnings: [
        'game.txt, line 2: an entry that cannot be read is left as it is ("e \\"\\"\\"One", "two\\"\\"\\"", "old \\"b" ×3)',
      ],
    })
  })

  it('come back, whatever they are, from any file', () => {
    const said = anyText.map((text) => text.replaceAll('\r', ''))
    const literal = (text: string): string =>
      `"${text
        .replaceAll(/["\\]/g, '\\$&')
        .replaceAll('\n', '\\n')
        .replaceAll(/(?<= ) /g, '\\ ')}"`
    const old = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
    const pairs = fc.uniqueArray(fc.record({ source: said, text: said }), { selector: ({ source }) => source })
    // Of white space a raw tab and such stay; Ren'Py has no other escape for a brace that would be doubled.
    const plain = (text: string): boolean => !/\\[[{%]/.test(text)
    holds(100, pairs, fc.array(said.filter(plain), { minLength: 1 }), (all, others) => {
      const blocks = all
        .filter(({ source }) => source !== '')
        .map(({ source, text }, at) => `translate uk b${at}:\n    # e ${literal(source)}\n    e ${literal(text)}\n`)
      const strings = all
        .filter(({ source }) => source !== '' && !/^b\d/.test(source))
        .map(({ source, text }) => `    old ${old(source)}\n    new ${old(text)}\n`)
      expectTextsToComeBack('renpy', `${blocks.join('\n')}\ntranslate uk strings:\n${strings.join('\n')}`, others)
    })
  })
})

it.each([
  [SCRIPT, 'tl/uk/script.rpy', 'renpy'],
  ['label start:\n    e "Hi"', 'script.rpy', undefined],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
