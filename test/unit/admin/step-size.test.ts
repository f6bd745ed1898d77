// The bytes of a step of the workbench on the wire: at most 8 KB, in the languages of two bytes a letter too.
import { afterAll, expect, it } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { assetUrl, serveAsset } from '../../../src/admin/assets.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from './site-world.ts'

const bytesMax = 8 * 1024
const sources = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    idOf(100 + i),
    `Wanderer number ${i} of %s walks on to gate ${i * 7} of the ${['old', 'lost', 'burnt'][i % 3]} city. `
      .repeat(6)
      .trim(),
  ]),
)

const world = await siteWorld()
await world.game.importFiles({ main: world.game.jsonl('m.jsonl', { ...TEXTS, ...sources }) })
for (let i = 0; i < 50; i++) {
  const text = `Мандрівник номер ${i} з %s іде собі далі до брами ${i * 7} старого міста. `.repeat(6).trim()
  await world.game.put(idOf(100 + i), 'machine', text, { model: 'qwen3:8b', provider: 'ollama' })
}
for (const role of ['translator', 'moderator', 'admin'] as const) {
  const text = `Мандрівник (${role}) з %s рушає далі до брами 70 старого міста. `.repeat(6).trim()
  await world.propose(role, 110, text, true)
}
afterAll(() => world.close())

it.each(['job=untranslated', 'job=drafts', 'job=proposals'])('of %s', async (list) => {
  const visitor = await world.as('super_admin')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked = { cookie, 'accept-language': 'uk', 'accept-encoding': 'gzip' }
  const whole = await visitor.bytes(`/admin/bench?${list}`, asked)
  const step = await visitor.bytes(`/admin/bench?${list}`, { ...asked, 'hx-request': 'true' })
  expect(step.headers['content-encoding']).toBe('gzip')
  const text = gunzipSync(step.bytes).toString()
  expect(text).toMatch(/^<title>\d+ \/ [\d\s]+ · [^<]+ · windrow<\/title><div id="bench"/)
  expect(text.match(/<li>/g)?.length).toBeGreaterThanOrEqual(list === 'job=proposals' ? 3 : 10)
  expect(step.bytes.length).toBeLessThanOrEqual(bytesMax)
  expect(whole.headers['content-encoding']).toBeUndefined()
  expect(whole.bytes.toString()).toContain('<nav')
})

it('and of the style sheets of the workbench: at most 12 KB', async () => {
  const packed = (['site.css', 'bench.css'] as const).map(async (name) => {
    const answer = serveAsset(assetUrl(name).split('/').at(-1) ?? '', 'gzip')
    return (await answer?.arrayBuffer())?.byteLength ?? Infinity
  })
  const [site = 0, bench = 0] = await Promise.all(packed)
  expect(site + bench).toBeLessThanOrEqual(12 * 1024)
})
