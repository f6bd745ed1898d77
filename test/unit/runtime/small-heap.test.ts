// The space for new objects of a server: it grows as far as it pays, and again after V8 has made it small.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hangMs } from '../../support/hang.ts'

const smallHeap = new URL('../../../src/runtime/small-heap.ts', import.meta.url).href

/** Sizes in MB: once it has grown, after V8 gave memory back, and when it has grown again. */
const program = `
import v8 from 'node:v8'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepHeapBounded } from '${smallHeap}'
const sizeNow = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20
const kept = []
async function sizeGrown() {
  for (let turn = 0; turn < 600 && sizeNow() < 15; turn++) {
    for (let i = 0; i < 20_000; i++) kept[i % 50_000] = { text: 'x' + i, turn }
    await sleep(10)
  }
  return sizeNow()
}
keepHeapBounded()
const sizes = [await sizeGrown()]
gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
sizes.push(sizeNow())
await sleep(500)
sizes.push(await sizeGrown())
console.log(JSON.stringify(sizes))
`

test('a server that was idle gets its space for new objects back', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: hangMs,
  })
  expect(stderr).toBe('')
  const [grown = 0, small = 0, again = 0] = JSON.parse(stdout) as number[]
  expect(grown).toBeGreaterThanOrEqual(15)
  expect(small).toBeLessThan(8)
  expect(again).toBeGreaterThanOrEqual(15)
})
