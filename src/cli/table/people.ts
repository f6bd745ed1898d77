// Rows of the command table: people and their keys.
import type { CommandSpec, OptionSpec, ValueSpec } from '../command.ts'
import { requestsPerMinuteMax } from '../../domain/limits.ts'
import { SETTINGS } from '../../domain/settings.ts'
import { ABILITIES, LEGACY_TYPES } from '../../domain/vocabulary.ts'
import { NAME, ROLE, TEXT, USER_STATE } from './shared.ts'

const KEY: ValueSpec = { kind: 'text', placeholder: 'KEY' }
const ABILITY: ValueSpec = { kind: 'text', placeholder: 'ABILITY', choices: ABILITIES, noun: 'ability' }
const person = { value: NAME, summary: 'Name of the person' }
const passwordOption: OptionSpec = {
  name: 'password-stdin',
  summary: 'Read the password from standard input (one line)',
}

export const userCommands = {
  add: {
    name: 'user add',
    summary: 'Add a person; prints the id',
    arguments: [person],
    options: [{ name: 'role', summary: 'What the person may do', value: ROLE, defaultText: 'user' }, passwordOption],
    examples: [
      'windrow user add Olena --role translator',
      'windrow user add Ihor --role admin --password-stdin < password.txt',
    ],
  },
  list: { name: 'user list', summary: 'List people', examples: ['windrow user list', 'windrow user list --json'] },
  invite: {
    name: 'user invite',
    summary: 'Make a link for one person to join and choose a password; valid for 7 days',
    options: [
      { name: 'role', summary: 'What the person may do', value: ROLE, defaultText: 'user' },
      { name: 'name', summary: 'Name of the person; without it they choose', value: NAME },
      {
        name: 'site',
        summary: 'Address of the site for that person',
        value: TEXT,
        defaultText: 'that of the server that runs on this data',
      },
    ],
    examples: [
      'windrow user invite --role translator',
      'windrow user invite --role moderator --name Olena --site https://words.example.org',
    ],
  },
  role: {
    name: 'user role',
    summary: "Change a person's role",
    arguments: [person, { value: ROLE, summary: 'The new role' }],
    examples: ['windrow user role Olena moderator'],
  },
  state: {
    name: 'user state',
    summary: 'Activate, block, deactivate or delete a person',
    arguments: [person, { value: USER_STATE, summary: 'The new state' }],
    examples: ['windrow user state Olena blocked'],
  },
  password: {
    name: 'user password',
    summary: 'Set the password of a person for the site',
    arguments: [person],
    options: [passwordOption],
    details: ['On a terminal it asks for the password twice and does not show it.'],
    examples: ['windrow user password Olena', 'windrow user password Olena --password-stdin < password.txt'],
  },
  resetSecondFactor: {
    name: 'user reset-second-factor',
    summary: 'Remove a lost second factor and end the sessions of that person',
    arguments: [person],
    examples: ['windrow user reset-second-factor Olena'],
  },
  quota: {
    name: 'user quota',
    summary: 'Set how many rows a day a person may write through API v1',
    arguments: [
      person,
      {
        value: { kind: 'integer', placeholder: 'ROWS', min: 0, max: SETTINGS.daily_row_quota.max, words: ['default'] },
        summary: 'Rows a UTC day; default follows the settings',
      },
    ],
    examples: ['windrow user quota Olena 500', 'windrow user quota Olena default'],
  },
} as const satisfies Record<string, CommandSpec>

const keyArgument = { value: KEY, summary: "The key's id, or its first 12 characters" }

const legacyLimitOptions = LEGACY_TYPES.map(
  (type): OptionSpec => ({
    name: type.replaceAll('_', '-'),
    summary: `Requests of type ${type} in a UTC day; default clears the limit`,
    value: { kind: 'integer', placeholder: 'N', min: 0, max: SETTINGS[`legacy_limit_${type}`].max, words: ['default'] },
  }),
)

const adjustOptions: readonly OptionSpec[] = [
  { name: 'grant', summary: 'Ability beyond those of the role', value: ABILITY, isRepeatable: true },
  { name: 'ungrant', summary: 'Take a grant back', value: ABILITY, isRepeatable: true },
  {
    name: 'deny',
    summary: 'Ability to take away; its owner cannot lift it',
    value: ABILITY,
    isRepeatable: true,
  },
  { name: 'lift', summary: 'Take a deny back', value: ABILITY, isRepeatable: true },
  {
    name: 'requests-per-minute',
    summary: "Ceiling in place of the role's, which the owner cannot raise; default clears it",
    value: { kind: 'integer', placeholder: 'N', min: 1, max: requestsPerMinuteMax, words: ['default'] },
  },
]

export const keyCommands = {
  create: {
    name: 'key create',
    summary: 'Make a key; prints its secret, once',
    options: [
      { name: 'user', summary: 'Owner of the key', value: NAME, isRequired: true },
      { name: 'bot', summary: 'A bot key: works on the legacy endpoint too (one per person, moderator and above)' },
      { name: 'name', summary: 'What the key is for', value: TEXT },
      { name: 'grant', summary: 'Ability beyond those of the role', value: ABILITY, isRepeatable: true },
      { name: 'deny', summary: 'Ability to take away, whatever the role', value: ABILITY, isRepeatable: true },
      {
        name: 'requests-per-minute',
        summary: "Ceiling in place of the role's",
        value: { kind: 'integer', placeholder: 'N', min: 1, max: requestsPerMinuteMax },
      },
      { name: 'secret-stdin', summary: 'Register an existing secret, read from standard input (one line)' },
    ],
    examples: [
      'windrow key create --user Olena --name "my script"',
      'windrow key create --user Ihor --bot --secret-stdin < old-key.txt',
      'windrow key create --user Ihor --deny translations:write-manual --requests-per-minute 600',
    ],
  },
  list: {
    name: 'key list',
    summary: 'List keys',
    options: [{ name: 'user', summary: 'Only keys of this person', value: NAME }],
    examples: ['windrow key list', 'windrow key list --user Olena'],
  },
  show: {
    name: 'key show',
    summary: 'Show one key: owner, kind, state, abilities, limits, last use',
    arguments: [keyArgument],
    examples: ['windrow key show wdr_1234abcd'],
  },
  regenerate: {
    name: 'key regenerate',
    summary: "Replace a key's secret; prints the new one once, and the old one stops working",
    arguments: [keyArgument],
    examples: ['windrow key regenerate wdr_1234abcd'],
  },
  deactivate: {
    name: 'key deactivate',
    summary: 'Switch a key off',
    arguments: [keyArgument],
    examples: ['windrow key deactivate 3'],
  },
  activate: {
    name: 'key activate',
    summary: 'Switch a key on again',
    arguments: [keyArgument],
    examples: ['windrow key activate 3'],
  },
  adjust: {
    name: 'key adjust',
    summary: 'Change abilities and limits of a key; others stay',
    arguments: [keyArgument],
    needsOneOf: adjustOptions.map((option) => option.name),
    options: adjustOptions,
    examples: [
      'windrow key adjust 3 --deny translations:write-manual --requests-per-minute 20',
      'windrow key adjust 3 --grant translations:propose',
      'windrow key adjust 3 --lift translations:write-manual --requests-per-minute default',
    ],
  },
  revoke: {
    name: 'key revoke',
    summary: 'Remove a key permanently',
    arguments: [keyArgument],
    examples: ['windrow key revoke 3'],
  },
  limit: {
    name: 'key limit',
    summary: "Set a bot key's own limits on the legacy endpoint",
    arguments: [keyArgument],
    needsOneOf: legacyLimitOptions.map((option) => option.name),
    options: legacyLimitOptions,
    examples: ['windrow key limit 3 --show-info 50000', 'windrow key limit 3 --show-info default'],
  },
} as const satisfies Record<string, CommandSpec>
