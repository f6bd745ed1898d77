// Recognises files that are no game text by their first bytes, so that a refusal says what somebody gave by mistake.
import type { OwnShape, UnknownShape } from './damage.ts'

type Kind = 'shape_packed' | 'shape_foreign'

const KINDS: readonly (readonly [bytes: string, found: string, problem: Kind])[] = [
  ['504b0304', 'ZIP', 'shape_packed'],
  ['377abcaf271c', '7z', 'shape_packed'],
  ['526172211a07', 'RAR', 'shape_packed'],
  ['1f8b08', 'gzip', 'shape_packed'],
  ['28b52ffd', 'zstd', 'shape_packed'],
  ['fd377a585a00', 'xz', 'shape_packed'],
  ['425a6839', 'bzip2', 'shape_packed'],
  ['89504e470d0a1a0a', 'PNG', 'shape_foreign'],
  ['ffd8ff', 'JPEG', 'shape_foreign'],
  ['47494638', 'GIF', 'shape_foreign'],
  ['44445320', 'DDS', 'shape_foreign'],
  ['52494646', 'RIFF', 'shape_foreign'],
  ['4f676753', 'Ogg', 'shape_foreign'],
  ['494433', 'MP3', 'shape_foreign'],
  ['255044462d', 'PDF', 'shape_foreign'],
  ['d0cf11e0a1b11ae1', 'Microsoft Office', 'shape_foreign'],
  ['4d5a9000', 'Windows EXE', 'shape_foreign'],
  ['7f454c46', 'ELF', 'shape_foreign'],
  ['53514c69746520666f726d6174', 'SQLite', 'shape_foreign'],
]

/** Files of windrow itself, by what they begin with, or by what stands near their beginning. */
const OWN: readonly (readonly [pattern: RegExp, problem: OwnShape])[] = [
  [/^windrow backup\n/, 'shape_backup'],
  [/^\{"format":"windrow history"/, 'shape_history'],
  [/windrow: row=[\da-f]{16} source=/, 'shape_exchange'],
  [/^source[,;\t]"?forms\b/, 'shape_glossary'],
  [/^\{"row_id":\s*"[\da-f]{16}"/, 'shape_rows'],
  [/^\s*(?:\/\/[^\n]*\n\s*)*\{[^]*"profile":\s*"(?:generic|where-winds-meet)"/, 'shape_profile'],
  [/^\s*(?:\/\/[^\n]*\n\s*)*\{[^]*"tokens":\s*\[\s*\{\s*"(?:token|inside|stays|moves|closed_by)"/, 'shape_profile'],
]

/** A file of windrow itself, by its first kilobytes; null: it is none. */
export function ownKindOf(start: string): OwnShape | null {
  const text = start.slice(0, ownBytesMax).replace(/^\uFEFF/, '')
  return OWN.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** A file for translators' tools begins with a header. */
const ownBytesMax = 4_096

/** The kind of a file; null: nothing is known about it. */
export function kindOfFile(start: Buffer): UnknownShape | null {
  const hex = start.toString('hex', 0, 16)
  const [, found, problem] = KINDS.find(([bytes]) => hex.startsWith(bytes)) ?? []
  return found === undefined || problem === undefined ? null : { problem, found }
}
