// The docs at /docs, as anybody reads them who reaches the site: every page and every link of each answers, the search finds what is
// there, and an address that is none of theirs answers 404.
import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { serve, temporaryFolder } from '../support/program.ts'

const folder = temporaryFolder()
const server = await serve(['--data', folder.path])
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const read = async (path: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)

const list = await read('/docs')
const pages = new Map([['/docs', list]])
for (const address of addressesIn(list.text))
  if (/^\/docs\/[\w/-]+$/.test(address)) pages.set(address, await read(address))

test('every page of the list answers, to somebody who has not signed in, with the headers of the site', () => {
  expect(pages.size).toBeGreaterThan(30)
  for (const [address, { status, text, headers }] of pages) {
    expect(status, address).toBe(200)
    expect(text, address).toMatch(/<h1 id="[^"]+">/)
    expect(headers.get('content-security-policy'), address).toContain("default-src 'none'")
    expect(headers.get('set-cookie'), address).toBeNull()
  }
})

test('every link leads to a page, a heading, a picture or an asset that is there', async () => {
  const others = new Map<string, number>()
  for (const [from, { text }] of pages)
    for (const address of addressesIn(text)) {
      if (/^https?:/.test(address) || address === '/admin/') continue
      const [path = '', anchor] = address.startsWith('#') ? [from, address.slice(1)] : address.split('#')
      const page = pages.get(path)
      if (page === undefined) {
        if (!others.has(path)) others.set(path, (await read(path)).status)
        expect(others.get(path), `${from}: ${address}`).toBe(200)
      } else if (anchor !== undefined && anchor !== 'main')
        expect(page.text, `${from}: ${address}`).toContain(`id="${anchor}"`)
    }
})

test('nothing of Markdown or of its comments is left over', () => {
  for (const [address, { text }] of pages) {
    const read = text.replaceAll(/<(pre|code)\b[^>]*>.*?<\/\1>/gs, '')
    expect(read, address).not.toMatch(/<!--|\]\(|^\|/m)
  }
})

test('the search finds a heading first, marks the words, and says so when there is nothing', async () => {
  const found = await read('/docs/search?q=exit+codes')
  expect(addressesIn(found.text).find((address) => address.includes('#') && address !== '#main')).toBe(
    '/docs/command-line#exit-codes',
  )
  expect(found.text).toMatch(/<mark>\w+<\/mark>/i)
  const power = (await read('/docs/search?q=power')).text.split('</main>', 1)[0] ?? ''
  const hits = addressesIn(power).filter((address) => /^\/docs\/./.test(address))
  const isForMakers = (address: string): boolean => address.startsWith('/docs/makers/')
  expect(hits.findIndex(isForMakers)).toBeGreaterThan(0)
  expect(hits.slice(hits.findIndex(isForMakers)).every(isForMakers)).toBe(true)
  expect((await read('/docs/search?q=zzyzx')).text).toContain('No part of the docs has all of these words')
  expect((await read('/docs/search')).text).toContain('Type a word')
  const hostile = await read(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script> (.*)+')}`)
  expect(hostile.status).toBe(200)
  expect(hostile.text).not.toContain('<script>alert')
  expect((await read(`/docs/search?q=${'a+'.repeat(4_000)}`)).status).toBe(200)
})

/** As it is written: fetch would tidy the path up. */
const statusOf = async (path: string, method = 'GET'): Promise<number> =>
  await new Promise((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path, method }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test.each([
  '/docs/nothing',
  '/docs/README',
  '/docs/start.md',
  '/docs//start',
  '/docs/../package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/package.json',
  '/docs/..\\package.json',
  '/docs/pictures/..%2fstart.md',
  '/docs/pictures/none.png',
  '/docs/constructor',
  '/docs/__proto__',
  '/docs/start%00',
  '/docs/searching',
])('%s answers 404', async (path) => {
  expect(await statusOf(path)).toBe(404)
})

test.each(['/docs', '/docs/start'])(
  '%s/ leads to it, since links on a page begin at an address without a slash',
  async (path) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, path])
  },
)

test('a page answers HEAD, and no method that writes', async () => {
  expect(await statusOf('/docs/start', 'HEAD')).toBe(200)
  expect(await statusOf('/docs/start', 'POST')).toBe(404)
})
