// Steam's number of the installed build, from its manifest of the game: the only mark of a game version besides the hashes
// of its files.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const MANIFEST = 'appmanifest_3564740.acf'
/** From the text files up to the library: locale, oversea, HD, Package, the game, common, and one for LocalData. */
const levelsMax = 7

/** `folder`: that of the game's text files. Null: Steam did not install it. */
export function steamBuild(folder: string): number | null {
  let at = folder
  for (let level = 0; level <= levelsMax; level++) {
    at = dirname(at)
    try {
      const [, build] = /"buildid"\s+"(\d{1,10})"/.exec(readFileSync(join(at, MANIFEST), 'utf8')) ?? []
      return build === undefined ? null : Number(build)
    } catch {
      // Not the library's folder.
    }
  }
  return null
}
