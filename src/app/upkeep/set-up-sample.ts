// Fills an empty store for `windrow up`: the sample game, a super admin `owner` without a password, and an agent key `up` with all
// rights except direct writes of the manual layer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ApiKey } from '../../domain/people.ts'
import { allKeys, readUserByName } from '../../store/people.ts'
import { isWithoutGame, readNextOrdinal } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { sentenceFor } from '../refusal-sentences.ts'
import { listImports } from './read-records.ts'
import { importGameFiles } from '../import/import-game-files.ts'
import type { ImportRequest } from '../import/import-request.ts'
import { createKey } from '../people/manage-keys.ts'
import { addUser } from '../people/manage-users.ts'

const SAMPLE_FILES = {
  main: 'translate_words_map_en',
  diff: 'translate_words_map_en_diff',
  reference: 'translate_words_map_zh_cn',
  reference_diff: 'translate_words_map_zh_cn_diff',
} as const

const ownerName = 'owner'
const keyName = 'up'
const requestsPerMinute = 6000

interface OwnerSetUp {
  readonly key: ApiKey
  /** The secret of the new key; null: the key was there already. */
  readonly secret: string | null
}

export const isEmptyStore = (app: App): boolean => readNextOrdinal(app.store.main) === 1

/** The owner and their key, made when they are missing; null: the person named owner is no super admin. */
export async function setUpOwner(app: App): Promise<OwnerSetUp | null> {
  const owner = readUserByName(app.store.main, ownerName)
  const known = [...allKeys(app.store.main)].find((key) => key.name === keyName && key.userId === owner?.id)
  if (known !== undefined) return { key: known, secret: null }
  if (owner !== undefined && owner.role !== 'super_admin') return null
  if (owner === undefined) {
    const added = await addUser(app, null, { name: ownerName, role: 'super_admin', password: null })
    if (!added.ok) throw new Error(sentenceFor('commandLine', added.refusal))
  }
  const made = await createKey(app, null, {
    userName: ownerName,
    kind: 'agent',
    name: keyName,
    grants: [],
    denies: ['translations:write-manual'],
    requestsPerMinute,
    secret: null,
  })
  if (!made.ok) throw new Error(sentenceFor('commandLine', made.refusal))
  return made.value
}

/** True: nothing but the sample was ever imported, so a person's own first files may replace all of it. */
export function holdsOnlySample(app: App): boolean {
  const [first, second] = listImports(app, 2)
  const main = first?.files.find(({ slot }) => slot === 'main')
  return second === undefined && sampleFolder.test(basename(main?.folder ?? ''))
}

/** Earlier versions unpacked it in the system's temporary folder. */
const sampleFolder = /^(?:windrow-)?sample-/

const noSlots = { main: 'empty', diff: 'empty', reference: 'empty', reference_diff: 'empty' } as const

/** True: it may become any game's. */
export const isNewStore = (app: App): boolean => isWithoutGame(app.store.main) || holdsOnlySample(app)

/**
 * Takes the sample out, so that the store may become another game's. Its rows are retired: what was tried on them stays in their history.
 * `userId`: the person who imports; null: the command line.
 */
export const retireSample = (app: App, userId: number | null, signal: AbortSignal): Promise<unknown> =>
  importSlots(app, noSlots, userId, signal)

export async function importSample(
  app: App,
  readAsset: (name: string) => Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const folder = mkdtempSync(join(app.store.folder, 'sample-'))
  try {
    for (const name of Object.values(SAMPLE_FILES)) writeFileSync(join(folder, name), readAsset(`sample/${name}`))
    const slot = (name: keyof typeof SAMPLE_FILES) => ({ path: join(folder, SAMPLE_FILES[name]) })
    const slots = {
      main: slot('main'),
      diff: slot('diff'),
      reference: slot('reference'),
      reference_diff: slot('reference_diff'),
    }
    await importSlots(app, slots, null, signal)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const importSlots = (app: App, slots: ImportRequest['slots'], userId: number | null, signal: AbortSignal) =>
  importGameFiles(
    app,
    {
      slots,
      format: null,
      isDryRun: false,
      allowRetire: true,
      skipDamaged: false,
      force: false,
      userId,
    },
    { signal, onRow: null, onProgress: () => {} },
  )
