// Shared parts of the command table: global options, groups, kinds of values.
import type { OptionSpec, ValueSpec } from './command.ts'
import { LEAVES } from '../config/schema.ts'
import { LAYERS, PROPOSAL_STATUSES, ROLES, ROW_STATES, SOURCE_FILTERS, USER_STATES } from '../domain/vocabulary.ts'

/** A text; with choices one of them, which errors call by the noun. */
export const word = (placeholder: string, choices?: readonly string[], noun?: string): ValueSpec => ({
  kind: 'text',
  placeholder,
  ...(choices !== undefined && { choices }),
  ...(noun !== undefined && { noun }),
})

export const FILE: ValueSpec = { kind: 'text', placeholder: 'FILE', isPath: true }
export const FOLDER: ValueSpec = { kind: 'text', placeholder: 'DIR', isPath: true }
export const NAME = word('NAME')
/** A value that is a time, in the syntax of `parseTime`. */
export const TIME = word('TIME')
export const TIMES =
  'TIME is 2026-11-21 or 2026-11-21T14:30, with :SS and an offset such as +02:00 or Z; UTC without one.'
export const TEXT = word('TEXT')
export const VERSION = word('VERSION')
export const ROLE = word('ROLE', ROLES, 'role')
export const USER_STATE = word('STATE', USER_STATES, 'state')
export const ROW_STATE = word('STATE', ROW_STATES, 'state')
export const SOURCE = word('SOURCE', SOURCE_FILTERS, 'source')
export const LAYER = word('LAYER', LAYERS, 'layer')
export const STATUS = word('STATUS', PROPOSAL_STATUSES, 'status')
export const ROW = word('ROW')
export const KEY = word('KEY')
/** The short name of an edition. */
export const SLUG = word('SLUG')

/** Options that every command accepts, before or after its name. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  configOption('data'),
  {
    name: 'config',
    summary: 'Config file',
    value: FILE,
    defaultText: 'config.json beside the data folder, if it exists',
  },
  { name: 'json', summary: 'Print one JSON document on stdout, for errors too; with --help the table of commands' },
  { name: 'quiet', summary: 'No progress, hints or warnings on stderr' },
  { name: 'no-color', summary: 'No colours on a terminal; NO_COLOR in the environment means the same' },
  { name: 'help', summary: 'Show a command with its options; so does -h' },
  { name: 'version', summary: 'Print version, commit, runtime and store schema; so do -v and -V' },
]

/** First words of commands with two words, each with its summary. */
export const GROUPS: Readonly<Record<string, string>> = {
  user: 'People, their roles and quotas',
  key: 'API keys',
  setting: 'How the service behaves: limits, quotas, checks of texts',
  claim: 'Rows that an agent holds',
  exchange: "Files for translators' own tools, out and in",
  glossary: 'Terms and their accepted forms',
  brief: 'What translators and models are told about the game',
  label: 'Labels of rows, by rules and by hand',
  edition: 'Translations by other rules, such as items in English',
  release: 'What players download',
  proposal: 'Review of proposed translations',
  suggestion: 'Terms and labels that people and agents suggested',
  webhook: 'Addresses to which the server sends events',
}

/** The option `--label` of commands that count or list rows. */
export const LABEL: OptionSpec = {
  name: 'label',
  summary: 'Only rows with this label; - for rows without any',
  value: word('LABEL'),
}

/** The option `--filter` of commands that work on rows. */
export const FILTER: OptionSpec = {
  name: 'filter',
  summary: 'Only rows of this filter (as in an address of the site), or of a saved one',
  value: word('FILTER'),
}

export function configOption(name: string): OptionSpec {
  const leaf = LEAVES.find((candidate) => candidate.name === name)
  if (leaf === undefined) throw new Error(`no configuration value ${name}`)
  const { description, option, kind, choices, min, max, defaultValue } = leaf
  const bare = { name: option, summary: description, config: name }
  const shown = typeof defaultValue === 'object' ? {} : { defaultText: String(defaultValue) }
  const placeholder =
    leaf.isPath === true ? (name === 'data' || name === 'game' ? 'DIR' : 'FILE') : kind === 'integer' ? 'N' : 'VALUE'
  if (kind === 'flag') return bare
  if (kind === 'integer') return { ...bare, ...shown, value: { kind, placeholder, min, max } }
  if (kind === 'choice') return { ...bare, ...shown, value: word(placeholder, choices) }
  if (kind === 'list') return { ...bare, value: word(placeholder), isRepeatable: true }
  return { ...bare, ...shown, value: word(placeholder) }
}

/**
 * The sections of the help's overview: what one wants to do, with the commands and groups for it. What stands before the bar is
 * told with its summary; what stands behind it by its name only, so that the overview fits a screen. `windrow help all` tells all.
 */
export const SECTIONS: Readonly<Record<string, string>> = {
  'Start and look after a server': 'up serve doctor | shortcut health stats setting webhook',
  "The game's files": 'import export install | uninstall exchange merge',
  'Translate, by hand or machine': 'translate rows search write | row validate claim compare remember mcp skill',
  'Work as a team': 'user key glossary | proposal suggestion brief label study consistency log revert',
  'Releases for players': 'publish | edition release',
  'Store and program': 'backup restore update | check check-texts index upgrade-store verify manual completion openapi',
}

/** The topic of the help that lists every command with its summary. */
export const EVERYTHING = 'all'
