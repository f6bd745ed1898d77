// What a server says of itself when it cannot save.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { healthOf } from '../../../src/app/upkeep/health.ts'
import { type GameStore, gameStore } from '../../support/game-store.ts'

let game: GameStore
beforeEach(() => (game = gameStore()))
afterEach(() => game.close())

it('a full disk and a failed flush are problems, with what to do', () => {
  const { app } = game
  expect(healthOf(app)).toMatchObject({ problem: null, lastBackupSeconds: null })
  expect(healthOf(app, () => 1_000_000).problem).toMatchObject({ code: 'disk_full' })
  app.store.faults.flushFailed = true
  expect(healthOf(app, () => 1_000_000).problem).toEqual({
    code: 'flush_failed',
    message: expect.stringContaining('restart windrow'),
  })
})
