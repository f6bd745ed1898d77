// Style sheets, scripts and the icon. Addresses carry a hash of the content, so browsers cache them for good.
import { gzipSync } from 'node:zlib'
import { sha256Hex } from '../base/bytes.ts'
import { readAsset } from '../runtime/assets.ts'

const TYPES = {
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'bench.css': 'text/css; charset=utf-8',
  'bench.js': 'text/javascript; charset=utf-8',
  'htmx.js': 'text/javascript; charset=utf-8',
  'drafts.js': 'text/javascript; charset=utf-8',
  'drop.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const
type AssetName = keyof typeof TYPES

const FROM_PACKAGE: Partial<Record<AssetName, string>> = { 'htmx.js': 'packages/htmx.min.js' }

interface Asset {
  readonly bytes: Uint8Array
  readonly gzipped: Uint8Array
  readonly type: string
  readonly file: string
}

/** A style sheet as browsers need it: without comments, and without spaces that mean nothing. No string in ours has any of these. */
const plainStyles = (css: string): string =>
  css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')

const hashLength = 12
const known = new Map<AssetName, Asset>()

function assetOf(name: AssetName): Asset {
  const before = known.get(name)
  if (before !== undefined) return before
  const read = readAsset(FROM_PACKAGE[name] ?? `admin/assets/${name}`)
  const bytes = name.endsWith('.css') ? Buffer.from(plainStyles(Buffer.from(read).toString('utf8'))) : read
  const file = name.replace('.', `.${sha256Hex(bytes).slice(0, hashLength)}.`)
  const asset = { bytes, gzipped: gzipSync(bytes), type: TYPES[name], file }
  known.set(name, asset)
  return asset
}

export const assetUrl = (name: AssetName): string => `/admin/assets/${assetOf(name).file}`

/** The text of an asset, for pages that another program serves. */
export const assetText = (name: AssetName): string => Buffer.from(assetOf(name).bytes).toString('utf8')

/** Answers with an asset. Null: its name or hash is unknown. */
export function serveAsset(file: string, acceptEncoding: string): Response | null {
  const name = (Object.keys(TYPES) as AssetName[]).find((each) => assetOf(each).file === file)
  if (name === undefined) return null
  const { bytes, gzipped, type } = assetOf(name)
  const isPacked = /\bgzip\b/.test(acceptEncoding)
  return new Response(Uint8Array.from(isPacked ? gzipped : bytes), {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    },
  })
}
