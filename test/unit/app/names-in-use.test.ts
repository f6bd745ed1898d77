// The names that filters offer are read once, and again only where something has changed.
import { afterAll, expect, it } from 'vitest'
import { isCaughtUp } from '../../../src/app/caught-up.ts'
import { namesInUse } from '../../../src/app/work/count-facets.ts'
import { Turn } from '../../../src/base/turn.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { idOf } from '../../support/game-store.ts'
import { openV1App } from '../../support/v1-app.ts'

const world = openV1App()
const { app } = world
await world.importFiles([1, 2].map((number) => ({ id: idOf(number), text: `The gate of ${number} is closed` })))
const { secret } = await world.person('agent', 'super_admin')
afterAll(() => world.close())

const write = async (number: number, model: string): Promise<void> => {
  const item = {
    row_id: idOf(number),
    text: `Брама ${number} ${model === 'late' ? 'знову ' : ''}зачинена`,
    source_hash: sha256Hex(`The gate of ${number} is closed`),
  }
  const items = [{ ...item, layer: 'machine', provider: 'p', model, overwrite: true }]
  await world.post('/translations', secret, { items }, `${number} ${model}`)
}

let reads = 0
const { index } = app.work
const eachFacet = index.eachFacet.bind(index)
index.eachFacet = (...asked) => {
  reads++
  eachFacet(...asked)
}

async function names(): Promise<readonly [names: readonly string[], reads: number]> {
  await isCaughtUp(app)
  reads = 0
  return [await namesInUse(app, 'model', new Turn(null)), reads]
}

it('reads the names of a piece again only after a change, and drops one that no text has any more', async () => {
  await write(1, 'early')
  expect(await names()).toEqual([['early'], 2])
  expect(await names()).toEqual([['early'], 0])
  await write(2, 'late')
  expect(await names()).toEqual([['early', 'late'], 2])
  await write(1, 'late')
  expect(await names()).toEqual([['late'], 2])
})
