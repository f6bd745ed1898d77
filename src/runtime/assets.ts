// Files that travel with the program: sample texts, style sheets, scripts of the site.
// From a checkout they lie under src/; in the single executable they are its embedded assets under the same names,
// so a name works in both or in neither. What is embedded: everything in src/sample and in folders named assets.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Sea = typeof import('node:sea')

/** The embedded-assets module of this process; null under Deno and wherever nothing is embedded. */
function embedded(): Sea | null {
  const sea = process.getBuiltinModule('node:sea') as Sea | undefined
  return sea?.isSea() === true ? sea : null
}

/** Whether this process is the packed executable, not a checkout under Node or Deno. */
export function isSingleExecutable(): boolean {
  return embedded() !== null
}

/** Files of packages that the site hands out, by the name under which they are embedded. The build reads this table. */
export const PACKAGE_FILES: Readonly<Record<string, { readonly package: string; readonly path: string }>> = {
  'packages/htmx.min.js': { package: 'htmx.org', path: 'dist/htmx.min.js' },
}

/**
 * Bytes of the bundled file `name`: a path below `src/` with forward slashes, such as `admin/assets/site.css`, or a name of
 * `PACKAGE_FILES`.
 * Throws when there is no such file: a name comes from the program, never from a request.
 */
export function readAsset(name: string): Uint8Array {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/.test(name)) throw new Error(`"${name}" is not the name of a bundled file`)
  const sea = embedded()
  // A copy: writing to the raw asset would hit memory that is mapped read-only.
  if (sea !== null) return new Uint8Array(sea.getAsset(name))
  const packaged = PACKAGE_FILES[name]
  if (packaged === undefined) return readFileSync(new URL(`../${name}`, import.meta.url))
  return readFileSync(createRequire(import.meta.url).resolve(`${packaged.package}/${packaged.path}`))
}

/** Name under which the build embeds the storage engine's addon; no path of src/ can be equal to it. */
export const ADDON_ASSET = 'native-addon'

/** Bytes of the embedded storage engine; only the single executable has them. */
export function readEmbeddedAddon(): Uint8Array {
  const sea = embedded()
  if (sea === null) throw new Error('only the single executable carries the storage engine inside')
  return new Uint8Array(sea.getRawAsset(ADDON_ASSET))
}
