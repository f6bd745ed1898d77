// Letters of translations that the game may lack (docs/text-gate.md#letters-that-the-game-may-lack).
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findUnseenLetters } from '../../../src/app/upkeep/store-statistics.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'

let game: GameStore
beforeEach(async () => {
  game = gameStore()
  const texts = { [idOf(1)]: 'The gate', [idOf(2)]: 'Привет', [idOf(3)]: 'Plain', [idOf(4)]: 'A long way' }
  await game.importFiles({
    main: game.jsonl('main.jsonl', texts),
    reference: game.jsonl('zh.jsonl', { [idOf(1)]: '大门' }),
  })
})
afterEach(() => game.close())

const unseen = () => findUnseenLetters(game.app, new AbortController().signal, () => {})

it('names each that no source and no reference has, by the rows that have it in either layer', async () => {
  await game.put(idOf(1), 'machine', 'трава, ґрати, ґанок 大')
  await game.put(idOf(1), 'manual', 'ґрати')
  await game.put(idOf(3), 'machine', 'ґречно 🗡')
  const found = await unseen()
  expect(found.map(({ letter, code, rows, rowId }) => [letter, code, rows, rowId])).toEqual(
    expect.arrayContaining([
      ['ґ', 'U+0491', 2, idOf(1)],
      ['а', 'U+0430', 1, idOf(1)],
      ['🗡', 'U+1F5E1', 1, idOf(3)],
    ]),
  )
  expect(found[0]?.letter).toBe('ґ')
  for (const official of ['р', 'е', 'т', '大', ' ']) expect(found.map(({ letter }) => letter)).not.toContain(official)
})

it('names none where nothing is translated', async () => expect(await unseen()).toEqual([]))
