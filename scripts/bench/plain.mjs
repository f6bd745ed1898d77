// Plain Node serving a constant: what start and memory are compared with.
import { createServer } from 'node:http'

const server = createServer((_, response) => response.end('{"success":true}'))
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
