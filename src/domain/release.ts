// Releases: what players download (docs/decisions.md#releases). A release never changes, except that it can be withdrawn.
import type { Edition } from './edition.ts'

/** A file with the digest of its bytes, SHA-256 in hex. */
export interface HashedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** What changed since an earlier release (docs/releases.md#deltas). */
export interface ReleasedDelta {
  /** The earlier version, and the translated files that it has. */
  readonly from: string
  readonly before: readonly HashedFile[]
  readonly file: HashedFile
}

export interface ReleasedEdition extends Omit<Edition, 'rules'> {
  /** The ZIP; editions with the same bytes share one. */
  readonly package: HashedFile
  readonly contents: readonly HashedFile[]
  /** Absent in releases of earlier versions. */
  readonly deltas?: readonly ReleasedDelta[]
  /** Rows of both files with a translated text. */
  readonly translatedRows: number
}

export interface Release {
  readonly id: number
  /** For players; letter case does not tell two apart. */
  readonly version: string
  readonly notes: string
  readonly atMs: number
  /** Who published it; null: the command line. */
  readonly userId: number | null
  /** Steam's number of the game's build; null: unknown. */
  readonly gameBuild: number | null
  readonly isTested: boolean
  /** Rows with something to translate, and those whose text for the game comes from each layer. */
  readonly rows: { readonly all: number; readonly manual: number; readonly machine: number }
  readonly madeFrom: readonly HashedFile[]
  readonly editions: readonly ReleasedEdition[]
  readonly withdrawn: { readonly atMs: number; readonly why: string; readonly userId: number | null } | null
}

export const isVersion = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._+-]{0,31}$/.test(text) && !text.endsWith('.')

export const isSameVersion = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** What players may download of an edition. */
export const filesOf = ({ package: whole, deltas = [] }: ReleasedEdition): readonly HashedFile[] => [
  whole,
  ...deltas.map(({ file }) => file),
]

export const deltaName = (slug: string, version: string, from: string): string =>
  `${slug}-${version}-from-${from}.delta`

export const packageName = (slug: string, version: string): string => `${slug}-${version}.zip`

/** The newest that is not withdrawn; `releases` are newest first. */
export const presentRelease = (releases: readonly Release[]): Release | null =>
  releases.find(({ withdrawn }) => withdrawn === null) ?? null
