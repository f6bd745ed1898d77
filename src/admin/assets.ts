// Style sheet, script and icon of the site. Their addresses carry a hash of their content, so browsers keep them for good
// and a new version is fetched at once.
import { sha256Hex } from '../base/bytes.ts'
import { readAsset } from '../runtime/assets.ts'

const TYPES = {
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const
export type AssetName = keyof typeof TYPES

interface Asset {
  readonly bytes: Uint8Array
  readonly type: string
  readonly file: string
}

const hashLength = 12
const known = new Map<AssetName, Asset>()

function assetOf(name: AssetName): Asset {
  const read = known.get(name)
  if (read !== undefined) return read
  const bytes = readAsset(`admin/assets/${name}`)
  const asset = { bytes, type: TYPES[name], file: name.replace('.', `.${sha256Hex(bytes).slice(0, hashLength)}.`) }
  known.set(name, asset)
  return asset
}

/** Address of an asset, with its hash. */
export const assetUrl = (name: AssetName): string => `/admin/assets/${assetOf(name).file}`

/** Answers a request for an asset; null when there is none of that name and content. */
export function serveAsset(file: string): Response | null {
  const name = (Object.keys(TYPES) as AssetName[]).find((each) => assetOf(each).file === file)
  if (name === undefined) return null
  const { bytes, type } = assetOf(name)
  return new Response(Uint8Array.from(bytes), {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
