// A list of ParaTranz as a game's own file: originals are the sources, and all but translations and their stages stays.
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import { expectTextsToComeBack, readKeyed, textsOf, translated } from '../../../../../test/support/keyed-files.ts'

const LIST = `\uFEFF[\r
  {"id": 1, "key": "a.start", "original": "Start", "translation": "", "stage": 0, "context": "\\"stage\\": 2"},\r
  {"stage": 2, "id": 2, "key": "a.end", "original": "The end", "translation": "Кін"},\r
  {"key": "a.load", "original": "Load", "stage": 0},\r
  {"key": "", "original": "Quit", "translation": "Вийти", "stage": 5}\r
]\r
`

describe('a list of ParaTranz', () => {
  it('has originals as sources, and as translations what is done', () => {
    expect(formatOf(LIST.slice(1), 'a.json')).toBe('paratranz')
    expect(formatOf('[{"key": "a", "text": "b"}]', 'a.json')).toBe('key-json')
    expect(textsOf('paratranz', LIST)).toEqual({
      'a.start': 'Start',
      'a.end': 'The end',
      'a.load': 'Load',
      Quit: 'Quit',
    })
    expect(textsOf('paratranz', LIST, 'translation')).toEqual({ Quit: 'Вийти' })
    expect(readKeyed('paratranz', LIST)).toMatchObject({ isBilingual: true, warnings: [] })
  })

  it('gets a translation in its place, and the stage of one', () => {
    expect(translated('paratranz', LIST, { 'a.start': 'Поч', 'a.end': 'Кінець', 'a.load': '"Л"' })).toBe(
      LIST.replace('"translation": "", "stage": 0', '"translation": "Поч", "stage": 1')
        .replace('"stage": 2, "id"', '"stage": 1, "id"')
        .replace('"Кін"', '"Кінець"')
        .replace('"Load", "stage": 0', '"Load", "translation": "\\"Л\\"", "stage": 1'),
    )
    expectTextsToComeBack('paratranz', LIST.replaceAll(/"stage": \d,? ?/g, ''), ['Нове', 'a "b"\n', 'x'])
  })
})
