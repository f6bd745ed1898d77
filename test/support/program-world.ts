// A data folder on which the program works, and a server on it, all seen from outside: what tests stand on that start the
// program.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { done, type End, run, type RunningServer, serve, temporaryFolder } from './program.ts'

export interface ProgramWorld {
  readonly folder: string
  readonly data: string
  /** Writes a file beside the data; gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** Runs a command on the data, however it ends. */
  run(argv: readonly string[]): Promise<End>
  /** Runs a command that has to succeed; gives what it printed, trimmed. */
  done(argv: readonly string[], input?: string): Promise<string>
  /** Starts a server; `close` ends it. */
  serve(options?: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunningServer>
  close(): Promise<void>
}

export function programWorld(): ProgramWorld {
  const { path: folder, remove } = temporaryFolder()
  const data = join(folder, 'data')
  const servers: RunningServer[] = []
  return {
    folder,
    data,
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    run: (argv) => run([...argv, '--data', data]),
    done: (argv, input) => done([...argv, '--data', data], input),
    async serve(options = [], env) {
      const server = await serve(['--data', data, ...options], env)
      servers.push(server)
      return server
    },
    async close() {
      for (const server of servers) await server.stop()
      remove()
    },
  }
}
