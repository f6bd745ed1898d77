// Long answers are packed for those who ask, and hold the same bytes (docs/api-v1.md).
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { id, openImportWorld } from '../support/import-world.ts'

const world = await openImportWorld()
const texts = Array.from({ length: 100 }, (_, n) => [
  id(n + 1),
  `Row ${n + 1}: ${'the river runs past the mill, '.repeat(5)}`,
])
await world.imports('--main', world.file('Main', Object.fromEntries(texts)))
afterAll(() => world.close())

interface Sent {
  readonly coding: string | undefined
  readonly vary: string | undefined
  readonly bytes: Buffer
}

const get = (path: string, acceptEncoding?: string, more: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-api-key': world.key, ...(acceptEncoding && { 'accept-encoding': acceptEncoding }), ...more }
    const asked = request({ host: '127.0.0.1', port: world.server.port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'content-encoding': coding, vary } = response.headers
        resolve({ coding, vary, bytes: Buffer.concat(chunks) })
      })
    })
    asked.on('error', reject)
    asked.end()
  })

const page = '/api/v1/rows?limit=100&fields=core,sources'

test('a page of a hundred rows is packed as asked, and unpacks to the same bytes', async () => {
  const plain = await get(page)
  expect(plain.coding).toBeUndefined()
  for (const accepted of ['gzip, deflate, br', 'zstd, GZIP;q=0.8']) {
    const gzip = await get(page, accepted)
    expect([gzip.coding, gzip.vary]).toEqual(['gzip', 'Accept-Encoding'])
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  }
  // What the express lane leaves to Hono, too.
  const other = await get(page, 'gzip', { 'content-length': '0' })
  expect([other.coding, gunzipSync(other.bytes)]).toEqual(['gzip', plain.bytes])
})

test('a short answer, and one that was not asked for, are sent as they are', async () => {
  const answers = [await get('/api/v1/me', 'gzip'), await get(page, 'br'), await get(page, 'gzip;q=0.0, zstd')]
  expect(answers.map(({ coding }) => coding)).toEqual([undefined, undefined, undefined])
})
