// What is generated from the program's own tables: whole files, and blocks of pages between
// `<!-- generated:NAME -->` and `<!-- /generated -->`. A further table is one more member here.
import { readFileSync } from 'node:fs'
import { markdownOf, type Result } from '../bench/report.ts'
import * as v1 from './api-v1.ts'
import * as v2 from './api-v2.ts'
import { commonPasswords } from './common-passwords.ts'
import * as commandLine from './command-line.ts'
import * as gameFiles from './game-files.ts'
import * as legacy from './legacy-api.ts'
import * as operations from './operations.ts'
import type { Generated } from './regenerate.ts'

export const GENERATED: Generated = {
  files: {
    'config.example.json': operations.exampleConfig,
    'src/app/people/common-passwords.json': commonPasswords,
    'src/cli/rows.json': commandLine.rows,
  },
  pages: {
    'docs/api-v1.md': {
      'v1-routes': v1.routes,
      'v1-parameters': v1.parameters,
      'v1-validate-body': () => v1.body('validate'),
      'v1-write-body': () => v1.body('write'),
      'v1-card': v1.card,
      'v1-values': v1.values,
      'v1-abilities': v1.abilities,
      'v1-errors': v1.errors,
      'v1-limits': v1.v1Limits,
    },
    'docs/api-v2.md': { 'v2-routes': v2.routes },
    'docs/legacy-api.md': {
      'legacy-modes': legacy.modes,
      'legacy-errors': legacy.errors,
      'legacy-limits': legacy.legacyLimits,
    },
    'docs/command-line.md': {
      commands: commandLine.commands,
      'exit-codes': commandLine.exitCodes,
      'global-options': commandLine.globalOptions,
      options: commandLine.options,
    },
    'docs/operations.md': { deno: operations.deno },
    'docs/configuration.md': { configuration: operations.configuration, settings: operations.settings },
    'docs/game-files.md': { 'dump-formats': gameFiles.dumpFormats, 'format-limits': operations.formatLimits },
    'docs/makers/speed.md': { speed },
  },
}

/** The result that `npm run bench -- --write` kept. */
function speed(): string {
  return markdownOf(JSON.parse(readFileSync(new URL('../bench/result.json', import.meta.url), 'utf8')) as Result)
}
