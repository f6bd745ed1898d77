// Two launchers as they read a feed of releases: one of this game, one of its sister. Each knows only its own members, ignores others,
// and refuses what it could not install. And a reader of ZIPs that goes by the central directory.
import { inflateRawSync } from 'node:zlib'

export interface Found {
  readonly url: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly version: string | number
}

type Json = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly Json[] => {
  if (!Array.isArray(value)) throw new Error('no list')
  return value as Json[]
}

function installable(url: unknown, size: unknown, sha256: unknown): Omit<Found, 'version'> {
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error('no address')
  if (typeof size !== 'number' || !Number.isInteger(size) || size <= 0) throw new Error('no size')
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('no digest')
  return { url, sizeBytes: size, sha256 }
}

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

function dataOf(text: string): Json {
  const feed = JSON.parse(text) as Json
  if (feed['success'] !== true || !isTime(feed['generated_at'])) throw new Error('no feed')
  return feed['data'] as Json
}

/** Null: nothing is current, or the edition is not available. */
export function readAsThisGame(text: string, slug: string, variant: string): Found | null {
  const data = dataOf(text)
  list(data['history'])
  const mode = list(data['modes']).find((each) => each['slug'] === slug && each['variant'] === variant)
  if (mode === undefined) throw new Error(`no edition ${slug}`)
  const current = data['current'] as Json | null
  if (current === null || mode['available'] !== true) {
    if (mode['size'] !== null && current === null) throw new Error('a size of nothing')
    return null
  }
  if (current['status'] !== 'current' || !isTime(current['published_at'])) throw new Error('no present release')
  if (typeof current['game_tested'] !== 'boolean') throw new Error('game_tested is no flag')
  const [file, ...others] = list(current['files']).filter(
    (each) => each['slug'] === slug && each['variant'] === variant,
  )
  if (file === undefined || others.length > 0) throw new Error('not exactly one file')
  return {
    ...installable(file['download_url'], file['size'], file['sha256']),
    version: String(current['version']),
  }
}

export function readAsSister(text: string, slug: string): Found | null {
  const data = dataOf(text)
  for (const path of list(data['install_path_patterns'])) {
    if (typeof path['pattern'] !== 'string' || typeof path['launcher'] !== 'string') throw new Error('no pattern')
  }
  const { total_rows: total, translated_percent: percent } = data['progress'] as Json
  if (typeof total !== 'number' || typeof percent !== 'number' || percent > 100) throw new Error('no progress')
  const mode = list(data['modes']).find((each) => each['slug'] === slug)
  if (mode === undefined || typeof mode['public_name'] !== 'string') throw new Error(`no edition ${slug}`)
  for (const former of list(mode['history'])) {
    if (former['status'] !== 'superseded' && former['status'] !== 'withdrawn') throw new Error('no status')
    if (typeof former['public_id'] !== 'string' || !isTime(former['retired_at'])) throw new Error('no history')
  }
  const current = mode['current'] as Json | null
  if (current === null) return null
  const { state } = current['game_test'] as Json
  if (!['verified', 'known_issues', 'unverified'].includes(String(state))) throw new Error('no test')
  if (!Number.isInteger(current['version'])) throw new Error('no version')
  return {
    ...installable(current['download_url'], current['size_bytes'], current['sha256']),
    version: current['version'] as number,
  }
}

/** Files by name. Refuses a name that leaves the folder. */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no central directory')
    const [method, packed, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (name.includes('..') || name.startsWith('/') || name.includes('\\')) throw new Error(`${name} leaves the folder`)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (content.length !== size) throw new Error(`${name} has another size`)
    files.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
