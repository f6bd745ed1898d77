// A terminal's window that can be closed over the program that runs in it (not on Windows).
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { hangMs } from './hang.ts'

export interface TerminalWindow {
  readonly child: ChildProcess
  /** Resolves when what is shown matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  /** Closes the window; gives the exit code of the program in it. */
  close(): Promise<number>
}

const patience = { timeout: hangMs, interval: 50 }

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
    env: { ...process.env, NO_COLOR: '1', ...env, SHELL: '/bin/sh' },
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  return {
    child,
    async until(pattern) {
      return await vi.waitFor(() => {
        const found = pattern.exec(shown)
        if (found === null) throw new Error(`no ${pattern} in the window: ${shown}`)
        return found
      }, patience)
    },
    async close() {
      child.kill('SIGKILL')
      return await vi.waitFor(() => {
        const noted = existsSync(codeFile) ? readFileSync(codeFile, 'utf8') : ''
        if (!/^\d+\n$/.test(noted)) throw new Error('the program has not ended')
        return Number(noted)
      }, patience)
    },
  }
}
