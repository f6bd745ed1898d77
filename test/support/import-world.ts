// A data folder, a running server on it with a key that may read and write, and files to import: what the contract tests
// of the command line ask. Everything is done and seen from outside.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildEntry, textLines } from './game-files.ts'
import type { End, RunningServer } from './program.ts'
import { programWorld } from './program-world.ts'
import { type Answer, type Json, send } from './v1-client.ts'

export const id = (number: number): string => number.toString(16).padStart(16, '0')

export interface ImportWorld {
  readonly folder: string
  readonly data: string
  readonly server: RunningServer
  readonly key: string
  /** Writes a file; texts become JSON lines. Gives its path. */
  file(name: string, content: Texts | Uint8Array | string): string
  read(name: string): string
  /** Runs a command on the data, however it ends. */
  windrow(...argv: string[]): Promise<End>
  /** Runs an import that has to succeed; gives the document of `--json` without the seconds. */
  imports(...argv: string[]): Promise<Json>
  ask(path: string, body?: unknown): Promise<Answer>
  /** All rows of a filter, page by page. */
  rows(query?: string): Promise<Json[]>
  total(query: string): Promise<number>
  /** Writes machine texts that have to be accepted. */
  translate(texts: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

/** Row ids to texts; null is a deletion marker. */
export type Texts = Readonly<Record<string, string | null>>

export const entriesOf = (texts: Texts): BuildEntry[] => Object.entries(texts).map(([id, text]) => ({ id, text }))

export async function openImportWorld(...serveOptions: string[]): Promise<ImportWorld> {
  const world = programWorld()
  const { folder, data } = world
  await world.done(['user', 'add', 'Olena', '--role', 'super_admin'])
  const key = await world.done(['key', 'create', '--user', 'Olena', '--requests-per-minute', '1000000'])
  const server = await world.serve(serveOptions)
  const windrow = (...argv: string[]): Promise<End> => world.run(argv)
  const ask = (path: string, body?: unknown): Promise<Answer> =>
    send(server.port, {
      path: `/api/v1${path}`,
      key,
      ...(body !== undefined && {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': Math.random().toString(36).slice(2) },
      }),
    })
  const get = async (path: string): Promise<Json> => {
    const { status, json } = await ask(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }
  return {
    folder,
    data,
    server,
    key,
    windrow,
    ask,
    file(name, content) {
      const isTexts = typeof content !== 'string' && !(content instanceof Uint8Array)
      return world.file(name, isTexts ? textLines(content) : content)
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    async imports(...argv) {
      const { code, stdout, stderr } = await windrow('import', '--json', ...argv)
      if (code !== 0) throw new Error(`import ${argv.join(' ')} ended with ${code}: ${stderr}`)
      const { seconds, ...document } = JSON.parse(stdout) as { seconds: unknown }
      if (typeof seconds !== 'number') throw new Error(`no seconds in ${stdout}`)
      return document
    },
    async rows(query = '') {
      const rows: Json[] = []
      for (let cursor = ''; ; ) {
        const { data: page, meta } = await get(`/rows?limit=100${query}${cursor}`)
        rows.push(...page.rows)
        if (!meta.has_more) return rows
        cursor = `&cursor=${meta.next_cursor}`
      }
    },
    total: async (query) => (await get(`/rows?limit=1&include_total=1${query}`)).meta.total_matching,
    async translate(texts) {
      const items = []
      for (const [rowId, text] of Object.entries(texts)) {
        const { row } = (await get(`/rows/${rowId}?fields=core`)).data
        items.push({
          row_id: rowId,
          text,
          source_hash: row.source_hash,
          layer: 'machine',
          overwrite: true,
          provider: 'p',
          model: 'm',
        })
      }
      const { json } = await ask('/translations', { items })
      if (json?.meta?.written !== items.length) throw new Error(`not written: ${JSON.stringify(json)}`)
    },
    close: () => world.close(),
  }
}
