// Installs a team's release on a player's machine (docs/command-line.md#a-release): feed, package, checks, then all
// files or none. Needs no store. The game stays untouched until the package is whole and has the game's text files
// only.
import { copyFile, type FileHandle, mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestOfFile } from '../../../src/base/file-digest.ts'
import { isPortablePath } from '../../../src/base/portable-name.ts'
import { ok, refuse, type Result } from '../../../src/base/result.ts'
import { removeLeftover } from '../../../src/base/whole-file.ts'
import { compressorName } from '../../../src/base/zstd.ts'
import { openShards } from '../../formats/src/container/container-shards.ts'
import { translateContainer } from '../../formats/src/container/container-writer.ts'
import { type Delta, type DeltaFile, readDelta } from './text-delta.ts'
import { DamagedZip, readZipDirectory, unpackMember, type ZipMember } from '../../formats/src/zip-reader.ts'
import { assertApart, GAME_NAME, layoutOf } from './package-layout.ts'
import type { NotInstalled } from './refusals.ts'
import { gameFileOf } from '../../../src/domain/game-language.ts'
import {
  keepAside,
  keptPath,
  noCopy,
  oddPlace,
  planFile,
  type PlannedFile,
  putFiles,
  readInstalled,
  twinsFolder,
  untouchedOf,
} from './game-folder.ts'
import { fetchFile, fetchText, type Offer, type OfferedDelta, packageBytesMax, readFeed } from './release-feed.ts'

// Makes the files of a release from the game's own files, the installed ones and a delta (docs/releases.md#deltas): some
// hundred KB come over the net, and not the whole package. Only files with the digests that the feed names are taken.

interface Place {
  /** The player's data folder, and that of the game's text files. */
  readonly data: string
  readonly folder: string
}

/** The delta for the files that are installed; null: there is none. */
async function deltaFor({ data, folder }: Place, { contents, deltas, isFolder }: Offer): Promise<OfferedDelta | null> {
  if (contents.length === 0 || deltas.length === 0) return null
  const names = readInstalled(data)?.files.map(({ name }) => name) ?? []
  const files = await planned(data, folder, names)
  const installed = new Map(files.map(({ name, state, sha256 }) => [name, state === 'ours' ? sha256 : null]))
  const isFor = ({ before }: OfferedDelta): boolean =>
    (isFolder || before.length === contents.length) &&
    before.every(({ name, sha256 }) => installed.get(name) === sha256)
  return deltas.find(isFor) ?? null
}

/** The digest of a file of ours. Null: the file there was not put there by windrow. */
async function digestOfOurs({ data, folder }: Place, name: string): Promise<string | null> {
  const known = readInstalled(data)?.files.find((file) => file.name === name)
  const file = await planFile(folder, { slot: null, name }, known)
  return file.state === 'ours' ? file.sha256 : null
}

interface Making {
  readonly signal: AbortSignal
  /** Is told how many bytes of the template are done. */
  readonly onMade: (name: string, done: number, total: number) => void
}

/** Returns the names of the files made in `out`; null: they can't be made here, and the package has to be taken. */
async function makeByDelta(
  place: Place,
  { path, out, file: packed }: { readonly path: string; readonly out: string; readonly file: FileHandle },
  offer: Offer,
  making: Making,
): Promise<readonly string[] | null> {
  const { contents } = offer
  if (offer.isFolder) return await makeOfChanged(place, { out, file: packed }, offer, making)
  const delta = readDelta(await readFile(path))
  if (delta === null || delta.zstd !== compressorName) return null
  const names: string[] = []
  for (const { name, sha256 } of contents) {
    const at = delta.files.findIndex((file) => file.name === name)
    const file = delta.files[at]
    if (file === undefined || file.after !== sha256 || !(await makeFile(place, out, { delta, file, at }, making))) {
      return null
    }
    names.push(name)
  }
  return names
}

/** Of another game's files a delta has those that changed; the others are installed already. */
async function makeOfChanged(
  { data, folder }: Place,
  { out, file }: { readonly out: string; readonly file: FileHandle },
  offer: Offer,
  { signal }: Making,
): Promise<readonly string[] | null> {
  const changed = new Set(await unpackPackage(file, out, offer, signal))
  for (const { name, sha256 } of offer.contents) {
    if (changed.delete(name)) continue
    if ((await digestOfOurs({ data, folder }, name)) !== sha256) return null
    await mkdir(dirname(join(out, name)), { recursive: true, mode: 0o700 })
    await copyFile(join(folder, name), join(out, name))
    if ((await digestOfFile(join(out, name))) !== sha256) return null
  }
  return changed.size > 0 ? null : offer.contents.map(({ name }) => name)
}

/** Makes one file. False: it became other bytes than the release's, or a file that it needs is not there. */
async function makeFile(
  place: Place,
  out: string,
  { delta, file, at }: { readonly delta: Delta; readonly file: DeltaFile; readonly at: number },
  { signal, onMade }: Making,
): Promise<boolean> {
  const template = await pathOfTemplate(place, file.template)
  if (template === null) return false
  const before = await openShards(join(place.folder, file.name))
  try {
    const texts = delta.texts[at]
    const made = join(out, file.name)
    await translateContainer({
      template,
      out: made,
      level: delta.level,
      textOf: (id) => {
        const text = texts?.get(id)
        return text === undefined ? (before.textOf(id) ?? null) : text
      },
      packedBefore: {
        blockOf: async (raw, pack, shard) => {
          const isSame = before.rawOf(shard)?.equals(raw) === true
          return (isSame ? before.blockOf(shard) : null) ?? (await pack())
        },
      },
      onProgress: (done, total) => onMade(file.name, done, total),
      signal,
    })
    return (await digestOfFile(made)) === file.after
  } finally {
    before.close()
  }
}

/** The path of the game's own file with that digest, which is in the game or kept aside; null: there is none. */
async function pathOfTemplate(
  { data, folder }: Place,
  { name, sha256 }: DeltaFile['template'],
): Promise<string | null> {
  const known = readInstalled(data)?.files.find((file) => file.name === name)
  const file = await planFile(folder, { slot: null, name }, known)
  if (untouchedOf(file) !== sha256) return null
  const path = file.state === 'ours' ? keptPath(data, sha256, name) : file.path
  return (await digestOfFile(path)) === sha256 ? path : null
}

const feedBytesMax = 4 * 1024 * 1024
/** The path of the feed on windrow's servers, for an address that has none. */
const ownFeed = '/api/public/v1/releases/latest'
const isOfSite = /^\/(releases\/?)?$/

/** Reads the editions that can be installed from an address. */
export async function readOffers(
  address: string,
  signal: AbortSignal,
): Promise<Result<readonly Offer[], NotInstalled>> {
  const url = URL.parse(address)
  if (url !== null && isOfSite.test(url.pathname)) url.pathname = ownFeed
  const feed = await fetchText(url?.href ?? address, { bytesMax: feedBytesMax, signal })
  if (!feed.ok) return feed
  const offers = readFeed(feed.value, url?.host ?? address)
  if (offers === null) return refuse({ code: 'no_feed', address })
  return offers.length === 0 ? refuse({ code: 'nothing_released' }) : ok(offers)
}

/** Chooses the edition named `slug`, which may be null when there is only one. */
export function chooseOffer(offers: readonly Offer[], slug: string | null): Result<Offer, NotInstalled> {
  const [first] = offers
  const slugs = offers.map((offer) => offer.slug).join(', ')
  if (slug === null) {
    return first !== undefined && offers.length === 1 ? ok(first) : refuse({ code: 'choose_edition', slugs })
  }
  const chosen = offers.find((offer) => offer.slug === slug)
  return chosen === undefined ? refuse({ code: 'no_edition', slug, slugs }) : ok(chosen)
}

const MAIN = gameFileOf('en', 'main')
const DIFF = gameFileOf('en', 'diff')
const slotOf = (name: string): PlannedFile['slot'] => (name === MAIN ? 'main' : name === DIFF ? 'diff' : null)

const planned = (data: string, folder: string, names: readonly string[]): Promise<PlannedFile[]> => {
  const known = new Map(readInstalled(data)?.files.map((file) => [file.name, file] as const))
  return Promise.all(names.map((name) => planFile(folder, { slot: slotOf(name), name }, known.get(name))))
}

/**
 * Refuses a folder that is not the game's or not the last one, a game for which the release was not made, and a feed that offers an older
 * release than the installed one: that was withdrawn, or somebody keeps players from a newer one.
 */
export async function checkFit(
  data: string,
  folder: string,
  { madeFrom, contents, from, version, publishedAtMs, isFolder }: Offer,
  isForced: boolean,
): Promise<Result<void, NotInstalled>> {
  const record = readInstalled(data)
  if (record !== null && record.folder !== folder) {
    return refuse({ code: 'installed_elsewhere', folder: record.folder })
  }
  const named = madeFrom.filter(({ name }) => (isFolder ? isPortablePath(name) : GAME_NAME.test(name)))
  const signs = isFolder ? named.map(({ name }) => name) : [MAIN]
  const isThere = (await planned(data, folder, signs)).some(({ sha256 }) => sha256 !== null)
  const isNamed = isFolder && (isForced || signs.length === 0) && (await stat(folder).catch(() => null))?.isDirectory()
  if (!isThere && isNamed !== true) {
    return refuse({ code: 'no_game_there', folder, name: signs[0] ?? contents[0]?.name ?? '' })
  }
  if (isForced) return ok()
  const last = record?.release
  if (last?.from === from && (publishedAtMs ?? 0) < (last.publishedAtMs ?? 0))
    return refuse({ code: 'goes_back', version, installed: last.version })
  const files = await planned(
    data,
    folder,
    named.map(({ name }) => name),
  )
  // Not every player has all files of another game; a template of gettext is seldom among them.
  const isOdd = (untouched: string | null, sha256: string | undefined): boolean =>
    untouched !== sha256 && !(isFolder && untouched === null)
  const odd = files.find((file, at) => isOdd(untouchedOf(file), named[at]?.sha256))
  return odd === undefined ? ok() : refuse({ code: 'does_not_fit', name: odd.name })
}

interface InstallRelease {
  readonly signal: AbortSignal
  /** Is told how many bytes of a step are done. */
  readonly onProgress: (step: string, done: number, total: number) => void
}

interface Installed {
  /** The files with the state that they had before the installation. */
  readonly files: readonly PlannedFile[]
  /** The delta that was downloaded; null: the whole package was. */
  readonly delta: OfferedDelta | null
}

/** Installs a release. If it refuses, the game is unchanged. */
export async function installRelease(
  data: string,
  folder: string,
  offer: Offer,
  watching: InstallRelease,
): Promise<Result<Installed, NotInstalled>> {
  const out = twinsFolder(data)
  const path = `${out}.zip`
  try {
    const fetched = await fetchFiles({ data, folder }, offer, { out, path }, watching)
    if (!fetched.ok) return fetched
    const { names, delta } = fetched.value
    const odd = offer.isFolder ? await oddPlace(folder, names) : null
    if (odd !== null) return refuse({ code: 'odd_place', path: odd })
    const files = await planned(data, folder, names)
    const kept = await keepAside(data, files)
    if (!kept.ok) return kept
    const { from, version, publishedAtMs } = offer
    const put = await putFiles(data, folder, files, { from, version, publishedAtMs })
    return put.ok ? ok({ files, delta }) : put
  } catch (error) {
    const refusal =
      error instanceof DamagedZip ? ({ code: 'package_refused', problem: error.message } as const) : noCopy(error, path)
    if (refusal === null) throw error
    return refuse(refusal)
  } finally {
    for (const leftover of [out, path]) await removeLeftover(leftover)
  }
}

/** Fetches the files: by a delta, if there is one for the installed files and it makes the right bytes; else by the package. */
async function fetchFiles(
  place: Place,
  offer: Offer,
  { out, path }: { readonly out: string; readonly path: string },
  { signal, onProgress }: InstallRelease,
): Promise<Result<{ readonly names: readonly string[]; readonly delta: OfferedDelta | null }, NotInstalled>> {
  const fetchTo = async (
    from: Offer | OfferedDelta,
    use: (file: FileHandle) => Promise<readonly string[] | null>,
  ): Promise<Result<readonly string[] | null, NotInstalled>> => {
    for (const leftover of [out, path]) await removeLeftover(leftover)
    await mkdir(out, { recursive: true, mode: 0o700 })
    await using file = await open(path, 'wx+', 0o600)
    const onBytes = (done: number): void => onProgress('downloading', done, from.sizeBytes)
    const fetched = await fetchFile(from.address, file, { signal, onBytes, bytesMax: from.sizeBytes })
    if (!fetched.ok) return fetched
    const isIt = fetched.value.sizeBytes === from.sizeBytes && fetched.value.sha256 === from.sha256
    return isIt ? ok(await use(file)) : refuse({ code: 'package_differs' })
  }
  const delta = await deltaFor(place, offer)
  if (delta !== null) {
    const onMade = (name: string, done: number, total: number): void => onProgress(`making ${name}`, done, total)
    // Whatever is wrong with a delta, the package is still whole.
    const made = await fetchTo(delta, (file) =>
      makeByDelta(place, { path, out, file }, offer, { signal, onMade }),
    ).catch(() => null)
    if (signal.aborted) return refuse({ code: 'interrupted' })
    if (made?.ok === true && made.value !== null) return ok({ names: made.value, delta })
  }
  const unpacked = await fetchTo(offer, (file) => unpackPackage(file, out, offer, signal))
  return unpacked.ok ? ok({ names: unpacked.value ?? [], delta: null }) : unpacked
}

/** Unpacks a package, or a delta of whole files; returns their names. Throws DamagedZip if it has anything but the game's text files. */
async function unpackPackage(
  file: FileHandle,
  out: string,
  { isFolder, contents }: Offer,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const layout = layoutOf({ isFolder })
  const members = await readZipDirectory(file, { entriesMax: layout.entriesMax, bytesMax: packageBytesMax })
  const files = members
    .filter(({ name, sizeBytes }) => !(sizeBytes === 0 && name.endsWith('/') && layout.isFolder(name)))
    .map((member) => ({ member, name: nameIn(member, layout) }))
  const names = files.map(({ name }) => name)
  if (files.length === 0) throw new DamagedZip('it is empty')
  assertApart(names)
  const told = new Map(contents.map(({ name, sha256 }) => [name, sha256]))
  for (const { member, name } of files) {
    const path = join(out, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await using unpacked = await open(path, 'wx', 0o600)
    const sha256 = await unpackMember(file, member, unpacked, () => signal.throwIfAborted())
    await unpacked.sync()
    if ((told.get(name) ?? sha256) !== sha256) throw new DamagedZip(`${name} is not the file that the feed names`)
    const fault = await layout.faultOf(path)
    if (fault !== null) throw new DamagedZip(`${name} ${fault}`)
  }
  return names
}

function nameIn({ name: path }: ZipMember, { nameOf }: ReturnType<typeof layoutOf>): string {
  const name = nameOf(path)
  if (name !== null) return name
  throw new DamagedZip(`${JSON.stringify(path.slice(0, 100))} is not a place for a text file of the game`)
}
