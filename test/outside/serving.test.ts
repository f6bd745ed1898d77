// `windrow serve`, `windrow up` and windrow alone (docs/command-line.md#serve): what they print, how they end, and that
// several of them, or several workers, make one service.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { curlLine } from '../../src/cli/commands/serving/up.ts'
import { done, isWindowsProgram, killByNumber, run, start, temporaryFolder } from '../support/program.ts'
import { send } from '../support/v1-client.ts'
import { hangMs } from '../support/hang.ts'

const temporary = temporaryFolder()
const folder = (name: string): string => join(temporary.path, name)
const running = new Set<Program>()
afterAll(async () => {
  for (const program of running) await program.kill()
  temporary.remove()
})

interface Program {
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves when stdout, or stderr, matches. */
  until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal; gives the exit code and how long it took. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
  kill(): Promise<void>
}

function program(argv: readonly string[], env: Record<string, string> = {}, cwd?: string): Program {
  const child = start(argv, env, cwd)
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const closed = once(child, 'close')
  const self: Program = {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    async until(stream, pattern) {
      for (let waitedMs = 0; waitedMs < hangMs; waitedMs += 20) {
        const found = pattern.exec(said[stream])
        if (found !== null) return found
        await sleep(20)
      }
      throw new Error(`no ${pattern} on ${stream}: ${said.stdout}${said.stderr}`)
    },
    async end(signal = 'SIGTERM') {
      const startMs = performance.now()
      child.kill(signal)
      const [code] = (await closed) as [number | null]
      running.delete(self)
      return { code, ms: performance.now() - startMs }
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) await self.end('SIGKILL')
    },
  }
  running.add(self)
  return self
}

const listening = /^windrow listening on (http:\/\/127\.0\.0\.1:(\d+))\n/
async function portOf(server: Program): Promise<number> {
  return Number((await server.until('stdout', listening))[2])
}
/** As the program knows itself; Wine gives its processes numbers of its own. */
const pidOf = ({ child }: Program): string => (isWindowsProgram ? '\\d+' : String(child.pid))
const statusOf = async (port: number, path: string, key?: string): Promise<number> =>
  (await send(port, { path, key })).status

describe('windrow up', () => {
  const data = folder('up')

  test('serves the sample and prints address, key and a curl line that works as printed', async () => {
    const up = program(['up', '--port', '0', '--data', data])
    await up.until('stderr', /press Ctrl\+C/)
    const lines = up.stdout().split('\n')
    const [, url = '', port = ''] = listening.exec(up.stdout()) ?? []
    const key = /^key (wdr_[0-9a-f]{60})$/.exec(lines[1] ?? '')?.[1] ?? ''
    const curl = curlLine(key, `${url}/api/v1/rows?limit=3&state=none`, isWindowsProgram ? 'win32' : process.platform)
    expect(lines).toEqual([`windrow listening on ${url}`, `key ${key}`, 'try it:', `  ${curl}`, ''])
    expect(up.stderr()).toMatch(new RegExp(`${url}/admin/setup\\?code=[\\w-]{43,}`))

    const answer = JSON.parse(
      execFileSync('sh', ['-c', curl.replace(/^curl\.exe/, 'curl')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    expect(answer.data.rows).toHaveLength(3)
    const me = (await send(Number(port), { path: '/api/v1/me', key })).json.data
    expect([me.user.name, me.user.role, me.key.name, me.limits]).toEqual([
      'owner',
      'super_admin',
      'up',
      { requests_per_minute: 6000 },
    ])
    expect(me.effective_abilities).toEqual([
      'rows:read',
      'translations:validate',
      'translations:propose',
      'translations:write-machine',
    ])
    const rows = await send(Number(port), { path: '/api/v1/rows?limit=1&include_total=1&fields=reference', key })
    expect(rows.json.meta.total_matching).toBeGreaterThan(100)
    expect(await up.end()).toMatchObject({ code: 0 })
    const [owner] = JSON.parse(await done(['user', 'list', '--json', '--data', data]))
    expect([owner.name, owner.has_password]).toEqual(['owner', false])
  })

  test('makes no second key on the store that it filled before', async () => {
    const up = program(['up', '--port', '0', '--data', data])
    await up.until('stderr', /press Ctrl\+C/)
    const [, first, second, ...rest] = up.stdout().split('\n')
    const prefix = /^key (wdr_[0-9a-f]{8})…/.exec(first ?? '')?.[1]
    expect(first).toBe(`key ${prefix}… was shown before; windrow key regenerate ${prefix} gives a new one`)
    expect([second, rest]).toEqual(['', []])
    const key = await done(['key', 'regenerate', prefix ?? '', '--data', data])
    expect(await statusOf(await portOf(up), '/api/v1/me', key)).toBe(200)
  })
})

// Each of these has data of its own, and most of them mainly wait.
describe.concurrent('windrow serve', () => {
  test('prints one line on stdout, and hints on stderr', async ({ expect }) => {
    const data = folder('lines')
    const server = program(['serve', '--port', '0', '--data', data])
    await server.until('stderr', /press Ctrl\+C/)
    expect(server.stdout()).toMatch(/^windrow listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(server.stderr()).toContain('windrow import')
    expect(server.stderr()).toMatch(/\/admin\/setup\?code=/)
    expect(await server.end('SIGINT')).toMatchObject({ code: 0 })
  })

  test('notes another server on the same data, and says who has its port', async ({ expect }) => {
    const data = folder('two')
    const first = program(['serve', '--port', '0', '--data', data])
    const port = await portOf(first)
    const second = program(['serve', '--port', '0', '--data', data])
    await second.until(
      'stderr',
      new RegExp(`note: process ${pidOf(first)} serves the same data at http://127.0.0.1:${port};`),
    )
    expect(await statusOf(await portOf(second), '/api/v1/me')).toBe(401)

    const third = await run(['serve', '--port', String(port), '--data', data, '--quiet'])
    expect([third.code, third.stdout]).toEqual([1, ''])
    expect(third.stderr).toMatch(
      new RegExp(`^error: port ${port} is taken by another windrow \\(process ${pidOf(first)}\\) on the same data; `),
    )
    const other = await run(['serve', '--port', String(port), '--data', folder('other'), '--quiet'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining(`port ${port} is taken by another program`)])
    expect(await statusOf(port, '/api/v1/me')).toBe(401)
  })

  test('answers the request under way when it is told to end, and ends within 5 s', async ({ expect }) => {
    const data = folder('under-way')
    const server = program(['serve', '--port', '0', '--data', data])
    const port = await portOf(server)
    await done(['user', 'add', 'Olena', '--role', 'admin', '--data', data])
    const key = await done(['key', 'create', '--user', 'Olena', '--data', data])
    const body = JSON.stringify({ items: [{ row_id: '00000000000000a1', text: 'x' }] })
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/api/v1/translations/validate', headers }
    const asked = request(options)
    const answered = once(asked, 'response')
    asked.write(body.slice(0, 10))
    await sleep(200)
    const ended = server.end()
    await sleep(300)
    asked.end(body.slice(10))
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
    expect((await ended).code).toBe(0)
    await expect(send(port, { path: '/api/v1/me' })).rejects.toThrow('ECONNREFUSED')
  })

  test('cuts a request that does not come to its end, and still ends', async ({ expect }) => {
    const data = folder('cut')
    const server = program(['serve', '--port', '0', '--data', data])
    const port = await portOf(server)
    await done(['user', 'add', 'Olena', '--data', data])
    const key = await done(['key', 'create', '--user', 'Olena', '--data', data])
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': 1000 }
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/translations/validate', headers })
    const failed = once(asked, 'error')
    asked.write('{')
    await sleep(200)
    // 130: this machine was so busy that the 5 s were over before all was closed.
    expect([0, 130]).toContain((await server.end()).code)
    await failed
  })

  test('with --workers is one service: one port, exact counters, a killed worker replaced, one end', async ({
    expect,
  }) => {
    const data = folder('workers')
    const workers = program(['serve', '--port', '0', '--workers', '2', '--data', data])
    const port = await portOf(workers)
    await done(['user', 'add', 'Olena', '--data', data])
    const key = await done(['key', 'create', '--user', 'Olena', '--requests-per-minute', '60', '--data', data])
    const pids = (): number[] => [
      ...new Set(Array.from(workers.stderr().matchAll(/"pid":(\d+)/g), ([, pid]) => Number(pid))),
    ]

    // The minute that counts must not end in between.
    const secondsLeft = 60 - (Date.now() % 60_000) / 1000
    if (secondsLeft < 10) await sleep(secondsLeft * 1000 + 50)
    const answers = await Promise.all(Array.from({ length: 150 }, () => send(port, { path: '/api/v1/me', key })))
    const admitted = answers.filter(({ status }) => status === 200)
    expect(admitted).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
    const remaining = admitted.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b)
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, n) => n))
    const [first = 0, second = 0, ...others] = pids()
    expect([first > 0, second > 0, others]).toEqual([true, true, []])

    await killByNumber(first)
    for (let waitedMs = 0; pids().length < 3 && waitedMs < hangMs; waitedMs += 50) {
      await Promise.all(Array.from({ length: 4 }, () => send(port, { path: '/api/v1/me' }).catch(() => null)))
      await sleep(50)
    }
    expect(pids()).toHaveLength(3)
    expect(workers.stderr()).toContain('a worker ended by itself and is replaced')

    expect((await workers.end()).code).toBe(0)
    if (!isWindowsProgram) for (const pid of pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(send(port, { path: '/api/v1/me' })).rejects.toThrow('ECONNREFUSED')
  })
})

describe('without a command', () => {
  test('windrow serves in the working directory', async () => {
    mkdirSync(folder('here'))
    const server = program([], { WINDROW_PORT: '0' }, folder('here'))
    expect(await statusOf(await portOf(server), '/api/v1/me')).toBe(401)
    expect(existsSync(join(folder('here'), 'windrow-data', 'main'))).toBe(true)
    expect(await server.end()).toMatchObject({ code: 0 })
  })
})

test.runIf(!isWindowsProgram)('a folder that cannot be looked into is not told as one without a store', async () => {
  // A link to itself leads nowhere, for every account.
  symlinkSync(folder('loop'), folder('loop'))
  const { code, stderr } = await run(['stats', '--data', folder('loop')])
  expect([code, stderr]).toEqual([1, expect.stringContaining('ELOOP')])
})

test('commands that only read make no store where there is none', async () => {
  const data = folder('nowhere')
  for (const argv of [['check'], ['stats'], ['export', '--to', folder('dump.jsonl')]]) {
    const { code, stdout, stderr } = await run([...argv, '--data', data])
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^error: there is no store in .*nowhere; /)])
  }
  expect(existsSync(data)).toBe(false)
})
