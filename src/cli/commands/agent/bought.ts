// What the ledgers of this machine say, for `windrow doctor` and `windrow stats`: what waits to be written, and what was spent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Paid } from '../../../../packages/translator/src/account.ts'
import type { Waiting } from '../../../../packages/translator/src/ledger.ts'
import { counted, numeral } from '../../../base/numeral.ts'
import type { CommandContext } from '../../command.ts'
import { ownFolder } from '../../store-home.ts'
import { tableLines } from '../../streams/lines.ts'

/** A finding as `windrow doctor` lists it. */
interface Diagnosis {
  readonly what: string
  readonly status: 'ok' | 'warning'
  readonly message: string
}

interface Bought {
  readonly spent: readonly Paid[]
  readonly waiting: Waiting
}

/** What a ledger says. Null: no model was paid. */
async function readLedger(folder: string): Promise<Bought | null> {
  const path = join(folder, 'model-ledger')
  if (!existsSync(path)) return null
  const { Ledger } = await import('../../../../packages/translator/src/ledger.ts')
  const ledger = new Ledger(path, {})
  return { spent: await ledger.spent(), waiting: await ledger.waiting() }
}

/** What was bought for the store on this machine. */
export const boughtHere = ({ config }: CommandContext): Promise<Bought | null> => readLedger(config.data)

const namedMax = 5

/** Findings about bought texts that are not written yet, for the store here and for servers elsewhere. */
export async function diagnoseBought(context: CommandContext): Promise<Diagnosis[]> {
  const own = ownFolder(context)
  const here = await boughtHere(context)
  const elsewhere = own === null ? null : await readLedger(own)
  return [
    ...(here === null ? [] : [diagnosisOf(here, 'windrow translate --resume --as NAME')]),
    ...(elsewhere === null ? [] : [diagnosisOf(elsewhere, 'windrow translate --resume, with WINDROW_URL,')]),
  ]
}

function diagnosisOf({ spent, waiting }: Bought, command: string): Diagnosis {
  const what = 'bought texts'
  const costs = spent.flatMap(({ cost }) => cost ?? [])
  const cost = costs.length === 0 ? '' : `, ${costs.reduce((a, b) => a + b).toFixed(4)} by the prices`
  const all = `${counted(
    spent.reduce((sum, { prompts }) => sum + prompts, 0),
    'prompt',
  )} paid so far${cost}`
  if (waiting.texts === 0) return { what, status: 'ok', message: `all are written; ${all}` }
  const names = waiting.purchases.slice(0, namedMax).map(({ name, texts, model }) => `${name} (${texts} of ${model})`)
  const more = waiting.purchases.length > namedMax ? ` and ${waiting.purchases.length - namedMax} more` : ''
  return {
    what,
    status: 'warning',
    message:
      `${counted(waiting.texts, 'text')} are waiting to be saved: ${names.join(', ')}${more}; ` +
      `${command} saves them, --give-up forgets them; ${all}`,
  }
}

export const boughtLines = ({ spent, waiting }: Bought): string[] => [
  '',
  ...tableLines(spent, {
    provider: ({ provider }) => provider || '-',
    model: ({ model }) => model,
    prompts: ({ prompts }) => prompts,
    'tokens in': ({ tokens }) => tokens.input,
    'tokens out': ({ tokens }) => tokens.output,
    cost: ({ cost }) => cost?.toFixed(4) ?? '-',
  }),
  ...(waiting.texts === 0 ? [] : [`bought but not saved: ${numeral(waiting.texts)}`]),
]
