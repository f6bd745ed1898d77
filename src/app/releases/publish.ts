// Publishes a release (docs/decisions.md#releases): exports its editions, packs them, and stores the release last, so
// that a killed run leaves no release.
import { rm } from 'node:fs/promises'
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { Edition } from '../../domain/edition.ts'
import { releaseNotesLengthMax, releasesMax } from '../../domain/limits.ts'
import {
  type HashedFile,
  isSameVersion,
  isVersion,
  packageName,
  type Release,
  type ReleasedEdition,
} from '../../domain/release.ts'
import type { GameLanguage } from '../../domain/game-language.ts'
import { ALL_WORK } from '../../domain/work/work-filter.ts'
import { allReleases, nextId, putAudit, putRelease, RELEASE, removeRelease } from '../../store/records.ts'
import { claimSoleWork, giveUpSoleWork, keepSoleWork } from '../../store/volatile.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { editionsNamed } from '../editions/read-editions.ts'
import { type ExportedEdition, exportEditions } from '../export/export-game-files.ts'
import type { AnyRefusal } from '../refused.ts'
import { countWork } from '../work/count-work.ts'
import type { StaticRefusal } from './write-static.ts'
import { isOfAnotherGame } from '../rules.ts'
import { deltaMaker } from './make-deltas.ts'
import { clearFolder, hashFile, makingFolder, packagePath, writePackage } from './release-files.ts'

export type ReleaseRefusal =
  | NotWritten
  | { readonly code: 'releases_out_of_reach' | 'release_version' | 'release_notes' | 'release_reason' | 'publishing' }
  | StaticRefusal
  | { readonly code: 'no_release' | 'release_exists' | 'release_withdrawn'; readonly version: string }
  | { readonly code: 'unknown_edition'; readonly slug: string }

interface PublishRequest {
  readonly version: string
  readonly notes: string
  readonly gameBuild: number | null
  readonly isTested: boolean
  /** Slugs; empty: every edition. */
  readonly editions: readonly string[]
  /** The untouched file of the game. */
  readonly main: string | null
  readonly diff: string | null
  readonly also?: readonly string[]
  readonly level: number
  /** The language of the game whose texts are replaced; absent: that of the templates. */
  readonly asLanguage?: GameLanguage
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export interface Published {
  readonly release: Release
  /** Slugs of editions with the bytes of an earlier one, to the slug of that. */
  readonly same: ReadonlyMap<string, string>
  readonly warnings: readonly string[]
}

const aliveEveryMs = 10_000

export const mayPublish = (actor: Actor | null): boolean =>
  actor === null || hasPermission(actor.user.role, 'manage_settings')

export async function publishRelease(
  app: App,
  actor: Actor | null,
  request: PublishRequest,
): Promise<Result<Published, ReleaseRefusal | AnyRefusal>> {
  const refusal = requestRefusal(app, actor, request)
  if (refusal !== null) return refuse(refusal)
  if (isOfAnotherGame(app)) return refuse({ code: 'other_game' })
  const editions = editionsNamed(app, request.editions)
  if (!editions.ok) return editions
  const claim = claimSoleWork(app.store, 'publish')
  if (claim === null) return refuse({ code: 'publishing' })
  const alive = setInterval(() => keepSoleWork(app.store, 'publish', claim), aliveEveryMs)
  try {
    await clearFolder(app, allReleases(app.store.main))
    return await makeRelease(app, actor, request, editions.value)
  } finally {
    clearInterval(alive)
    giveUpSoleWork(app.store, 'publish', claim)
  }
}

function requestRefusal(
  { store }: App,
  actor: Actor | null,
  { version, notes }: PublishRequest,
): ReleaseRefusal | null {
  if (!mayPublish(actor)) return { code: 'releases_out_of_reach' }
  if (!isVersion(version)) return { code: 'release_version' }
  if (allReleases(store.main).some((each) => isSameVersion(each.version, version)))
    return { code: 'release_exists', version }
  const isPlain = notes.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(notes)
  return isPlain && notes.length <= releaseNotesLengthMax ? null : { code: 'release_notes' }
}

async function makeRelease(
  app: App,
  actor: Actor | null,
  request: PublishRequest,
  editions: readonly Edition[],
): Promise<Result<Published, ReleaseRefusal | AnyRefusal>> {
  const { version, notes, gameBuild, isTested, main, diff, also = [], level, asLanguage, signal, onProgress } = request
  const made: string[] = []
  let isPublished = false
  try {
    const out = makingFolder(app)
    const exported = await exportEditions(app, {
      main,
      diff,
      also,
      level,
      editions,
      out,
      force: true,
      allowStale: false,
      ...(asLanguage !== undefined && { asLanguage }),
      ...(signal !== undefined && { signal }),
      ...(onProgress !== undefined && { onProgress }),
    })
    if (!exported.ok) return exported
    const { editions: files, warnings } = exported.value
    const madeFrom = await hashTemplates([main, diff, ...also])
    const earlier = allReleases(app.store.main)
    const deltasOf = deltaMaker(app, { version, level, madeFrom, earlier, made })
    const released = await packEditions(app, version, files, made, deltasOf)
    const release = {
      version,
      notes,
      gameBuild,
      isTested,
      editions: released,
      rows: await countRows(app),
      madeFrom,
      withdrawn: null,
    }
    const stored = await store(app, actor, release)
    isPublished = stored.ok
    const same = new Map(files.flatMap(({ edition, sameAs }) => (sameAs === null ? [] : [[edition.slug, sameAs]])))
    return stored.ok ? ok({ release: stored.value, same, warnings }) : stored
  } finally {
    if (!isPublished) await Promise.all(made.map((name) => rm(packagePath(app, name), { force: true })))
    await rm(makingFolder(app), { recursive: true, force: true })
  }
}

/** `made` gets the names of the files that are written. */
async function packEditions(
  app: App,
  version: string,
  exported: readonly ExportedEdition[],
  made: string[],
  deltasOf: ReturnType<typeof deltaMaker>,
): Promise<ReleasedEdition[]> {
  const released = new Map<string, ReleasedEdition>()
  for (const { edition, files, sameAs } of exported) {
    const { slug, variant, label, description, audience } = edition
    const name = packageName(slug, version)
    if (sameAs === null) made.push(name)
    const packed =
      released.get(sameAs ?? '') ??
      (await writePackage(
        app,
        name,
        files.map(({ path }) => path),
      ))
    const whole = {
      slug,
      variant,
      label,
      description,
      audience,
      package: packed.package,
      contents: packed.contents,
      translatedRows: files.reduce((rows, { layers }) => rows + layers.manual + layers.machine, 0),
    }
    released.set(slug, { ...whole, deltas: await deltasOf(whole, files) })
  }
  return [...released.values()]
}

async function hashTemplates(paths: readonly (string | null)[]): Promise<HashedFile[]> {
  const files: HashedFile[] = []
  for (const path of paths) if (path !== null) files.push(await hashFile(path))
  return files
}

const countRows = async (app: App): Promise<Release['rows']> => ({
  all: await countWork(app, ALL_WORK),
  manual: await countWork(app, { ...ALL_WORK, game: 'manual' }),
  machine: await countWork(app, { ...ALL_WORK, game: 'machine' }),
})

const store = (
  app: App,
  actor: Actor | null,
  made: Omit<Release, 'id' | 'atMs' | 'userId'>,
): Promise<Result<Release, ReleaseRefusal>> =>
  change<Actor | null, Release, ReleaseRefusal>(app, actor, (txn, acting) => {
    if (!mayPublish(acting)) return refuse({ code: 'releases_out_of_reach' })
    const { version } = made
    const earlier = allReleases(txn.db)
    if (earlier.some((each) => isSameVersion(each.version, version))) return refuse({ code: 'release_exists', version })
    for (const oldest of earlier.slice(releasesMax - 1)) removeRelease(txn, oldest)
    const userId = acting?.user.id ?? null
    const release = { ...made, id: nextId(txn, RELEASE), atMs: txn.timeMs, userId }
    putRelease(txn, null, release)
    const details = { editions: release.editions.map(({ slug }) => slug).join(' ') }
    putAudit(txn, { userId, action: 'release.publish', subject: version, details })
    return ok(release)
  })
