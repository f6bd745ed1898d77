// The report at the end of a run, as lines and as JSON, and its exit code.
import { counted, countsText, numeral } from '../../../src/base/numeral.ts'
import { toLine } from '../../../src/agent/text-lines.ts'
import type { Waiting } from './ledger.ts'
import type { Outcome } from './run.ts'
import type { Spending } from './spending.ts'
import type { Stopped, Tally } from './tally.ts'

const namedMax = 50

const againWords = 'run it again to continue'

/** The report as lines. `showsLast`: with the model's last answer about each row that was given up. */
export function reportLines(
  { tally, stopped, waiting, open }: Outcome,
  spending: Spending,
  seconds: number,
  showsLast: boolean,
): string[] {
  const { written, proposed, copies, kept, left, refused, givenUp, calls, waits } = tally
  const each = tokensPerRow(tally, spending)
  const { input, output } = spending.spent
  const about = spending.isEstimated ? 'about ' : ''
  const minutes = seconds / 60
  const done = written + proposed + copies + kept
  return [
    ...(kept > 0 ? [`kept as they are: ${counted(kept, 'text')}`] : []),
    ...(done === 0 || written > 0
      ? [
          `written: ${counted(written + copies, 'row')}${copies > 0 ? `, ${numeral(copies)} of them for having the same source` : ''}`,
        ]
      : []),
    ...(tally.remembered > 0 ? [`from memory: ${counted(tally.remembered, 'row')}`] : []),
    ...(proposed > 0 ? [`proposed: ${numeral(proposed)}`] : []),
    ...(left.size > 0 ? [`left alone: ${countsText(left)}`] : []),
    `prompts: ${numeral(calls)}, ${about}${numeral(input)} tokens in, ${numeral(output)} ` +
      `out${each === null ? '' : ` (${numeral(each)} a row that has its text)`}${amountText(spending.cost)}`,
    `time: ${numeral(Math.round(seconds))} s, ${counted(Math.round(done / Math.max(minutes, 1 / 60)), 'row')} a minute`,
    ...(refused.size > 0 ? [`refused: ${countsText(refused)}`] : []),
    ...(tally.doubts.size > 0
      ? [
          `saved with a doubt: ${countsText(tally.doubts)}; --filter 'layer=machine&findings=doubt' translates them again`,
        ]
      : []),
    ...(tally.secondTexts > 0
      ? [`bought again because of a doubt: ${counted(tally.secondTexts, 'text')}, better: ${tally.betterTexts}`]
      : []),
    ...(waits > 0 ? [`waited for the model: ${counted(waits, 'time')}`] : []),
    ...(tally.slippedBatches > 0 ? [`answers shifted by a line: ${tally.slippedBatches}`] : []),
    ...(tally.cutAnswers > 0 ? [`cut answers: ${tally.cutAnswers}`] : []),
    ...(tally.unreadableAnswers > 0 ? [`unreadable answers: ${tally.unreadableAnswers}`] : []),
    ...(givenUp.length > 0 ? [`given up: ${givenUp.length}`] : []),
    ...givenUp
      .slice(0, namedMax)
      .flatMap(({ rowId, rule, source, message, answer }) => [
        `  ${rowId}  ${rule}  ${toLine(source)}  (${message})`,
        ...(showsLast ? [`    answer: ${answer === '' ? '(nothing)' : toLine(answer)}`] : []),
      ]),
    ...(givenUp.length > 0 && !showsLast ? ['  --show-last shows what the model answered last'] : []),
    ...(givenUp.length > namedMax ? [`  and ${givenUp.length - namedMax} more; --json names them all`] : []),
    ...(tally.changed > 0
      ? [`sources that changed meanwhile: ${counted(tally.changed, 'row')}, translated again`]
      : []),
    ...(open !== null && open.untranslated + open.stale > 0
      ? [
          `left: ${counted(open.untranslated, 'row')} without a translation, ${numeral(open.stale)} stale because their sources changed`,
        ]
      : []),
    ...waitingLines(waiting),
    ...(stopped === null
      ? []
      : [`stopped: ${stopped.message}; ${goesOn(stopped) ? againWords : `fix that, then ${againWords}`}`]),
  ]
}

/** Counts the texts from memory, which make a row cheap. Null: no row got a text. */
function tokensPerRow({ written, proposed, copies, kept, remembered }: Tally, { spent }: Spending): number | null {
  const rows = written + proposed + copies + kept + remembered
  return rows === 0 ? null : Math.round((spent.input + spent.output) / rows)
}

export const amountText = (cost: number | null): string => (cost === null ? '' : `, ${cost.toFixed(4)} by the prices`)

const WHY: Readonly<Record<string, string>> = {
  source_changed: 'the source changed meanwhile',
  row_gone: 'the row is gone',
}

/** What was bought and is not written yet, by the name of each purchase. */
export function waitingLines({ texts, cost, purchases }: Waiting): string[] {
  if (texts === 0) return []
  const whyOf = (why: Readonly<Record<string, number>>): string =>
    Object.entries(why)
      .map(([name, count]) => `; ${WHY[name] ?? `now refused by ${name}`}: ${numeral(count)}`)
      .join('')
  return [
    `bought but not saved: ${counted(texts, 'text')}${amountText(cost)}, kept for the next run`,
    ...purchases.map(
      (each) =>
        `  ${each.name}  ${counted(each.texts, 'text')} of ${each.model}${amountText(each.cost)}${whyOf(each.why)}`,
    ),
    'windrow translate --resume saves what it can, without a model; --give-up NAME forgets a purchase',
  ]
}

export function reportDocument(
  { tally, stopped, waiting, open }: Outcome,
  spending: Spending,
  seconds: number,
): object {
  return {
    written: tally.written,
    proposed: tally.proposed,
    copies: tally.copies,
    remembered: tally.remembered,
    kept: tally.kept,
    left: Object.fromEntries(tally.left),
    refused: Object.fromEntries(tally.refused),
    doubts: Object.fromEntries(tally.doubts),
    second_texts: { asked: tally.secondTexts, better: tally.betterTexts },
    given_up: tally.givenUp.map(({ rowId, source, text, rule, message, answer }) => ({
      row_id: rowId,
      source_text: source,
      text,
      rule_code: rule,
      message,
      last_answer: answer,
    })),
    calls: tally.calls,
    waits: tally.waits,
    slipped_batches: tally.slippedBatches,
    cut_answers: tally.cutAnswers,
    unreadable_answers: tally.unreadableAnswers,
    tokens: { ...spending.spent, estimated: spending.isEstimated, per_row: tokensPerRow(tally, spending) },
    cost: spending.cost,
    changed: tally.changed,
    open,
    waiting,
    seconds: Number(seconds.toFixed(1)),
    stopped: stopped === null ? null : { code: stopped.code, message: stopped.message },
  }
}

/** Reasons to stop that the user set as limits: the run then counts as successful. */
const askedFor: readonly string[] = ['limit', 'tokens', 'cost']

/** True: the same command would continue the work. */
const goesOn = ({ code, mayComeRight }: Stopped): boolean => mayComeRight || askedFor.includes(code)

export function exitOf({ tally, stopped }: Outcome): 'done' | 'failed' | 'someRefused' | 'tryAgain' | 'interrupted' {
  if (stopped?.code === 'interrupted') return 'interrupted'
  if (stopped !== null && !goesOn(stopped)) return 'failed'
  if (stopped !== null && !askedFor.includes(stopped.code)) return 'tryAgain'
  return tally.givenUp.length > 0 ? 'someRefused' : 'done'
}
