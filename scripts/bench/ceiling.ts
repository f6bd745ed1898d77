// node scripts/bench/ceiling.ts ANSWERS.json
// The ceiling: the HTTP stack that windrow stands on, giving answers that lie ready in memory. What it can't do, nothing on
// this stack can. ANSWERS.json maps an address with its query to the body that windrow gave for it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const HEADERS = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '1000000',
  'X-RateLimit-Remaining': '999999',
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  Link: '</openapi.json>; rel="service-desc"',
}

const answers = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Record<string, string>),
)

const app = new Hono<{ Bindings: { incoming: { url?: string } } }>()
app.get('*', (c) => {
  const body = answers.get(c.env.incoming.url ?? '')
  return body === undefined ? new Response('', { status: 404 }) : new Response(body, { headers: HEADERS })
})
/** Of validate: the same body back. */
app.post('*', async (c) => new Response(await c.req.text(), { headers: HEADERS }))

const listener = getRequestListener(app.fetch)
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
