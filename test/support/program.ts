// The built program, seen from outside: command lines and a running server. WINDROW_PROGRAM says which: `node` (the
// default, src/main.ts), `deno`, the path of an executable, or test/wine/windrow-wine.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import { denoLine } from './deno.ts'
import { hangMs } from './hang.ts'

const atRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Whether it is the Windows executable (test/wine): its processes have numbers of their own, and its words are for Windows. */
export const isWindowsProgram = process.env['WINDROW_PROGRAM']?.endsWith('windrow-wine') === true

/** The program and its first arguments. */
export function commandLine(): readonly string[] {
  const named = process.env['WINDROW_PROGRAM'] ?? 'node'
  if (named === 'node') return [process.execPath, atRoot('src/main.ts')]
  if (named === 'deno') return denoLine()
  return [named]
}

export interface End {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string>>

/** Starts a command and leaves it running. */
export function start(
  argv: readonly string[],
  env: Environment = {},
  cwd?: string,
  program: readonly string[] = commandLine(),
): ChildProcess {
  const [command = '', ...first] = program
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('WINDROW_') || name === 'WINDROW_WINE',
  )
  const common = { NO_COLOR: '1', ...compileCache }
  return spawn(command, [...first, ...argv], {
    env: { ...Object.fromEntries(inherited), ...common, ...env },
    ...(cwd !== undefined && { cwd }),
  })
}

interface Input {
  readonly input?: string
  readonly env?: Environment
  readonly program?: readonly string[] | undefined
}

/**
 * Runs one command to its end. On Node inside this process, because starting one takes many times what most commands do; the other
 * runtimes, and what reads an environment that is not windrow's, get a process. A command leaves its store open until its process
 * ends, so that a test which puts other files in the place of a store needs `runProcess`.
 */
export async function run(argv: readonly string[], input: Input = {}): Promise<End> {
  const isOurs = Object.keys(input.env ?? {}).every((name) => name.startsWith('WINDROW_'))
  if (!isOurs || input.program !== undefined || process.env['WINDROW_PROGRAM'] !== undefined)
    return await runProcess(argv, input)
  // Loaded on demand: most test files run no command.
  const { runHere } = await import('./cli-world.ts')
  return { ...(await runHere(argv, input.input ?? '', input.env ?? {})), signal: null }
}

/** Runs one command to its end, as a process. */
export function runProcess(
  argv: readonly string[],
  { input = '', env = {}, program = commandLine() }: Input = {},
): Promise<End> {
  const child = start(argv, env, undefined, program)
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin?.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

/** Runs a command that has to succeed; gives what it printed, trimmed. */
export async function done(argv: readonly string[], input = '', program?: readonly string[]): Promise<string> {
  const { code, signal, stdout, stderr } = await run(argv, { input, program })
  if (code !== 0) throw new Error(`windrow ${argv.join(' ')} ended with ${code ?? signal}: ${stderr}`)
  return stdout.trim()
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** What it wrote on stderr so far. */
  log(): string
  /** Ends it with SIGTERM; gives its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

/** Starts a server on a port that the system picks; resolves when it has printed its address. */
export const serve = (
  argv: readonly string[],
  env: Environment = {},
  program = commandLine(),
  command: 'serve' | 'up' = 'serve',
): Promise<RunningServer> => listening(start([command, '--port', '0', ...argv], env, undefined, program))

/** The server of this process, once it has printed its address. */
export function listening(child: ChildProcess): Promise<RunningServer> {
  let [stdout, stderr] = ['', '']
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`the server did not start in ${hangMs} ms: ${stderr}`))
      child.kill('SIGKILL')
    }, hangMs)
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${stderr}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const url = /^windrow listening on (\S+)\n/m.exec(stdout)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      const kill = async (): Promise<void> => void (await end('SIGKILL'))
      resolve({
        url,
        port: Number(new URL(url).port),
        log: () => stderr,
        stop: () => end('SIGTERM'),
        kill,
      })
    })
  })
}

/** A path of this machine as the program under test says it. */
export const pathForProgram = (path: string): string => (isWindowsProgram ? `Z:${path.replaceAll('/', '\\')}` : path)

/** A Node that the program under test can start, as its shell takes it. */
export const nodeForProgram = (): string =>
  isWindowsProgram ? pathForProgram(join(process.env['WINEPREFIX'] ?? '', '../node.exe')) : process.execPath

/** Ends at once the process that the program's log calls by this number; Wine has numbers of its own. */
export async function killByNumber(pid: number): Promise<void> {
  if (!isWindowsProgram) return void process.kill(pid, 'SIGKILL')
  const program = join(process.env['WINEPREFIX'] ?? '', '../end-process.exe')
  const killer = spawn('/usr/lib/wine/wine64', [program, String(pid)], { stdio: 'ignore' })
  await new Promise((resolve) => killer.on('close', resolve))
}

/** A temporary folder and what removes it, which waits a little for a process that has just ended and still writes there. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'windrow-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
