// Fills an empty store for `windrow up`: the sample game, a super admin `owner` without a password, and an agent key `up` with all
// rights except direct writes of the manual layer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ok, type Result } from '../../base/result.ts'
import type { ApiKey, User } from '../../domain/people.ts'
import type { SettingName, Settings, SettingValue } from '../../domain/settings.ts'
import { putSlot } from '../../store/change-rows.ts'
import { allKeys, readUserByName } from '../../store/people.ts'
import { proposalsByStatus } from '../../store/records.ts'
import { isWithoutGame, ordinalsWithHeads, readNextOrdinal, SLOTS } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { sentenceFor } from '../refusal-sentences.ts'
import { set, type SettingRefusal } from './change-settings.ts'
import { type ImportRecord, listImports } from './read-records.ts'
import { importGameFiles } from '../import/import-game-files.ts'
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

type OfStore = Pick<App, 'store'>

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

/** True: nothing but the sample was ever imported. */
export function holdsSample(app: OfStore): boolean {
  const [first, second] = listImports(app, 2)
  const ofSample = first?.files.filter((file) => isOfSample(app, file))
  return second === undefined && ofSample?.length === sampleNames.size
}

const sampleNames: ReadonlySet<string> = new Set(Object.values(SAMPLE_FILES))

/** By its names and the folder that `importSample` unpacks it in; earlier versions did that in the system's temporary folder. */
function isOfSample(app: OfStore, { fileName, folder = '' }: ImportRecord['files'][number]): boolean {
  const isPlace = [resolve(app.store.folder), tmpdir()].includes(dirname(folder))
  return isPlace && /^(?:windrow-)?sample-\w{6}$/.test(basename(folder)) && sampleNames.has(fileName)
}

/** True: somebody wrote or proposed a text; the sample brings none. */
const isWorkedOn = ({ store: { main } }: OfStore): boolean =>
  ordinalsWithHeads(main).next().done !== true || proposalsByStatus(main, 'pending').next().done !== true

/** True: a person's own first files may replace all of it. */
export const holdsOnlySample = (app: OfStore): boolean => holdsSample(app) && !isWorkedOn(app)

/** True: it may become any game's. */
export const isNewStore = (app: OfStore): boolean => isWithoutGame(app.store.main) || holdsOnlySample(app)

/** Makes a store of the sample another game's, in the transaction that retires the sample's rows. `by`: null is the command line. */
export function becomeGame(txn: Txn, by: User | null, settings: Partial<Settings>): Result<null, SettingRefusal> {
  for (const slot of SLOTS) putSlot(txn.db, slot, null)
  for (const [name, value] of Object.entries(settings) as [SettingName, SettingValue][]) {
    const changed = set(txn, by, name, value)
    if (!changed.ok) return changed
  }
  return ok(null)
}

export async function importSample(
  app: App,
  readAsset: (name: string) => Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const folder = mkdtempSync(join(app.store.folder, 'sample-'))
  try {
    for (const name of Object.values(SAMPLE_FILES)) writeFileSync(join(folder, name), readAsset(`sample/${name}`))
    const at = (name: keyof typeof SAMPLE_FILES) => ({ path: join(folder, SAMPLE_FILES[name]) })
    const slots = {
      main: at('main'),
      diff: at('diff'),
      reference: at('reference'),
      reference_diff: at('reference_diff'),
    }
    await importGameFiles(
      app,
      { slots, format: null, isDryRun: false, allowRetire: true, skipDamaged: false, force: false, userId: null },
      { signal, onRow: null, onProgress: () => {} },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
