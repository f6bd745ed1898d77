// Ends that only a real process has: signals, closed pipes, full disks, standard input.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../support/cli-program.ts', import.meta.url))
const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

interface End {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly input?: string
  readonly signal?: NodeJS.Signals
  readonly closesStdout?: boolean
  readonly script?: string
}

/** Runs the program to its end; `signal` is sent at its first output. */
function end(argv: readonly string[], options: Options = {}): Promise<End> {
  const child = spawn(process.execPath, [options.script ?? program, ...argv])
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    if (options.signal !== undefined) child.kill(options.signal)
    if (options.closesStdout === true) child.stdout.destroy()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  if (options.input === undefined) child.stdin.end()
  else child.stdin.write(options.input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

describe('a process', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('that serves ends with 0 at %s, after closing', async (signal) => {
    expect(await end(['serve'], { signal })).toEqual({ code: 0, stdout: 'ready\nclosed\n', stderr: '' })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('that works ends with 130 at %s', async (signal) => {
    const { code, stderr } = await end(['work'], { signal })
    expect([code, stderr]).toEqual([130, 'error: interrupted; nothing was left half done, run it again\n'])
  })

  test('that does not hear the signal is cut short', async () => {
    const { code, stderr } = await end(['deaf'], { signal: 'SIGTERM' })
    expect([code, stderr]).toEqual([130, 'error: interrupted; nothing was left half done, run it again\n'])
  })

  test('whose reader goes away does not crash', async () => {
    expect(await end(['flood'], { closesStdout: true })).toMatchObject({ code: 0, stderr: '' })
  })

  test('writes all its output before it ends', async () => {
    expect((await end(['flood'])).stdout.length).toBe(40_000 * 101)
  })

  test.each([
    ['late', 'thrown late, from a timer'],
    ['rejected', 'nobody caught this'],
  ])('that meets a fault nobody caught (%s) says it in one line and ends with 1', async (command, text) => {
    const { code, stderr } = await end([command])
    expect(code).toBe(1)
    expect(stderr.split('\n')).toHaveLength(2)
    expect(stderr).toContain(`error: ${text}`)
  })

  test('reads one line of standard input and does not wait for its end', async () => {
    expect((await end(['echo'], { input: 'pass wörd \r\nmore\n' })).stdout).toBe('pass wörd \n')
    expect((await end(['echo'])).stdout).toBe('')
  })

  test.runIf(existsSync('/dev/full'))('that cannot write its output fails', async () => {
    const child = spawn('sh', ['-c', '"$0" "$1" flood > /dev/full', process.execPath, program])
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: .*ENOSPC.*\n$/)
  })
})

test('src/main.ts hands the arguments over and ends with the exit code', async () => {
  expect(await end(['--version'], { script: main })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^windrow /),
  })
  expect(await end(['frobnicate'], { script: main })).toMatchObject({ code: 2, stdout: '' })
})
