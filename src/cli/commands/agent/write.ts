// `windrow write` and `windrow validate`: texts from lines as they arrive; prints refusals and doubts.
import { counted } from '../../../base/numeral.ts'
import type { Agent, AgentRefused, AgentText, TextOrigin, TextOutcome, TextProblem } from '../../../agent/agent.ts'
import { parseTextLine } from '../../../agent/text-lines.ts'
import { batchItemsMax, clientLengthMax, providerLengthMax } from '../../../domain/limits.ts'
import { isClientText } from '../../../domain/revision.ts'
import type { Client } from '../../../domain/row.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, type Failure, Usage } from '../../failure.ts'
import { isoTimeOrNull } from '../../screen/lines.ts'
import { errorDocument, lineOf } from '../../report-failure.ts'
import { linesOf } from '../../streams/input.ts'
import { failureOfRefusal, withAgent } from '../../with-agent.ts'

const defaultProvider = 'local'

export async function write(context: CommandContext, args: ParsedArgs): Promise<number> {
  const origin: TextOrigin = {
    model: nameOf(args, 'model', ''),
    provider: nameOf(args, 'provider', defaultProvider),
    copies: args.flag('copies'),
    client: clientFrom(args),
  }
  const isOverwriting = args.flag('overwrite')
  return await withAgent(context, args, async (agent) => {
    const tally = new Tally(context, args)
    for await (const batch of batchesOf(context, args, tally)) {
      const texts = isOverwriting
        ? batch.map((text) => ({ ...text, replaces: text.replaces ?? ('any' as const) }))
        : batch
      const { outcomes, quota, stopped } = await agent.write(texts, origin)
      tally.add(outcomes)
      tally.quota = quota ?? tally.quota
      if (stopped !== null) return tally.end('saved', stopped)
    }
    return tally.end('saved', null)
  })
}

export async function validate(context: CommandContext, args: ParsedArgs): Promise<number> {
  return await withAgent(context, args, async (agent: Agent) => {
    const tally = new Tally(context, args)
    for await (const batch of batchesOf(context, args, tally)) tally.add(await agent.check(batch))
    return tally.end('good', null)
  })
}

/** The program named by the options, else this command. */
function clientFrom(args: ParsedArgs): Client {
  const of = (option: 'client' | 'client-version' | 'prompt-version'): string | null => {
    const text = args.text(option)?.trim() ?? null
    if (text === null || isClientText(text)) return text
    throw new Usage(`--${option} must be 1 to ${clientLengthMax} printable characters`)
  }
  const [name, version, prompt] = [of('client'), of('client-version'), of('prompt-version')]
  if (name !== null) return { name, version, prompt }
  if (version !== null) throw new Usage('--client-version needs the name of the program: --client NAME')
  return { name: 'windrow write', version: versionInfo().version, prompt }
}

function nameOf(args: ParsedArgs, option: 'model' | 'provider', absent: string): string {
  const name = (args.text(option) ?? absent).trim()
  if (name.length > 0 && name.length <= providerLengthMax && !/\p{Cc}/u.test(name)) return name
  throw new Usage(`--${option} must be 1 to ${providerLengthMax} characters without control characters`)
}

/** Groups texts, at most 50 together; unreadable lines go to the tally. */
async function* batchesOf(context: CommandContext, args: ParsedArgs, tally: Tally): AsyncGenerator<AgentText[]> {
  let batch: AgentText[] = []
  for await (const { line, number } of linesOf(context, args.optionalArgument('FILE') ?? '-')) {
    const text = parseTextLine(line)
    if (text === null) continue
    if (!text.ok) tally.addUnreadable(number, text.refusal)
    else if (batch.push(text.value) === batchItemsMax) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

class Tally {
  quota: { readonly remaining: number; readonly resetsAtMs: number } | null = null
  readonly #context: CommandContext
  readonly #isJsonLines: boolean
  readonly #counts = { sent: 0, written: 0, proposed: 0, unchanged: 0, rejected: 0, copies: 0 }
  /** Unchanged rows with another text than the one sent. */
  #kept = 0
  readonly #refused: object[] = []
  readonly #warned: object[] = []
  #hasSlipped = false
  readonly #unreadable: { line: number; problem: string }[] = []

  constructor(context: CommandContext, args: ParsedArgs) {
    this.#context = context
    this.#isJsonLines = args.flag('jsonl')
  }

  add(outcomes: readonly TextOutcome[]): void {
    for (const outcome of outcomes) {
      this.#counts.sent++
      this.#counts[outcome.status]++
      if (outcome.reason === 'already_filled') this.#kept++
      this.#counts.copies += outcome.copies?.written ?? 0
      this.#hasSlipped ||= outcome.warnings.some(({ rule }) => rule === 'ALIGN_01')
      if (outcome.status === 'rejected') this.#print(this.#refused, refusalDocument(outcome), refusalLines(outcome))
      else if (outcome.warnings.length > 0) this.#print(this.#warned, warningDocument(outcome), warningLines(outcome))
    }
  }

  addUnreadable(line: number, problem: string): void {
    this.#unreadable.push({ line, problem })
    if (!this.#context.json) this.#say({ line, problem }, [`line ${line}\tunreadable\t${problem}`])
  }

  #print(list: object[], document: object, lines: readonly string[]): void {
    list.push(document)
    if (!this.#context.json) this.#say(document, lines)
  }

  #say(document: object, lines: readonly string[]): void {
    for (const line of this.#isJsonLines ? [JSON.stringify(document)] : lines) this.#context.data(`${line}\n`)
  }

  /** Prints the result and returns the exit code. `stopped`: why the remaining texts were not sent. */
  end(good: 'saved' | 'good', stopped: AgentRefused | null): number {
    const { context, counts } = { context: this.#context, counts: this.#counts }
    const failure = stopped === null ? null : failureOfRefusal(stopped)
    if (context.json) context.answer(this.#document(good, failure), () => [])
    const unread = this.#unreadable.length === 0 ? '' : `, ${counted(this.#unreadable.length, 'line')} not read`
    const copied = counts.copies === 0 ? '' : `, ${counted(counts.copies, 'copy', 'copies')}`
    const same = counts.unchanged - this.#kept
    const there = same === 0 ? '' : ` (${same} of them there already)`
    const kept =
      this.#kept === 0 ? '' : `, ${this.#kept} left out: their rows have another text, --overwrite replaces it`
    const accepted = counts.sent - counts.rejected - this.#kept
    const doubtful = this.#warned.length === 0 ? '' : `, ${this.#warned.length} of the ${good} doubtful`
    context.note(
      `${accepted} of ${counts.sent} ${good}${there}${copied}, ${counts.rejected} refused${doubtful}${unread}${kept}`,
    )
    if (this.#hasSlipped)
      context.note('texts stand beside the wrong rows: translate the whole batch again, by its rows')
    if (failure !== null) context.stderr.write(`error: the rest was not sent: ${lineOf(failure)}\n`)
    if (failure !== null) return failure.exit
    return counts.rejected + this.#unreadable.length > 0 || this.#hasSlipped ? EXIT.someRefused : EXIT.done
  }

  /** `'good'`: the texts were only checked, so nothing was written. */
  #document(good: 'saved' | 'good', failure: Failure | null): object {
    const { quota } = this
    const { sent, rejected } = this.#counts
    return {
      ...(good === 'saved' ? this.#counts : { sent, good: sent - rejected, rejected }),
      refused: this.#refused,
      warned: this.#warned,
      unreadable: this.#unreadable,
      ...(quota !== null && { quota: { remaining: quota.remaining, resets_at: isoTimeOrNull(quota.resetsAtMs) } }),
      ...(failure !== null && errorDocument(failure)),
    }
  }
}

const problemDocument = ({ code, rule, message, details }: TextProblem): object => ({
  code,
  rule_code: rule,
  message,
  details,
})

const refusalDocument = ({ rowId, status, errors, warnings }: TextOutcome): object => ({
  row_id: rowId,
  status,
  errors: errors.map(problemDocument),
  warnings: warnings.map(problemDocument),
})

const warningDocument = ({ rowId, status, warnings }: TextOutcome): object => ({
  row_id: rowId,
  status,
  warnings: warnings.map(problemDocument),
})

/** Advice for refusals that are not about the text, because the API's messages are about requests. */
const ADVICE: Readonly<Record<string, string>> = {
  stale_source: 'Take the row again and translate what it says now.',
  stale_head: 'Look at it with windrow row: leave it, or send yours with its revision.',
  entry_not_found: 'Leave it out: the id is wrong, or the game has dropped the row.',
  active_proposal_exists: 'Leave it out until that one is reviewed.',
}

const refusalLines = ({ rowId, errors }: TextOutcome): string[] =>
  errors.map(({ rule, code, message }) => {
    const said = [message, ...(rule === null && code in ADVICE ? [ADVICE[code]] : [])].join(' ')
    return problemLine(rowId, rule ?? code, said)
  })

/** A `!` before the rule marks warnings. */
const warningLines = ({ rowId, warnings }: TextOutcome): string[] =>
  warnings.map(({ rule, code, message }) => problemLine(rowId, `!${rule ?? code}`, message))

const problemLine = (rowId: string, rule: string, said: string): string =>
  `${rowId}\t${rule}\t${said.replaceAll(/\s+/g, ' ')}`
