// Settings: how the service behaves. They live in the store, are changed by `windrow setting` or the site, and take
// effect at the next request. (How the process runs is configuration, and no name is both.)

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
  readonly type: 'choice'
  readonly default: string
  readonly choices: readonly string[]
}
export type SettingRule = (BooleanSetting | NumberSetting | ChoiceSetting) & { readonly meaning: string }

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
  caption_policy: {
    type: 'choice',
    default: 'keep',
    choices: ['keep', 'free'],
    meaning: 'captions of game tags in angle brackets: keep them as in the source, or translate them freely',
  },
  glossary_is_error: {
    type: 'boolean',
    default: true,
    meaning: 'a glossary term without an accepted form refuses the text; when off, it is a warning',
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
    meaning: 'visible source length from which a text can be warned of as too short',
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
    meaning: 'added to the longest allowed visible length, so that short sources leave room',
  },
  backup_every_hours: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 8_760,
    meaning: 'hours between automatic backups into the data folder while a server runs; 0 makes none',
  },
  backups_kept: {
    type: 'integer',
    default: 7,
    min: 1,
    max: 1_000,
    meaning: 'automatic backups that are kept; the oldest goes first',
  },
} as const satisfies Record<string, SettingRule>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

type ValueOf<R extends SettingRule> = R extends { type: 'boolean' }
  ? boolean
  : R extends { type: 'choice'; choices: readonly (infer C)[] }
    ? C
    : number

export type Settings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> }
export type SettingValue = boolean | number | string

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default]),
) as unknown as Settings

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** What a setting takes, in words, for help and errors. */
export function allowedValues(name: SettingName): string {
  const rule: SettingRule = SETTINGS[name]
  if (rule.type === 'boolean') return 'true or false'
  if (rule.type === 'choice') return rule.choices.join(' or ')
  return `${rule.type === 'integer' ? 'a whole number' : 'a number'} from ${rule.min} to ${rule.max}`
}

/** Reads a setting's value as a person typed it; null when it is out of range or of another type. */
export function parseSetting(name: SettingName, text: string): SettingValue | null {
  const rule: SettingRule = SETTINGS[name]
  if (rule.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  if (rule.type === 'choice') return rule.choices.includes(text) ? text : null
  const shape = rule.type === 'integer' ? /^\d{1,10}$/ : /^\d{1,5}(\.\d{1,6})?$/
  const value = Number(text)
  return shape.test(text) && value >= rule.min && value <= rule.max ? value : null
}
