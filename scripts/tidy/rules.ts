// What scripts/tidy holds the sources to, as data: who may import whom, sizes, names, words.
// The table of rooms is that of docs/makers/architecture.md#directions; changing one means changing the other in the same commit.

export interface Room {
  /** Path below src, a folder or a file at the top; or packages/NAME. A deeper room wins over the one around it. */
  readonly path: string
  /** Its budget of TypeScript, with the folders in it. */
  readonly lines?: number
  /** Rooms that it may import from besides itself; a room stands for those inside it, seen from outside it. */
  readonly imports: readonly string[]
  /** Rooms of which it may import types only. */
  readonly types?: readonly string[]
}

const INSIDE = ['base', 'config', 'domain', 'store', 'search', 'app']
const OUTSIDE = [
  'http',
  'api-v1',
  'api-v2',
  'openapi',
  'api-legacy',
  'admin',
  'agent',
  'mcp',
  'cli',
  'runtime',
  'server.ts',
  'parts.ts',
]
/** Bytes of files to texts and back: knows no row and no rule. */
const FORMATS = 'packages/formats'
const EVERYTHING = [...INSIDE, ...OUTSIDE, FORMATS]
const EDGE = ['app', 'domain', 'http', 'base']
/** Knows nothing of a game, so it may be known wherever texts are looked at. */
const LANGUAGE = 'packages/language'
/** A player's machine: knows no store, so use cases and faces of the team's server may call it. */
const PLAYERS = 'packages/players'

/** An import that isn't allowed here needs another place for what is imported, not another line here. */
export const ROOMS: readonly Room[] = [
  { path: 'base', lines: 1_500, imports: [] },
  { path: 'config', lines: 650, imports: ['base'] },
  { path: 'domain', lines: 12_250, imports: ['base', LANGUAGE] },
  { path: 'domain/text', imports: ['base', 'domain'] },
  { path: 'domain/checks', imports: ['base', 'domain', 'domain/text', LANGUAGE] },
  { path: 'domain/memory', imports: ['base', 'domain', 'domain/text'] },
  { path: 'store', lines: 12_750, imports: ['base', 'domain'] },
  { path: 'search', lines: 3_350, imports: ['base', 'domain', 'store'] },
  {
    path: 'app',
    lines: 24_550,
    imports: ['base', 'domain', FORMATS, 'store', 'search', LANGUAGE, PLAYERS],
    types: ['config'],
  },
  { path: 'runtime', lines: 1_200, imports: ['base', 'config'] },
  { path: 'http', lines: 1_050, imports: ['base'], types: ['config'] },
  { path: 'api-v1', lines: 2_250, imports: EDGE },
  { path: 'api-v2', lines: 3_100, imports: [...EDGE, 'api-v1', 'search'] },
  { path: 'openapi', lines: 500, imports: [...EDGE, 'api-v1', 'api-v2'] },
  { path: 'api-legacy', lines: 600, imports: EDGE },
  { path: 'admin', lines: 16_150, imports: [...EDGE, 'runtime', 'search', LANGUAGE, PLAYERS] },
  { path: 'agent', lines: 1_400, imports: ['app', 'search', 'domain', 'base', 'api-v1', 'api-v2'] },
  { path: 'mcp', lines: 1_400, imports: [...EDGE, 'api-v1', 'agent', 'search'] },
  { path: FORMATS, lines: 9_270, imports: ['base'] },
  // Pure functions over words, with the type of what a term says.
  { path: LANGUAGE, lines: 2_750, imports: [], types: ['base'] },
  { path: PLAYERS, lines: 1_300, imports: ['base', 'domain', FORMATS] },
  { path: 'packages/translator', lines: 6_950, imports: ['agent', FORMATS, 'domain', 'base', LANGUAGE] },
  { path: 'server.ts', lines: 200, imports: [...EVERYTHING, 'packages/translator'] },
  { path: 'parts.ts', lines: 100, imports: EVERYTHING },
  { path: 'cli', lines: 12_150, imports: [...EVERYTHING, LANGUAGE, PLAYERS, 'packages/translator'] },
  { path: 'main.ts', lines: 50, imports: EVERYTHING },
]

/** What the executable is made of; the rest of a package is its tests. */
export const PROGRAM = /^(?:src|packages\/[\w-]+\/src)\//

/** Where a room lies. */
export const folderOf = (room: string): string => (room.startsWith('packages/') ? `${room}/src` : `src/${room}`)

interface Door {
  /** Files below src, or of packages, that the rule holds. */
  readonly of: RegExp
  /** Files below src that they may not import. */
  readonly not: RegExp
  /** Files that may all the same. */
  readonly save?: RegExp
  /** What is loaded late may be. */
  readonly lateIsFree?: true
  readonly advice: string
}

/**
 * What other rooms may import of the store, by what one does: files at the top of `src/store`. Each is a list of what lies in
 * the folders, or the thing itself.
 */
const FACES = [
  'backup',
  'change-rows',
  'check',
  'data-files',
  'indexes',
  'open',
  'people',
  'records',
  'rows',
  'schema-version',
  'store',
  'txn',
  'view',
  'volatile',
  'write',
] as const

/** Narrower than rooms: what is reached through one door only. */
export const DOORS: readonly Door[] = [
  {
    of: /^cli\//,
    not: /^store\//,
    advice: 'the command line reaches the store through app: ask a use case',
  },
  {
    of: /^app\//,
    not: /^store\/write\.ts$/,
    save: /^app\/change\.ts$/,
    advice: 'a change goes through app/change.ts',
  },
  {
    of: /^(?:app|search|server\.ts)\b/,
    not: new RegExp(`^store/(?!(?:${FACES.join('|')})\\.ts$)`),
    advice: `of the store only its faces are known, src/store/{${FACES.join(',')}}.ts: add it to the list of one`,
  },
  {
    of: /^packages\/translator\//,
    not: /^agent\/(?!(?:agent|text-lines)\.ts$)/,
    advice: 'the translator speaks to a server by the interface Agent: whoever calls it passes one in',
  },
  {
    of: /^packages\/translator\//,
    not: /^packages\/formats\/src\/(?!(?:po-reader|po-writer|xliff-reader|xliff-writer|paratranz|dump\/dump-bytes)\.ts$)/,
    advice: "of the formats the translator knows those of translators' tools",
  },
  {
    of: /^packages\/players\//,
    not: /^domain\/(?!game-language\.ts$)/,
    advice: 'a player has no rows and no rules: of domain only the names of the game’s files are known',
  },
  {
    of: /^packages\/language\//,
    not: /^base\/(?!term-facts\.ts$)/,
    advice: 'of src the language knows what a term says: the type TermFacts',
  },
  {
    of: /^(?!packages\/)/,
    not: /^packages\/translator\//,
    save: /^cli\/commands\/agent\//,
    lateIsFree: true,
    advice: 'the translator is loaded by the commands that offer it, or late',
  },
]

/** Wings of pages are folders below this one, and no wing imports another. */
export const PAGES = 'admin/pages'

/** Whose file answers a GET of this table is a page, and no page imports another. */
export const SITE_MAP = 'src/admin/routes.ts'

/** Calls that write a table, which nobody outside of the store makes. */
export const PUTS =
  /\b(?:db|main|volatile|derived)\.(?:put\w*|remove\w*|transaction|transactionSync|childTransaction)\(/

/** Packages that only some rooms may know. A package stands for its subpaths. */
export const PACKAGES: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  { name: /^lmdb$/, rooms: ['store'] },
  { name: /^@hono\/node-server$/, rooms: ['server.ts', 'http', 'runtime', 'api-v1', 'api-legacy', 'admin'] },
  { name: /^@modelcontextprotocol\//, rooms: ['mcp', 'parts.ts'] },
  { name: /^@ai-sdk\//, rooms: ['packages/translator'] },
  { name: /^marked$/, rooms: ['admin'] },
  { name: /^oauth4webapi$/, rooms: ['app'] },
  { name: /^(hono$|@hono\/)/, rooms: ['server.ts', 'parts.ts', 'http', 'openapi', 'api-legacy', 'admin'] },
]

export const LIMITS = {
  fileLines: 600,
  functionLines: 80,
  /** As an editor beside another window shows them. */
  lineCharacters: 140,
  subjectCharacters: 72,
} as const

/** The commit before the rule on subjects. */
export const SUBJECTS_SINCE = '941166f8eb17'

/** Rooms whose folders know each other in one direction only. */
export const ONE_WAY_WITHIN = ['src/store', 'src/app', 'src/admin', 'src/domain', 'src/cli', 'packages'] as const

export const BANNED_FILE_NAMES = ['utils', 'helpers', 'types', 'common', 'manager', 'service', 'index'] as const

interface BannedWord {
  readonly pattern: RegExp
  readonly advice: string
  /** Top folders in which it is looked for. */
  readonly where: readonly string[]
}

const CODE = ['src', 'packages', 'scripts', 'test', '.ci']

/** Written so that this file doesn't hold the words it bans. */
export const BANNED_WORDS: readonly BannedWord[] = [
  {
    pattern: /\b(?:TO{1}DO|FIX{1}ME|X{3})\b/,
    advice: 'do it now, or open an issue and leave no mark here',
    where: CODE,
  },
  {
    pattern: /(?:^|[^\w.~-])\/(?:work|farm|root|home\/\w+|Users\/\w+|tmp\/[a-z])\b/,
    advice: 'a path of one machine: make it relative, or ask the system (os.tmpdir)',
    where: CODE,
  },
  {
    pattern: /§ ?\d|\b[Dd]ecisions?, section\b|\bAgent[ ]API v1,|"Game[ ]files",/,
    advice: 'cite the page by its path and heading: docs/rows.md#rows',
    where: CODE,
  },
  {
    pattern: /\b(?:it|test|describe)\.(?:skip|todo|only)\b/,
    advice: 'finish the test, or delete it; what needs a special machine is switched by describe.runIf',
    where: ['test', 'packages'],
  },
  {
    pattern: /\b(?:(?:test|hook)Timeout|timeout): [\d_]{5,}/,
    advice:
      'there is one limit, which grows with what else the machine does: hangMs of test/support/hang.ts, which tests have already',
    where: ['test', 'packages'],
  },
]

/** Member names of the two contracts. Inside they are camelCase; as values in quotes they are free everywhere. */
export const WIRE_NAMES: ReadonlySet<string> = new Set(
  `row_id source_text source_kind source_hash is_service_row text_hash must_preserve last_used_at
   ability_grants ability_denies effective_abilities requests_per_minute row_states field_groups translation_statuses
   error_codes rows_limit_default rows_limit_max http_status agent_action rule_code missing_phrases proposal_id
   proposal_version resets_at next_cursor has_more total_matching include_total updated_since current_source_hash
   required_roles required_permission original_text translated_text ref_chinese_text approved_proposal
   proposals_summary save_status fields_filled overwrite_ai_translated_text ignore_glossary_warnings
   ignore_validation_errors created_at updated_at reviewed_at`.split(/\s+/),
)

/** Rooms in which wire names must not be code. The command line speaks them in its JSON, config in its file. */
export const WIRE_FREE_ROOMS = [
  'base',
  'domain',
  FORMATS,
  'store',
  'search',
  'app',
  'http',
  'runtime',
  LANGUAGE,
] as const
