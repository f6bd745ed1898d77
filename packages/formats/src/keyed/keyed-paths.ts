// Where the files of a game with keyed texts lie, one file or a folder of them, and the ids of their texts
// (docs/another-game.md#files, docs/another-game.md#ids).
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { sha256 } from '../../../../src/base/bytes.ts'
import { numeral } from '../../../../src/base/numeral.ts'

const idBytes = 8
/** In a sentence. */
const kindsMax = 5

/** Where a file of a game lies. `place` is its path in the game's folder, with `/`; empty: the game has this file only. */
export interface KeyedPath {
  readonly path: string
  readonly place: string
}

const placeIn = (folder: string, file: string): string => relative(folder, file).replaceAll('\\', '/')
const isHidden = (place: string): boolean => place.split('/').some((part) => part.startsWith('.'))

/** All that lies in a folder, and the folders that may not be read. Null: it is no folder. Throws errors of the folder itself. */
async function walk(
  path: string,
): Promise<{ readonly entries: readonly Dirent[]; readonly closed: readonly string[] } | null> {
  const entries: Dirent[] = []
  const closed: string[] = []
  const folders = [path]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        entries.push(entry)
        if (entry.isDirectory()) folders.push(join(entry.parentPath, entry.name))
      }
    } catch (error) {
      if (folder === path && (error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
      if (folder === path) throw error
      closed.push(placeIn(path, folder))
    }
  }
  return { entries, closed }
}

/** The one file, or those in a game's folder that may be of a known format, in the order of their places. */
export async function keyedPaths(path: string): Promise<readonly KeyedPath[]> {
  const found = await walk(path)
  if (found === null) return [{ path, place: '' }]
  const { mayHaveTexts } = await import('./keyed-formats.ts')
  return found.entries
    .filter((entry) => entry.isFile() && mayHaveTexts(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ path: file, place: placeIn(path, file) }))
    .filter(({ place }) => !isHidden(place))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
}

/**
 * Where the translated file of a place goes: a template of gettext becomes the file of its language, `po/uk.po`, or
 * `po/game.uk.po` beside others.
 */
export function translatedPlace(place: string, places: readonly string[], targetLanguage: string): string {
  const [, folder = '', stem = ''] = /^(.*\/|)([^/]*)\.pot$/i.exec(place) ?? []
  if (stem === '' || targetLanguage === '') return place
  const isAlone = !places.some(
    (other) => other !== place && other.startsWith(folder) && /^[^/]*\.pot$/i.test(other.slice(folder.length)),
  )
  return `${folder}${isAlone ? '' : `${stem}.`}${targetLanguage.replaceAll('-', '_')}.po`
}

interface FolderNotes {
  /** Places of links, which nobody follows out of the folder. */
  readonly links: readonly string[]
  /** Places of folders that may not be read. */
  readonly closed: readonly string[]
  /** The kinds of its files, `.rpy (12), .png (3)`. */
  readonly kinds: string
}

/** What a folder has beside its texts. */
export async function folderNotes(path: string): Promise<FolderNotes> {
  const { entries: all, closed } = (await walk(path)) ?? { entries: [], closed: [] }
  const placeOf = ({ parentPath, name }: Dirent): string => placeIn(path, join(parentPath, name))
  const entries = all.filter((entry) => !isHidden(placeOf(entry)))
  const kinds = new Map<string, number>()
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const kind = extname(name) || name
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const most = [...kinds].sort(([, a], [, b]) => b - a).slice(0, kindsMax)
  return {
    links: entries.filter((entry) => entry.isSymbolicLink()).map(placeOf),
    closed: closed.filter((place) => !isHidden(place)),
    kinds: most.map(([kind, count]) => `${kind} (${numeral(count)})`).join(', '),
  }
}

/** 16 hex digits. Where a game has several files, the file's place counts, so that two files may have the same keys. */
export const idOfKey = (place: string, key: string): string =>
  sha256(place === '' ? key : `${place}\0${key}`)
    .subarray(0, idBytes)
    .toString('hex')
