// Makes the deltas of an edition: one for each of its last releases, so that a player who has one of them downloads the
// texts that changed, and not all (docs/releases.md#deltas).
import { mkdir, open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { compressorName } from '../../base/zstd.ts'
import { writeWhole } from '../../base/whole-file.ts'
import {
  deltaName,
  type HashedFile,
  type Release,
  type ReleasedDelta,
  type ReleasedEdition,
} from '../../domain/release.ts'
import { type DeltaText, packDelta, textsBetween } from '../../formats/text-delta.ts'
import { readZipDirectory, unpackMember } from '../../formats/zip-reader.ts'
import type { App } from '../app.ts'
import { hashFile, makingFolder, packagePath } from './release-files.ts'

const releasesBack = 3
/** A larger delta saves too little. */
const shareMax = 0.5
const bounds = { entriesMax: 64, bytesMax: 2 ** 32 }

interface MadeFile {
  /** The game's own file, and the translated one. */
  readonly template: string
  readonly path: string
}

interface Making {
  readonly version: string
  readonly level: number
  /** The digests of the templates. */
  readonly madeFrom: readonly HashedFile[]
  /** Newest first. */
  readonly earlier: readonly Release[]
  /** Gets the names of the files that are written. */
  readonly made: string[]
}

/** Compares each pair of files once, because editions share files. */
export function deltaMaker(app: App, { version, level, madeFrom, earlier, made }: Making) {
  const known = new Map<string, readonly DeltaText[] | null>()

  async function deltaFrom(
    release: Release,
    edition: Omit<ReleasedEdition, 'deltas'>,
    files: readonly MadeFile[],
  ): Promise<ReleasedDelta | null> {
    const before = release.editions.find(({ slug }) => slug === edition.slug)
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

/** Returns the folder with the wanted files of the earlier release; null: its package is gone. */
async function unpackBefore(
  app: App,
  { package: { name, sizeBytes } }: ReleasedEdition,
  wanted: ReadonlySet<string>,
): Promise<string | null> {
  const folder = join(makingFolder(app), 'before', name)
  await mkdir(folder, { recursive: true })
  const there = new Set(await readdir(folder))
  await using file = await open(packagePath(app, name), 'r').catch(() => null)
  if (file === null || (await file.stat()).size !== sizeBytes) return null
  for (const member of await readZipDirectory(file, bounds)) {
    if (!wanted.has(basename(member.name)) || there.has(basename(member.name))) continue
    await using out = await open(join(folder, basename(member.name)), 'wx', 0o600)
    await unpackMember(file, member, out, () => undefined)
  }
  return folder
}
