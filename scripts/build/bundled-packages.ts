// The packages whose JavaScript is bundled: every file comes out of the tarball that package-lock.json locks, and must be
// the one that lies in node_modules too, where the bundler looks for names.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFiles } from './packages.ts'

export interface BundledPackages {
  /** The locked bytes of a file of node_modules. Throws when what lies there is something else. */
  contentsOf(path: string): Buffer
  /** The packages asked for so far, sorted. Throws when one of them names other files than the lock's package does. */
  names(): readonly string[]
}

export function bundledPackages(root: string): BundledPackages {
  const packages = new Map<string, ReadonlyMap<string, Buffer>>()
  const contentsOf = (path: string): Buffer => {
    const { name, inside } = placeOf(root, path)
    const files = packages.get(name) ?? packageFiles(root, name)
    packages.set(name, files)
    const locked = files.get(inside)
    if (locked === undefined || !locked.equals(readFileSync(path))) {
      throw new Error(
        `node_modules/${name}/${inside} is not the file that package-lock.json vouches for; npm ci brings it back`,
      )
    }
    return locked
  }
  return {
    contentsOf,
    names() {
      const names = [...packages.keys()].sort()
      // Where a package begins is said by its manifest.
      for (const name of names) contentsOf(join(root, 'node_modules', name, 'package.json'))
      return names
    },
  }
}

/** `node_modules/@scope/name/lib/file.js`: the package and the file's path in it. */
function placeOf(root: string, path: string): { readonly name: string; readonly inside: string } {
  const place = relative(root, path).replaceAll('\\', '/')
  const [, name, inside] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(place) ?? []
  if (name === undefined || inside === undefined || inside.includes('node_modules/')) {
    throw new Error(`${place} would be bundled, but lies in no package at the top of node_modules; run npm dedupe`)
  }
  return { name, inside }
}
