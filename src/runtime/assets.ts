// Files shipped with the program: everything in src/sample and in folders named assets, and the pages of docs. A checkout has them
// under src/, and docs beside it; the single executable embeds them under the same names.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Sea = typeof import('node:sea')

/** Node's access to the files in the executable. Null: there are none, or this is Deno. */
function embedded(): Sea | null {
  const sea = process.getBuiltinModule('node:sea') as Sea | undefined
  return sea?.isSea() === true ? sea : null
}

export function isSingleExecutable(): boolean {
  return embedded() !== null
}

/** Files of packages that the site serves, by their names in the executable. The build reads this table. */
export const PACKAGE_FILES: Readonly<Record<string, { readonly package: string; readonly path: string }>> = {
  'packages/htmx.min.js': { package: 'htmx.org', path: 'dist/htmx.min.js' },
}

/**
 * `name`: a path below `src/`, with forward slashes, one below `docs/` beside it, or a name of `PACKAGE_FILES`.
 * Throws when there is no such file: names come from the program, never from a request.
 */
export function readAsset(name: string): Uint8Array {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/.test(name)) throw new Error(`"${name}" is not the name of a bundled file`)
  const sea = embedded()
  // A copy, because the raw asset is mapped read-only.
  if (sea !== null) return new Uint8Array(sea.getAsset(name))
  const packaged = PACKAGE_FILES[name]
  if (packaged === undefined)
    return readFileSync(new URL(`${name.startsWith('docs/') ? '../../' : '../'}${name}`, import.meta.url))
  return readFileSync(createRequire(import.meta.url).resolve(`${packaged.package}/${packaged.path}`))
}

/** The name of the storage engine's addon in the executable. No path of src/ can have this name. */
export const ADDON_ASSET = 'native-addon'

export function readEmbeddedAddon(): Uint8Array {
  const sea = embedded()
  if (sea === null) throw new Error('only the single executable carries the storage engine inside')
  return new Uint8Array(sea.getRawAsset(ADDON_ASSET))
}
