// The page of truth about a model (trial.ts) as lines: sentences with gaps for the trial's facts, so that the command line says them in
// English and the site in the reader's language.
import { fillGaps } from '../../../src/base/sentences.ts'
import type { ModelTrial } from '../../../src/domain/work/workbench.ts'
import type { Trial } from './trial.ts'
import { FAULTS } from './trial-call.ts'

export const TOPICS = {
  answer: 'answers',
  next: 'what to do',
  stream: 'streams',
  schema: 'follows the schema',
  thoughts: 'thinks',
  count: 'counts tokens',
  context: 'context',
  speed: 'speed',
  gate: 'checks',
  price: 'price of a row',
  open: 'rows left to translate',
  bought: 'bought by this test',
} as const

const OPEN =
  '{open.rows} rows, {open.texts} texts to buy: some {open.tokens.input} tokens in and {open.tokens.output} out'
const TIME = 'some {open.minutes} min with one prompt after the other'
export const SENTENCES = {
  answered: 'yes: {texts} of {asked} texts in {seconds} s',
  cut: 'in part: {texts} of {asked} texts in {seconds} s, then it ended ({end})',
  late: 'in part: {texts} of {asked} texts in {seconds} s, then the time of the test was up',
  streamed: 'yes, the first piece of {stream.pieces} after {stream.seconds} s',
  unasked: 'not used with a program',
  kept: 'yes',
  whole: 'no: it answers in one piece',
  ignored: 'no: its answer has another form, which windrow can also read',
  refused: 'no: windrow uses lines instead, because it answered: {refusal}',
  thinks: 'yes: some {thoughts} of {tokens.output} tokens; --reasoning off may save them',
  unseen: 'no, as far as windrow can see',
  counts: 'yes: {tokens.input} of the prompt, {tokens.output} of the answer',
  uncounted: 'no: they are estimated',
  unended: 'not known: its answer was not complete',
  miscounts: 'no: it counts {counted} for a prompt of some {tokens.input}, so tokens are estimated',
  loaded: '{context.tokens} tokens ({context.where})',
  most: 'at most {context.tokens} tokens ({context.where}); the server does not say how much of it is loaded',
  untold: 'not known; a run finds out, starting at 4096 tokens',
  speed: '{speed} tokens a second, including waiting',
  taken: '{taken} of {texts} texts passed',
  doubts: '{taken} of {texts} texts passed, with doubts: {rules}',
  unpriced: 'not known without --price-in and --price-out (per million tokens)',
  untaken: 'not known: no text passed',
  priced: '{rowCost}, at {prices.input} in and {prices.output} out per million tokens',
  told: '{rowCost}, at {prices.input} in and {prices.output} out per million tokens, as the server says',
  open: `${OPEN}; ${TIME}`,
  open_priced: `${OPEN}, {open.cost} by the prices; ${TIME}`,
  bought: '{tokens.input} tokens in, {tokens.output} out; nothing is saved',
  bought_priced: '{tokens.input} tokens in, {tokens.output} out, which costs {cost}; nothing is saved',
  for_run: '{tokens.input} tokens in, {tokens.output} out; the next run saves the texts without buying them again',
  for_run_priced:
    '{tokens.input} tokens in, {tokens.output} out, which costs {cost}; the next run saves the texts without buying them again',
} as const

export const textOf = ({ sentence, facts }: ModelTrial['lines'][number]): string => fillGaps(sentence, facts)

const namesShown = 8

/** The lines of a trial. If no text came, only what is wrong, what to do about it, and what is known in spite of it. */
export function linesOf(trial: Trial): ModelTrial['lines'] {
  const { fault, models, doubts } = trial
  const facts = {
    ...trial,
    names:
      models.length === 0 ? '?' : models.slice(0, namesShown).join(', ') + (models.length > namesShown ? ' …' : ''),
    rules: Object.entries(doubts)
      .map(([rule, count]) => `${rule} ${count}`)
      .join(', '),
  }
  const lines = Object.entries(saysOf(trial)).map(([topic, says]) => {
    return { topic: TOPICS[topic as keyof typeof TOPICS], sentence: SENTENCES[says], facts }
  })
  if (fault === null) return lines
  const [is, next] = FAULTS[fault.code]
  const known = lines.filter(
    ({ topic }) => topic === TOPICS.bought || (topic === TOPICS.context && trial.context !== null),
  )
  return [{ topic: TOPICS.answer, sentence: is, facts }, { topic: TOPICS.next, sentence: next, facts }, ...known]
}

const saysOf = ({ end, stream, counted, context, prices, cost, ...trial }: Trial) =>
  ({
    answer: end === null ? 'answered' : end === 'time' ? 'late' : 'cut',
    stream: stream === null ? 'unasked' : stream.pieces > 1 ? 'streamed' : 'whole',
    schema: trial.schema ?? 'unasked',
    thoughts: trial.thoughts === 0 ? 'unseen' : 'thinks',
    count:
      counted !== null
        ? counted === trial.tokens.input
          ? 'counts'
          : 'miscounts'
        : end === 'time'
          ? 'unended'
          : 'uncounted',
    context: context === null ? 'untold' : context.isLoaded ? 'loaded' : 'most',
    speed: 'speed',
    gate: Object.keys(trial.doubts).length === 0 ? 'taken' : 'doubts',
    price: prices === null ? 'unpriced' : trial.taken === 0 ? 'untaken' : prices.isTold ? 'told' : 'priced',
    open: cost === null ? 'open' : 'open_priced',
    bought: trial.isKept ? (cost === null ? 'for_run' : 'for_run_priced') : cost === null ? 'bought' : 'bought_priced',
  }) as const

/** A longer context need not be named as an option, because a run finds it out as far as this. */
const contextNamedMax = 16_384

/** The options that a trial has found out, by their names. */
export function foundIn({ context, prices }: Trial, given: Readonly<Record<string, string>>): Record<string, string> {
  const isShort = context?.isLoaded === true && context.tokens <= contextNamedMax && given['context'] === undefined
  return {
    ...(isShort && { context: String(context.tokens) }),
    ...(prices?.isTold === true && { 'price-in': String(prices.input), 'price-out': String(prices.output) }),
  }
}

/** Options as they are written on a command line. */
export const optionsText = (options: Readonly<Record<string, string>>): string =>
  Object.entries(options)
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name} ${quoted(value)}`))
    .join(' ')

const quoted = (value: string): string =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
