// Where the files of a game with keyed texts lie, one file or a folder of them, and the ids of their texts
// (docs/another-game.md#files, docs/another-game.md#ids).
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
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

const placeIn = (folder: string, file: string): string =>
  file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')
const isHidden = (place: string): boolean => place.split('/').some((part) => part.startsWith('.'))

/** The one file, or those in a game's folder that may be of a known format, in the order of their places. */
export async function keyedPaths(path: string): Promise<readonly KeyedPath[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [{ path, place: '' }]
  const { mayHaveTexts } = await import('./keyed-formats.ts')
  return entries
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

/** What a folder has beside: places of links, which nobody follows out of the folder, and the kinds of its files, `.rpy (12), .png (3)`. */
export async function folderNotes(
  path: string,
): Promise<{ readonly links: readonly string[]; readonly kinds: string }> {
  const all = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const placeOf = ({ parentPath, name }: (typeof all)[number]): string => placeIn(path, join(parentPath, name))
  const entries = all.filter((entry) => !isHidden(placeOf(entry)))
  const kinds = new Map<string, number>()
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const kind = extname(name) || name
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const most = [...kinds].sort(([, a], [, b]) => b - a).slice(0, kindsMax)
  return {
    links: entries.filter((entry) => entry.isSymbolicLink()).map(placeOf),
    kinds: most.map(([kind, count]) => `${kind} (${numeral(count)})`).join(', '),
  }
}

/** 16 hex digits. Where a game has several files, the file's place counts, so that two files may have the same keys. */
export const idOfKey = (place: string, key: string): string =>
  sha256(place === '' ? key : `${place}\0${key}`)
    .subarray(0, idBytes)
    .toString('hex')
