// A small game with people and keys, made with the command line, and a running server: what the contract tests ask.
import { createHash } from 'node:crypto'
import { textLines } from './game-files.ts'
import { done, type RunningServer } from './program.ts'
import { programWorld } from './program-world.ts'
import { type Answer, type Ask, send } from './v1-client.ts'
import { answerCheck } from './v1-openapi.ts'

/** Rows of the game by what is special about them, in the order of their ordinals. */
export const ROWS = {
  plain: '00000000000000a1',
  tokens: '00000000000000a2',
  service: '00000000000000a3',
  inDiff: '00000000000000a4',
  glossary: '00000000000000a5',
  long: '00000000000000a6',
  caption: '00000000000000a7',
  colour: '00000000000000a8',
  printf: '00000000000000a9',
  short: '00000000000000aa',
  deleted: '00000000000000ab',
  spare1: '00000000000000b1',
  spare2: '00000000000000b2',
  spare3: '00000000000000b3',
  spare4: '00000000000000b4',
  spare5: '00000000000000b5',
  diffOnly: '00000000000000c1',
  diffService: '00000000000000c2',
} as const
export type RowName = keyof typeof ROWS

const MAIN: Readonly<Partial<Record<RowName, string>>> = {
  plain: 'Welcome home, wanderer.',
  tokens: 'You have {0} and {0} coins in $E.',
  service: '12:34',
  inDiff: 'The old gate is closed.',
  glossary: 'The Jianghu is wide.',
  long: 'A long time ago, when the mountains were young, nine swords were forged in a single night by one smith.',
  caption: 'Raise <Agility|780|#C|15> now',
  colour: '#FF0000Red#E and plain\nsecond line',
  printf: 'From %s take %d',
  short: 'Yes',
  deleted: 'Removed by the diff',
  spare1: 'First spare row of text',
  spare2: 'Second spare row of text',
  spare3: 'Third spare row of text',
  spare4: 'Fourth spare row of text',
  spare5: 'Fifth spare row of text',
}
const DIFF: Readonly<Partial<Record<RowName, string | null>>> = {
  inDiff: 'The new gate is open.',
  deleted: null,
  diffOnly: 'A fresh wind rises.',
  diffService: '{0}: 99',
}
const REFERENCE: Readonly<Partial<Record<RowName, string>>> = { plain: '欢迎回家。', inDiff: '旧门已关。' }
const REFERENCE_DIFF: Readonly<Partial<Record<RowName, string>>> = { inDiff: '新门已开。' }

export const sourceOf = (row: RowName): string => DIFF[row] ?? (row in DIFF ? '' : (MAIN[row] ?? ''))
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
export const sourceHashOf = (row: RowName): string => hashOf(sourceOf(row))

const linesOf = (texts: Readonly<Partial<Record<RowName, string | null>>>): string =>
  textLines(Object.fromEntries(Object.entries(texts).map(([name, text]) => [ROWS[name as RowName], text])))

const secretOf = (name: string): string => `wdr_${hashOf(name).slice(0, 60)}`

export interface KeyPlan {
  readonly user: string
  readonly role?: string
  /** A million unless told otherwise; `role`: the default of the role. */
  readonly rate?: number | 'role'
  readonly options?: readonly string[]
}

export interface V1World<Keys extends string> {
  readonly server: RunningServer
  readonly data: string
  readonly keys: Readonly<Record<Keys, string>>
  /** Runs a command on the same data. */
  windrow(...argv: string[]): Promise<string>
  /** Asks below /api/v1 and holds the answer to the document. */
  ask(ask: Ask): Promise<Answer>
  close(): Promise<void>
}

/** Makes a game, people with one key each, and a server. */
export async function v1World<Keys extends string>(
  plans: Readonly<Record<Keys, KeyPlan>>,
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<V1World<Keys>> {
  const world = programWorld()
  const windrow = (...argv: string[]): Promise<string> => world.done(argv)
  const files = { main: MAIN, diff: DIFF, reference: REFERENCE, 'reference-diff': REFERENCE_DIFF }
  const slots = Object.entries(files).flatMap(([slot, texts]) => [
    `--${slot}`,
    world.file(`${slot}.jsonl`, linesOf(texts)),
  ])
  await windrow('import', ...slots)
  const names = Object.keys(plans) as Keys[]
  const people = new Map(names.map((name) => [plans[name].user, plans[name].role ?? 'user']))
  await inTwos([...people], ([user, role]) => windrow('user', 'add', user, '--role', role))
  await inTwos(names, (name) => {
    const { user, rate = 1_000_000, options: extra = [] } = plans[name]
    const ceiling = rate === 'role' ? [] : ['--requests-per-minute', String(rate)]
    const argv = ['key', 'create', '--user', user, '--name', name, '--secret-stdin', ...ceiling, ...extra]
    return world.done(argv, `${secretOf(name)}\n`)
  })
  const glossary = 'source,forms\nJianghu,Цзянху*|Цзяньху*\n'
  await windrow('glossary', 'import', world.file('glossary.csv', glossary))
  const [document, server] = await Promise.all([done(['openapi']), world.serve([], options.env)])
  const answers = answerCheck(JSON.parse(document))
  return {
    server,
    data: world.data,
    keys: Object.fromEntries(names.map((name) => [name, secretOf(name)])) as Record<Keys, string>,
    windrow,
    async ask(asked) {
      const ask = { ...asked, path: `/api/v1${asked.path}` }
      const answer = await send(server.port, ask)
      answers.check(ask, answer)
      return answer
    },
    close: () => world.close(),
  }
}

/** Two command lines at a time: more only take each other's processor. */
async function inTwos<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < things.length; at += 2) await Promise.all(things.slice(at, at + 2).map(work))
}
