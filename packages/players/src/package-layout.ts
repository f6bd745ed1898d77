// What a package may hold, and where it goes in the game: text files of the first game in their one folder, or files of another game with
// keyed texts, at paths in the folder that the player names. Nothing else is taken, because a package comes from elsewhere.
import { open } from 'node:fs/promises'
import { isHiddenPath, isPortablePath } from '../../../src/base/portable-name.ts'
import { isContainerFile } from '../../formats/src/container/container-frame.ts'
import { DamagedZip } from '../../formats/src/zip-reader.ts'

interface PackageLayout {
  readonly entriesMax: number
  /** The name of a file in the game's folder, by its path in the package; null: nothing may lie there. */
  readonly nameOf: (path: string) => string | null
  /** Whether a folder of the package may stand in it. */
  readonly isFolder: (path: string) => boolean
  /** Why the unpacked file is none of the game's; null: it may be one. */
  readonly faultOf: (path: string) => Promise<string | null>
}

const PATHS = [['Package'], ['LocalData', 'Patch']].map((start) => [...start, 'HD', 'oversea', 'locale'].join('/'))
export const GAME_NAME = /^translate_words_map_\w{1,64}$/

const FIRST_GAME: PackageLayout = {
  entriesMax: 64,
  nameOf(path) {
    const start = PATHS.find((each) => path.startsWith(`${each}/`))
    const name = start === undefined ? '' : path.slice(start.length + 1)
    return GAME_NAME.test(name) ? name : null
  },
  isFolder: (path) => PATHS.some((each) => `${each}/`.startsWith(path)),
  faultOf: async (path) => ((await isContainerFile(path)) ? null : 'is not a text file of the game'),
}

const FOLDER: PackageLayout = {
  entriesMax: 65_535,
  nameOf: (path) =>
    isPortablePath(path) && !isHiddenPath(path) && TEXT_FILE.test(path) && !MANIFEST.test(path) ? path : null,
  isFolder: (path) => isPortablePath(path.slice(0, -1)) && !isHiddenPath(path),
  faultOf: async (path) => ((await isText(path)) ? null : 'is not a file of texts'),
}

/** They say which program a game on NW.js, Electron or Unity runs. */
const MANIFEST = /(?:^|\/)(?:package|doorstop_config)\.(?:json|ini)$/i

/** Kinds of files with keyed texts. Of these only Ren'Py's are programs, too (docs/releases.md). */
const TEXT_FILE =
  /\.(?:json|arb|json5|hjson|csv|tsv|txt|pot?|xlf|xliff|ya?ml|ftl|properties|ini|cfg|int|lang|rpy|ts|xml|resx|resw)$/i

export const layoutOf = ({ isFolder }: { readonly isFolder: boolean }): PackageLayout =>
  isFolder ? FOLDER : FIRST_GAME

const startBytes = 65_536

/** UTF-8 without a zero byte in its beginning, or UTF-16 by its mark. */
async function isText(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
  const isWide = bytesRead > 1 && [0xfeff, 0xfffe].includes(buffer.readUInt16BE(0))
  return isWide || !buffer.subarray(0, bytesRead).includes(0)
}

/** Throws DamagedZip if two names are one file on some system, or one is the folder of another. */
export function assertApart(names: readonly string[]): void {
  const seen = new Set(names.map((name) => name.normalize('NFC').toLowerCase()))
  if (seen.size < names.length) throw new DamagedZip('it has a file twice')
  for (const name of seen) {
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
      if (seen.has(name.slice(0, at))) throw new DamagedZip(`${JSON.stringify(name)} lies in a file`)
    }
  }
}
