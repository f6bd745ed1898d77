// A folder as a browser uploads it, for another game: each file is a part whose name is its path, with the folder's own name first
// (docs/another-game.md#on-the-site). The path becomes one on this machine, so only what every system takes as a name is taken.
import { join } from 'node:path'
import type { Upload } from './import-spool.ts'

export const folderFilesMax = 10_000
const depthMax = 20
const nameBytesMax = 180

export interface PlacedFile {
  readonly folder: string
  /** Below the folder, with `/`; null: a name in it is none on some systems. */
  readonly place: string | null
}

/** Null: a file by itself. */
export function placedFile(fileName: string): PlacedFile | null {
  const [folder = '', ...names] = fileName.split('/')
  if (names.length === 0) return null
  const isTaken = names.length <= depthMax && [folder, ...names].every(isName)
  return { folder, place: isTaken ? names.join('/') : null }
}

/** A name that Windows, too, takes for a file: not `..`, `a:b`, `CON` or `name.`. */
const isName = (name: string): boolean =>
  /^[^\p{Cc}\p{Cs}\p{Bidi_Control}\\/:*?"<>|]+$/u.test(name) &&
  !/[. ]$/.test(name) &&
  !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) &&
  Buffer.byteLength(name) <= nameBytesMax

/** Games' own tools leave such files behind: they are no texts, and are left out. */
export const isHidden = (place: string): boolean => place.split('/').some((name) => name.startsWith('.'))

/** What a slot has with another file of its folder. */
export const withFile = (before: Upload | undefined, stored: Upload, folder: string, spool: string): Upload => ({
  slot: stored.slot,
  fileName: folder,
  path: join(spool, stored.slot),
  sizeBytes: (before?.sizeBytes ?? 0) + stored.sizeBytes,
  isFolder: true,
})
