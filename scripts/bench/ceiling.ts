// node scripts/bench/ceiling.ts ANSWERS.json
// The ceiling: windrow's HTTP stack with answers that are in memory already. Nothing on this stack can be faster.
// ANSWERS.json maps an address with its query to windrow's answer, and the first row_id of a batch to its answer.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { ValidateSchema } from '../../src/api-v1/requests.ts'

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

const batches = new Map(
  [...answers].filter(([key]) => !key.startsWith('/')).map(([id, text]) => [id, JSON.parse(text)]),
)

const app = new Hono<{ Bindings: { incoming: { url?: string } } }>()
app.get('*', (c) => {
  const body = answers.get(c.env.incoming.url ?? '')
  return body === undefined ? new Response('', { status: 404 }) : new Response(body, { headers: HEADERS })
})
/** The echo of validate: parses the body, checks its shape, and spells the answer from an object. */
app.post('*', async (c) => {
  const { items } = ValidateSchema.parse(JSON.parse(await c.req.text()))
  return new Response(JSON.stringify(batches.get(items[0]?.row_id ?? '')), { headers: HEADERS })
})

const listener = getRequestListener(app.fetch)
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
