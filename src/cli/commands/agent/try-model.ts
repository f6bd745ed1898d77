// `windrow translate --try`: a trial of the model, and the options that runs with it take from then on. They are kept in
// `tried-models.json`, in the data folder, or, for a server, in the person's own; with no key.
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toLine } from '../../../agent/text-lines.ts'
import { isRecord } from '../../../base/sentences.ts'
import { isoTime } from '../../../base/time.ts'
import { writeWhole } from '../../../base/whole-file.ts'
import type { Trial } from '../../../../packages/translator/src/trial.ts'
import { foundIn, linesOf, optionsText, textOf } from '../../../../packages/translator/src/trial-lines.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT } from '../../failure.ts'

/** Options about the model's price, which a trial may find out. */
const PRICES = ['price-in', 'price-cached', 'price-out'] as const
const INTEGERS: readonly string[] = ['rows', 'max-tokens']
const KEPT = ['provider', 'api', 'reasoning', 'temperature', 'max-tokens', 'extra-body', 'rows', 'context', ...PRICES]

interface TriedModel {
  readonly endpoint: string
  readonly model: string
  readonly triedAt: string
  /** The options of the trial as on a command line, by their names. */
  readonly options: Readonly<Record<string, string>>
}

/** How many trials are kept, the latest ones. */
const keptMax = 100

/** The kept trials. None if the file can't be read; the next trial then makes a new one. */
async function triedModels(path: string): Promise<readonly TriedModel[]> {
  try {
    const { models } = JSON.parse(await readFile(path, 'utf8')) as { readonly models: readonly TriedModel[] }
    return models.filter(({ options }) => isRecord(options))
  } catch {
    return []
  }
}

const isOf = (args: ParsedArgs) => (tried: TriedModel) =>
  tried.endpoint === args.text('endpoint') && tried.model === args.text('model')?.trim()

/** The options of the command line. Those that are missing there are taken from the model's latest trial. */
export async function withTried(context: CommandContext, args: ParsedArgs, path: string): Promise<ParsedArgs> {
  const tried = (await triedModels(path)).find(isOf(args))
  const hasPrices = PRICES.some((name) => args.text(name) !== undefined)
  const added = Object.entries(tried?.options ?? {}).filter(
    ([name]) => KEPT.includes(name) && args.text(name) === undefined && !(hasPrices && name.startsWith('price-')),
  )
  if (tried === undefined || added.length === 0) return args
  const options = Object.fromEntries(added)
  context.note(`as tried on ${tried.triedAt.slice(0, 10)} (${path}): ${optionsText(options)}`)
  return {
    ...args,
    text: (name) => args.text(name) ?? options[name],
    integer: (name) =>
      args.integer(name) ?? (name in options && INTEGERS.includes(name) ? Number(options[name]) : undefined),
  }
}

/** Shows what a trial found, and keeps its options if the gate took a text. `given`: the options of the command line. */
export async function tellTrial(
  context: CommandContext,
  given: Readonly<Record<string, string>>,
  trial: Trial | null,
  path: string,
): Promise<number> {
  if (trial === null) {
    context.answer({ asked: 0 }, () => 'there are no rows to translate, so there is nothing to try the model with')
    return EXIT.done
  }
  const options = { ...given, ...foundIn(trial, given) }
  const command = ['windrow translate', optionsText(options)].join(' ')
  const { refused, fault, keyName: _known, rowCost: row_cost, isKept: is_kept, context: told, prices, ...facts } = trial
  context.answer(
    {
      fault,
      ...facts,
      context: told && { tokens: told.tokens, is_loaded: told.isLoaded, where: told.where },
      prices: prices && { input: prices.input, output: prices.output, is_told: prices.isTold },
      row_cost,
      is_kept,
      refused: refused.map(({ rowId: row_id, source, text, rule, message }) => {
        return { row_id, source_text: source, text, rule_code: rule, message }
      }),
      command,
    },
    () => [
      ...linesOf(trial).map((line) => `${`${line.topic}:`.padEnd(21)} ${textOf(line)}`),
      ...refused.map(
        ({ source, text, rule, message }) => `  ${rule}  ${toLine(source)}  →  ${toLine(text)}  (${message})`,
      ),
      ...(fault === null ? ['to use it:', `  ${command}`] : []),
    ],
  )
  if (fault !== null) return fault.code === 'busy' || fault.code === 'silent' ? EXIT.tryAgain : EXIT.failed
  if (trial.taken === 0) return EXIT.someRefused
  const { endpoint, model = '' } = given
  if (endpoint !== undefined) await keep(context, path, { endpoint, model, options })
  return EXIT.done
}

async function keep(
  context: CommandContext,
  path: string,
  { options, ...of }: Omit<TriedModel, 'triedAt'>,
): Promise<void> {
  const others = (await triedModels(path)).filter((each) => each.endpoint !== of.endpoint || each.model !== of.model)
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => KEPT.includes(name)))
  const models = [{ ...of, triedAt: isoTime(context.clock.nowMs()), options: own }, ...others].slice(0, keptMax)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeWhole(path, (file) => file.writeFile(`${JSON.stringify({ models }, null, 2)}\n`))
    context.note(`kept in ${path}: later runs with this model use these options, unless the command line has others`)
  } catch (error) {
    context.note(`the options can't be saved (${String(error)}); give them yourself`)
  }
}
