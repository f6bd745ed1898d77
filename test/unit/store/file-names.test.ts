// Names of game files by their numbers.
import { expect, it, onTestFinished } from 'vitest'
import { writeOrThrow } from '../../../src/store/write.ts'
import { gameStore } from '../../support/game-store.ts'

it('finds a name that was asked for before it was written', async () => {
  const game = gameStore()
  onTestFinished(() => game.close())
  const { store } = game.app
  const added = new Map<string, number>()
  const [number = 0] = store.files.numbersFor(['ui.json'], added) ?? []
  expect(store.files.nameOf(number)).toBe('')
  await writeOrThrow(store, () => store.files.addNames(added))
  expect(store.files.nameOf(number)).toBe('ui.json')
})
