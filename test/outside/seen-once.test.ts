// What is shown once is kept only when somebody can have seen it: secrets of keys and webhooks, links of invites.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine, isWindowsProgram, serve } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'

const world = programWorld()
afterAll(() => world.close())
const data = ['--data', world.data] as const

/** Runs a command whose standard output is `output`, as a shell says it. */
async function into(output: string, argv: readonly string[]): Promise<{ code: number; stderr: string }> {
  const child = spawn('sh', ['-c', `exec "$0" "$@" ${output}`, ...commandLine(), ...argv])
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

const listOf = (what: 'key' | 'webhook'): Promise<{ id: number }[]> => world.json([what, 'list'])

describe.runIf(process.platform === 'linux' && !isWindowsProgram)('a secret that nobody can have seen', () => {
  beforeAll(async () => await world.done(['user', 'add', 'Ada', '--role', 'admin']))

  const outputs = ['>/dev/full', '>/dev/null', '>&-', '>/dev/full 2>&1']
  it.each(outputs)('is taken back with what it opens (%s)', async (output) => {
    const site = ['--site', 'https://words.example.org']
    for (const [argv, what] of [
      [['key', 'create', '--user', 'Ada'], 'key'],
      [['key', 'create', '--user', 'Ada', '--bot', '--json'], 'key'],
      [['webhook', 'add', 'https://example.org/hook'], 'webhook'],
      [['user', 'invite', ...site], 'the invite'],
    ] as const) {
      const { code, stderr } = await into(output, [...argv, ...data])
      expect.soft(code, argv.join(' ')).toBe(1)
      const said = new RegExp(`^error: standard output .*nobody has seen the secret; ${what}.* was taken back`)
      if (!output.includes('2>&1')) expect.soft(stderr).toMatch(said)
    }
    expect(await listOf('key')).toEqual([])
    expect(await listOf('webhook')).toEqual([])
  })

  it('is named with the way to another one where the old one is gone', async () => {
    await world.done(['key', 'create', '--user', 'Ada'])
    const [key] = await listOf('key')
    const { code, stderr } = await into('>/dev/full', ['key', 'regenerate', `${key?.id}`, ...data])
    expect(code).toBe(1)
    expect(stderr).toContain(`windrow key regenerate ${key?.id} makes a new one again`)
    expect(await world.done(['key', 'regenerate', `${key?.id}`])).toMatch(/^wdr_/)
  })

  it('is no loss to who gave it', async () => {
    const secret = `wdr_${'1'.repeat(60)}`
    const words = ['-c', 'exec "$0" "$@" >/dev/null', ...commandLine()]
    const child = spawn('sh', [...words, 'key', 'create', '--user', 'Ada', '--bot', '--secret-stdin', ...data])
    child.stdin.end(`${secret}\n`)
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

it('the site says where to begin while nobody has a password, and not the code', async () => {
  const server = await serve(['--data', world.at('up')], {}, commandLine(), 'up')
  const page = await (await fetch(`${server.url}/`)).text()
  expect(page).toContain('Open the link in its terminal')
  expect(page).not.toContain('code=')
  await server.stop()
})
