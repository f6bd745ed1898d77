// Settings: how the service behaves. They are kept in the store, changed by `windrow setting` or the site, and take
// effect at the next request. Configuration (how the process runs) has other names.
import { GRAMMAR_NAMES, PROFILE_NAMES } from './profile.ts'
import { ownTokensText, readOwnTokens } from './own-tokens.ts'

interface BooleanSetting {
  readonly type: 'boolean'
  readonly default: boolean
}
interface NumberSetting {
  readonly type: 'integer' | 'ratio'
  readonly default: number
  readonly min: number
  readonly max: number
}
interface ChoiceSetting {
  readonly type: 'choice' | 'list'
  /** Of a list: some of the names, in the order of `choices`, separated by commas; empty: none. */
  readonly default: string
  readonly choices: readonly string[]
}
interface TextSetting {
  readonly type: 'text' | 'tokens' | 'language'
  /** Of tokens: JSON of the game's own (domain/own-tokens.ts); empty: none. */
  readonly default: string
}
export type SettingRule = (BooleanSetting | NumberSetting | ChoiceSetting | TextSetting) & { readonly meaning: string }

const rowsMax = 1_000_000_000

export const SETTINGS = {
  api_v1_enabled: {
    type: 'boolean',
    default: true,
    meaning: 'API v1 answers; when off, every v1 request with a good key gets 403 api_disabled',
  },
  daily_row_quota: {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: rowsMax,
    meaning: 'rows a user, translator or moderator may write through API v1 in a UTC day',
  },
  daily_row_quota_admin: {
    type: 'integer',
    default: 2_000_000,
    min: 0,
    max: rowsMax,
    meaning: 'rows an admin or super admin may write through API v1 in a UTC day',
  },
  daily_stored_answer_bytes: {
    type: 'integer',
    default: 512 * 1024 * 1024,
    min: 0,
    max: rowsMax,
    meaning:
      'bytes of stored answers to batches (kept a day for replays) that one person may use in a UTC day; ' +
      'beyond it, batches that change nothing are refused',
  },
  legacy_limit_user_translate_text: {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: rowsMax,
    meaning: 'legacy requests of type user_translate_text a bot key may make in a UTC day',
  },
  legacy_limit_ai_translated_text: {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: rowsMax,
    meaning: 'legacy requests of type ai_translated_text a bot key may make in a UTC day',
  },
  legacy_limit_show_info: {
    type: 'integer',
    default: 10_000,
    min: 0,
    max: rowsMax,
    meaning: 'legacy requests of type show_info a bot key may make in a UTC day',
  },
  site_reads_per_minute: {
    type: 'integer',
    default: 600,
    min: 10,
    max: 1_000_000,
    meaning:
      'pages of the site, live checks of a text and single decisions on the workbench that one person may request in a minute',
  },
  site_writes_per_minute: {
    type: 'integer',
    default: 120,
    min: 10,
    max: 1_000_000,
    meaning: 'other forms of the site that one person may send in a minute',
  },
  upload_space_mib: {
    type: 'integer',
    default: 4_096,
    min: 1,
    max: 1_048_576,
    meaning: 'MiB of disk that uploads of the site may take until they are imported',
  },
  profile: {
    type: 'choice',
    default: 'where-winds-meet',
    choices: PROFILE_NAMES,
    meaning:
      'the game of this store: Where Winds Meet, or any game whose files are tables, JSON, PO or XLIFF (generic); ' +
      'fixed once there are rows',
  },
  markup: {
    type: 'list',
    default: '',
    choices: GRAMMAR_NAMES,
    meaning: 'kinds of placeholders and tags that must stay in the translations of another game',
  },
  tokens: {
    type: 'tokens',
    default: '',
    meaning:
      "another game's own tokens that a translation must keep, as JSON " +
      '(windrow setting profile FILE loads them from a file): [{"token": "%*%", "inside": "word"}]',
  },
  caption_policy: {
    type: 'choice',
    default: 'keep',
    choices: ['keep', 'free'],
    meaning: 'captions of game tags in angle brackets: keep them as in the source, or translate them freely',
  },
  glossary_is_error: {
    type: 'boolean',
    default: true,
    meaning: 'a text without an accepted form of a glossary term is refused; when off, it gets a warning',
  },
  machine_text_rules: {
    type: 'boolean',
    default: true,
    meaning:
      'machine texts with leftovers of models and programs (CHAT, FORM and LANG rules) are refused; ' +
      'when off, they get a warning as in the manual layer',
  },
  target_language: {
    type: 'language',
    default: '',
    meaning: 'language of the translations, as a BCP 47 tag such as uk or pt-BR; without it the LANG rules are off',
  },
  source_language: {
    type: 'language',
    default: '',
    meaning:
      'source language of another game, if its files or columns have several; the first import of a folder sets it',
  },
  only: {
    type: 'text',
    default: '',
    meaning:
      'which files of another game have texts, as patterns: i18n/*.json, lang/{language}/*.txt; without them windrow decides',
  },
  skip: {
    type: 'text',
    default: '',
    meaning: 'which files of another game are left out, as patterns: old, *.bak.json',
  },
  keys: {
    type: 'text',
    default: '',
    meaning: 'which keys of another game are texts, as patterns; ! leaves out: !*.note, !music.*',
  },
  key_column: {
    type: 'text',
    default: '',
    meaning: 'column of the keys in tables of another game; without it the header decides',
  },
  source_column: {
    type: 'text',
    default: '',
    meaning: 'column of the source in tables of another game; without it the header decides',
  },
  target_column: {
    type: 'text',
    default: '',
    meaning: 'column of the translation in tables of another game; without it the header decides',
  },
  public_progress: {
    type: 'boolean',
    default: false,
    meaning: 'everybody can see the map and counts of rows at /progress and /progress.svg; when off, neither exists',
  },
  player_words: {
    type: 'boolean',
    default: false,
    meaning:
      'anybody finds a text of the game by its words on the page /say, and says what is wrong with it; when off, there is no such page',
  },
  admin_second_factor: {
    type: 'choice',
    default: 'ask',
    choices: ['ask', 'require'],
    meaning:
      'admins and super admins without a second factor, if other machines can reach the site: each page asks them ' +
      'to set one up (ask), or they must do so first (require)',
  },
  slipped_batch_is_error: {
    type: 'boolean',
    default: false,
    meaning:
      'a machine text that seems to belong to the next or previous row of its batch (ALIGN_01) is refused; when off, it gets a warning',
  },
  memory: {
    type: 'choice',
    default: 'suggest',
    choices: ['off', 'suggest', 'fill'],
    meaning:
      'rows without a text whose source has a translation elsewhere in the game: leave them (off), fill them before ' +
      'windrow translate or a claim gives them out (suggest), or also after an import (fill)',
  },
  length_short_error_from: {
    type: 'integer',
    default: 60,
    min: 0,
    max: 32_768,
    meaning: 'visible source length from which a text can be refused as too short',
  },
  length_short_error_ratio: {
    type: 'ratio',
    default: 0.2,
    min: 0,
    max: 1,
    meaning: 'a text below this share of the visible source length is refused as too short',
  },
  length_short_warning_from: {
    type: 'integer',
    default: 20,
    min: 0,
    max: 32_768,
    meaning: 'visible source length from which a text can get a warning as too short',
  },
  length_short_warning_ratio: {
    type: 'ratio',
    default: 0.3,
    min: 0,
    max: 1,
    meaning: 'a text below this share of the visible source length gets a warning',
  },
  length_long_ratio: {
    type: 'ratio',
    default: 3,
    min: 1,
    max: 100,
    meaning: 'a text above this many times the visible source length, plus the offset, is refused as too long',
  },
  length_long_offset: {
    type: 'integer',
    default: 40,
    min: 0,
    max: 32_768,
    meaning: 'added to the longest allowed visible length, so that translations of short sources fit',
  },
  backup_every_hours: {
    type: 'integer',
    default: 24,
    min: 0,
    max: 8_760,
    meaning:
      'hours between automatic backups while a server runs, from the first translation or term on; 0 switches them off',
  },
  backups_kept: {
    type: 'integer',
    default: 7,
    min: 1,
    max: 1_000,
    meaning: 'how many automatic backups are kept',
  },
  backup_weeks_kept: {
    type: 'integer',
    default: 4,
    min: 0,
    max: 1_000,
    meaning: 'for how many further weeks one automatic backup each is kept',
  },
} as const satisfies Record<string, SettingRule>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

type ValueOf<R extends SettingRule> = R extends { type: 'boolean' }
  ? boolean
  : R extends { type: 'choice'; choices: readonly (infer C)[] }
    ? C
    : R extends { type: 'language' | 'list' | 'text' | 'tokens' }
      ? string
      : number

export type Settings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> }
export type SettingValue = boolean | number | string

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default]),
) as unknown as Settings

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

/** The allowed values of a setting, in words for help and errors. */
export function allowedValues(name: SettingName): string {
  const rule: SettingRule = SETTINGS[name]
  if ('min' in rule) return `${rule.type === 'integer' ? 'a whole number' : 'a number'} from ${rule.min} to ${rule.max}`
  if (rule.type === 'boolean') return 'true or false'
  if (rule.type === 'choice') return orList(rule.choices)
  if (rule.type === 'list') return `none, or some of ${rule.choices.join(', ')}, separated by commas`
  if (rule.type === 'language') return 'a language tag such as uk, or none'
  if (rule.type === 'tokens') return 'a list of tokens as JSON, or none'
  return `a line of at most ${textLengthMax} characters, or none`
}

/** The value that a text gives a setting. Null: it is out of range or of another type. */
export function parseSetting(name: SettingName, text: string): SettingValue | null {
  const rule: SettingRule = SETTINGS[name]
  if ('min' in rule) {
    const shape = rule.type === 'integer' ? /^\d{1,10}$/ : /^\d{1,5}(\.\d{1,6})?$/
    const value = Number(text)
    return shape.test(text) && value >= rule.min && value <= rule.max ? value : null
  }
  if (rule.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  if (rule.type === 'choice') return rule.choices.includes(text) ? text : null
  if (rule.type === 'list') return parseList(text, rule.choices)
  if (rule.type === 'language') return parseLanguage(text)
  return rule.type === 'tokens' ? parseTokens(text) : parseText(text)
}

function parseList(text: string, choices: readonly string[]): string | null {
  const names = text === '' || text === 'none' ? [] : text.split(',').map((name) => name.trim())
  if (!names.every((name) => choices.includes(name))) return null
  return choices.filter((choice) => names.includes(choice)).join(',')
}

const textLengthMax = 1000

function parseText(text: string): string | null {
  const plain = text.trim()
  const isLine = plain.length <= textLengthMax && plain.isWellFormed() && !/\p{Cc}/u.test(plain)
  return isLine ? (plain === 'none' ? '' : plain) : null
}

function parseTokens(text: string): string | null {
  if (text === '' || text === 'none') return ''
  try {
    const tokens = readOwnTokens(JSON.parse(text))
    return tokens.ok ? ownTokensText(tokens.value) : null
  } catch {
    return null
  }
}

/** A canonical BCP 47 tag of a language that Unicode names; empty: none; null: anything else. */
function parseLanguage(text: string): string | null {
  if (text === '' || text === 'none') return ''
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text)
    const isKnown = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined
    return isKnown ? tag : null
  } catch {
    return null
  }
}

export const settingText = (value: SettingValue): string => (value === '' ? 'none' : String(value))
