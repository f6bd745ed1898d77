// A model that is a program: reads the prompt on standard input, prints the answer. The system's shell starts it for each prompt.
import { type ChildProcess, spawn } from 'node:child_process'
import { type Model, type ModelAnswer, ModelTrouble } from './model.ts'
import type { Prompt } from '../prompt.ts'

const answerBytesMax = 8 * 1024 * 1024
const errorShownMax = 200
/** Exit codes with which shells say that a program is missing or can't be run; 9009 is cmd's. */
const noProgram: readonly (number | null)[] = [126, 127, 9009]

export function commandModel(command: string, env: Readonly<Record<string, string | undefined>>): Model {
  return { ask: (prompt, signal) => runOnce(command, env, prompt, signal) }
}

/** Ends the shell's process group, or on Windows its process tree. */
function endAll(shell: ChildProcess): void {
  try {
    if (shell.pid === undefined) return
    if (process.platform !== 'win32') process.kill(-shell.pid, 'SIGTERM')
    else {
      const end = (): boolean => shell.kill()
      spawn('taskkill', ['/pid', String(shell.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
        .once('error', end)
        .once('exit', end)
    }
  } catch {
    // it has already ended
  }
}

function runOnce(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  { system, user }: Prompt,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  return new Promise((resolve, reject) => {
    // A separate process group, so that the shell's children end with it.
    const detached = process.platform !== 'win32'
    const child = spawn(command, { shell: true, env: { ...env }, detached, windowsHide: true })
    const output: Buffer[] = []
    let bytes = 0
    let complaint = ''
    let isEnded = false
    const end = (): void => {
      isEnded = true
      endAll(child)
    }
    // Output of children that outlive the shell is dropped.
    child.once('exit', () => {
      if (isEnded) for (const stream of [child.stdout, child.stderr]) stream.destroy()
    })
    signal.addEventListener('abort', end, { once: true })
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= answerBytesMax) output.push(chunk)
      else end()
    })
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-errorShownMax)))
    // A program may end without reading the whole prompt; its output decides.
    child.stdin.on('error', () => {})
    child.stdin.end(`${system}\n\n${user}\n`)
    child.on('error', (error) => reject(new ModelTrouble(`the program can't be started: ${error.message}`, false)))
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', end)
      if (signal.aborted) return reject(signal.reason as Error)
      if (bytes > answerBytesMax)
        return reject(new ModelTrouble(`the program printed more than ${answerBytesMax} bytes`, false))
      if (code === 0) return resolve({ text: Buffer.concat(output).toString('utf8'), isCut: false, tokens: null })
      const why = complaint.trim().replace(/\s+/g, ' ')
      const ended = `the program ended with ${code ?? killedBy}${why === '' ? '' : `: ${why}`}`
      reject(new ModelTrouble(ended, !noProgram.includes(code)))
    })
  })
}
