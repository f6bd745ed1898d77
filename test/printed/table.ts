// Every block that the pages print, in their order, by how it begins: how it is run, or why it is not. A block that is not here fails.
export type Around = 'game' | 'another game' | 'sample' | 'agents' | 'cookbook'

export interface Run {
  /** The blocks of one surrounding are one story: they run in one folder and one shell, in the order of PAGES. */
  readonly around: Around
  /** What the page says in words, done before. */
  readonly first?: string
  /** It writes beside the data folder, which the page on Deno says to allow. */
  readonly writesHere?: true
  /** Does not end by itself: ends with the first that it prints. */
  readonly isEndless?: true
}
/** The reason why it is not run. */
type NotRun = string

const INSTALLS = 'installs packages from the registry; .ci/run does so on a bare clone'
const BUILDS = 'builds; .ci/run does, and test/runtime looks at what comes of it'
const SHAPE = 'shows a shape'
const RECIPE = 'test/recipes runs it with the program it is for, as root'
const NEEDS_DOCKER = 'needs Docker and a built executable'
const ELSEWHERE = 'asks a machine elsewhere, for money'
const OTHERS_PROGRAM = "a model client's own command"

const STALE = `
windrow user add Olena --role admin
windrow import --main patched/translate_words_map_en --diff patched/translate_words_map_en_diff
`
const APPROVED = `
windrow user add Tom --role translator
windrow rows --state machine --limit 1 --as Tom | my-llm | windrow write --model M --as Tom
windrow proposal approve 1 --as Ada
`

export const PRINTED: Readonly<Record<string, readonly (readonly [begins: string, how: Run | NotRun])[]>> = {
  'README.md': [
    ['npm ci --omit=dev', INSTALLS],
    ['npm ci && npm test', INSTALLS],
    ['windrow import --main untouched/', { around: 'game' }],
    ['windrow export --main untouched/', { around: 'game', writesHere: true }],
    ['windrow user add Ada', { around: 'sample' }],
  ],
  'CONTRIBUTING.md': [
    ['npm ci', 'the steps of .ci/run'],
    ['// an expected refusal', SHAPE],
  ],
  'docs/agents.md': [
    ["cat > batch.json <<'END'", { around: 'sample' }],
    ['windrow user add Ada', { around: 'agents' }],
    ['POST   /api/v2/claims', SHAPE],
    ['windrow rows --state none', { around: 'agents' }],
    ['while :; do', { around: 'sample', first: 'export WINDROW_URL=http://127.0.0.1:8787 WINDROW_KEY=$KEY' }],
  ],
  'docs/another-game.md': [
    ['windrow import --profile generic', { around: 'another game', writesHere: true }],
    ['$ windrow import', SHAPE],
  ],
  'docs/makers/architecture.md': [
    ['scripts, agents', SHAPE],
    ['src/', SHAPE],
    ['base ◄', SHAPE],
    ['   others write', SHAPE],
  ],
  'docs/command-line.md': [
    ['{"rows" |', SHAPE],
    ['windrow rows --state none', { around: 'sample' }],
    ['# terms: gate', SHAPE],
    ['{"code": "skippable_damage"', SHAPE],
  ],
  'docs/api-v2.md': [
    ['POST   /api/v2/claims', SHAPE],
    ['curl -s -H "X-API-Key: $KEY" "http://127.0.0.1:8787/api/v2/labels"', { around: 'sample' }],
    ['{"id": 812', SHAPE],
    ['curl -sN', { around: 'sample', isEndless: true }],
  ],
  'docs/backups.md': [
    ['windrow backup before', { around: 'agents', writesHere: true }],
    ['#!/bin/sh\nrclone', "needs rclone or restic, and a place of one's own"],
  ],
  'docs/cookbook.md': [
    ['export API=', { around: 'cookbook', first: 'windrow user add Ada --role admin' }],
    ['ask() {', { around: 'cookbook', first: 'export MY_LLM=careless' }],
    ['import json, os', { around: 'cookbook' }],
    ['import { execFileSync', { around: 'cookbook', first: 'windrow revert --provider example --as Ada' }],
  ],
  'docs/exchange.md': [
    ['windrow exchange export stale.po', { around: 'game', first: STALE, writesHere: true }],
    ['#. windrow: row=', SHAPE],
    [
      'windrow exchange export items.json',
      { around: 'game', first: 'windrow label add-rule kind:item source --pattern "*"', writesHere: true },
    ],
    ['windrow exchange export stale.xlf', { around: 'game', writesHere: true }],
  ],
  'docs/game-files.md': [
    ['0   u32     magic', SHAPE],
    ['0   u64 capacity', SHAPE],
    ['windrow import --official', { around: 'game', first: 'cp untouched/translate_words_map_de* .' }],
  ],
  'docs/legacy-api.md': [
    ['windrow user add Bohdan', { around: 'agents' }],
    ['windrow key create --user Bohdan', { around: 'sample', first: 'windrow user add Bohdan --role moderator' }],
    ['curl -s -H "X-API-Key: $BOT"', { around: 'sample', first: 'BOT=$(cat old-key.txt)' }],
    ['{"success": true, "action": "propose"', SHAPE],
    ['{"success": true, "action": "update_ai', SHAPE],
    ['{"success": true, "action": "show_info"', SHAPE],
  ],
  'docs/mcp.md': [
    ['claude mcp add windrow', OTHERS_PROGRAM],
    ['claude mcp add --transport', OTHERS_PROGRAM],
  ],
  'docs/merging.md': [
    ['windrow export --to team.jsonl', { around: 'agents', writesHere: true }],
    ['{"format":"windrow history"', SHAPE],
  ],
  'docs/operations.md': [
    ['deno run', 'is what every other block runs on, on Deno'],
    ['scrape_configs:', SHAPE],
  ],
  'docs/own-profile.md': [
    ['$ windrow doctor', SHAPE],
    ['mkdir -p Mods', { around: 'another game', writesHere: true }],
    ['mkdir -p game/tl', { around: 'another game', writesHere: true }],
    ['mkdir -p texts', { around: 'another game', writesHere: true }],
  ],
  'docs/releases.md': [
    ['windrow edition add ukrainian', { around: 'game' }],
    ['windrow publish --to public', { around: 'game', writesHere: true }],
    ['Package/HD/', SHAPE],
    ['{"format":"windrow-delta"', SHAPE],
  ],
  'docs/makers/releasing.md': [
    ['openssl genpkey', BUILDS],
    ['windrow verify', 'needs a built release; test/runtime/update.packed.ts verifies one'],
    ['git checkout COMMIT', BUILDS],
    ['npm run build', BUILDS],
  ],
  'docs/service.md': [
    ['[Unit]', RECIPE],
    ['docker build', NEEDS_DOCKER],
    ['windrow serve --trusted-proxy', { around: 'agents' }],
    ['words.example.org', RECIPE],
    ['server {', RECIPE],
    ['/var/log/windrow.log', RECIPE],
  ],
  'docs/start.md': [['windrow export --to all.jsonl', { around: 'game', writesHere: true }]],
  'docs/translate.md': [
    ['windrow setting set target_language uk', { around: 'agents' }],
    ['windrow translate --endpoint http://127.0.0.1:11434/v1', { around: 'agents' }],
    ['windrow compare', { around: 'agents', first: APPROVED }],
    ['windrow translate --endpoint https://openrouter.ai', ELSEWHERE],
    ['windrow translate --review', { around: 'agents' }],
    ['windrow translate --endpoint https://api.openai.com', ELSEWHERE],
    ['windrow translate --resume', "a purchase of one's own: slow/ledger.test.ts"],
  ],
  'docs/makers/translating-windrow.md': [
    ['html`<p', SHAPE],
    ['"Press <b>', SHAPE],
  ],
  'docs/webhooks.md': [
    ['windrow webhook add', { around: 'agents' }],
    ['POST /windrow', SHAPE],
    ['import hashlib', 'test/outside/events.test.ts'],
  ],
  'docs/windows.md': [['.\\windrow-windows-x64.exe up', 'PowerShell on Windows']],
  'docs/workbench.md': [['"draft": {', SHAPE]],
}
