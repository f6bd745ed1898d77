// The closed lists of words that the API, the command line, the site and the tests share. Words of the API
// ('stale_source', 'diff_only') are used inside the program too.

export const LAYERS = ['manual', 'machine'] as const
export type Layer = (typeof LAYERS)[number]

export const FRESHNESS = ['fresh', 'stale', 'unverified'] as const
export type Freshness = (typeof FRESHNESS)[number]

export const TRANSLATION_STATUSES = ['draft', 'reviewed', 'approved', 'rejected', 'invalid'] as const
export type TranslationStatus = (typeof TRANSLATION_STATUSES)[number]

export const ORIGINS = ['human', 'ai_api', 'localized_file_import', 'legacy_unknown'] as const
export type Origin = (typeof ORIGINS)[number]

export const ROW_STATES = ['all', 'none', 'machine', 'manual', 'stale'] as const
export type RowState = (typeof ROW_STATES)[number]

/** States of rows that can be claimed for work. */
export const CLAIM_WORKS = ['none', 'stale'] as const satisfies readonly RowState[]
export type ClaimWork = (typeof CLAIM_WORKS)[number]

export const SOURCE_FILTERS = ['all', 'main', 'diff', 'diff_only'] as const
export type SourceFilter = (typeof SOURCE_FILTERS)[number]

/** Where a search looks; `id` finds ids that contain the text. */
export const SEARCH_FIELDS = ['source', 'reference', 'translation', 'id'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export const SOURCE_KINDS = ['main', 'diff'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const FIELD_GROUPS = ['core', 'sources', 'reference', 'layers', 'tokens'] as const
export type FieldGroup = (typeof FIELD_GROUPS)[number]

export const WRITE_MODES = ['direct', 'proposal'] as const
export type WriteMode = (typeof WRITE_MODES)[number]

export const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** The roles, the weakest first. */
export const ROLES = ['user', 'translator', 'moderator', 'admin', 'super_admin'] as const
export type Role = (typeof ROLES)[number]

export const USER_STATES = ['active', 'blocked', 'deactivated', 'deleted'] as const
export type UserState = (typeof USER_STATES)[number]

export const KEY_KINDS = ['bot', 'agent'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

export const KEY_STATES = ['active', 'deactivated'] as const
export type KeyState = (typeof KEY_STATES)[number]

const PERMISSIONS = [
  'view',
  'propose_translation',
  'review_translation',
  'import_localized',
  'manage_settings',
  'manage_users',
  'download_backup',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ABILITIES = [
  'rows:read',
  'translations:validate',
  'translations:propose',
  'translations:write-machine',
  'translations:write-manual',
] as const
export type Ability = (typeof ABILITIES)[number]

export const UNCHANGED_REASONS = ['same_text', 'already_filled', 'unchanged', 'diff_priority', 'unquoted'] as const
export type UnchangedReason = (typeof UNCHANGED_REASONS)[number]

export const INCONSISTENCY_KINDS = ['same_source', 'same_text', 'numbers', 'terms'] as const
export type InconsistencyKind = (typeof INCONSISTENCY_KINDS)[number]

export const LEGACY_TYPES = ['user_translate_text', 'ai_translated_text', 'show_info'] as const
export type LegacyType = (typeof LEGACY_TYPES)[number]

export const MODEL_APIS = ['openai-compatible', 'openai', 'anthropic'] as const
export type ModelApi = (typeof MODEL_APIS)[number]

/** The rows whose Chinese text is in a prompt; `short`: those with short sources, which often have several readings. */
export const PROMPT_REFERENCES = ['no', 'short', 'full'] as const
export type PromptReference = (typeof PROMPT_REFERENCES)[number]

/** How much a model thinks before it answers. `off`: a model that thinks by default gives its answer alone. */
export const REASONING_LEVELS = ['off', 'minimal', 'low', 'medium', 'high'] as const
export type ReasoningLevel = (typeof REASONING_LEVELS)[number]

/** The formats of files for translators' own tools. */
export const EXCHANGE_FORMATS = ['po', 'xliff', 'paratranz'] as const
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number]
