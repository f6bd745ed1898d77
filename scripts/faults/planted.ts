// Loaded before all else (`--import`) by a process that has to have a fault: replaces the words of the plant that WINDROW_PLANT names.
import { registerHooks } from 'node:module'
import { present } from '../../src/base/assert.ts'
import { PLANTS } from './plants.ts'

const name = process.env['WINDROW_PLANT'] ?? ''
const { file, from, to } = present(PLANTS[name], `a plant called ${name}`)
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/${file}`) || loaded.source === null || loaded.source === undefined) return loaded
    const parts = Buffer.from(loaded.source as Uint8Array)
      .toString()
      .split(from)
    if (parts.length !== 2) throw new Error(`${file} does not have the place of ${name} once`)
    return { ...loaded, source: parts.join(to) }
  },
})
