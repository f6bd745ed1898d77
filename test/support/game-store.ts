// A store with a game in it, in a temporary folder and inside the test's own process: for tests of the use cases that read
// and write whole files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { importGameFiles, type ImportReport } from '../../src/app/import-game-files.ts'
import { systemClock } from '../../src/base/clock.ts'
import { createLog } from '../../src/base/log.ts'
import { systemRandom } from '../../src/base/random.ts'
import type { Heads, Revision, Row } from '../../src/domain/row.ts'
import type { Layer } from '../../src/domain/vocabulary.ts'
import { breaksMarkup } from '../../src/domain/text/compare.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { buildContainer } from '../../src/formats/container-builder.ts'
import { openGameText } from '../../src/formats/open-game-text.ts'
import { appendRevision, readHeads } from '../../src/store/heads.ts'
import { readRowById } from '../../src/store/rows.ts'
import { freshen, openStore } from '../../src/store/store.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { temporaryFolder } from './program.ts'

/** Texts by row id; null is a deletion marker. */
export type Texts = Readonly<Record<string, string | null>>

export const idOf = (number: number): string => number.toString(16).padStart(16, '0')

export interface GameStore {
  readonly app: App
  readonly folder: string
  /** Writes a file into the folder; gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** Writes a game container. */
  container(name: string, texts: Texts, shardCount?: number): string
  jsonl(name: string, texts: Texts): string
  importFiles(files: { readonly main?: string; readonly diff?: string }): Promise<ImportReport>
  /** Appends a revision as it stands; an absent source hash is the row's own. */
  put(id: string, layer: Layer, text: string, revision?: Partial<Revision>): Promise<void>
  row(id: string): Row
  heads(id: string): Heads
  close(): Promise<void>
}

export function gameStore(): GameStore {
  const temporary = temporaryFolder()
  const folder = temporary.path
  const store = openStore(join(folder, 'data'), systemClock)
  const app = createApp({
    store,
    clock: systemClock,
    random: systemRandom,
    log: createLog({ level: 'silent' }),
    keyPrefix: 'wdr_',
    apiV1EnabledByEnvironment: true,
  })
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const row = (id: string): Row => {
    freshen(store)
    const found = readRowById(store.main, store.files, id)
    if (found === null) throw new Error(`no row ${id}`)
    return found
  }
  const heads = (id: string): Heads => readHeads(store.main, row(id).ordinal)
  return {
    app,
    folder,
    file,
    row,
    heads,
    container: (name, texts, shardCount = 3) => {
      const entries = Object.entries(texts).map(([id, text]) => ({ id, text }))
      return file(name, buildContainer({ entries, shardCount, level: 3 }))
    },
    jsonl: (name, texts) => file(name, Object.entries(texts).map(jsonLine).join('')),
    importFiles: async ({ main, diff }) => {
      const slot = (path: string | undefined) => (path === undefined ? null : { path })
      return await importGameFiles(
        app,
        {
          slots: { main: slot(main), diff: slot(diff), reference: null, reference_diff: null },
          format: null,
          isDryRun: false,
          allowRetire: true,
          skipDamaged: false,
          force: true,
          userId: null,
        },
        { signal: new AbortController().signal, onRow: null, onProgress: () => {} },
      )
    },
    put: async (id, layer, text, revision = {}) => {
      const of = row(id)
      const made = { ...draftOf(of, layer), text, ...revision }
      const isInvalid = breaksMarkup(sourceTextOf(of), text, 'keep')
      await writeOrThrow(store, (txn) => appendRevision(txn, of, heads(id), layer, made, isInvalid))
    },
    close: async () => {
      await store.close()
      temporary.remove()
    },
  }
}

const jsonLine = ([id, text]: readonly [string, string | null]): string =>
  `${JSON.stringify({ id, text: text ?? '', ...(text === null && { deleted: true }) })}\n`

function draftOf(row: Row, layer: Layer): Omit<Revision, 'seq' | 'createdAtMs' | 'text'> {
  const isManual = layer === 'manual'
  return {
    status: isManual ? 'approved' : 'draft',
    origin: isManual ? 'human' : 'ai_api',
    provider: isManual ? null : 'someone',
    model: isManual ? null : 'some-model-1',
    sourceHash: row.sourceHash,
    isVerified: true,
    authorId: null,
    keyId: null,
    approverId: null,
    approvedAtMs: null,
    proposalId: null,
  }
}

/** The texts of a game file, deletion markers as null. */
export async function textsOf(path: string): Promise<Record<string, string | null>> {
  const texts: Record<string, string | null> = {}
  const file = await openGameText(path, { role: 'diff' })
  for await (const batch of file.entries()) for (const { id, text } of batch) texts[id] = text
  return texts
}
