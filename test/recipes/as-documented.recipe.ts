// The blocks of docs/service.md, run as a reader would put them to use, with other names, ports and folders.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLine, done, pathForProgram, serve, start, temporaryFolder } from '../support/program.ts'

const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8')
const block = (language: string): string => {
  const [, text] = new RegExp(`\n\`\`\`${language}\n([^]*?)\`\`\`\n`).exec(page) ?? []
  if (text === undefined) throw new Error(`docs/service.md has no block of ${language}`)
  return text
}
/** Fails where the page no longer has what is exchanged. */
function exchanged(text: string, ...pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the block has no ${from}`)
    return now.replaceAll(from, to)
  }, text)
}

const NAME = 'words.example.org'
const asNamed = ['--trusted-proxy', '127.0.0.1', '--public-names', NAME]

let folder: ReturnType<typeof temporaryFolder>
let children: ChildProcess[]
beforeEach(() => {
  folder = temporaryFolder()
  // nginx's workers are another user.
  chmodSync(folder.path, 0o755)
  children = []
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    await closed
  }
  folder.remove()
})

const inFolder = (name: string): string => join(folder.path, name)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

interface Asked {
  readonly path: string
  readonly key?: string
  readonly accept?: string
  readonly body?: Uint8Array
}

function ask(port: number, { path, key, accept, body }: Asked): Promise<IncomingMessage> {
  const headers = {
    Host: NAME,
    ...(accept !== undefined && { Accept: accept }),
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
  }
  const where = { host: '127.0.0.1', port, servername: NAME, rejectUnauthorized: false, agent: false }
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, path, method: body === undefined ? 'GET' : 'POST', headers }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** Until the proxy answers. */
async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${said.join('')}`)
    const status = await ask(port, { path: '/health' }).then(
      (answer) => answer.resume().statusCode,
      () => null,
    )
    if (status === 200) return
    await sleep(100)
  }
}

async function prepared(): Promise<string> {
  const data = ['--data', inFolder('data')]
  const rows = Array.from({ length: 3 }, (_, i) => ({ id: `000000000000000${i + 1}`, text: `Gate ${i}` }))
  writeFileSync(inFolder('main.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await done(['import', '--main', pathForProgram(inFolder('main.jsonl')), ...data])
  await done(['user', 'add', 'ada', '--role', 'admin', ...data])
  const key = `wdr_${'5'.repeat(60)}`
  await done(['key', 'create', '--user', 'ada', '--secret-stdin', ...data], `${key}\n`)
  return key
}

async function servesBehind(proxy: (port: number, windrow: number) => ChildProcess): Promise<void> {
  const key = await prepared()
  const server = await serve(['--data', inFolder('data'), ...asNamed])
  try {
    const port = await freePort()
    const child = proxy(port, server.port)
    children.push(child)
    await untilReady(port, child)

    const rows = await ask(port, { path: '/api/v1/rows?limit=3', key })
    expect([rows.statusCode, JSON.parse(await textOf(rows)).data.rows?.length ?? 0]).toEqual([200, 3])
    const site = await ask(port, { path: '/admin/sign-in' })
    expect(site.statusCode).toBe(200)
    expect(String(site.headers['set-cookie'])).toContain('__Host-')
    expect(await textOf(site)).toContain('windrow')

    // A body beyond nginx's default of 1 MiB reaches windrow, which answers it.
    const large = await ask(port, {
      path: '/api/v1/translations',
      key,
      body: Buffer.alloc(9 * 1024 * 1024, 0x20),
    })
    expect([large.statusCode, await textOf(large)]).toEqual([400, expect.stringContaining('damaged JSON')])

    // The first bytes of a stream come while it stays open.
    const events = await ask(port, { path: '/api/v2/events', key, accept: 'text/event-stream' })
    const [first] = (await once(events, 'data')) as [Buffer]
    expect([events.statusCode, first.toString()]).toEqual([200, expect.stringContaining('event')])
    events.destroy()
  } finally {
    await server.stop()
  }
}

test('Caddy', async () => {
  await servesBehind((port, windrow) => {
    const local = '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
    const config = exchanged(block('caddyfile'), [NAME, `${NAME}:${port}`], ['127.0.0.1:8787', `127.0.0.1:${windrow}`])
    writeFileSync(inFolder('Caddyfile'), local + config)
    const home = { XDG_DATA_HOME: inFolder('caddy'), XDG_CONFIG_HOME: inFolder('caddy'), HOME: folder.path }
    return spawn('caddy', ['run', '--config', inFolder('Caddyfile'), '--adapter', 'caddyfile'], {
      env: { ...process.env, ...home },
    })
  })
})

test('nginx', async () => {
  const [cert, own] = [inFolder('cert.pem'), inFolder('key.pem')]
  const wanted = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${NAME}`,
  ]
  execFileSync('openssl', ['req', '-x509', ...wanted, '-keyout', own, '-out', cert], { stdio: 'ignore' })
  await servesBehind((port, windrow) => {
    const server = exchanged(
      block('nginx'),
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      [`/etc/ssl/${NAME}.pem`, cert],
      [`/etc/ssl/${NAME}.key`, own],
      ['127.0.0.1:8787', `127.0.0.1:${windrow}`],
    )
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${inFolder(name)};`,
    )
    const top = `daemon off; pid ${inFolder('nginx.pid')}; error_log stderr; events {}\n`
    writeFileSync(inFolder('nginx.conf'), `${top}http { access_log off; ${kept.join(' ')}\n${server}}\n`)
    return spawn('nginx', ['-e', 'stderr', '-c', inFolder('nginx.conf')])
  })
})

test('the unit of systemd is valid, starts, reloads and stops', async () => {
  const unit = block('ini')
  const path = inFolder('windrow.service')
  writeFileSync(path, exchanged(unit, ['/usr/local/bin/windrow', '/bin/true']))
  const looked = execFileSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8', stdio: 'pipe' })
  expect(looked).toBe('')
  const exposed = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', path], {
    encoding: 'utf8',
  })
  expect(exposed).toContain('Overall exposure level')

  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [, ...argv] = exchanged(valueOf('ExecStart'), ['/var/lib/windrow', inFolder('data')]).split(' ')
  const env = Object.fromEntries(
    valueOf('Environment')
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  )
  expect(valueOf('ExecReload')).toBe('/bin/kill -HUP $MAINPID')
  const child = start([...argv, '--port', '0'], env)
  children.push(child)
  let [said, told] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()))
  while (!/listening on \S+/.test(said) || !told.includes('/admin/setup')) await sleep(50)
  expect(told).toContain(`https://${NAME}/admin/setup?code=`)
  child.kill('SIGHUP')
  const url = /listening on (\S+)/.exec(said)?.[1] ?? ''
  expect((await fetch(`${url}/health`)).status).toBe(200)
  const closed = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
})

test('logrotate empties a log that windrow goes on writing', async () => {
  const log = inFolder('windrow.log')
  const data = inFolder('data')
  const server = spawn(
    'sh',
    ['-c', `exec "$0" "$@" 2>>'${log}'`, ...commandLine(), 'serve', '--data', data, '--port', '0'],
    {
      env: { ...process.env, WINDROW_LOG_LEVEL: 'debug' },
    },
  )
  children.push(server)
  let said = ''
  server.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!/listening on \S+/.test(said)) await sleep(50)
  const url = /listening on (\S+)/.exec(said)?.[1] ?? ''
  appendFileSync(log, 'before\n')
  const config = inFolder('rotate.conf')
  writeFileSync(config, exchanged(block('logrotate'), ['/var/log/windrow.log', log]))
  chmodSync(config, 0o644)
  mkdirSync(inFolder('state'))
  execFileSync('logrotate', ['--force', '--state', inFolder('state/logrotate'), config])
  expect(existsSync(`${log}.1.gz`)).toBe(true)
  expect(readFileSync(log, 'utf8')).not.toContain('before')
  await fetch(`${url}/api/v1/rows`)
  const closed = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(readFileSync(log, 'utf8')).toContain('v1.rows')
})
