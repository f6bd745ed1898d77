// `windrow compare`: two models of one endpoint on the same rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../../../base/numeral.ts'
import { keepComparison } from '../../../app/comparisons.ts'
import { promptTextsMax } from '../../../domain/limits.ts'
import type { PromptReference } from '../../../domain/vocabulary.ts'
import { compare, comparisonLines, type Contestant, sampleRows } from '../../../../packages/translator/src/compare.ts'
import { endpointModel } from '../../../../packages/translator/src/models/endpoint-model.ts'
import { Stop } from '../../../../packages/translator/src/run.ts'
import { type Prices, Spending } from '../../../../packages/translator/src/spending.ts'
import type { ParsedArgs, Runnable, OptionSpec } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { withAgent } from '../../with-agent.ts'
import { valueOf } from '../value-of.ts'
import { ledgerOf } from './ledger.ts'
import { contextOf, endpointOf, count, countMax } from './model-options.ts'
import { command as translate, languageOf, notesOf } from './translate.ts'
import { word } from '../../options.ts'

const sampleDefault = 200

/** The specs of options that mean the same as in `translate`. */
const sharedOptions = (...names: readonly string[]): readonly OptionSpec[] =>
  (translate.options ?? [])
    .filter(({ name }) => names.includes(name))
    .map((option) => {
      const { excludes: _none, ...rest } = option
      return rest
    })

const BOTH = word('A,B')

export const command: Runnable = {
  name: 'compare',
  summary: 'Let two models translate the same rows and compare the results; saves nothing',
  details: [
    'The rows are drawn at random (see --seed) from those with an approved, current text (if there is none, ' +
      'from those without a translation). Each model is asked once.',
    'Shows for each model how many texts pass the checks, which rules refuse the others, and tokens and cost for each ' +
      'accepted row. To let people judge which texts are better, use --blind.',
    '--json: {rows, approved, models: [{model, accepted, without_text, refused, tokens: {input, cached, output}, ' +
      'cost}]}, with --blind also comparison (its number, or null), pairs and same.',
  ],
  options: [
    {
      name: 'endpoint',
      summary: 'Address of the server of both models, including /v1',
      value: word('URL'),
      isRequired: true,
    },
    { name: 'models', summary: 'The exact names of both models', value: BOTH, isRequired: true },
    { name: 'sample', summary: 'Rows to draw', value: count(10_000), defaultText: '200' },
    {
      name: 'blind',
      summary:
        'Keep the pairs that differ, so that people can judge them on the site without knowing which model wrote what; needs --as',
    },
    { name: 'seed', summary: 'The same number draws the same rows again', value: count(countMax), defaultText: '1' },
    ...sharedOptions('as', 'rows', 'context', 'api', 'reasoning', 'temperature', 'max-tokens', 'extra-body'),
    {
      name: 'price-in',
      summary: 'Price per million tokens of prompts: two values, or one for both models',
      value: BOTH,
    },
    { name: 'price-out', summary: 'The same for answers', value: BOTH },
    ...sharedOptions('notes', 'reference', 'language'),
  ],
  examples: [
    'windrow compare --endpoint http://127.0.0.1:11434/v1 --models qwen3:8b,qwen3:32b --as Olena',
    'windrow compare --endpoint https://openrouter.ai/api/v1 --models A,B --sample 500 --price-in 0.15,2.50 --price-out 0.60,10 --as Olena',
  ],
  async run(context, args) {
    const names = bothOf(args, 'models')
    const [inputs, outputs] = [bothOf(args, 'price-in'), bothOf(args, 'price-out')]
    if (names === null || names[0] === names[1]) throw new Usage('--models needs two names, such as small,large')
    if ((inputs === null) !== (outputs === null)) throw new Usage('--price-in and --price-out go together; give both')
    const contestant = async (at: 0 | 1): Promise<Contestant> => {
      const name = names[at]
      const model = await endpointModel({ ...endpointOf(context, args, name), note: (text) => context.note(text) })
      return { name, model, spending: new Spending({ tokens: null, cost: null }, pricesAt(at, inputs, outputs)) }
    }
    const contestants = [await contestant(0), await contestant(1)] as const
    const notes = await notesOf(context, args)
    return await withAgent(context, args, async (agent, local, server) => {
      const isBlind = args.flag('blind')
      if (isBlind && local === null) throw new Usage('--blind keeps the texts in the local store: add --as NAME')
      const reference = (args.text('reference') ?? 'short') as PromptReference
      const { text: team } = await agent.brief()
      const status = await agent.status()
      const language = languageOf(args, status)
      const brief = {
        role: 'translate' as const,
        model: '',
        language,
        team,
        notes,
        reference,
      }
      const rows = await sampleRows(agent, args.integer('sample') ?? sampleDefault, args.integer('seed') ?? 1)
      if (rows.length === 0)
        throw new Failure('there are no rows to compare with: every row has a translation, but none is approved')
      const { signal } = context
      const ledger = ledgerOf(context, server?.url ?? null, { person: status.name, language, role: 'compare' })
      const work = {
        ledger,
        agent,
        brief,
        rowsPerCall: args.integer('rows') ?? promptTextsMax,
        context: contextOf(args),
        signal,
        pause: async (seconds: number) => await sleep(seconds * 1000, undefined, { signal }),
        note: (text: string) => context.note(text),
      }
      const compared = await compare(work, contestants, rows).catch(async (error: unknown) => {
        const { texts } = await ledger.waiting()
        if (texts > 0) context.note(`${counted(texts, 'text')} were bought so far; repeat the command to continue`)
        if (!(error instanceof Stop)) throw error
        throw new Failure(error.message, { exit: error.stopped.mayComeRight ? EXIT.tryAgain : EXIT.failed })
      })
      const { comparison, bought, pairs, same } = compared
      const kept =
        isBlind && local !== null && pairs.length > 0
          ? valueOf(await keepComparison(local.app, local.actor, { models: names, pairs, same }))
          : null
      context.answer({ ...comparison, ...(isBlind && { comparison: kept, pairs: pairs.length, same }) }, () => [
        ...comparisonLines(comparison),
        ...(isBlind ? [blindLine(kept, pairs.length, same)] : []),
      ])
      for (const purchase of bought) await ledger.close(purchase)
      return EXIT.done
    })
  },
}

const blindLine = (kept: number | null, pairs: number, same: number): string =>
  [
    kept === null
      ? 'there is no pair to judge'
      : `${counted(pairs, 'pair')} to judge on the site under Team, Comparisons: comparison ${kept}`,
    ...(same === 0 ? [] : [`${counted(same, 'row has', 'rows have')} the same text from both`]),
  ].join('; ')

type Both = readonly [string, string]

/** The values of an option for both models: two with a comma between, or one for both. Null: the option is not given. */
function bothOf(args: ParsedArgs, option: 'models' | 'price-in' | 'price-out'): Both | null {
  const text = args.text(option)
  if (text === undefined) return null
  const [first = '', second = first, more] = text.split(',').map((each) => each.trim())
  if (first === '' || second === '' || more !== undefined)
    throw new Usage(`--${option} takes two values separated by a comma, not ${text}`)
  return [first, second]
}

function pricesAt(at: 0 | 1, inputs: Both | null, outputs: Both | null): Prices | null {
  if (inputs === null || outputs === null) return null
  const [input = 0, output = 0] = [inputs, outputs].map((both) => {
    const amount = both[at]
    if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(amount)) throw new Usage(`a price must be a number such as 0.15, not ${amount}`)
    return Number(amount)
  })
  return { input, cached: input, output }
}
