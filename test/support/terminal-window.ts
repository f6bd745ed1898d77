// A terminal's window that can be closed over the program that runs in it (not on Windows).
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

export interface TerminalWindow {
  readonly child: ChildProcess
  /** Resolves when what is shown matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  /** Closes the window; gives the exit code of the program in it. */
  close(): Promise<number>
}

const patienceMs = 60_000

/** Opens a window in which the program runs; `name` is another one for each window of a folder. */
export function openWindow(
  words: readonly string[],
  { cwd, name, env = {} }: { cwd: string; name: string; env?: Readonly<Record<string, string>> },
): TerminalWindow {
  const codeFile = join(cwd, `code-${name}`)
  const command = words.map((word) => `'${word}'`).join(' ')
  // As the shell of a terminal does: when its window is closed it tells what runs in it, and waits.
  const shell = `trap 'kill -HUP $!' HUP; ${command} </dev/tty & while kill -0 $! 2>/dev/null; do wait $!; code=$?; done; echo $code > code-${name}`
  const child = spawn('script', ['-qec', shell, '/dev/null'], {
    env: { ...process.env, ...env, SHELL: '/bin/sh' },
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  return {
    child,
    async until(pattern) {
      await expect.poll(() => shown, { timeout: patienceMs }).toMatch(pattern)
      return pattern.exec(shown) as RegExpExecArray
    },
    async close() {
      child.kill('SIGKILL')
      const noted = (): string => (existsSync(codeFile) ? readFileSync(codeFile, 'utf8') : '')
      await expect.poll(noted, { timeout: patienceMs }).toMatch(/^\d+\n$/)
      return Number(noted())
    },
  }
}
