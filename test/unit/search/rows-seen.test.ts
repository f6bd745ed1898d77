// Rows found by words as somebody sees them on the screen, with the index and before there is one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NobodyWaits, Turn } from '../../../src/base/turn.ts'
import { ScreenWords, seenOf } from '../../../src/search/screen-words.ts'
import { rowsSeenAs } from '../../../src/search/rows-seen.ts'
import { SearchIndexer } from '../../../src/search/upkeep.ts'
import { gameStore, idOf } from '../../support/game-store.ts'

const TEXTS = [
  'The fire consumes your offering and grows stronger.',
  "The fire consumes your offering, but doesn't change.",
  'You have found the #Yinfernal brew#E, {0}! Carry it to %s before the candle burns down.',
  'Infernal Brew',
  '{SMALLFONT}{COLOUR BLACK}Sort list by total units waiting',
  'OK',
  '这座废弃的祭坛上燃烧着献祭之火。',
]
const TRANSLATIONS: readonly (readonly [number, string])[] = [
  [1, 'Вогонь поглинає ваше підношення й міцнішає.'],
  [4, 'Пекельний відвар'],
]

/** Words, and the number of their row. */
const TRIES: readonly (readonly [string, number])[] = [
  ['The fire consumes your offering and grows stronger.', 1],
  ['consumes your\noffering and grows', 1],
  ['поглинає ваше підншення й міцнішає', 1],
  ['ВОГОНЬ ПОГЛИНАЄ', 1],
  ["your offering but doesn't", 2],
  ['You have found the infernal brew, Old Master Wu! Carry', 3],
  ['infernal brew', 4],
  ['Пекельний відвр', 4],
  ['Sort list by total unit', 5],
  ['OK', 6],
  ['祭坛上燃烧着献祭', 7],
]

const game = gameStore()
beforeAll(async () => {
  const rows = Object.fromEntries(TEXTS.map((text, at) => [idOf(at + 1), text]))
  await game.importFiles({ main: game.jsonl('main.jsonl', rows) })
  for (const [number, text] of TRANSLATIONS) await game.put(idOf(number), 'manual', text)
})
afterAll(() => game.close())

const firstOf = async (typed: string): Promise<number | undefined> =>
  (await rowsSeenAs(game.app, typed, 3, new Turn(null)))[0]

describe.each(['without an index', 'with one'])('%s', (how) => {
  beforeAll(async () => {
    if (how === 'with one') await new SearchIndexer(game.app).renew(new AbortController().signal)
  })

  it.each(TRIES)('%j is of row %i', async (typed, number) => {
    expect(await firstOf(typed)).toBe(game.row(idOf(number)).ordinal)
  })
})

it('finds a text that the index does not know yet', async () => {
  await game.put(idOf(2), 'manual', 'Багаття ковтає дарунок, та лишається таким самим.')
  expect(await firstOf('Багаття ковтає дарунк')).toBe(game.row(idOf(2)).ordinal)
})

it('finds nothing by words of no letters', async () => {
  expect(await rowsSeenAs(game.app, '…', 3, new Turn(null))).toEqual([])
})

describe('among long texts', () => {
  const other = gameStore()
  afterAll(() => other.close())

  it('finds a text by its exact words, and what stands far inside a long one', async () => {
    const exact = Array.from({ length: 80 }, (_, at) => `word${at * at}`).join(' ')
    // All pieces of the words, and nothing else of them.
    const pieces = Array.from({ length: 240 }, (_, at) => exact.slice(at, at + 3)).join(' ')
    const long = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [idOf(at + 1), `${at} ${pieces} `.repeat(30)]))
    const deep = `${'Ashes fell on the old road. '.repeat(2_000)}The lantern keeper counts his own steps. ${'Rain. '.repeat(500)}`
    await other.importFiles({ main: other.jsonl('main.jsonl', { ...long, [idOf(90)]: exact, [idOf(91)]: deep }) })
    const first = async (typed: string) => (await rowsSeenAs(other.app, typed, 5, new Turn(null)))[0]
    expect(await first(exact)).toBe(other.row(idOf(90)).ordinal)
    expect(await first('The lantern keeper counts his own steps')).toBe(other.row(idOf(91)).ordinal)
  })

  it('compares a bounded part of a text', () => {
    const words = new ScreenWords('the lantern keeper')
    const { part, from } = words.nearestPart(seenOf(`${'a b c '.repeat(20_000)}the lantern keeper`))
    expect(part.length).toBeLessThan(1_000)
    expect(from + part.indexOf('the lantern keeper')).toBe(6 * 20_000)
  })
})

it('stops where the player has left', async () => {
  const gone = new Turn(null, () => true)
  await expect(rowsSeenAs(game.app, 'OK', 3, gone)).rejects.toThrow(NobodyWaits)
})

describe('the distance of words from a text', () => {
  const distance = (typed: string, text: string): number => {
    const words = new ScreenWords(typed)
    return words.distanceTo(words.nearestPart(seenOf(text)))
  }

  it('is none for just these words, whatever marks stand between', () => {
    expect(distance('Hold the gate', '#YHold#E the gate')).toBe(0)
  })

  it('counts a slip as one letter, also two letters exchanged', () => {
    expect(distance('Hodl the gate', 'Hold the gate') - distance('Hold the gate', 'Hold the gate')).toBeCloseTo(1, 0)
    expect(distance('Hold te gate', 'Hold the gate')).toBeCloseTo(1, 0)
  })

  it('takes a name in a gap for less than a name that the text has not', () => {
    expect(distance('Olena holds the gate', '{0} holds the gate')).toBeLessThan(
      distance('Olena holds the gate', 'He holds the gate'),
    )
  })

  it('prefers of two texts with the words the shorter one', () => {
    expect(distance('the gate', 'the gate of the north')).toBeLessThan(
      distance('the gate', 'the gate of the old north'),
    )
  })
})
