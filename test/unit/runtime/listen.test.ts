// Listening: addresses, the end, slow and too many clients, TLS, proxies (docs/operations.md#transport;
// docs/command-line.md#serve).
import { writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { get as getTls } from 'node:https'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../../../src/config/schema.ts'
import { type Fetch, listen, type Listener, type RequestSurroundings } from '../../../src/runtime/listen.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { temporaryFolder } from '../../support/program.ts'
import { CERTIFICATE, PRIVATE_KEY, RENEWED } from '../../support/tls-pair.ts'

type Given = Partial<Config>
const configOf = (given: Given): Config => ({
  ...plainConfig(),
  ...given,
})

const open: Listener[] = []
const start = async (fetch: Fetch, given: Given = {}): Promise<Listener> => {
  const listener = await listen(fetch, configOf(given))
  open.push(listener)
  return listener
}
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
})

const hello: Fetch = () => new Response('hello')

/** Sends bytes and gives all that comes back until the other side closes. */
const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
  })
const ask = (port: number, head = '', target = '/'): Promise<string> =>
  exchange(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\n`)

describe('what is answered at once', () => {
  const startBoth = async (given: Given = {}): Promise<Listener> => {
    const listener = await listen(hello, configOf(given), ({ incoming, outgoing, clientAddress }) => {
      if (incoming.url === '/fault') throw new Error('a fault')
      if (incoming.url === '/later') return false
      outgoing.end(`at once ${clientAddress ?? ''}`)
      return true
    })
    open.push(listener)
    return listener
  }

  test('never comes to fetch, and a fault of it ends one request', async () => {
    const { port } = await startBoth()
    expect(await ask(port)).toMatch(/\r\n\r\n[\s\S]*at once /)
    expect(await ask(port, '', '/later')).toMatch(/hello$/)
    expect(await ask(port, '', '/fault')).toMatch(/^HTTP\/1\.1 500 [\s\S]*a fault that is not yours/)
  })

  test('knows the client that a trusted proxy names, and is refused when it was not sent over https', async () => {
    const { port } = await startBoth({ trustedProxy: ['127.0.0.1/32'] })
    const forwarded = (protocol: string): Promise<string> =>
      ask(port, `X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: ${protocol}\r\n`)
    expect(await forwarded('https')).toContain('at once 192.0.2.7')
    expect(await forwarded('http')).toMatch(/^HTTP\/1\.1 403 [\s\S]*HTTPS only/)
  })
})

describe('a listener', () => {
  test('says its address with the real port', async () => {
    const { url, port } = await start(hello)
    expect(port).toBeGreaterThan(0)
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect(await (await fetch(url)).text()).toBe('hello')
  })

  test('gives the target as it was sent, and a backslash stays no slash', async () => {
    const targets: (string | undefined)[] = []
    const { port } = await start((_, { incoming }) => {
      targets.push(incoming.url)
      return new Response('')
    })
    await ask(port, '', '/a/../b//c%2F?d')
    await ask(port, '', '/a\\b')
    expect(targets).toEqual(['/a/../b//c%2F?d', '/a%5Cb'])
  })

  test('answers a request without Host, and refuses a damaged one', async () => {
    const { port } = await start(hello)
    expect(await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*hello$/)
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await exchange(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('on a port that is taken fails with the code of the system', async () => {
    const { port } = await start(hello)
    await expect(listen(hello, configOf({ port }))).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`port ${port} on 127.0.0.1`),
    })
  })

  test('on an address that is not of this machine fails', async () => {
    await expect(listen(hello, configOf({ host: '192.0.2.1', port: 0 }))).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    })
  })
})

describe('closing', () => {
  test('answers the request under way, and no new one', async () => {
    const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<void>()
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const { url, port, close } = await start(async () => {
      noteAsked()
      await isReleased
      return new Response('late')
    })
    const answer = fetch(url).then((response) => response.text())
    await isAsked
    const closed = close()
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
    release()
    expect(await answer).toBe('late')
    await closed
  })

  test('does not wait for connections that idle', async () => {
    const { port, close } = await start(hello)
    const agent = new Agent({ keepAlive: true })
    await new Promise((resolve) =>
      get({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', resolve)),
    )
    const startedMs = performance.now()
    await close()
    // What does not end is cut after as long.
    expect(performance.now() - startedMs).toBeLessThan(4_000)
    agent.destroy()
  })

  test('cuts what does not end', async () => {
    const { url, close } = await start(() => new Promise(() => {}))
    const answer = fetch(url).then(
      () => 'answered',
      () => 'cut',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    await close()
    expect(await answer).toBe('cut')
  })
})

describe('clients', () => {
  test('that are slow with their headers are cut', async () => {
    const { port } = await start(hello, { headersTimeout: 1 })
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  test('that are slow with their body are cut', async () => {
    const { port } = await start(async (request) => new Response(await request.text()), { requestTimeout: 1 })
    await exchange(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
  })

  test('that idle are closed after the keep-alive time', async () => {
    const { port } = await start(hello, { keepAliveTimeout: 1 })
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(answer).toMatch(/hello$/)
  })

  test('beyond the number of connections are closed', async () => {
    const { port } = await start(hello, { connectionsMax: 1 })
    const first = connect(port, '127.0.0.1')
    await new Promise((resolve) => first.once('connect', resolve))
    expect(await ask(port)).toBe('')
    first.destroy()
  })

  const whole = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
  const damaged = 'The request is damaged: check its address, its Host and its other headers.'
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'header', damaged],
    ['a header without a colon', `${whole}Bad Header\r\n\r\n`, 400, 'header', damaged],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'header', damaged],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'header', damaged],
    [
      'more than 16 KiB of headers',
      `${whole}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'header',
      'Address and headers together are larger than 16 KiB: send fewer.',
    ],
    [
      'a damaged chunk',
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'body',
      'The body is damaged: send its length, or chunks.',
    ],
  ])('with %s are refused with the headers of all refusals', async (_, bytes, status, field, message) => {
    const echo: Fetch = async (request) => new Response(await request.text())
    const listener = await listen(echo, configOf({}), undefined, undefined, (damaged) =>
      JSON.stringify([damaged.status, damaged.field, damaged.message]),
    )
    open.push(listener)
    const { port } = listener
    const [head = '', body = ''] = (await exchange(port, bytes)).split('\r\n\r\n')
    const [first, ...lines] = head.toLowerCase().split('\r\n')
    expect(first).toMatch(new RegExp(`^http/1\\.1 ${status} \\w`))
    expect(lines).toEqual(
      expect.arrayContaining([
        'content-type: application/json',
        `content-length: ${body.length}`,
        'x-ratelimit-limit: 0',
        'x-ratelimit-remaining: 0',
        'cache-control: no-store, private',
        'x-robots-tag: noindex, nofollow',
        'x-content-type-options: nosniff',
        'connection: close',
      ]),
    )
    expect(JSON.parse(body)).toEqual([status, field, message])
  })

  test('never get a refusal in the middle of an answer', async () => {
    const { port } = await start(
      () => new Response(new ReadableStream({ start: (begun) => begun.enqueue(Buffer.from('hello')) })),
    )
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
      if (/hello/.test(answer)) socket.write('GARBAGE\r\n\r\n')
    })
    socket.on('error', () => {})
    socket.write(`${whole}\r\n`)
    await once(socket, 'close')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})

describe('TLS', () => {
  const folder = temporaryFolder()
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  writeFileSync(cert, CERTIFICATE)
  writeFileSync(key, PRIVATE_KEY)
  afterAll(() => folder.remove())

  test('serves HTTPS with the pair of the configuration', async () => {
    const { url, port } = await start(hello, { tls: { cert, key } })
    expect(url).toBe(`https://127.0.0.1:${port}`)
    const answer = await new Promise<string>((resolve, reject) => {
      getTls({ port, host: '127.0.0.1', ca: CERTIFICATE }, (response) => {
        response.on('data', (chunk: Buffer) => resolve(chunk.toString()))
      }).on('error', reject)
    })
    expect(answer).toBe('hello')
    expect(await ask(port)).toBe('')
  })

  test('a renewed pair is taken at a hangup, and the old one stays while the new one does not fit', async () => {
    const notes: string[] = []
    const files = { cert: join(folder.path, 'renewed.pem'), key: join(folder.path, 'renewed.key') }
    writeFileSync(files.cert, CERTIFICATE)
    writeFileSync(files.key, PRIVATE_KEY)
    const listener = await listen(hello, configOf({ tls: files }), undefined, (text) => notes.push(text))
    open.push(listener)
    const certificateNow = async (): Promise<string> => {
      const socket = connectTls({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      return raw.toString('base64')
    }
    const bytesOf = (pem: string): string => pem.replaceAll(/-----.*-----|\n/g, '')
    process.emit('SIGHUP')
    writeFileSync(files.cert, RENEWED.certificate)
    process.emit('SIGHUP')
    process.emit('SIGHUP')
    expect([await certificateNow(), notes]).toEqual([
      bytesOf(CERTIFICATE),
      [expect.stringContaining("can't be used (")],
    ])
    writeFileSync(files.key, RENEWED.privateKey)
    process.emit('SIGHUP')
    expect([await certificateNow(), notes[1]]).toEqual([
      bytesOf(RENEWED.certificate),
      `the certificate of ${files.cert} was reloaded`,
    ])
  })

  test('a pair that is not there or does not fit fails with a sentence', async () => {
    const missing = listen(hello, configOf({ port: 0, tls: { cert: `${cert}x`, key } }))
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT', message: expect.stringContaining('tls.cert') })
    const unfit = listen(hello, configOf({ port: 0, tls: { cert: key, key: cert } }))
    await expect(unfit).rejects.toThrow(/tls\.cert and tls\.key can't be used/)
  })
})

describe('behind a trusted proxy', () => {
  const seen: (string | undefined)[] = []
  const note: Fetch = (_, { clientAddress }: RequestSurroundings) => {
    seen.push(clientAddress)
    return new Response('hello')
  }

  test('only what came over https is answered, and its client is the one that is named', async () => {
    const { port } = await start(note, { trustedProxy: ['127.0.0.1'] })
    const insecure = await ask(port, 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: http\r\n', '/api/v1/me')
    expect(insecure).toMatch(/^HTTP\/1\.1 403 /)
    for (const header of [
      'X-RateLimit-Limit: 0',
      'Cache-Control: no-store, private',
      'X-Robots-Tag: noindex, nofollow',
    ])
      expect(insecure).toContain(header)
    expect(await ask(port, 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n')).toMatch(/hello$/)
    expect(seen.splice(0)).toEqual(['203.0.113.9'])
  })

  test('this machine may connect, and its forwarded headers are not believed', async () => {
    const { port } = await start(note, { trustedProxy: ['192.0.2.7'] })
    expect(await ask(port, 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: http\r\n')).toMatch(/hello$/)
    expect(seen.splice(0)).toEqual(['127.0.0.1'])
  })
})

test('answers of an unfinished body leave the connection usable', async () => {
  const { port } = await start(() => new Response('early'))
  const socket: Socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.on('data', (chunk) => (answers += chunk.toString()))
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde`)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => answers.match(/early/g)?.length).toBe(2)
  socket.destroy()
})
