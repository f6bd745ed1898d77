// Rows of the command table: looking after the store, and the description of the API.
import type { CommandSpec } from '../command.ts'
import { FILE } from './shared.ts'

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

export const check: CommandSpec = {
  name: 'check',
  summary: 'Read everything and verify every index, counter and record; exit 1 and a list if anything disagrees',
  options: [{ name: 'repair', summary: 'Make indexes and counters agree with the rows again' }],
  examples: ['windrow check', 'windrow check --json'],
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
  summary: 'Print the OpenAPI 3.1 document of API v1',
  examples: ['windrow openapi > openapi.json'],
}
