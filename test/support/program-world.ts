// A data folder on which the program works, and a server on it, all seen from outside: what tests stand on that start the
// program.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { done, type End, run, type RunningServer, serve, temporaryFolder } from './program.ts'
import type { Json } from './v1-client.ts'

export interface ProgramWorld {
  readonly folder: string
  readonly data: string
  /** A path beside the data. */
  readonly at: (...names: readonly string[]) => string
  /** Writes a file beside the data; gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** Runs a command on the data, however it ends. */
  run(argv: readonly string[], input?: string): Promise<End>
  /** Runs a command that has to succeed; gives what it printed, trimmed. */
  done(argv: readonly string[], input?: string): Promise<string>
  /** The document that such a command prints with `--json`. */
  json(argv: readonly string[]): Promise<Json>
  /** Adds somebody with a key that may ask as often as it likes; gives the key. */
  person(name: string, role: string): Promise<string>
  /** Starts a server; `close` ends it. */
  serve(options?: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunningServer>
  close(): Promise<void>
}

export function programWorld(): ProgramWorld {
  const { path: folder, remove } = temporaryFolder()
  const data = join(folder, 'data')
  const servers: RunningServer[] = []
  const at = (...names: readonly string[]): string => join(folder, ...names)
  const doneHere = (argv: readonly string[], input = ''): Promise<string> => done([...argv, '--data', data], input)
  return {
    folder,
    data,
    at,
    file(name, content) {
      writeFileSync(at(name), content)
      return at(name)
    },
    run: (argv, input = '') => run([...argv, '--data', data], { input }),
    done: doneHere,
    json: async (argv) => JSON.parse(await doneHere([...argv, '--json'])),
    async person(name, role) {
      await doneHere(['user', 'add', name, '--role', role])
      return await doneHere(['key', 'create', '--user', name, '--requests-per-minute', '1000000'])
    },
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
