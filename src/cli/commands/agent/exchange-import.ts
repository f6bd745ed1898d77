// `windrow exchange import`: a file that comes back from a translators' tool.
import type { Agent, TextOrigin } from '../../../agent/agent.ts'
import { providerLengthMax } from '../../../domain/limits.ts'
import { clientText } from '../../../domain/revision.ts'
import {
  authorIn,
  type ExchangeFile,
  type LeftAlone,
  lookAtFile,
  takeIn,
} from '../../../../packages/translator/src/exchange/take-in.ts'
import { FORMATS } from '../../../../packages/translator/src/exchange/file-formats.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { asFileRefused } from '../../refused-failure.ts'
import { withInputFile } from '../../streams/input.ts'
import { withAgent } from '../../with-agent.ts'
import { TextTally } from './text-tally.ts'
import { WHERE, as } from './agent-options.ts'
import { FILE, NAME } from '../../options.ts'

export const command: Runnable = {
  name: 'exchange import',
  summary: 'Import changed texts from a PO, XLIFF or ParaTranz file, as proposals or machine texts',
  details: [
    'Only texts that were changed or are no longer marked fuzzy are sent; ' +
      'each is checked. Refusals are printed: ROW, the rule, what to do. Exit 3 when any text is refused.',
    'A text for an earlier source is refused as stale_source; a machine text is, as stale_head, if the one that was ' +
      'given out has been replaced. Importing a file again changes nothing. A damaged file changes nothing.',
    WHERE,
    '--json: {sent, written, proposed, unchanged, rejected, copies, untouched, untranslated, refused: [{row_id, ' +
      'status, errors, warnings}], warned: [{row_id, status, warnings}], unreadable: [{line, problem}], quota, error}; ' +
      'with --dry-run good in place of written to unchanged.',
  ],
  arguments: [{ value: FILE, summary: 'PO, XLIFF or ParaTranz file; - for standard input' }],
  options: [
    { name: 'dry-run', summary: 'Show what would happen; changes nothing' },
    { name: 'fuzzy', summary: 'Also import changed texts that are still marked fuzzy' },
    { name: 'machine', summary: 'Save machine texts by the author of the file instead of proposals' },
    {
      name: 'author',
      summary: 'With --machine: who or what translated',
      value: NAME,
      defaultText: 'Last-Translator of the file',
    },
    { name: 'overwrite', summary: 'With --machine: replace any existing machine text' },
    as,
  ],
  examples: [
    'windrow exchange import stale.po --dry-run --as Olena',
    'windrow exchange import stale.po --as Olena',
    'windrow exchange import from-tool.po --machine --author "DeepL" --as Ada',
  ],
  async run(context, args) {
    keepHeapSmall()
    for (const option of ['author', 'overwrite'] as const) {
      const isGiven = option === 'author' ? args.text(option) !== undefined : args.flag(option)
      if (isGiven && !args.flag('machine')) throw new Usage(`--${option} is for machine texts: add --machine`)
    }
    try {
      return await withInputFile(context, args.argument('FILE'), async (path) => {
        const file = await lookAtFile(path, context.signal)
        return await withAgent(context, args, async (agent) => await take(context, args, agent, path, file))
      })
    } catch (error) {
      throw asFileRefused(error)
    }
  },
}

async function take(
  context: CommandContext,
  args: ParsedArgs,
  agent: Agent,
  path: string,
  file: ExchangeFile,
): Promise<number> {
  const isDryRun = args.flag('dry-run')
  const isMachine = args.flag('machine')
  if (isMachine) await checkWritesMachine(agent)
  const tally = new TextTally(context, false)
  const left: Record<LeftAlone, number> = { untouched: 0, untranslated: 0 }
  const progress = context.progress('reading', file.entries, 'entries')
  const stopped = await takeIn(agent, {
    path,
    format: file.format,
    isDryRun,
    isMachine,
    overwrites: args.flag('overwrite'),
    takesFuzzy: args.flag('fuzzy'),
    origin: originOf(args, file, isMachine),
    signal: context.signal,
    onOutcomes: (outcomes, quota) => tally.add(outcomes, quota),
    onUnreadable: (line, problem) => tally.addUnreadable(line, problem),
    onLeft: (why) => void left[why]++,
    onProgress: (done) => progress.update(done),
  }).finally(() => progress.end())
  return tally.end(isDryRun ? 'good' : 'saved', stopped, left)
}

async function checkWritesMachine(agent: Agent): Promise<void> {
  const { name, role, writes } = await agent.status()
  if (writes === 'machine') return
  throw new Failure(
    `${name} is ${role} and may not write machine texts; without --machine the texts become proposals`,
    {
      code: 'forbidden_ability',
    },
  )
}

function originOf(args: ParsedArgs, file: ExchangeFile, isMachine: boolean): TextOrigin {
  const client = {
    name: clientText(file.header.get('X-Generator') ?? '') || FORMATS[file.format].tool,
    version: null,
    prompt: null,
  }
  const model = isMachine ? authorOf(args, file) : ''
  // The provider of machine texts is the format.
  return { provider: file.format, model, copies: false, asProposals: !isMachine, client }
}

function authorOf(args: ParsedArgs, file: ExchangeFile): string {
  const named = args.text('author')?.trim() ?? authorIn(file)
  if (named === null) throw new Usage('the file does not name its translator: add --author NAME')
  if (named.length > 0 && named.length <= providerLengthMax && !/\p{Cc}/u.test(named)) return named
  throw new Usage(
    `the author must be 1 to ${providerLengthMax} characters without control characters: give --author NAME`,
  )
}
