// Publishes a release (docs/releases.md#rules-of-a-release): exports its editions, packs them and makes their deltas, and stores the
// release last; and withdraws one.
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { ok, refuse, type Result } from '../../base/result.ts'
import { writeWhole } from '../../base/whole-file.ts'
import { compressorName } from '../../base/zstd.ts'
import { releaseNotesLengthMax, releaseReasonLengthMax, releasesMax } from '../../domain/limits.ts'
import {
  deltaName,
  type Edition,
  type HashedFile,
  isSameVersion,
  isVersion,
  packageName,
  type Release,
  type ReleasedDelta,
  type ReleasedEdition,
  type ReleaseTest,
} from '../../domain/release.ts'
import { ALL_WORK } from '../../domain/work/work-filter.ts'
import { type DeltaText, packDelta, textsBetween } from '../../../packages/players/src/text-delta.ts'
import { readZipDirectory, unpackMember } from '../../../packages/formats/src/zip-reader.ts'
import { allReleases, nextId, putAudit, putRelease, RELEASE, removeRelease } from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, mayChangeSettings, type NotWritten } from '../change.ts'
import { editionsNamed } from '../editions/read-editions.ts'
import { type ExportedEdition, exportEditions, type ExportGameFiles } from '../export/export-game-files.ts'
import type { AnyRefusal } from '../refused.ts'
import { isOfAnotherGame } from '../rules.ts'
import { doAlone } from '../upkeep/do-alone.ts'
import { countWork } from '../work/count-work.ts'
import {
  clearFolder,
  filesListed,
  hashFile,
  makingFolder,
  type NamedFile,
  packagePath,
  writePackage,
} from './release-files.ts'
import type { StaticRefusal } from './write-static.ts'

const releasesBack = 3
/** A delta larger than this share of the full package is not kept, because it saves too little. */
const shareMax = 0.5
const bounds = { entriesMax: 64, bytesMax: 2 ** 32 }

interface MadeFile extends NamedFile {
  /** The path of the game's own file; `path` is that of the translated one. */
  readonly template: string
}

interface Making {
  readonly version: string
  readonly level: number
  /** The digests of the game's files from which the release is made. */
  readonly madeFrom: readonly HashedFile[]
  /** Earlier releases, newest first. */
  readonly earlier: readonly Release[]
  /** A list to which the names of written files are added, so that a failed run can remove them. */
  readonly made: string[]
}

/**
 * Makes the deltas of an edition, one for each of its last releases: a player who has one of them downloads only the texts that changed
 * (docs/releases.md#deltas). Compares each pair of files once, because editions share files.
 */
function deltaMaker(app: App, { version, level, madeFrom, earlier, made }: Making) {
  const known = new Map<string, readonly DeltaText[] | null>()

  async function deltaFrom(
    release: Release,
    edition: Omit<ReleasedEdition, 'deltas'>,
    files: readonly MadeFile[],
  ): Promise<ReleasedDelta | null> {
    const before = release.editions.find(({ slug }) => slug === edition.slug)
    if (isOfAnotherGame(app))
      return before === undefined ? null : await changedSince(release.version, before, edition, files)
    const names = (contents: readonly HashedFile[]): string => contents.map(({ name }) => name).join('/')
    if (before === undefined || names(before.contents) !== names(edition.contents)) return null
    const changed = edition.contents.filter(({ sha256 }, at) => before.contents[at]?.sha256 !== sha256)
    const folder = await unpackBefore(app, before, new Set(changed.map(({ name }) => name)))
    if (folder === null) return null
    const texts: (readonly DeltaText[])[] = []
    for (const [at, { template, path }] of files.entries()) {
      const [earlierFile, file] = [before.contents[at], edition.contents[at]] as [HashedFile, HashedFile]
      const pair = `${earlierFile.sha256} ${file.sha256}`
      if (!known.has(pair)) {
        const paths = { before: join(folder, file.name), after: path, template }
        known.set(pair, earlierFile.sha256 === file.sha256 ? [] : await textsBetween(paths))
      }
      const those = known.get(pair) ?? null
      if (those === null) return null
      texts.push(those)
    }
    const packed = await packDelta({
      level,
      zstd: compressorName,
      files: files.map(({ template }, at) => ({
        name: edition.contents[at]?.name ?? '',
        template: digestOfTemplate(madeFrom, template),
        before: before.contents[at]?.sha256 ?? '',
        after: edition.contents[at]?.sha256 ?? '',
      })),
      texts,
    })
    if (packed.length > edition.package.sizeBytes * shareMax) return null
    const name = deltaName(edition.slug, version, release.version)
    made.push(name)
    await writeWhole(packagePath(app, name), (file) => file.writeFile(packed))
    return { from: release.version, before: before.contents, file: await hashFile(packagePath(app, name)) }
  }

  /** Of another game's files those that changed, whole. */
  async function changedSince(
    from: string,
    before: ReleasedEdition,
    edition: Omit<ReleasedEdition, 'deltas'>,
    files: readonly MadeFile[],
  ): Promise<ReleasedDelta | null> {
    if (Math.max(before.contents.length, edition.contents.length) > filesListed) return null
    const earlierOf = new Map(before.contents.map(({ name, sha256 }) => [name, sha256]))
    const isChanged = (file: HashedFile): boolean => earlierOf.get(file.name) !== file.sha256
    const changed = files.filter((_, at) => edition.contents[at] !== undefined && isChanged(edition.contents[at]))
    const sizeBytes = edition.contents.filter(isChanged).reduce((sum, file) => sum + file.sizeBytes, 0)
    if (changed.length === 0 || sizeBytes > edition.package.sizeBytes * shareMax) return null
    const name = `${edition.slug}-${version}-from-${from}.changed.zip`
    made.push(name)
    const packed = await writePackage(app, name, changed)
    return { from, before: before.contents, file: packed.package }
  }

  return async (
    edition: Omit<ReleasedEdition, 'deltas'>,
    files: readonly MadeFile[],
  ): Promise<readonly ReleasedDelta[]> => {
    const deltas: ReleasedDelta[] = []
    for (const release of earlier.slice(0, releasesBack)) {
      const delta = await deltaFrom(release, edition, files)
      if (delta !== null) deltas.push(delta)
    }
    return deltas
  }
}

function digestOfTemplate(madeFrom: readonly HashedFile[], path: string): { name: string; sha256: string } {
  const name = basename(path)
  return { name, sha256: madeFrom.find((file) => file.name === name)?.sha256 ?? '' }
}

/** Unpacks the wanted files of an earlier release into a folder and returns it; null: the package is gone. */
async function unpackBefore(
  app: App,
  { package: { name, sizeBytes } }: ReleasedEdition,
  wanted: ReadonlySet<string>,
): Promise<string | null> {
  const folder = join(makingFolder(app), 'before', name)
  await mkdir(folder, { recursive: true })
  const there = new Set(await readdir(folder))
  await using file = await open(packagePath(app, name), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null || (await file.stat()).size !== sizeBytes) return null
  for (const member of await readZipDirectory(file, bounds)) {
    if (!wanted.has(basename(member.name)) || there.has(basename(member.name))) continue
    await using out = await open(join(folder, basename(member.name)), 'wx', 0o600)
    await unpackMember(file, member, out, () => undefined)
  }
  return folder
}

// Publishing and withdrawing (docs/releases.md#rules-of-a-release). A killed run leaves no release, because that is stored last.

export type ReleaseRefusal =
  | NotWritten
  | { readonly code: 'releases_out_of_reach' | 'release_version' | 'release_notes' | 'release_reason' | 'publishing' }
  | StaticRefusal
  | { readonly code: 'no_release' | 'release_exists' | 'release_withdrawn'; readonly version: string }
  | { readonly code: 'unknown_edition'; readonly slug: string }

type OfExport = 'main' | 'diff' | 'also' | 'level' | 'asLanguage' | 'signal' | 'onProgress'

/** `main`, `diff`, `also`: paths of the game's own, untranslated files. */
interface PublishRequest extends Pick<ExportGameFiles, OfExport> {
  readonly version: string
  readonly notes: string
  readonly gameBuild: number | null
  readonly test: ReleaseTest
  /** Slugs of the editions to publish; empty: all. */
  readonly editions: readonly string[]
}

export interface Published {
  readonly release: Release
  /** Editions whose files are the same as an earlier one's: from the slug to that one's slug. */
  readonly same: ReadonlyMap<string, string>
  readonly warnings: readonly string[]
}

const outOfReach = { code: 'releases_out_of_reach' } as const

export async function publishRelease(
  app: App,
  actor: Actor | null,
  request: PublishRequest,
): Promise<Result<Published, ReleaseRefusal | AnyRefusal>> {
  const refusal = requestRefusal(app, actor, request)
  if (refusal !== null) return refuse(refusal)
  const editions = editionsNamed(app, request.editions)
  if (!editions.ok) return editions
  const made = await doAlone(app, 'publish', async () => {
    await clearFolder(app, allReleases(app.store.main))
    return await makeRelease(app, actor, request, editions.value)
  })
  return made ?? refuse({ code: 'publishing' })
}

function requestRefusal(
  { store }: App,
  actor: Actor | null,
  { version, notes, test }: PublishRequest,
): ReleaseRefusal | null {
  if (!mayChangeSettings(actor)) return outOfReach
  if (!isVersion(version)) return { code: 'release_version' }
  if (allReleases(store.main).some((each) => isSameVersion(each.version, version)))
    return { code: 'release_exists', version }
  const isPlain = (words: string): boolean => words.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(words)
  const isShort = notes.length <= releaseNotesLengthMax && test.note.length <= releaseReasonLengthMax
  return isShort && isPlain(notes) && isPlain(test.note) ? null : { code: 'release_notes' }
}

/** A file whose name differs from another one's only in letter case: no player could install both. */
function caseTwin(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => {
    const folded = name.normalize('NFC').toLowerCase()
    const isTwin = seen.has(folded)
    seen.add(folded)
    return isTwin
  })
}

async function makeRelease(
  app: App,
  actor: Actor | null,
  request: PublishRequest,
  editions: readonly Edition[],
): Promise<Result<Published, ReleaseRefusal | AnyRefusal>> {
  const { version, notes, gameBuild, test, ...asked } = request
  const { main, diff, also = [], level } = asked
  const made: string[] = []
  let isPublished = false
  try {
    const out = makingFolder(app)
    const toFolder = { editions, out, force: true, withoutCopies: true, allowStale: false }
    const exported = await exportEditions(app, { ...asked, ...toFolder })
    if (!exported.ok) return exported
    const { warnings } = exported.value
    const files = namedFiles(app, exported.value.editions)
    const twin = caseTwin(files[0]?.files.map(({ name }) => name) ?? [])
    if (twin !== undefined) return refuse({ code: 'same_name', name: twin })
    const madeFrom = await hashTemplates(templatesOf(app, files, [main, diff, ...also]))
    const earlier = allReleases(app.store.main)
    const deltasOf = deltaMaker(app, { version, level, madeFrom, earlier, made })
    const released = await packEditions(app, version, files, made, deltasOf)
    const release = {
      version,
      notes,
      gameBuild,
      isTested: test.state === 'verified',
      test,
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

type NamedEdition = Omit<ExportedEdition, 'files'> & {
  readonly files: readonly (ExportedEdition['files'][number] & NamedFile)[]
}

/** Packs the exported editions. The names of written files are added to `made`. */
async function packEditions(
  app: App,
  version: string,
  exported: readonly NamedEdition[],
  made: string[],
  deltasOf: ReturnType<typeof deltaMaker>,
): Promise<ReleasedEdition[]> {
  const released = new Map<string, ReleasedEdition>()
  for (const { edition, files, sameAs } of exported) {
    const { slug, variant, label, description, audience } = edition
    const name = packageName(slug, version)
    if (sameAs === null) made.push(name)
    const packed = released.get(sameAs ?? '') ?? (await writePackage(app, name, files))
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

async function hashTemplates(files: readonly NamedFile[]): Promise<HashedFile[]> {
  const hashed: HashedFile[] = []
  for (const { path, name } of files) hashed.push(await hashFile(path, name))
  return hashed
}

const below = (folder: string, path: string): string => relative(folder, path).replaceAll('\\', '/')

/** Files by their names in the game's folder; those of another game may lie in folders of it. */
const namedFiles = (app: App, editions: readonly ExportedEdition[]): NamedEdition[] =>
  editions.map(({ edition, files, ...more }) => ({
    ...more,
    edition,
    files: files.map((file) => ({
      ...file,
      name: isOfAnotherGame(app) ? below(join(makingFolder(app), edition.slug), file.path) : basename(file.path),
    })),
  }))

/** The game's own files from which a release is made. `given`: of another game maybe a folder. */
function templatesOf(app: App, editions: readonly NamedEdition[], given: readonly (string | null)[]): NamedFile[] {
  const paths = given.filter((path) => path !== null)
  if (!isOfAnotherGame(app)) return paths.map((path) => ({ path, name: basename(path) }))
  const templates = editions[0]?.files.map(({ template }) => template) ?? []
  return templates.map((path) => ({ path, name: below(paths[0] ?? '', path) || basename(path) }))
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
  changeAsManager<Release, ReleaseRefusal>(app, actor, outOfReach, (txn, userId) => {
    const { version } = made
    const earlier = allReleases(txn.db)
    if (earlier.some((each) => isSameVersion(each.version, version))) return refuse({ code: 'release_exists', version })
    for (const oldest of earlier.slice(releasesMax - 1)) removeRelease(txn, oldest)
    const release = { ...made, id: nextId(txn, RELEASE), atMs: txn.timeMs, userId }
    putRelease(txn, null, release)
    const details = { editions: release.editions.map(({ slug }) => slug).join(' ') }
    putAudit(txn, { userId, action: 'release.publish', subject: version, details })
    return ok(release)
  })

/** Withdraws a release: it stays in the history with the reason, and its packages are no longer given out. */
export async function withdrawRelease(
  app: App,
  actor: Actor | null,
  version: string,
  reason: string,
): Promise<Result<Release, ReleaseRefusal>> {
  const why = reason.trim()
  const isFine = why !== '' && why.length <= releaseReasonLengthMax && why.isWellFormed() && !/[^\P{Cc}\n]/u.test(why)
  if (!isFine) return refuse({ code: 'release_reason' })
  return await changeAsManager<Release, ReleaseRefusal>(app, actor, outOfReach, (txn, userId) => {
    const known = allReleases(txn.db).find((each) => isSameVersion(each.version, version))
    if (known === undefined) return refuse({ code: 'no_release', version })
    if (known.withdrawn !== null) return refuse({ code: 'release_withdrawn', version: known.version })
    const release = { ...known, withdrawn: { atMs: txn.timeMs, why, userId } }
    putRelease(txn, known, release)
    putAudit(txn, { userId, action: 'release.withdraw', subject: known.version, details: { why } })
    return ok(release)
  })
}
