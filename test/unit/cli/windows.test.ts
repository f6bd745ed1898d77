// What the command line does otherwise on Windows, asked of its parameters: words, names of files, signals, the log.
import { describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import type { Command, Run } from '../../../src/cli/command.ts'
import { curlLine } from '../../../src/cli/commands/serving/up.ts'
import { localTime, shownValue } from '../../../src/cli/streams/lines.ts'
import { remedyFor } from '../../../src/cli/report-failure.ts'
import { FILE, FOLDER } from '../../../src/cli/options.ts'
import { logSettings } from '../../../src/cli/with-app.ts'
import { stopSignals, systemWorld } from '../../../src/cli/world.ts'
import { Unloadable } from '../../../src/runtime/unloadable.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { testWorld, type TestWorld } from '../../support/cli-world.ts'

const { at } = cliFolder()

const command = (run: Run): Command => ({
  name: 'work',
  summary: 'Works',
  arguments: [{ summary: 'A file', value: FILE, isOptional: true }],
  options: [{ name: 'out', summary: 'A folder', value: FOLDER }],
  examples: ['windrow work'],
  load: async () => ({ run }),
})

async function end(run: Run, argv: readonly string[], changes: Partial<TestWorld>) {
  const world = { ...testWorld(at()), ...changes }
  const code = await runCli(['work', ...argv], world, [command(run)])
  return { code, stderr: world.written.stderr }
}
const nothing: Run = async () => {}

describe('names of files', () => {
  test.each([
    [
      ['--out', 'C:\\x\\NUL'],
      'error: --out C:\\x\\NUL has the name NUL, which Windows reserves for a device; choose another\n',
    ],
    [
      ['con.jsonl'],
      'error: FILE con.jsonl has the name con.jsonl, which Windows reserves for a device; choose another\n',
    ],
  ])('%j is wrong usage on Windows and good elsewhere', async (argv, stderr) => {
    expect(await end(nothing, argv, { platform: 'win32' })).toEqual({ code: 2, stderr })
    expect(await end(nothing, argv, { platform: 'linux' })).toEqual({ code: 0, stderr: '' })
  })
})

describe('faults', () => {
  const failing =
    (code: string): Run =>
    async () => {
      throw Object.assign(new Error(`${code}: said by the system, open 'x'`), { code })
    }
  test.each([
    ['EBUSY', 'win32', /; another program has the file open; close it there and try again\n$/],
    ['EPERM', 'win32', /; another program may have the file open, or it may not be written/],
    ['EPERM', 'linux', /; check the permissions\n$/],
  ] as const)('%s on %s says what to do', async (code, platform, said) => {
    expect((await end(failing(code), [], { platform })).stderr).toMatch(said)
    expect(remedyFor(code, platform)).toBeDefined()
  })

  test('an engine that this machine cannot load is no fault of windrow', async () => {
    const run: Run = async () => {
      throw new Unloadable('the storage engine could not be loaded: it needs glibc 2.34 or later')
    }
    expect(await end(run, [], {})).toEqual({
      code: 1,
      stderr: 'error: the storage engine could not be loaded: it needs glibc 2.34 or later\n',
    })
  })
})

describe('the log', () => {
  const levelOf = async (changes: Partial<TestWorld>): Promise<unknown> => {
    const found: unknown[] = []
    await end(async (context) => void found.push(logSettings(context)), [], changes)
    return found[0]
  }
  test('goes through a console of Windows, without the requests unless they are asked for', async () => {
    const settings = await levelOf({ platform: 'win32', isTty: true })
    expect(settings).toEqual({ level: 'warn', write: expect.any(Function) })
    const asked = { platform: 'win32', isTty: true, env: { WINDROW_LOG_LEVEL: 'info' } } as const
    expect(await levelOf(asked)).toMatchObject({ level: 'info' })
  })

  test('is as ever in a file or a pipe', async () => {
    for (const platform of ['win32', 'linux'] as const) expect(await levelOf({ platform })).toEqual({ level: 'info' })
  })
})

test('closing the window asks to end, and Ctrl+Break on Windows; without a terminal nohup keeps its meaning', () => {
  for (const isTerminal of [true, false])
    expect(stopSignals('win32', isTerminal)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'])
  expect(stopSignals('linux', true)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP'])
  expect(stopSignals('linux', false)).toEqual(['SIGINT', 'SIGTERM'])
})

test('the process says which system it runs on', () => {
  expect(systemWorld().platform).toBe(process.platform)
})

test('the line to try works in every shell of its system', () => {
  const [key, url] = ['wdr_0', 'http://127.0.0.1:8787/api/v1/rows?limit=3&state=none']
  expect(curlLine(key, url, 'win32')).toBe(`curl.exe -H "X-API-Key: ${key}" "${url}"`)
  expect(curlLine(key, url, 'linux')).toBe(`curl -H 'X-API-Key: ${key}' '${url}'`)
})

describe('times', () => {
  const atMs = Date.parse('2026-11-21T22:31:07.123Z')
  test.each([
    [0, '2026-11-21 22:31:07 +00:00'],
    [120, '2026-11-22 00:31:07 +02:00'],
    [-210, '2026-11-21 19:01:07 -03:30'],
  ])('%i minutes east', (eastMinutes, shown) => expect(localTime(atMs, eastMinutes)).toBe(shown))

  test('are shown on the clock of the machine, and other values as they are', () => {
    expect(shownValue('2026-11-21T22:31:07.123Z')).toBe(localTime(atMs))
    expect([shownValue('Taras'), shownValue(null), shownValue(['a'])]).toEqual(['Taras', 'null', '["a"]'])
  })
})
