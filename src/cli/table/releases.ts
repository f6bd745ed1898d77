// Rows of the command table: editions and releases.
import { GAME_LANGUAGES } from '../../domain/game-language.ts'
import { defaultLevel } from '../../formats/container/default-level.ts'
import type { CommandSpec } from '../command.ts'
import { FILE, FOLDER, NAME, TEXT } from './shared.ts'

const SLUG = {
  value: { kind: 'text', placeholder: 'SLUG' },
  summary: 'Short name of the edition: a-z, 0-9 and -',
} as const

export const editionCommands = {
  add: {
    name: 'edition add',
    summary: 'Make an edition: a translation by other rules, such as items in English',
    details: [
      'RULE is keep or translate, and a filter as in an address of the site: keep label=kind:item. Without a filter it is for every row. The first rule with a row decides; a row without a rule is translated.',
      'Without editions there is one, default: the whole translation. With the first one it is gone, so make one without rules, too.',
    ],
    arguments: [SLUG],
    options: [
      { name: 'label', summary: 'Its name for players', value: TEXT, isRequired: true },
      { name: 'description', summary: 'What it is, for players', value: TEXT },
      { name: 'audience', summary: 'For whom it is', value: TEXT },
      { name: 'variant', summary: 'What launchers compare beside SLUG', value: TEXT, defaultText: 'SLUG with _ for -' },
      {
        name: 'rule',
        summary: 'Rows that are translated, or stay as they are; the order counts',
        value: { kind: 'text', placeholder: 'RULE' },
        isRepeatable: true,
      },
    ],
    examples: [
      'windrow edition add ukrainian --label "The whole game" --variant default',
      'windrow edition add english-items --label "Items in English" --rule "keep label=kind:item"',
      'windrow edition add approved --label "Read by people" --rule "keep game=machine"',
    ],
  },
  list: {
    name: 'edition list',
    summary: 'List editions with their rules',
    examples: ['windrow edition list', 'windrow edition list --json'],
  },
  remove: {
    name: 'edition remove',
    summary: 'Remove an edition; releases that have it stay as they are',
    arguments: [SLUG],
    examples: ['windrow edition remove english-items'],
  },
} as const satisfies Record<string, CommandSpec>

const VERSION = { kind: 'text', placeholder: 'VERSION' } as const

export const publishCommand: CommandSpec = {
  name: 'publish',
  summary: 'Make a release for players: packages of the editions, and the feed that launchers read',
  details: [
    'The packages are ZIPs with the paths of the game (Package/HD/oversea/locale/…). From then on windrow serve gives page, feed and packages to everybody: docs/releases.md.',
    '--to writes the same as files for any web host, after VERSION is published, or without VERSION of what was published before.',
    '--json: version, published_at, editions {edition, package, size_bytes, sha256, translated_rows, same_as}, warnings, to, seconds.',
  ],
  arguments: [{ value: VERSION, summary: 'Its version for players, such as v2.6.2', isOptional: true }],
  options: [
    { name: 'main', summary: 'Untouched main file, the template', value: FILE },
    { name: 'diff', summary: 'Untouched diff file, the template', value: FILE },
    {
      name: 'also',
      summary: 'Untouched file of a further pair, known by its name; again for more of them',
      value: FILE,
      isRepeatable: true,
    },
    {
      name: 'edition',
      summary: 'Only this edition; again for more of them',
      value: { kind: 'text', placeholder: 'SLUG' },
      defaultText: 'all editions',
      isRepeatable: true,
    },
    { name: 'notes', summary: 'What is new, for players', value: TEXT },
    { name: 'notes-file', summary: 'File with what is new', value: FILE, excludes: ['notes'] },
    {
      name: 'game-build',
      summary: "Steam's build number of the game that it fits",
      value: { kind: 'integer', placeholder: 'N', min: 1, max: 0xffff_ffff },
    },
    { name: 'tested', summary: 'Say that it was tested in that game' },
    {
      name: 'level',
      summary: 'Compression of the game files, from 1, fast, to 22, small',
      value: { kind: 'integer', placeholder: 'N', min: 1, max: 22 },
      defaultText: String(defaultLevel),
    },
    {
      name: 'as-language',
      summary: 'Name the files as those of this language of the game, for players who keep English',
      value: { kind: 'text', placeholder: 'LANGUAGE', choices: GAME_LANGUAGES, noun: 'language' },
      defaultText: 'the names of the templates',
    },
    { name: 'as', summary: 'Publish as this person, with their rights', value: NAME },
    { name: 'to', summary: 'Write page, feed and packages into this folder', value: FOLDER },
    { name: 'base-url', summary: 'Address under which the folder of --to is served', value: TEXT },
  ],
  examples: [
    'windrow publish v2.6.2 --main translate_words_map_en --diff translate_words_map_en_diff --game-build 20512345 --tested',
    'windrow publish --to public --base-url https://example.org/releases',
  ],
}

export const releaseCommands = {
  list: {
    name: 'release list',
    summary: 'List releases, newest first',
    examples: ['windrow release list', 'windrow release list --json'],
  },
  withdraw: {
    name: 'release withdraw',
    summary: 'Take a release back: it stays in the history with the reason, and nobody gets its packages',
    arguments: [{ value: VERSION, summary: 'The version' }],
    options: [{ name: 'why', summary: 'The reason, for players', value: TEXT, isRequired: true }],
    examples: ['windrow release withdraw v2.6.2 --why "Quest texts are mixed up; v2.6.3 follows"'],
  },
} as const satisfies Record<string, CommandSpec>
