// Where the files of a game with keyed texts lie, one file or a folder of them, and the ids of their texts
// (docs/another-game.md#files, docs/another-game.md#ids).
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../base/bytes.ts'

const idBytes = 8

/** Where a file of a game lies. `place` is its path in the game's folder, with `/`; empty: the game has this file only. */
export interface KeyedPath {
  readonly path: string
  readonly place: string
}

const NAMES = /\.(?:json|csv|tsv|txt|po|pot|xlf|xliff)$/i

/** The one file, or those in a game's folder that may be of a known format, in the order of their places. */
export async function keyedPaths(path: string): Promise<readonly KeyedPath[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [{ path, place: '' }]
  return entries
    .filter((entry) => entry.isFile() && NAMES.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ path: file, place: file.slice(path.length).replaceAll('\\', '/').replace(/^\/+/, '') }))
    .filter(({ place }) => !place.split('/').some((part) => part.startsWith('.')))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** 16 hex digits. Where a game has several files, the file's place counts, so that two files may have the same keys. */
export const idOfKey = (place: string, key: string): string =>
  sha256(place === '' ? key : `${place}\0${key}`)
    .subarray(0, idBytes)
    .toString('hex')
