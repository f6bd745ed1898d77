// The ledger (the files of bought texts) on the command line: where it lies, what waits in it, writing that without a model,
// and giving it up.
import { join } from 'node:path'
import { counted } from '../../../base/numeral.ts'
import { Ledger, type Owner } from '../../../../packages/translator/src/ledger.ts'
import { amountText, waitingLines } from '../../../../packages/translator/src/report.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { ownFolder } from '../../store-home.ts'

/** The folder for a ledger: that of the store, or the person's own where the store is behind a server. */
export const besideStore = ({ platform, env, config }: CommandContext, isHere: boolean): string =>
  (isHere ? null : ownFolder({ platform, env })) ?? config.data

/** The ledger of a store. `url`: that of its server; null for the store on this machine. */
export function ledgerOf(context: CommandContext, url: string | null, owner: Partial<Omit<Owner, 'server'>>): Ledger {
  const { host, pathname } = new URL(url ?? 'file:///')
  const server = url === null ? '' : host + pathname
  return new Ledger(join(besideStore(context, url === null), 'model-ledger'), { server, ...owner })
}

/** The ledger of the store or server that the options name, with the purchases of all persons; null: they name none. */
function namedLedger(context: CommandContext, args: ParsedArgs): Ledger | null {
  const person = args.text('as')
  if (person !== undefined) return ledgerOf(context, null, {})
  const url = context.env['WINDROW_URL'] ?? ''
  return URL.canParse(url) ? ledgerOf(context, url, {}) : null
}

/** When a run ends by an error and has no report, the error also tells what was bought and waits, whoever bought it. */
export async function tellingWaiting(context: CommandContext, args: ParsedArgs, error: unknown): Promise<unknown> {
  const ledger = namedLedger(context, args)
  const { texts } = (await ledger?.waiting()) ?? { texts: 0 }
  if (ledger === null || texts === 0) return error
  const what = `${counted(texts, 'text')} from earlier runs are waiting in ${ledger.folder}`
  const said = `${what}; the next successful run saves them first`
  if (!(error instanceof Failure)) {
    context.note(said)
    return error
  }
  const { message, code, hint, exit, refusal } = error
  const both = hint === null || hint === '' ? said : `${hint.replace(/\.$/, '')}; ${said}`
  return new Failure(message, { code, exit, hint: both, ...(refusal !== null && { refusal }) })
}

/** `--give-up`: forgets texts that were bought, by name. */
export async function giveUp(context: CommandContext, args: ParsedArgs): Promise<void> {
  const ledger = namedLedger(context, args)
  if (ledger === null)
    throw new Usage('use --as NAME for the local store, or set WINDROW_URL and WINDROW_KEY for a server')
  const names = (args.text('give-up') ?? '').split(',').map((name) => name.trim())
  const { gone, unknown } = await ledger.giveUp(names)
  if (unknown.length > 0)
    throw new Failure(
      `there is nothing in ${ledger.folder} called ${unknown.join(', ')}; windrow doctor lists what is waiting`,
    )
  const { texts, cost, purchases } = gone
  context.answer({ given_up: { texts, cost, purchases } }, () => [
    texts === 0 ? 'there was nothing to give up' : `given up: ${counted(texts, 'bought text')}${amountText(cost)}`,
    ...waitingLines(gone).slice(1, -1),
  ])
}
