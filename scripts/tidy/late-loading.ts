// Every module that is loaded only when it is asked for: where, what, and why. A start loads the rest, and a test lists what it
// has loaded. The commands have a table of their own (src/cli/commands.ts), where each is loaded when it is called.
import { posix } from 'node:path'
import type { Finding } from './check.ts'
import { PROGRAM } from './rules.ts'
import { importsOf, type Source } from './source.ts'

interface Late {
  readonly from: string
  /** A file of the program, or a package of npm. */
  readonly to: string
  readonly why: string
  /** It is loaded at every start all the same, later. */
  readonly atEveryStart?: true
}

const COMPILED = 'what is imported before the cache of compiled code is open would be compiled at every start'
const ANSWERS_FIRST = 'API v1 answers before the other faces are read; each of them is loaded with its first request'
const SPEAKS = 'a command that works prints neither help nor version'
const ENGINE = 'a computer without the storage engine must still be told what is wrong'

const OTHER_GAMES = 'the libraries that read JSON and XLIFF are of other games only'

export const LATE: readonly Late[] = [
  { from: 'src/main.ts', to: 'src/cli/cli.ts', why: COMPILED, atEveryStart: true },
  { from: 'src/main.ts', to: 'src/cli/world.ts', why: COMPILED, atEveryStart: true },
  { from: 'src/main.ts', to: 'src/runtime/window.ts', why: COMPILED, atEveryStart: true },
  { from: 'src/main.ts', to: 'src/runtime/end-process.ts', why: COMPILED, atEveryStart: true },
  { from: 'src/main.ts', to: 'node:cluster', why: 'only a process that was forked asks for it' },
  {
    from: 'packages/formats/src/open-game-text.ts',
    to: 'packages/formats/src/keyed/open-keyed-text.ts',
    why: OTHER_GAMES,
  },
  { from: 'packages/formats/src/open-game-text.ts', to: 'packages/formats/src/keyed/keyed-file.ts', why: OTHER_GAMES },
  {
    from: 'packages/formats/src/keyed/keyed-paths.ts',
    to: 'packages/formats/src/keyed/keyed-formats.ts',
    why: OTHER_GAMES,
  },
  {
    from: 'src/app/export/export-game-files.ts',
    to: 'packages/formats/src/keyed/translate-keyed-file.ts',
    why: OTHER_GAMES,
  },
  {
    from: 'src/app/export/export-targets.ts',
    to: 'packages/formats/src/keyed/read-project.ts',
    why: OTHER_GAMES,
  },
  { from: 'src/app/game/recognise-file.ts', to: 'packages/formats/src/keyed/keyed-file.ts', why: OTHER_GAMES },
  { from: 'src/server.ts', to: 'src/app/providers/provider.ts', why: ANSWERS_FIRST },
  {
    from: 'src/app/providers/provider.ts',
    to: 'oauth4webapi',
    why: 'most sites have no sign-in with an account elsewhere',
  },
  { from: 'src/cli/commands/upkeep/doctor.ts', to: 'src/cli/commands/upkeep/doctor-files.ts', why: ENGINE },
  { from: 'src/cli/commands/upkeep/doctor.ts', to: 'src/cli/commands/upkeep/doctor-game.ts', why: ENGINE },
  {
    from: 'src/cli/commands/game-text/import-project.ts',
    to: 'src/app/describe-project.ts',
    why: OTHER_GAMES,
  },
  {
    from: 'src/store/door/open-store.ts',
    to: 'src/store/check/strict.ts',
    why: 'only WINDROW_STRICT=1 has every write checked',
  },
  {
    from: 'src/admin/routes.ts',
    to: 'src/admin/pages/docs/show-docs.ts',
    why: 'few who work on the site read the docs, and the library that reads Markdown is for them only',
  },
  { from: 'src/server.ts', to: 'hono', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/admin/routes.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/api-legacy/routes.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/openapi/served.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/http/health.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/http/metrics.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/app/upkeep/metrics.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/app/upkeep/health.ts', why: ANSWERS_FIRST },
  { from: 'src/server.ts', to: 'src/api-v2/routes.ts', why: 'agents alone use API v2' },
  { from: 'src/server.ts', to: 'src/mcp/http.ts', why: 'the library of MCP is large, and few stores are asked for it' },
  { from: 'src/server.ts', to: 'src/agent/local.ts', why: 'few servers are told of a model that writes drafts' },
  {
    from: 'src/agent/local.ts',
    to: 'src/api-v2/routes.ts',
    why: 'a command that only reads rows needs neither schemas nor the text gate',
  },
  {
    from: 'src/server.ts',
    to: 'packages/translator/src/draft-one.ts',
    why: 'few servers are told of a model that writes drafts',
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/search/upkeep.ts',
    why: 'the index is looked after when the first requests have been answered',
    atEveryStart: true,
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/app/caught-up.ts',
    why: 'the index is looked after when the first requests have been answered',
    atEveryStart: true,
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/cli/commands/serving/try-backups.ts',
    why: 'the first trial of a backup is minutes away',
    atEveryStart: true,
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/app/upkeep/learn-letters.ts',
    why: 'letters are learnt when the first requests have been answered',
    atEveryStart: true,
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/cli/commands/upkeep/upgrade.ts',
    why: 'a store is of an earlier windrow once',
  },
  {
    from: 'src/cli/cli.ts',
    to: 'src/cli/refused-failure.ts',
    why: 'a command that works needs no sentences of refusals',
  },
  { from: 'src/runtime/listen.ts', to: '@hono/node-server', why: 'plain GETs need no objects of fetch' },
  ...['zod', 'src/domain/checks/gate.ts', 'src/app/writes/write-batch.ts', 'src/api-v1/batches.ts'].map((to) => ({
    from: 'src/api-v1/routes.ts',
    to,
    why: 'zod is as large as the store and HTTP together; the parts come one by one, so that others are answered between',
  })),
  {
    from: 'src/app/people/password-rules.ts',
    to: 'src/app/people/common-passwords.json',
    why: 'a list that only a new password is held to',
  },
  { from: 'src/app/people/second-factor.ts', to: 'otpauth', why: 'few people have a second factor' },
  { from: 'src/admin/pages/people/second-factor.ts', to: 'uqr', why: 'a picture that a person sees once' },
  {
    from: 'src/app/backup/periodic-backups.ts',
    to: 'src/app/backup/backup-store.ts',
    why: 'most starts make no backup',
  },
  {
    from: 'src/app/backup/periodic-backups.ts',
    to: 'src/app/backup/after-backup.ts',
    why: 'most servers have no program to start after a backup',
  },
  {
    from: 'src/app/webhooks/keep-delivering.ts',
    to: 'src/app/webhooks/deliver.ts',
    why: 'only a store with a webhook connects to other machines',
  },
  {
    from: 'src/app/webhooks/manage-webhooks.ts',
    to: 'src/app/webhooks/deliver.ts',
    why: 'most commands and pages send nothing',
  },
  ...['@ai-sdk/openai-compatible', '@ai-sdk/openai', '@ai-sdk/anthropic'].map((to) => ({
    from: 'packages/translator/src/models/families.ts',
    to,
    why: 'an endpoint needs the client of its family only',
  })),
  {
    from: 'packages/translator/src/models/endpoint-model.ts',
    to: '@ai-sdk/provider',
    why: 'a model behind a command needs no client',
  },
  { from: 'src/cli/cli.ts', to: 'src/cli/version.ts', why: SPEAKS },
  { from: 'src/cli/cli.ts', to: 'src/cli/help.ts', why: SPEAKS },
  { from: 'src/cli/cli.ts', to: 'src/cli/table-document.ts', why: SPEAKS },
  {
    from: 'src/cli/commands/agent/rows.ts',
    to: 'src/agent/rows-at.ts',
    why: 'most rows are asked of a server, which needs no store here',
  },
  {
    from: 'src/cli/commands/agent/model-options.ts',
    to: 'packages/translator/src/models/command-model.ts',
    why: 'a run asks one kind of model',
  },
  {
    from: 'src/cli/commands/agent/model-options.ts',
    to: 'packages/translator/src/models/endpoint-model.ts',
    why: 'a run asks one kind of model',
  },
  {
    from: 'src/cli/commands/agent/translate.ts',
    to: 'src/cli/commands/agent/by-jobs.ts',
    why: 'most runs ask a model directly',
  },
  {
    from: 'src/cli/commands/agent/bought.ts',
    to: 'packages/translator/src/ledger.ts',
    why: 'where no model was paid, no ledger is read',
  },
  {
    from: 'src/cli/commands/serving/up.ts',
    to: 'src/cli/commands/serving/demonstration.ts',
    why: 'only up --demo needs it',
  },
  {
    from: 'src/cli/commands/serving/run-server.ts',
    to: 'src/cli/commands/serving/workers.ts',
    why: 'most servers are one process',
  },
  { from: 'src/cli/commands/upkeep/doctor.ts', to: 'src/cli/commands/upkeep/doctor-store.ts', why: ENGINE },
  { from: 'src/cli/with-agent.ts', to: 'src/agent/local.ts', why: 'a server elsewhere needs no store' },
  { from: 'src/cli/with-agent.ts', to: 'src/agent/remote.ts', why: 'a store here needs no client' },
]

/** Where the table says nothing of its own: each line is a loader, and the file says why. */
const TABLES = ['src/cli/commands.ts', 'src/parts.ts']

/** Modules loaded late that the table does not know, and rows of it that nothing loads. */
export function lateLoading(sources: readonly Source[]): readonly Finding[] {
  const found = sources
    .filter(({ path }) => PROGRAM.test(path) && !TABLES.includes(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ isLate }) => isLate)
        .map(({ specifier, line }) => ({ from: source.path, to: targetOf(source.path, specifier), line })),
    )
  const isIn = (rows: readonly { from: string; to: string }[], { from, to }: { from: string; to: string }): boolean =>
    rows.some((row) => row.from === from && row.to === to)
  return [
    ...found
      .filter((each) => !isIn(LATE, each))
      .map(({ from, to, line }) => ({
        path: from,
        line,
        rule: 'late_loading',
        advice: `${to} is loaded late: import it at the top, or say why in scripts/tidy/late-loading.ts`,
      })),
    ...LATE.filter((row) => !isIn(found, row)).map(({ from, to }) => ({
      path: from,
      line: 1,
      rule: 'late_loading',
      advice: `${to} is not loaded late here: take its row out of scripts/tidy/late-loading.ts`,
    })),
  ]
}

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
