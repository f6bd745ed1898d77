// The files of releases in the data folder. Only the process with the claim `publish` writes here.
//
//   DATA/releases/SLUG-VERSION.zip     a package; there before its release is stored
//   DATA/releases/SLUG-VERSION-from-EARLIER.delta  the texts that changed; the same
//   DATA/releases/SLUG-VERSION-from-EARLIER.changed.zip  of another game the files that changed; the same
//   DATA/releases/.making/SLUG/NAME    translated files while a release is made
//   DATA/releases/.making/before/PACKAGE/NAME      those of earlier releases
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { digestOfFile } from '../../base/file-digest.ts'
import { writeWhole } from '../../base/whole-file.ts'
import { filesOf, type HashedFile, type Release } from '../../domain/release.ts'
import { packStored, writeStoredZip } from '../../../packages/formats/src/stored-zip.ts'
import type { App } from '../app.ts'
import { isOfAnotherGame } from '../rules.ts'

const folderOf = ({ store }: App): string => join(store.folder, 'releases')
export const makingFolder = (app: App): string => join(folderOf(app), '.making')
export const packagePath = (app: App, name: string): string => join(folderOf(app), name)

/** The folder in the game's installation for which files are packed: paths in a package begin with it. */
export const GAME_FOLDER = 'Package/HD/oversea/locale'

/** A release of more files does not list them, because launchers ask for the feed all day; so it has no deltas. */
export const filesListed = 1_000

/** Removes the files that killed runs left: those that no release names. */
export async function clearFolder(app: App, releases: readonly Release[]): Promise<void> {
  await mkdir(folderOf(app), { recursive: true, mode: 0o700 })
  const known = new Set(releases.flatMap(({ editions }) => editions.flatMap(filesOf).map(({ name }) => name)))
  for (const name of await readdir(folderOf(app))) {
    if (!known.has(name)) await rm(join(folderOf(app), name), { recursive: true, force: true })
  }
}

/** The path of a file in the folder that a player unpacks a package into: in the game's own, or in that of another game. */
export const pathInGame = (app: App): ((name: string) => string) =>
  isOfAnotherGame(app) ? (name) => name : (name) => `${GAME_FOLDER}/${name}`

export interface NamedFile {
  /** Its path in the game's folder of texts. */
  readonly name: string
  readonly path: string
}

const inGame = (app: App, files: readonly NamedFile[]): NamedFile[] => {
  const pathOf = pathInGame(app)
  return files.map(({ name, path }) => ({ name: pathOf(name), path }))
}

/** The bytes of a package, which are made while they are read. */
export const packForGame = (app: App, files: readonly NamedFile[]) => packStored(inGame(app, files))

/** Writes a package to the folder: the whole file, or nothing. */
export async function writePackage(app: App, name: string, files: readonly NamedFile[]) {
  const packed = inGame(app, files)
  const { entries, ...zip } = await writeWhole(packagePath(app, name), (file) => writeStoredZip(file, packed))
  const contents = entries.map((entry, at) => ({ name: files[at]?.name ?? '', ...entry }))
  return { package: { name, ...zip }, contents }
}

export const hashFile = async (path: string, name = basename(path)): Promise<HashedFile> => ({
  name,
  sizeBytes: (await stat(path)).size,
  sha256: (await digestOfFile(path)) ?? '',
})
