// Editions, translations of the game made by other rules, such as "items in English" (docs/releases.md#editions), and releases,
// what players download (docs/releases.md#rules-of-a-release).
import { isEmptyFilter, parseFilterText, writeWorkFilter } from './work/work-filter.ts'

// Editions: translations of the game made by other rules, such as "items in English" (docs/releases.md#editions). The
// first rule whose filter has a row decides; other rows are translated.

/** What an edition does with a row; `keep`: the row stays as the game has it. */
export const EDITION_ACTS = ['translate', 'keep'] as const
type EditionAct = (typeof EDITION_ACTS)[number]

export interface EditionRule {
  readonly act: EditionAct
  /** The rows that the rule is for: a filter of work as an address; empty: every row. */
  readonly filter: string
}

export interface Edition {
  /** The edition's name in addresses, folders and feeds. */
  readonly slug: string
  /** The edition's name in its packages, which launchers compare, too. */
  readonly variant: string
  /** The edition's name for players. */
  readonly label: string
  readonly description: string
  readonly audience: string
  readonly rules: readonly EditionRule[]
}

/** The edition that an export without editions writes. It exists while there is no other one. */
export const WHOLE_TRANSLATION: Edition = {
  slug: 'default',
  variant: 'default',
  label: 'Whole translation',
  description: '',
  audience: '',
  rules: [],
}

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const variantForm = /^[a-z0-9][a-z0-9_-]{0,39}$/

export const isSlug = (text: string): boolean => slugForm.test(text) && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(text)
export const isVariant = (text: string): boolean => variantForm.test(text)
export const variantOf = (slug: string): string => slug.replaceAll('-', '_')

type ReadRule = { readonly rule: EditionRule; readonly fault: null } | { readonly fault: string }

/** Reads a rule: `keep label=kind:item`, `translate layer=manual`, or an act alone, for every row. */
export function parseEditionRule(text: string): ReadRule {
  const [, word = '', address = ''] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? []
  const act = EDITION_ACTS.find((each) => each === word)
  if (act === undefined) {
    return { fault: `${JSON.stringify(text)} begins with neither translate nor keep; write keep label=kind:item` }
  }
  if (isEmptyFilter(address)) return address === '' ? { rule: { act, filter: '' }, fault: null } : emptyFault(text)
  const asked = parseFilterText(address)
  if (asked.fault !== null) return { fault: asked.fault }
  const filter = writeWorkFilter(asked.filter).toString()
  return filter === '' ? emptyFault(text) : { rule: { act, filter }, fault: null }
}

const emptyFault = (text: string): ReadRule => ({
  fault: `${JSON.stringify(text)} has an empty filter; leave it out for every row`,
})

/** The rule in the form that `parseEditionRule` reads. */
export const writeEditionRule = ({ act, filter }: EditionRule): string =>
  filter === '' ? act : `${act} ${readable(filter)}`

/** The filter without needless escapes: `label=kind:item` for `label=kind%3Aitem`. */
const readable = (filter: string): string => filter.replaceAll('%3A', ':').replaceAll('%2F', '/')

/** The edition as API v2 and `--json` show it. */
export const editionDocument = ({ slug, variant, label, description, audience, rules }: Edition) => ({
  slug,
  variant,
  label,
  description,
  audience,
  rules: rules.map(writeEditionRule),
})

// Releases: what players download (docs/releases.md#rules-of-a-release). A release never changes, except that it can be withdrawn.

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
  /** The packages of changes since earlier releases; absent in releases of earlier versions of windrow. */
  readonly deltas?: readonly ReleasedDelta[]
  /** The rows with a translated text, in main file and diff together. */
  readonly translatedRows: number
}

/** An edition's package as API v2 and `--json` show it. */
export const releasedDocument = ({ slug, package: { name, sizeBytes, sha256 }, translatedRows }: ReleasedEdition) => ({
  edition: slug,
  package: name,
  size_bytes: sizeBytes,
  sha256,
  translated_rows: translatedRows,
})

export const TEST_STATES = ['unverified', 'known_issues', 'verified'] as const

/** How far a release was tried in the game. Launchers ask the player before they install one that is not verified. */
export interface ReleaseTest {
  readonly state: (typeof TEST_STATES)[number]
  /** What was tried or is known, for players; may be empty. */
  readonly note: string
}

export interface Release {
  readonly id: number
  /** The release's version for players; letter case does not tell two apart. */
  readonly version: string
  readonly notes: string
  readonly atMs: number
  /** Who published it; null: the command line. */
  readonly userId: number | null
  /** Steam's number of the game's build; null: unknown. */
  readonly gameBuild: number | null
  readonly isTested: boolean
  /** Absent in releases of earlier versions of windrow, which know `isTested` only. */
  readonly test?: ReleaseTest
  /** The number of rows with something to translate, and of those whose text for the game comes from each layer. */
  readonly rows: { readonly all: number; readonly manual: number; readonly machine: number }
  readonly madeFrom: readonly HashedFile[]
  readonly editions: readonly ReleasedEdition[]
  readonly withdrawn: { readonly atMs: number; readonly why: string; readonly userId: number | null } | null
}

export const testOf = ({ test, isTested }: Release): ReleaseTest =>
  test ?? { state: isTested ? 'verified' : 'unverified', note: '' }

export const isVersion = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._+-]{0,31}$/.test(text) && !text.endsWith('.')

export const isSameVersion = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The files of an edition that players may download. */
export const filesOf = ({ package: whole, deltas = [] }: ReleasedEdition): readonly HashedFile[] => [
  whole,
  ...deltas.map(({ file }) => file),
]

export const deltaName = (slug: string, version: string, from: string): string =>
  `${slug}-${version}-from-${from}.delta`

export const packageName = (slug: string, version: string): string => `${slug}-${version}.zip`

/** The newest release that is not withdrawn; `releases` are newest first. */
export const presentRelease = (releases: readonly Release[]): Release | null =>
  releases.find(({ withdrawn }) => withdrawn === null) ?? null
