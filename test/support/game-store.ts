// A store with a game in it, in a temporary folder and inside the test's own process: for tests of the use cases that read
// and write whole files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import type { ImportReport } from '../../src/app/import/import-request.ts'
import { type Clock, systemClock } from '../../src/base/time.ts'
import type { Heads, Revision, Row } from '../../src/domain/row.ts'
import type { Layer } from '../../src/domain/vocabulary.ts'
import { breaksMarkup } from '../../src/domain/text/compare.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { openApp } from './app-world.ts'
import { buildContainer } from './container-builder.ts'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import { appendRevision, readHeads } from '../../src/store/rows/heads.ts'
import { readRowById } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import type { Store } from '../../src/store/store.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { textLines } from './game-files.ts'
import { importSlots } from './import-slots.ts'
import { temporaryFolder } from './program.ts'

/** Texts by row id; null is a deletion marker. */
export type Texts = Readonly<Record<string, string | null>>

export { idOf } from './game-files.ts'

export interface GameStore {
  readonly app: App
  readonly folder: string
  /** Writes a file into the folder; gives its path. */
  file(name: string, content: string | Uint8Array): string
  /** Writes a game container. */
  container(name: string, texts: Texts, shardCount?: number): string
  jsonl(name: string, texts: Texts): string
  importFiles(files: {
    readonly main?: string
    readonly diff?: string
    readonly reference?: string
  }): Promise<ImportReport>
  /** Appends a revision as it stands; an absent source hash is the row's own. */
  put(id: string, layer: Layer, text: string, revision?: Partial<Revision>): Promise<void>
  /** The same for many texts in one write, which is checked once (strict.ts). */
  putAll(
    layer: Layer,
    texts: readonly (readonly [id: string, text: string])[],
    revision?: Partial<Revision>,
  ): Promise<void>
  row(id: string): Row
  heads(id: string): Heads
  /** As another process would, after `between`. */
  reopen(between?: () => unknown): Promise<void>
  close(): Promise<void>
}

export function gameStore(clock: Clock = systemClock): GameStore {
  const temporary = temporaryFolder()
  const folder = temporary.path
  const open = (): App => openApp(join(folder, 'data'), clock)
  let app = open()
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const row = (id: string): Row => visibleRow(app.store, id)
  const heads = (id: string): Heads => readHeads(app.store.main, row(id).ordinal)
  return {
    get app() {
      return app
    },
    folder,
    file,
    row,
    heads,
    container: (name, texts, shardCount = 3) => {
      const entries = Object.entries(texts).map(([id, text]) => ({ id, text }))
      return file(name, buildContainer({ entries, shardCount, level: 3 }))
    },
    jsonl: (name, texts) => file(name, textLines(texts)),
    importFiles: async ({ main, diff, reference }) => {
      const slot = (path: string | undefined) => (path === undefined ? null : { path })
      return await importSlots(app, { main: slot(main), diff: slot(diff), reference: slot(reference) })
    },
    put: async (id, layer, text, revision = {}) => await putText(app.store, { id, layer, text, ...revision }),
    putAll: async (layer, texts, revision = {}) =>
      await putTexts(
        app.store,
        texts.map(([id, text]) => ({ id, layer, text, ...revision })),
      ),
    reopen: async (between = () => {}) => {
      await app.store.close()
      await between()
      app = open()
    },
    close: async () => {
      await app.store.close()
      temporary.remove()
    },
  }
}

function visibleRow(store: Store, id: string): Row {
  freshen(store)
  const found = readRowById(store.main, store.files, id)
  if (found === null) throw new Error(`no row ${id}`)
  return found
}

type PutText = Partial<Revision> & { readonly id: string; readonly layer: Layer; readonly text: string }

/** Appends a revision as it stands; an absent source hash is the row's own. */
export const putText = (store: Store, text: PutText): Promise<void> => putTexts(store, [text])

/** In one write. */
export async function putTexts(store: Store, texts: readonly PutText[]): Promise<void> {
  const made = texts.map(({ id, layer, ...revision }) => {
    const row = visibleRow(store, id)
    const isInvalid = breaksMarkup(sourceTextOf(row), revision.text, 'keep')
    return { row, layer, revision: { ...draftOf(row, layer), ...revision }, isInvalid }
  })
  await writeOrThrow(store, (txn) => {
    for (const { row, layer, revision, isInvalid } of made)
      appendRevision(txn, row, readHeads(store.main, row.ordinal), layer, revision, isInvalid)
  })
}

/** A revision of a layer as this store's tests write it, but for its text. */
export function draftOf(row: Row, layer: Layer): Omit<Revision, 'seq' | 'createdAtMs' | 'text'> {
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
