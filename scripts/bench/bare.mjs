// node scripts/bench/bare.mjs [ANSWERS.json]
// Bare Node, which nothing written for it can beat: `node:http` with answers that are in memory already. ANSWERS.json maps an address with
// its query, or the body of a POST, to windrow's answer.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const headers = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '1000000',
  'X-RateLimit-Remaining': '999999',
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  Link: '</openapi.json>; rel="service-desc"',
}
const file = process.argv[2]
const answers = new Map(file === undefined ? [] : Object.entries(JSON.parse(readFileSync(file, 'utf8'))))

const server = createServer(async (incoming, outgoing) => {
  let asked = incoming.url
  if (incoming.method === 'POST') {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    asked = Buffer.concat(chunks).toString()
  }
  const body = answers.get(asked) ?? '{"success":true}'
  outgoing.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
