// The feed of releases as JSON (docs/releases.md#the-feed): one document in which launchers of this game and of its
// sister find the members they read. Its bytes are made once after each change of a release, because launchers ask for
// them all day.
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { isoTime } from '../../base/time.ts'
import { FOLDER_LAYOUT } from '../../domain/game-language.ts'
import {
  type HashedFile,
  presentRelease,
  type Release,
  type ReleasedEdition,
  type ReleaseTest,
  testOf,
} from '../../domain/release.ts'
import { readGeneration } from '../../store/people.ts'
import { allReleases } from '../../store/records.ts'
import type { App } from '../app.ts'
import { isOfAnotherGame } from '../rules.ts'
import { filesListed, GAME_FOLDER, packagePath, pathInGame } from './release-files.ts'

/** Addresses that the feed names; all are absolute. */
export interface FeedAddresses {
  /** The address of the page for players. */
  readonly page: string
  readonly packageOf: (name: string) => string
}

export interface Document {
  readonly status: 200 | 404
  readonly body: Buffer
  /** The ETag of the document, with its quotes. */
  readonly etag: string
}

export interface Feed {
  readonly releases: readonly Release[]
  readonly everything: Document
  readonly latest: Document
  /** Slugs of all editions, present and former. */
  readonly slugs: readonly string[]
  /** The feed of one edition. For an unknown slug it is a document with status 404 that names all slugs. */
  readonly latestOf: (slug: string) => Document
}

/** The feed with its documents; null: nothing was published. */
export function makeFeed(app: App, addresses: FeedAddresses): Feed | null {
  const releases = allReleases(app.store.main)
  if (releases.length === 0) return null
  const times = releases.flatMap(({ atMs, withdrawn }) => [atMs, withdrawn?.atMs ?? 0])
  const generatedAt = timeOf(Math.max(...times))
  const document = (data: object): Document => made(200, { success: true, generated_at: generatedAt, data })
  const isThere = ({ name, sizeBytes }: HashedFile): boolean =>
    statSync(packagePath(app, name), { throwIfNoEntry: false })?.size === sizeBytes
  const data = dataOf(releases, { addresses, isThere, isFolder: isOfAnotherGame(app), pathOf: pathInGame(app) })
  const modes = new Map(data.modes.map((mode) => [mode.slug, document(mode)]))
  const unknown = {
    success: false,
    error: { code: 'unknown_mode', message: 'There is no such edition.', allowed: [...modes.keys()] },
    allowed: [...modes.keys()],
  }
  const unknownMode = made(404, unknown)
  return {
    releases,
    everything: document(data),
    latest: document({ ...data, history: [] }),
    slugs: [...modes.keys()],
    latestOf: (slug) => modes.get(slug) ?? unknownMode,
  }
}

function made(status: Document['status'], value: object): Document {
  const body = Buffer.from(JSON.stringify(value))
  return { status, body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
}

const timeOf = (timeMs: number): string => isoTime(timeMs).replace(/\.\d+Z$/, '+00:00')
const percent = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((part * 1000) / all) / 10)
const versionOf = ({ gameBuild }: Release): string | null => (gameBuild === null ? null : String(gameBuild))

interface Offering {
  readonly addresses: FeedAddresses
  readonly isThere: (file: HashedFile) => boolean
  /** The release is of another game, whose files lie in a folder of their own. */
  readonly isFolder: boolean
  readonly pathOf: (name: string) => string
}

function dataOf(releases: readonly Release[], offering: Offering) {
  const present = presentRelease(releases)
  const newest = present ?? (releases[0] as Release)
  const { all, manual, machine } = newest.rows
  const editions = present?.editions ?? []
  return {
    ...(offering.isFolder && { layout: FOLDER_LAYOUT }),
    current: present && {
      version: present.version,
      published_at: timeOf(present.atMs),
      status: 'current',
      game_version: versionOf(present),
      game_tested: present.isTested,
      notes: present.notes,
      translated_rows: present.rows.manual + present.rows.machine,
      made_from: filesJson(present.madeFrom, offering),
      files: editions
        .filter((edition) => offering.isThere(edition.package))
        .map((edition) => downloadJson(edition, offering)),
    },
    modes: offered(releases).map((edition) => modeJson(edition, releases, present, offering)),
    history: releases.filter((release) => release !== present).map((release) => formerJson(release, releases)),
    official_patch: newest.gameBuild,
    official_patch_checked_at: timeOf(newest.atMs),
    official_source_url: null,
    filename: editions[0]?.package.name ?? null,
    install_guide_url: offering.addresses.page,
    install_path_patterns: offering.isFolder ? [] : INSTALL_PATHS,
    progress: {
      total_rows: all,
      translated_percent: percent(manual + machine, all),
      manual_rows: manual,
      manual_percent: percent(manual, all),
      machine_rows: machine,
      machine_percent: percent(machine, all),
    },
  }
}

const INSTALL_PATHS = [
  {
    pattern: `steamapps/common/Where Winds Meet/${GAME_FOLDER}/`,
    launcher: 'steam',
    description: "The paths in a package begin in the game's folder",
  },
  {
    pattern: 'LocalData/Patch/HD/oversea/locale/',
    launcher: 'game',
    description: `The game's own launcher has this in place of ${GAME_FOLDER}/`,
  },
]

/** Every edition that a release ever had, in the words of its newest release. Editions of the newest release come first. */
function offered(releases: readonly Release[]): readonly ReleasedEdition[] {
  const found = new Map<string, ReleasedEdition>()
  for (const edition of releases.flatMap(({ editions }) => editions)) {
    if (!found.has(edition.slug)) found.set(edition.slug, edition)
  }
  return [...found.values()]
}

const filesJson = (files: readonly HashedFile[], { pathOf }: Offering) =>
  (files.length > filesListed ? [] : files).map(({ name, sizeBytes, sha256 }) => ({
    path: pathOf(name),
    size: sizeBytes,
    size_bytes: sizeBytes,
    sha256,
  }))

const addressJson = ({ name, sizeBytes, sha256 }: HashedFile, { packageOf }: FeedAddresses) => ({
  filename: name,
  download_url: packageOf(name),
  size: sizeBytes,
  size_bytes: sizeBytes,
  sha256,
})

const downloadJson = (
  { slug, variant, package: whole, contents, deltas = [] }: ReleasedEdition,
  offering: Offering,
) => ({
  slug,
  variant,
  ...addressJson(whole, offering.addresses),
  contents: filesJson(contents, offering),
  deltas: deltas
    .filter(({ file, before }) => offering.isThere(file) && before.length <= filesListed)
    .map(({ from, before, file }) => ({
      from_version: from,
      ...addressJson(file, offering.addresses),
      before: filesJson(before, offering),
    })),
})

const NOTHING = { download_url: '', size: null, size_bytes: null, sha256: null }
const NOT_ANNOUNCED = { sent: false, sent_at: null }

function modeJson(words: ReleasedEdition, releases: readonly Release[], present: Release | null, offering: Offering) {
  const { slug, variant, label, description, audience } = words
  const edition = present?.editions.find((each) => each.slug === slug)
  const isAvailable = edition !== undefined && offering.isThere(edition.package)
  const download = isAvailable ? downloadJson(edition, offering) : NOTHING
  const { download_url, size, size_bytes, sha256 } = download
  const former = releases.filter(
    (release) => release !== present && release.editions.some((each) => each.slug === slug),
  )
  return {
    slug,
    variant,
    label,
    public_name: label,
    description,
    audience,
    available: isAvailable,
    download_url,
    size,
    size_bytes,
    sha256,
    current: present && isAvailable ? presentJson(present, edition, download) : null,
    history: former.map((release) => {
      const { status, published_at, retired_at, withdrawn_reason } = formerJson(release, releases)
      const patch = release.gameBuild
      return {
        public_id: publicId(release, slug),
        version: release.id,
        version_name: release.version,
        patch,
        status,
        published_at,
        retired_at,
        withdrawn_reason,
      }
    }),
  }
}

const publicId = ({ id }: Release, slug: string): string => `${id}-${slug}`

const TEST_LABELS: Readonly<Record<ReleaseTest['state'], string>> = {
  verified: 'Tested in the game',
  known_issues: 'Tested in the game, with known issues',
  unverified: 'Not tested in the game',
}

function presentJson(release: Release, { slug, translatedRows }: ReleasedEdition, download: object) {
  const { id, version, gameBuild, isTested, atMs } = release
  const { state, note } = testOf(release)
  return {
    public_id: publicId(release, slug),
    version: id,
    version_name: version,
    ...download,
    patch: gameBuild,
    compatible_with_official_patch: gameBuild !== null,
    published_at: timeOf(atMs),
    game_tested_at: isTested ? timeOf(atMs) : null,
    game_test: { state, label: TEST_LABELS[state], note },
    stats: { rows_in_file: translatedRows },
    announcements: { discord_releases: NOT_ANNOUNCED, telegram_main: NOT_ANNOUNCED },
  }
}

function formerJson(release: Release, releases: readonly Release[]) {
  const { version, atMs, isTested, notes, rows, withdrawn } = release
  // Releases are listed newest first, so the one before in the list came after.
  const next = releases[releases.indexOf(release) - 1]
  return {
    version,
    published_at: timeOf(atMs),
    retired_at: timeOf(withdrawn?.atMs ?? next?.atMs ?? atMs),
    status: withdrawn === null ? 'superseded' : 'withdrawn',
    withdrawn_reason: withdrawn?.why ?? null,
    game_version: versionOf(release),
    game_tested: isTested,
    translated_rows: rows.manual + rows.machine,
    notes,
  }
}

const feedsMax = 16

/** Keeps feeds as long as no release changes: one for each name under which this server is reached. */
export function createFeeds(app: App, addressesOf: (base: string) => FeedAddresses): (base: string) => Feed | null {
  const feeds = new Map<string, Feed | null>()
  let generation = -1
  return (base) => {
    const now = readGeneration(app.store.main, 'releases')
    if (now !== generation || feeds.size >= feedsMax) feeds.clear()
    generation = now
    let feed = feeds.get(base)
    if (feed === undefined) feeds.set(base, (feed = makeFeed(app, addressesOf(base))))
    return feed
  }
}
