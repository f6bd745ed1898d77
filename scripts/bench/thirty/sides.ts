// The two programs that people work on: their stores, made of the same files, their servers and their imports.
import { fileURLToPath } from 'node:url'
import { type MakeCursor, referenceCursor, windrowCursor } from '../requests.ts'
import { type Program, run } from '../processes.ts'
import { node, referenceServer, serveWindrow, windrow } from '../stores.ts'
import { password, personName } from './people.ts'

export interface Side {
  readonly serve: Program
  readonly cursor: MakeCursor
  /** Imports a diff beside its server. */
  readonly importDiff: (diff: string) => Promise<unknown>
}

const peerStore: Program = [node, fileURLToPath(new URL('peer-store.ts', import.meta.url))]

/** Adds people to a store of windrow. */
export async function windrowSide(data: string, people: number): Promise<Side> {
  const command = (...args: string[]): string[] => [...windrow, ...args, '--data', data, '--quiet']
  for (let i = 0; i < people; i++)
    await run(command('user', 'add', personName(i), '--role', 'moderator', '--password-stdin'), `${password}\n`)
  // Nobody works as fast as this.
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
    await run(command('setting', 'set', name, '1000000'))
  // The made texts repeat as no game's do: each claim would fill five hundred rows.
  await run(command('setting', 'set', 'memory', 'off'))
  return {
    serve: serveWindrow(data),
    cursor: windrowCursor,
    importDiff: (diff) => run(command('import', '--diff', diff)),
  }
}

/** Adds people, their index for searches and proposals to a database of the reference. */
export async function peerSide(path: string, people: number, proposals: number): Promise<Side> {
  await run([...peerStore, 'prepare', path, `${people}`, `${proposals}`])
  return {
    serve: [...referenceServer, path, '--people'],
    cursor: referenceCursor,
    importDiff: (diff) => run([...peerStore, 'import', path, diff]),
  }
}
