// Rows of the command table: care of the store, and the description of the API.
import type { CommandSpec } from '../command.ts'
import { INCONSISTENCY_KINDS, LAYERS } from '../../domain/vocabulary.ts'
import { configOption, FILE, LABEL, NAME, SHELLS } from './shared.ts'

export const backup: CommandSpec = {
  name: 'backup',
  summary: 'Write a consistent copy of the store, even while a server runs',
  details: [
    'Without FILE it is one of the automatic backups; the settings backups_kept and backup_weeks_kept say which are kept.',
  ],
  arguments: [{ value: FILE, summary: 'New file to write', isOptional: true }],
  examples: ['windrow backup windrow-backup', 'windrow backup'],
}

export const restore: CommandSpec = {
  name: 'restore',
  summary: 'Fill an empty data folder from a backup',
  arguments: [{ value: FILE, summary: 'A file that windrow backup wrote' }],
  examples: ['windrow restore windrow-backup --data new-data'],
}

export const upgrade: CommandSpec = {
  name: 'upgrade-store',
  formerName: 'upgrade',
  summary: 'Upgrade a store of an earlier windrow; the old file is kept',
  details: [
    'serve and up do so too. No other process may have the store open. An interrupted upgrade leaves the store unchanged.',
  ],
  examples: ['windrow upgrade-store', 'windrow upgrade-store --data old-data'],
}

export const index: CommandSpec = {
  name: 'index',
  summary: 'Make what is missing of the indexes of work and of search now; a server does so by itself',
  details: [
    'Behind a large import it runs by itself. It can be interrupted at any point: lists and searches give the same answers with the indexes and without.',
  ],
  options: [],
  examples: ['windrow index', 'windrow index --data other-data'],
}

export const check: CommandSpec = {
  name: 'check',
  summary: 'Verify every record, index and counter; exit 1 and a list if anything disagrees',
  options: [
    { name: 'repair', summary: 'Rebuild indexes and counters that disagree with the rows' },
    {
      name: 'repair-times',
      summary: 'Set times after now, from a clock that was ahead, to now; TODAY, the date of today, confirms the clock',
      value: { kind: 'text', placeholder: 'TODAY' },
    },
  ],
  examples: ['windrow check', 'windrow check --json', 'windrow check --repair-times 2026-11-23'],
}

export const checkTexts: CommandSpec = {
  name: 'check-texts',
  summary: 'List stored translations that the text gate would refuse today',
  details: ['Rules and settings may have changed since a text was written. Changes nothing.'],
  options: [
    {
      name: 'layer',
      summary: 'Only this layer',
      value: { kind: 'text', placeholder: 'LAYER', choices: LAYERS, noun: 'layer' },
    },
    { name: 'warnings', summary: 'Include warnings of the gate' },
  ],
  examples: ['windrow check-texts', 'windrow check-texts --layer machine --warnings --json'],
}

export const consistency: CommandSpec = {
  name: 'consistency',
  summary: 'List inconsistent translations',
  details: [
    'One source in several translations, one translation for several sources, numbers and terms that differ. Letter case, punctuation, figures and tokens make no difference. Changes nothing without --fix.',
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
    { ...LABEL, summary: 'Only findings that have a row with this label; - for rows without any' },
    {
      name: 'limit',
      summary: 'Findings of each kind to list or fix; 0: all',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: 10_000_000 },
      defaultText: '50',
    },
    { name: 'fix', summary: 'Propose one translation for sources that have several; needs --as' },
    { name: 'as', summary: 'Propose as this person', value: NAME },
    { name: 'dry-run', summary: 'Show what --fix would propose; changes nothing' },
  ],
  examples: [
    'windrow consistency',
    'windrow consistency --kind terms --limit 0 --json',
    'windrow consistency --label kind:item',
    'windrow consistency --fix --as Olena --dry-run',
  ],
}

export const stats: CommandSpec = {
  name: 'stats',
  summary: 'Print row counts by state, source and layer, and revisions by provider and model',
  options: [
    LABEL,
    { name: 'letters', summary: 'Also the letters of translations that no official text of the game has' },
  ],
  examples: ['windrow stats', 'windrow stats --json', 'windrow stats --label kind:item', 'windrow stats --letters'],
}

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'Find what keeps windrow from working here, and show the source of each configuration value',
  examples: ['windrow doctor', 'windrow doctor --json'],
}

export const health: CommandSpec = {
  name: 'health',
  summary: 'Ask a running server whether it can read and save',
  details: [
    'Ends with 0 if it can and with 1 if it cannot or does not answer, as the health checks of containers want it. Without ADDRESS it asks this machine at the configured port.',
    '--json: {status, version, schema, last_backup_seconds}, as GET /health says it.',
  ],
  arguments: [
    { value: { kind: 'text', placeholder: 'ADDRESS' }, summary: 'Of the server, http://…', isOptional: true },
  ],
  options: [configOption('host'), configOption('port')],
  examples: ['windrow health', 'windrow health https://translations.example'],
}

export const completion: CommandSpec = {
  name: 'completion',
  summary: 'Print what makes a shell complete the commands, options and choices of windrow',
  details: [
    'For bash add source <(windrow completion bash) to ~/.bashrc, for zsh the same with zsh to ~/.zshrc; for fish write it to ~/.config/fish/completions/windrow.fish; for PowerShell add windrow completion powershell | Out-String | Invoke-Expression to the file that $PROFILE names. The executable has to be named windrow.',
  ],
  arguments: [{ summary: 'The shell', value: { kind: 'text', placeholder: 'SHELL', choices: SHELLS, noun: 'shell' } }],
  examples: ['source <(windrow completion bash)', 'windrow completion fish > ~/.config/fish/completions/windrow.fish'],
}

export const manual: CommandSpec = {
  name: 'manual',
  summary: 'Print the manual page, windrow(1)',
  details: [
    'For man it goes to ~/.local/share/man/man1/windrow.1, or /usr/local/share/man/man1/windrow.1 for everybody.',
  ],
  examples: ['windrow manual > ~/.local/share/man/man1/windrow.1'],
}

export const openapi: CommandSpec = {
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of API v1 and v2',
  examples: ['windrow openapi > openapi.json'],
}
