// What is not a regular file: standard streams, pipes, links and devices, in every command that reads or writes a file, and a
// signal that ends each of them whatever it waits for. Not on Windows, which has none of these.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'

import { idOf } from '../support/game-files.ts'
import { done, run, start, temporaryFolder } from '../support/program.ts'
import { canShow } from '../support/under-wine.ts'

const rows = 3_000
const sourceOf = (row: number): string => `The gate of the ${row}th garden is open. ${'Come in. '.repeat(20)}`
const dump = (texts: (row: number) => string): string =>
  Array.from({ length: rows }, (_, i) => `${JSON.stringify({ id: idOf(i + 1), text: texts(i + 1) })}\n`).join('')

const temporary = temporaryFolder()
const at = (name: string): string => join(temporary.path, name)
const pipe = (name: string): string => {
  execFileSync('mkfifo', [at(name)])
  return at(name)
}
const data = ['--data', at('data')]
await done(['import', '--main', '-', '--no-diff', ...data], dump(sourceOf))
afterAll(() => temporary.remove())

/** Runs a command whose output another program reads, or input another program writes, through a shell. */
function inShell(line: string, ...argv: string[]): Promise<{ code: number | null; stdout: string }> {
  const child = start(['--version'])
  const program = child.spawnargs.slice(0, -1)
  child.kill()
  const shell = spawn('bash', ['-c', line, 'bash', ...program, ...argv])
  let stdout = ''
  shell.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  return new Promise((resolve) => shell.on('close', (code) => resolve({ code, stdout })))
}

const texts = (jsonl: string): number => jsonl.split('\n').filter((line) => line !== '').length

describe.runIf(process.platform !== 'win32')('output', () => {
  it('- and /dev/stdout are standard output, and what is said goes to stderr', async () => {
    const dash = await run(['export', '--to', '-', '--text', 'main', ...data])
    expect([dash.code, texts(dash.stdout)]).toEqual([0, rows])
    expect(dash.stderr).toMatch(/^wrote 3,000 rows to - /)
    const json = await run(['export', '--to', '-', '--text', 'main', '--json', ...data])
    expect([texts(json.stdout), JSON.parse(json.stderr)]).toMatchObject([rows, { rows, path: '-' }])
    const before = realpathSync('/dev/null')
    expect((await run(['export', '--to', '/dev/null', '--text', 'main', ...data])).code).toBe(0)
    expect([realpathSync('/dev/null'), statSync('/dev/null').isCharacterDevice()]).toEqual([before, true])
  })

  it('a link keeps its place, and the file behind it is replaced', async () => {
    mkdirSync(at('elsewhere'))
    writeFileSync(at('elsewhere/real.jsonl'), 'old')
    symlinkSync('elsewhere/real.jsonl', at('link.jsonl'))
    await done(['export', '--to', at('link.jsonl'), '--text', 'main', ...data])
    expect([lstatSync(at('link.jsonl')).isSymbolicLink(), readlinkSync(at('link.jsonl'))]).toEqual([
      true,
      'elsewhere/real.jsonl',
    ])
    expect(texts(readFileSync(at('elsewhere/real.jsonl'), 'utf8'))).toBe(rows)
  })

  it.runIf(canShow('a named pipe'))('a pipe is streamed into, also when its reader comes late', async () => {
    const name = pipe('out')
    const exporting = run(['export', '--to', name, '--text', 'main', ...data])
    await run(['--version'])
    const reading = inShell(`cat "${name}" | wc -l`)
    expect((await exporting).code).toBe(0)
    expect((await reading).stdout.trim()).toBe(String(rows))
  })

  it('a reader who goes away ends it, and the error says so', async () => {
    const { stdout } = await inShell(
      `{ "$@" export --to - --text main --data "${at('data')}" 2>&1 >&3; echo "code $?"; } 3> >(head -c 10 > /dev/null)`,
    )
    expect(stdout).toMatch(/error: the program that read - stopped before the end/)
    expect(stdout).toContain('code 1')
  })

  it('a backup and a glossary go through standard output and come back', async () => {
    await inShell(`"$@" backup - --data "${at('data')}" > "${at('backup')}"`)
    await inShell(`"$@" restore - --data "${at('restored')}" < "${at('backup')}"`)
    expect(await done(['stats', '--data', at('restored')])).toContain(`rows ${rows}, retired 0`)
    await done(['glossary', 'import', '-', '--data', at('restored')], 'source,forms\ngate,брам*\n')
    expect(await done(['glossary', 'export', '-', '--data', at('restored')])).toContain('gate,брам*')
  })
})

describe.runIf(process.platform !== 'win32')('input', () => {
  const translated = dump((row) => `Брама саду номер ${row} відчинена. ${'Заходь. '.repeat(20)}`)

  it('standard input, packed too, a pipe and a process of the shell are read like files', async () => {
    const ways = [
      `gzip < "${at('uk.jsonl')}" | "$@" import --localized - --dry-run --json --data "${at('data')}"`,
      `cat "${at('uk.jsonl')}" | "$@" import --localized /dev/stdin --dry-run --json --data "${at('data')}"`,
    ]
    const named = [
      `"$@" import --localized <(cat "${at('uk.jsonl')}") --dry-run --json --data "${at('data')}"`,
      `cat "${at('uk.jsonl')}" > "${pipe('in')}" & "$@" import --localized "${at('in')}" --dry-run --json --data "${at('data')}"`,
    ]
    writeFileSync(at('uk.jsonl'), translated)
    for (const line of [...ways, ...(canShow('a named pipe') ? named : [])]) {
      const { stdout } = await inShell(line)
      expect(JSON.parse(stdout).localized.written, line).toBe(rows)
    }
  })

  it('and so is a main file', async () => {
    writeFileSync(at('en.jsonl'), dump(sourceOf))
    const rest = `--no-diff --dry-run --json --data "${at('data')}"`
    const ways = [
      `cat "${at('en.jsonl')}" | "$@" import --main /dev/stdin ${rest}`,
      `gzip < "${at('en.jsonl')}" | "$@" import --main - ${rest}`,
      ...(canShow('a named pipe') ? [`"$@" import --main <(gzip < "${at('en.jsonl')}" | zcat) ${rest}`] : []),
    ]
    for (const line of ways) expect(JSON.parse((await inShell(line)).stdout).rows.unchanged, line).toBe(rows)
  })

  it('damage in it is told by the name stdin, and it can be given once', async () => {
    const { code, stderr } = await run(['import', '--localized', '-', ...data], { input: '{"id":"x"}\n' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: stdin, line 1: /)])
    const twice = await run(['import', '--main', '-', '--diff', '/dev/stdin', ...data])
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('standard input can be read once')])
  })
})

describe.runIf(process.platform !== 'win32')('SIGTERM ends what waits', () => {
  /** Tries again until something is so; only then does the command wait for what never comes. */
  async function until<T>(look: () => T | null): Promise<T> {
    for (;;) {
      const seen = look()
      if (seen !== null) return seen
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const orNull = <T>(look: () => T): T | null => {
    try {
      return look()
    } catch {
      return null
    }
  }
  async function endedBy(child: ChildProcess): Promise<readonly [number | null, string | null]> {
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    await once(child, 'exit')
    return [child.exitCode, child.signalCode]
  }

  it.runIf(canShow('a named pipe'))('for a pipe whose reader does not read', async () => {
    const name = pipe('unread')
    const reader = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
    const child = start(['export', '--to', name, '--text', 'main', ...data])
    await until(() => orNull(() => readSync(reader, Buffer.alloc(10)) || null))
    expect(await endedBy(child)).toEqual([130, null])
    closeSync(reader)
  })

  it.runIf(canShow('a named pipe'))('for a pipe whose writer does not write', async () => {
    const name = pipe('unwritten')
    const child = start(['import', '--localized', name, ...data])
    const writer = await until(() => orNull(() => openSync(name, constants.O_WRONLY | constants.O_NONBLOCK)))
    expect(await endedBy(child)).toEqual([130, null])
    closeSync(writer)
  })

  it('for standard input', async () => {
    await done(['user', 'add', 'nobody', '--role', 'admin', ...data])
    const child = start(['write', '--model', 'm', '--as', 'nobody', ...data])
    child.stdin?.write('no row\n')
    await once(child.stdout as Readable, 'data')
    expect(await endedBy(child)).toEqual([130, null])
  })

  it.runIf(canShow('a reader who does not read'))('for whoever should read its standard output', async () => {
    const child = start(['export', '--to', '-', '--text', 'main', ...data])
    await once(child.stdout as Readable, 'readable')
    expect(await endedBy(child)).toEqual([130, null])
  })
})
