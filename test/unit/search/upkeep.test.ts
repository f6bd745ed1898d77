// The upkeep of the search index in a server whose disk fails for a while.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInSlices } from '../../../src/base/slices.ts'
import { keepSearchIndex } from '../../../src/search/upkeep.ts'
import { gameStore, idOf } from '../../support/game-store.ts'

it('goes on when segments can be kept again', async () => {
  const game = gameStore()
  await game.importFiles({ main: game.jsonl('main.jsonl', { [idOf(1)]: 'Wanderer' }) })
  const folder = join(game.folder, 'data', 'derived')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'no folder')
  const { searchIndex } = game.app
  const isKept = (): boolean => {
    searchIndex.look()
    return searchIndex.staleChunks(0)?.length === 0
  }
  let tries = 0
  const stopped = new AbortController()
  const pace = { restMsMin: 1, restPerWork: 0, waitMsMax: 0 }
  keepSearchIndex(game.app, stopped.signal, pace, (step, signal) => {
    tries++
    return runInSlices(step, signal)
  })
  // Making a segment takes two runs, looking for changes one.
  await expect.poll(() => tries).toBeGreaterThan(8)
  expect(isKept()).toBe(false)
  rmSync(folder)
  await expect.poll(isKept).toBe(true)
  stopped.abort()
  await game.close()
})
