// Reads a feed of releases, in the shapes of the game's site and its sister's (docs/command-line.md#a-release). Unknown
// members are ignored; an edition without an https address, a size and a digest can't be installed.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import * as z from 'zod'
import { ok, refuse, type Result } from '../../../src/base/result.ts'
import { FOLDER_LAYOUT } from '../../../src/domain/game-language.ts'
import type { NotInstalled } from './refusals.ts'

// Fetches a document or a file for `windrow install ADDRESS`, within bounds: https, or http to this machine; a few
// redirects, none of which leaves https; a largest size; an end after half a minute without a byte.

const redirectsMax = 5
const silenceMsMax = 30_000

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** True: windrow may connect to this address. */
export const isAllowed = (address: string): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

interface Asking {
  readonly bytesMax: number
  readonly signal: AbortSignal
  readonly onBytes?: (done: number) => void
}

/** Asks for an address and hands on its body in pieces, at most `bytesMax` of it. */
async function ask(
  address: string,
  { bytesMax, signal, onBytes }: Asking,
  take: (piece: Uint8Array) => Promise<void> | void,
): Promise<Result<void, NotInstalled>> {
  if (!isAllowed(address)) return refuse({ code: 'bad_address', address })
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silenceMsMax)
  const within = AbortSignal.any([signal, silence.signal])
  try {
    const followed = await follow(address, within)
    if (!followed.ok) return followed
    const response = followed.value
    if (response.status !== 200) {
      await response.body?.cancel()
      return refuse({ code: 'bad_answer', address, status: response.status })
    }
    let done = 0
    for await (const piece of response.body ?? []) {
      timer.refresh()
      done += piece.length
      // Leaving the loop cancels the rest.
      if (done > bytesMax) return refuse({ code: 'too_long', address, max: bytesMax })
      await take(piece)
      onBytes?.(done)
    }
    return ok()
  } catch (error) {
    if (signal.aborted) return refuse({ code: 'interrupted' })
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw error
    return refuse({ code: 'not_reached', host: URL.parse(address)?.host ?? address, reason: reasonOf(error) })
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'AbortError') return 'nothing came for half a minute'
  const { cause, message } = error as Error
  const inner = cause as NodeJS.ErrnoException | undefined
  return inner?.code ?? inner?.message ?? message
}

async function follow(address: string, signal: AbortSignal): Promise<Result<Response, NotInstalled>> {
  let at = address
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const headers = { Accept: 'application/json, application/zip, */*;q=0.1', 'Accept-Encoding': 'identity' }
    const response = await fetch(at, { redirect: 'manual', signal, headers, credentials: 'omit' })
    const to = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || to === null) return ok(response)
    await response.body?.cancel()
    const next = URL.parse(to, at)?.href ?? to
    if (!isAllowed(next) || (at.startsWith('https:') && !next.startsWith('https:')))
      return refuse({ code: 'leads_astray', address, to: next })
    at = next
  }
  return refuse({ code: 'leads_on', address })
}

export async function fetchText(address: string, asking: Asking): Promise<Result<string, NotInstalled>> {
  const pieces: Uint8Array[] = []
  const asked = await ask(address, asking, (piece) => void pieces.push(piece))
  return asked.ok ? ok(Buffer.concat(pieces).toString('utf8')) : asked
}

/** Downloads a file. Returns its size and SHA-256 (hex). */
export async function fetchFile(
  address: string,
  file: FileHandle,
  asking: Asking,
): Promise<Result<{ readonly sizeBytes: number; readonly sha256: string }, NotInstalled>> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const asked = await ask(address, asking, async (piece) => {
    hash.update(piece)
    for (let done = 0; done < piece.length; ) done += (await file.write(piece, done, piece.length - done)).bytesWritten
    sizeBytes += piece.length
  })
  return asked.ok ? ok({ sizeBytes, sha256: hash.digest('hex') }) : asked
}

interface GameFileDigest {
  /** The file's name without its folders; of a release that lies in a folder of its own, its path there. */
  readonly name: string
  readonly sha256: string
}

/** What a player has to download who has an earlier release. */
export interface OfferedDelta {
  readonly fromVersion: string
  readonly address: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The translated files of that release. */
  readonly before: readonly GameFileDigest[]
}

const TEST_STATES = ['verified', 'known_issues', 'unverified'] as const

export interface Offer {
  /** The host of the feed. */
  readonly from: string
  /** Paths of the package begin in the folder that a player names, as those of other games do. */
  readonly isFolder: boolean
  readonly slug: string
  readonly label: string
  readonly description: string
  readonly version: string
  /** Null: the feed does not say. */
  readonly publishedAtMs: number | null
  /** What the feed says of a test in the game; the note may be empty. */
  readonly test: { readonly state: (typeof TEST_STATES)[number]; readonly note: string }
  /** Steam's number of the game's build for which the release was made; null: unknown. */
  readonly gameBuild: number | null
  readonly address: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The game's files from which the release was made, and the translated ones; empty: unknown. */
  readonly madeFrom: readonly GameFileDigest[]
  readonly contents: readonly GameFileDigest[]
  readonly deltas: readonly OfferedDelta[]
}

export const packageBytesMax = 512 * 1024 * 1024

/** Editions of a feed, files and deltas of one; windrow makes at most 24. Each is compared with the others. */
const listMax = 100
const isShort = (list: readonly unknown[]): boolean => list.length <= listMax
/** Files of an edition, of which windrow's feeds have as many. */
const filesMax = 1_000

const text = z.string().max(2_000).catch('')
const files = z
  .array(z.object({ path: z.string(), sha256: z.string() }))
  .catch([])
  .refine((all) => all.length <= filesMax)
  .transform((all) => all.map(({ path, sha256 }): GameFileDigest => ({ name: path, sha256: sha256.toLowerCase() })))
const count = z.number().int().positive().max(packageBytesMax)
const FILE_AT = z.object({
  download_url: z.string().refine(isAllowed),
  size: count.nullish().catch(null),
  size_bytes: count.nullish().catch(null),
  sha256: z.string().regex(/^[0-9a-f]{64}$/i),
})
const fileAt = ({ download_url, size, size_bytes, sha256 }: z.output<typeof FILE_AT>) => ({
  address: download_url,
  sizeBytes: size_bytes ?? size ?? 0,
  sha256: sha256.toLowerCase(),
})
const hasSize = ({ sizeBytes }: { readonly sizeBytes: number }): boolean => sizeBytes > 0
const DELTA = FILE_AT.extend({ from_version: text, before: files })
  .transform((delta): OfferedDelta => ({ ...fileAt(delta), fromVersion: delta.from_version, before: delta.before }))
  .refine(hasSize)
const DOWNLOAD = FILE_AT.extend({ contents: files, deltas: z.array(z.unknown()).catch([]).refine(isShort) })
  .transform(({ contents, deltas, ...file }) => ({
    ...fileAt(file),
    contents,
    deltas: deltas.flatMap((delta) => parsed(DELTA, delta) ?? []),
  }))
  .refine(hasSize)
const slug = z.string().regex(/^[\w-]{1,64}$/)
const MODE = z.object({
  slug,
  variant: text,
  label: text,
  public_name: text,
  description: text,
  current: z.unknown().optional(),
})
/** A build's number, which a feed has as a number or as digits in a text; anything else counts as unknown. */
const build = z.coerce.number().int().positive().nullable().catch(null)
const CURRENT = z.object({
  version: z.union([z.string(), z.number()]).transform(String),
  version_name: text,
  published_at: text,
  game_tested: z.boolean().catch(false),
  game_version: build,
  patch: build,
  game_test: z
    .object({ state: z.enum(TEST_STATES).nullable().catch(null), note: text })
    .catch({ state: null, note: '' }),
  files: z.array(z.unknown()).catch([]),
  made_from: files,
})
const FILE = z.object({ slug, variant: text })
const FEED = z.object({
  data: z.looseObject({
    current: z.unknown().optional(),
    modes: z.array(z.unknown()).catch([]),
    layout: z.unknown().optional(),
  }),
})

type Mode = z.output<typeof MODE>
type Offered = Omit<Offer, 'from' | 'isFolder'>

const parsed = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | null => {
  const read = schema.safeParse(value)
  return read.success ? read.data : null
}

/** Reads a feed. Null: this is no feed, or it has more editions than any game has. */
export function readFeed(json: string, from: string): readonly Offer[] | null {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  const feed = parsed(FEED, value)
  if (feed === null) return null
  const { data } = feed
  if (!isShort(data.modes)) return null
  const modes = (data.modes.length > 0 ? data.modes : [data]).flatMap((mode) => parsed(MODE, mode) ?? [])
  const current = parsed(CURRENT, data.current)
  if (current !== null && !isShort(current.files)) return null
  const offers =
    current !== null && current.files.length > 0
      ? offersOfFiles(modes, current)
      : modes.flatMap((mode) => offerOfMode(mode, current) ?? [])
  const isFolder = data.layout === FOLDER_LAYOUT
  return offers.map((offer) => ({ from, isFolder, ...(isFolder ? offer : withoutFolders(offer)) }))
}

const last = (files: readonly GameFileDigest[]): readonly GameFileDigest[] =>
  files.map(({ name, sha256 }) => ({ name: name.split('/').at(-1) ?? '', sha256 }))

const withoutFolders = (offer: Offered): Offered => ({
  ...offer,
  madeFrom: last(offer.madeFrom),
  contents: last(offer.contents),
  deltas: offer.deltas.map((delta) => ({ ...delta, before: last(delta.before) })),
})

/** Editions in the form of the game's own site: one file for each, matched by slug and variant. */
function offersOfFiles(modes: readonly Mode[], current: z.output<typeof CURRENT>): readonly Offered[] {
  const named = current.files.flatMap((file) => {
    const of = parsed(FILE, file)
    return of === null ? [] : [{ ...of, file }]
  })
  return named.flatMap(({ slug: name, variant, file }) => {
    const download = parsed(DOWNLOAD, file)
    const isOnly = named.filter((other) => other.slug === name && other.variant === variant).length === 1
    const mode = modes.find((each) => each.slug === name && each.variant === variant)
    return download === null || !isOnly ? [] : [offerOf(name, mode, current, download)]
  })
}

/** An edition in the form of the sister's site, where each has its own release. */
function offerOfMode(mode: Mode, whole: z.output<typeof CURRENT> | null): Offered | null {
  const own = parsed(CURRENT, mode.current)
  const download = parsed(DOWNLOAD, mode.current)
  if (own === null || download === null) return null
  return offerOf(mode.slug, mode, { ...own, made_from: whole?.made_from ?? own.made_from }, download)
}

const offerOf = (
  name: string,
  mode: Mode | undefined,
  {
    version,
    version_name,
    published_at,
    game_tested,
    game_test,
    game_version,
    patch,
    made_from,
  }: z.output<typeof CURRENT>,
  download: z.output<typeof DOWNLOAD>,
): Offered => ({
  slug: name,
  label: mode?.label || mode?.public_name || name,
  description: mode?.description ?? '',
  version: version_name || version,
  publishedAtMs: Date.parse(published_at) || null,
  test: { state: game_test.state ?? (game_tested ? 'verified' : 'unverified'), note: game_test.note },
  gameBuild: game_version || patch || null,
  madeFrom: made_from,
  ...download,
})
