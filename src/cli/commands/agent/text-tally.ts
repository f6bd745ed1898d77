// Counts what becomes of texts that a command sends, prints refusals and doubts as they come, and the result.
import type { AgentQuota, AgentRefused, TextOutcome, TextProblem } from '../../../agent/agent.ts'
import { counted, numeral } from '../../../base/numeral.ts'
import type { CommandContext } from '../../command.ts'
import { EXIT, type Failure } from '../../failure.ts'
import { errorDocument, lineOf } from '../../report-failure.ts'
import { isoTimeOrNull } from '../../streams/lines.ts'
import { failureOfRefusal } from '../../with-agent.ts'
import { CaptionShare } from '../caption-share.ts'

export class TextTally {
  readonly #context: CommandContext
  readonly #isJsonLines: boolean
  readonly #counts = { sent: 0, written: 0, proposed: 0, unchanged: 0, rejected: 0, copies: 0 }
  /** How many rows stayed as they were although another text was sent. */
  #kept = 0
  #warned = 0
  #unreadable = 0
  #hasSlipped = false
  readonly #captions = new CaptionShare()
  #quota: AgentQuota | null = null
  /** Texts with problems, kept only for --json, which prints them together at the end. */
  readonly #lists = { refused: [] as object[], warned: [] as object[], unreadable: [] as object[] }

  constructor(context: CommandContext, isJsonLines: boolean) {
    this.#context = context
    this.#isJsonLines = isJsonLines
  }

  add(outcomes: readonly TextOutcome[], quota: AgentQuota | null = null): void {
    this.#quota = quota ?? this.#quota
    for (const outcome of outcomes) {
      this.#counts.sent++
      this.#counts[outcome.status]++
      if (outcome.reason === 'already_filled') this.#kept++
      this.#counts.copies += outcome.copies?.written ?? 0
      this.#hasSlipped ||= outcome.warnings.some(({ rule }) => rule === 'ALIGN_01')
      if (outcome.status === 'rejected') {
        this.#captions.add(outcome.errors.map(({ rule }) => rule))
        this.#print('refused', refusalDocument(outcome), refusalLines(outcome))
      } else if (outcome.warnings.length > 0) {
        this.#warned++
        this.#print('warned', warningDocument(outcome), warningLines(outcome))
      }
    }
  }

  addUnreadable(line: number, problem: string): void {
    this.#unreadable++
    this.#print('unreadable', { line, problem }, [`line ${line}\tunreadable\t${problem}`])
  }

  #print(list: 'refused' | 'warned' | 'unreadable', document: object, lines: readonly string[]): void {
    if (this.#context.json) this.#lists[list].push(document)
    else for (const line of this.#isJsonLines ? [JSON.stringify(document)] : lines) this.#context.data(`${line}\n`)
  }

  /**
   * Prints the result and returns the exit code. `stopped`: why the remaining texts were not sent. `left`: texts that were not sent,
   * because there is nothing to do, by reason.
   */
  end(good: 'saved' | 'good', stopped: AgentRefused | null, left: Readonly<Record<string, number>> = {}): number {
    const [context, counts] = [this.#context, this.#counts]
    const failure = stopped === null ? null : failureOfRefusal(stopped)
    if (context.json) context.answer(this.#document(good, failure, left), () => [])
    const unread = this.#unreadable === 0 ? '' : `, ${counted(this.#unreadable, 'line')} not read`
    const copied = counts.copies === 0 ? '' : `, ${counted(counts.copies, 'copy', 'copies')}`
    const same = counts.unchanged - this.#kept
    const there = same === 0 ? '' : ` (${same} of them there already)`
    const kept =
      this.#kept === 0 ? '' : `, ${this.#kept} left out because their rows have another text (--overwrite replaces it)`
    const accepted = counts.sent - counts.rejected - this.#kept
    const doubtful = this.#warned === 0 ? '' : `, ${this.#warned} of the ${good} doubtful`
    const idle = Object.entries(left).flatMap(([why, count]) => (count === 0 ? [] : [`, ${numeral(count)} ${why}`]))
    const refused = `, ${counts.rejected} refused`
    const isNothing = failure === null && counts.sent + this.#unreadable === 0 && idle.length === 0
    context.note(
      isNothing
        ? 'no text came in; give one line per text: a row, a tab and the text'
        : `${accepted} of ${counts.sent} ${good}${there}${copied}${refused}${doubtful}${unread}${kept}${idle.join('')}`,
    )
    if (this.#hasSlipped)
      context.note('these translations look shifted by a row: translate the whole batch again, and match texts by row')
    const captions = this.#captions.sentence()
    if (captions !== null) context.note(captions)
    if (failure !== null) {
      context.stderr.write(`${context.paint('error', 'error:')} the rest were not sent: ${lineOf(failure)}\n`)
      return failure.exit
    }
    return counts.rejected + this.#unreadable > 0 || this.#hasSlipped ? EXIT.someRefused : EXIT.done
  }

  /** The document for --json. `'good'`: the texts were only checked, so nothing was written. */
  #document(good: 'saved' | 'good', failure: Failure | null, left: Readonly<Record<string, number>>): object {
    const quota = this.#quota
    const { sent, rejected } = this.#counts
    return {
      ...(good === 'saved' ? this.#counts : { sent, good: sent - rejected, rejected }),
      ...left,
      ...this.#lists,
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

/** Advice about refusals that are not about the text. The API's own advice is about requests. */
const ADVICE: Readonly<Record<string, string>> = {
  stale_source: 'Read the row again and translate its present source.',
  stale_head: 'Look at it with windrow row, then leave it, or send yours with its revision.',
  entry_not_found: 'Leave it out: the id is wrong, or the game has dropped the row.',
  active_proposal_exists: 'Leave it out until the other one is reviewed.',
}

const refusalLines = ({ rowId, errors }: TextOutcome): string[] =>
  errors.map(({ rule, code, message }) => {
    const said = [message, ...(rule === null && code in ADVICE ? [ADVICE[code]] : [])].join(' ')
    return problemLine(rowId, rule ?? code, said)
  })

/** The warnings about a text as lines. A `!` before the rule marks them as warnings. */
const warningLines = ({ rowId, warnings }: TextOutcome): string[] =>
  warnings.map(({ rule, code, message }) => problemLine(rowId, `!${rule ?? code}`, message))

const problemLine = (rowId: string, rule: string, said: string): string =>
  `${rowId}\t${rule}\t${said.replaceAll(/\s+/g, ' ')}`
