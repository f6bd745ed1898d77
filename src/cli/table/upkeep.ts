// Rows of the command table: care of the store, and the description of the API.
import type { CommandSpec } from '../command.ts'
import { INCONSISTENCY_KINDS, LAYERS } from '../../domain/vocabulary.ts'
import { FILE, NAME } from './shared.ts'

export const backup: CommandSpec = {
  name: 'backup',
  summary: 'Write a consistent copy of the store, also while the server runs',
  arguments: [{ value: FILE, summary: 'File to write; one that exists is refused' }],
  examples: ['windrow backup windrow-backup'],
}

export const restore: CommandSpec = {
  name: 'restore',
  summary: 'Fill an empty data folder from a backup',
  arguments: [{ value: FILE, summary: 'A file that windrow backup wrote' }],
  examples: ['windrow restore windrow-backup --data new-data'],
}

export const upgrade: CommandSpec = {
  name: 'upgrade',
  summary: 'Bring a store that an earlier windrow made to the layout of this one; the old file is kept',
  details: [
    'serve and up do so by themselves. Nobody else may have the store open. It can be interrupted at any point: the store is then as it was.',
  ],
  examples: ['windrow upgrade', 'windrow upgrade --data old-data'],
}

export const index: CommandSpec = {
  name: 'index',
  summary: 'Make what is missing of the indexes of work and of search now; a server does so by itself',
  details: [
    'Behind a large import it runs by itself. It can be interrupted at any point: lists and searches give the same answers with the indexes and without.',
  ],
  options: [
    { name: 'from-last', summary: 'Begin with the last rows, as behind an import: a server begins with the first' },
  ],
  examples: ['windrow index', 'windrow index --data other-data'],
}

export const check: CommandSpec = {
  name: 'check',
  summary: 'Read everything and verify every index, counter and record; exit 1 and a list if anything disagrees',
  options: [
    { name: 'repair', summary: 'Make indexes and counters agree with the rows again' },
    {
      name: 'repair-times',
      summary:
        'Date now what a clock that was ahead dated later; TODAY is the date of today, and says that the clock is right',
      value: { kind: 'text', placeholder: 'TODAY' },
    },
  ],
  examples: ['windrow check', 'windrow check --json', 'windrow check --repair-times 2026-11-23'],
}

export const checkTexts: CommandSpec = {
  name: 'check-texts',
  summary: 'List stored translations that the text gate would refuse today',
  details: ['Rules and settings change, texts stay: nothing is changed until somebody writes another text.'],
  options: [
    {
      name: 'layer',
      summary: 'Only this layer',
      value: { kind: 'text', placeholder: 'LAYER', choices: LAYERS, noun: 'layer' },
    },
    { name: 'warnings', summary: 'List what the gate only warns of, too' },
  ],
  examples: ['windrow check-texts', 'windrow check-texts --layer machine --warnings --json'],
}

export const consistency: CommandSpec = {
  name: 'consistency',
  summary: 'List what is inconsistent among the translations',
  details: [
    'One source in several translations, one translation for several sources, numbers and terms that differ. Letter case, punctuation, figures and tokens make no difference. It is a report: nothing is refused because of it.',
    '--fix makes proposals for rows of one source: the translation with the most approved rows, then with the most rows.',
  ],
  options: [
    {
      name: 'kind',
      summary: 'Only findings of this kind',
      value: { kind: 'text', placeholder: 'KIND', choices: INCONSISTENCY_KINDS, noun: 'kind' },
    },
    {
      name: 'layer',
      summary: 'Only texts of this layer',
      value: { kind: 'text', placeholder: 'LAYER', choices: LAYERS, noun: 'layer' },
      defaultText: 'what goes into the game',
    },
    {
      name: 'limit',
      summary: 'Findings of each kind that are listed, and fixed; 0: all',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: 10_000_000 },
      defaultText: '50',
    },
    { name: 'fix', summary: 'Propose one translation where one source has several; needs --as' },
    { name: 'as', summary: 'Who proposes', value: NAME },
    { name: 'dry-run', summary: 'Say what --fix would propose and change nothing' },
  ],
  examples: [
    'windrow consistency',
    'windrow consistency --kind terms --limit 0 --json',
    'windrow consistency --fix --as Olena --dry-run',
  ],
}

export const stats: CommandSpec = {
  name: 'stats',
  summary: 'Print row counts by state, source and layer, and revisions by provider and model',
  examples: ['windrow stats', 'windrow stats --json'],
}

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'Look for what keeps windrow from working here, and show where each configuration value comes from',
  examples: ['windrow doctor', 'windrow doctor --json'],
}

export const openapi: CommandSpec = {
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of API v1 and v2',
  examples: ['windrow openapi > openapi.json'],
}
