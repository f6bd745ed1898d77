// Every module that is loaded only when it is asked for: where, what, and why. A start loads the rest, and a test lists what it
// has loaded. The commands have a table of their own (src/cli/commands.ts), where each is loaded when it is called.
import type { Finding } from './check.ts'
import { PROGRAM } from './rules.ts'
import { importsOf, type Source } from './source.ts'

interface LoadedLate {
  readonly from: string
  /** Files of the program, or packages of npm. */
  readonly to: readonly string[]
  readonly why: string
  /** They are loaded at every start all the same, later. */
  readonly atEveryStart?: true
}

const OTHER_GAMES = 'the libraries that read JSON and XLIFF are of other games only'
const SERVER = 'src/cli/commands/serving/run-server.ts'
const FORMATS = 'packages/formats/src'
const MODELS = 'packages/translator/src/models'

const LOADED_LATE: readonly LoadedLate[] = [
  {
    from: 'src/main.ts',
    to: ['src/cli/cli.ts', 'src/cli/world.ts', 'src/runtime/window.ts', 'src/runtime/end-process.ts'],
    why: 'what is imported before the cache of compiled code is open would be compiled at every start',
    atEveryStart: true,
  },
  { from: 'src/main.ts', to: ['node:cluster'], why: 'only a process that was forked asks for it' },
  {
    from: `${FORMATS}/open-game-text.ts`,
    to: [`${FORMATS}/keyed/open-keyed-text.ts`, `${FORMATS}/keyed/keyed-file.ts`],
    why: OTHER_GAMES,
  },
  { from: `${FORMATS}/keyed/keyed-paths.ts`, to: [`${FORMATS}/keyed/keyed-formats.ts`], why: OTHER_GAMES },
  { from: 'src/app/export/export-game-files.ts', to: [`${FORMATS}/keyed/translate-keyed-file.ts`], why: OTHER_GAMES },
  { from: 'src/app/export/export-targets.ts', to: [`${FORMATS}/keyed/read-project.ts`], why: OTHER_GAMES },
  { from: 'src/app/game/recognise-file.ts', to: [`${FORMATS}/keyed/keyed-file.ts`], why: OTHER_GAMES },
  { from: 'src/cli/commands/game-text/import-project.ts', to: ['src/app/describe-project.ts'], why: OTHER_GAMES },
  {
    from: 'src/app/providers/provider.ts',
    to: ['oauth4webapi'],
    why: 'most sites have no sign-in with an account elsewhere',
  },
  {
    from: 'src/store/door/open-store.ts',
    to: ['src/store/check/strict.ts'],
    why: 'only WINDROW_STRICT=1 has every write checked',
  },
  {
    from: 'src/admin/routes.ts',
    to: ['src/admin/pages/docs/show-docs.ts'],
    why: 'few who work on the site read the docs, and the library that reads Markdown is for them only',
  },
  {
    from: 'src/server.ts',
    to: [
      'hono',
      'src/admin/routes.ts',
      'src/admin/gatekeeper.ts',
      'src/api-legacy/routes.ts',
      'src/openapi/served.ts',
      'src/http/health.ts',
      'src/http/metrics.ts',
      'src/app/upkeep/metrics.ts',
      'src/app/upkeep/health.ts',
      'src/app/providers/provider.ts',
    ],
    why: 'API v1 answers before the other faces are read; each of them is loaded with its first request',
  },
  { from: 'src/server.ts', to: ['src/api-v2/routes.ts'], why: 'agents alone use API v2' },
  {
    from: 'src/server.ts',
    to: ['src/mcp/http.ts'],
    why: 'the library of MCP is large, and few stores are asked for it',
  },
  {
    from: 'src/server.ts',
    to: ['src/agent/local.ts', 'packages/translator/src/draft-one.ts'],
    why: 'few servers are told of a model that writes drafts',
  },
  {
    from: 'src/agent/local.ts',
    to: ['src/api-v2/routes.ts'],
    why: 'a command that only reads rows needs neither schemas nor the text gate',
  },
  {
    from: SERVER,
    to: ['src/search/upkeep.ts', 'src/app/caught-up.ts', 'src/app/upkeep/learn-letters.ts'],
    why: 'the index is looked after, and letters are learnt, when the first requests have been answered',
    atEveryStart: true,
  },
  {
    from: SERVER,
    to: ['src/cli/commands/serving/try-backups.ts'],
    why: 'the first trial of a backup is minutes away',
    atEveryStart: true,
  },
  { from: SERVER, to: ['src/cli/commands/upkeep/upgrade.ts'], why: 'a store is of an earlier windrow once' },
  { from: SERVER, to: ['src/cli/commands/serving/workers.ts'], why: 'most servers are one process' },
  {
    from: 'src/cli/commands/serving/up.ts',
    to: ['src/cli/commands/serving/demonstration.ts'],
    why: 'only up --demo needs it',
  },
  {
    from: 'src/cli/cli.ts',
    to: ['src/cli/refused-failure.ts'],
    why: 'a command that works needs no sentences of refusals',
  },
  {
    from: 'src/cli/cli.ts',
    to: ['src/cli/version.ts', 'src/cli/help.ts', 'src/cli/table-document.ts'],
    why: 'a command that works prints neither help nor version',
  },
  { from: 'src/runtime/listen.ts', to: ['@hono/node-server'], why: 'plain GETs need no objects of fetch' },
  {
    from: 'src/api-v1/routes.ts',
    to: ['zod', 'src/domain/checks/gate.ts', 'src/app/writes/write-batch.ts', 'src/api-v1/batches.ts'],
    why: 'zod is as large as the store and HTTP together; the parts come one by one, so that others are answered between',
  },
  {
    from: 'src/app/people/password-rules.ts',
    to: ['src/app/people/common-passwords.json'],
    why: 'a list that only a new password is held to',
  },
  { from: 'src/app/people/second-factor.ts', to: ['otpauth'], why: 'few people have a second factor' },
  { from: 'src/admin/pages/people/second-factor.ts', to: ['uqr'], why: 'a picture that a person sees once' },
  {
    from: 'src/app/backup/periodic-backups.ts',
    to: ['src/app/backup/backup-store.ts'],
    why: 'most starts make no backup',
  },
  {
    from: 'src/app/backup/periodic-backups.ts',
    to: ['src/app/backup/after-backup.ts'],
    why: 'most servers have no program to start after a backup',
  },
  {
    from: 'src/app/webhooks/keep-delivering.ts',
    to: ['src/app/webhooks/deliver.ts'],
    why: 'only a store with a webhook connects to other machines',
  },
  {
    from: 'src/app/webhooks/manage-webhooks.ts',
    to: ['src/app/webhooks/deliver.ts'],
    why: 'most commands and pages send nothing',
  },
  {
    from: `${MODELS}/families.ts`,
    to: ['@ai-sdk/openai-compatible', '@ai-sdk/openai', '@ai-sdk/anthropic'],
    why: 'an endpoint needs the client of its family only',
  },
  { from: `${MODELS}/endpoint-model.ts`, to: ['@ai-sdk/provider'], why: 'a model behind a command needs no client' },
  {
    from: 'src/cli/commands/agent/model-options.ts',
    to: [`${MODELS}/command-model.ts`, `${MODELS}/endpoint-model.ts`],
    why: 'a run asks one kind of model',
  },
  {
    from: 'src/cli/commands/agent/translate.ts',
    to: ['src/cli/commands/agent/by-jobs.ts'],
    why: 'most runs ask a model directly',
  },
  {
    from: 'src/cli/commands/agent/bought.ts',
    to: ['packages/translator/src/ledger.ts'],
    why: 'where no model was paid, no ledger is read',
  },
  {
    from: 'src/cli/commands/upkeep/doctor.ts',
    to: [
      'src/cli/commands/upkeep/doctor-files.ts',
      'src/cli/commands/upkeep/doctor-game.ts',
      'src/cli/commands/upkeep/doctor-store.ts',
    ],
    why: 'a computer without the storage engine must still be told what is wrong',
  },
  {
    from: 'src/cli/commands/agent/rows.ts',
    to: ['src/agent/rows-at.ts'],
    why: 'most rows are asked of a server, which needs no store here',
  },
  { from: 'src/cli/with-agent.ts', to: ['src/agent/local.ts'], why: 'a server elsewhere needs no store' },
  { from: 'src/cli/with-agent.ts', to: ['src/agent/remote.ts'], why: 'a store here needs no client' },
]

/** Each module that is loaded late, and by which. */
export const LATE = LOADED_LATE.flatMap(({ to, ...row }) => to.map((each) => ({ ...row, to: each })))

/** Where the table says nothing of its own: each line is a loader, and the file says why. */
const TABLES = ['src/cli/commands.ts', 'src/parts.ts']

/** Modules loaded late that the table does not know, and rows of it that nothing loads. */
export function lateLoading(sources: readonly Source[]): readonly Finding[] {
  const found = sources
    .filter(({ path }) => PROGRAM.test(path) && !TABLES.includes(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ isLate }) => isLate)
        .map(({ target, line }) => ({ from: source.path, to: target, line })),
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
