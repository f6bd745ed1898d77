// `windrow write` and `windrow validate`: texts from lines as they arrive; prints refusals and doubts.
import type { AgentText, TextOrigin } from '../../../agent/agent.ts'
import { parseTextLine } from '../../../agent/text-lines.ts'
import { batchItemsMax, clientLengthMax } from '../../../domain/limits.ts'
import { isClientText } from '../../../domain/revision.ts'
import type { Client } from '../../../domain/row.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { linesOf } from '../../streams/input.ts'
import { withAgent } from '../../with-agent.ts'
import { TextTally } from './text-tally.ts'
import { WHERE, jsonLines, as, nameOf } from './agent-options.ts'
import { NAME, FILE } from '../../options.ts'

const defaultProvider = 'local'

const LINES =
  'A line is ROW, a tab and the text; a line break in a text is \\n, a tab \\t, a backslash \\\\. ' +
  'A line that begins with { is JSON: {"row_id", "text", "source_hash", "expected_revision", "fault"}, the last three ' +
  'optional. Lines that begin with # are skipped.'

const input = { value: FILE, summary: 'File of texts; - or nothing for standard input', isOptional: true } as const

export const write: Runnable = {
  name: 'write',
  summary: 'Write machine texts (or proposals, for people who may only propose)',
  details: [
    LINES,
    'Prints refusals (ROW, the rule, what to do), and doubts about saved texts with ! before the rule. ' +
      'Exit 3 when any text is refused, or texts seem to belong to other rows (!ALIGN_01). Sending the same again changes nothing.',
    'A row keeps the machine text it has, unless ROW contains its revision (as windrow rows prints it) or --overwrite is given.',
    WHERE,
    '--json: {sent, written, proposed, unchanged, rejected, copies, refused: [{row_id, status, errors, warnings}], ' +
      'warned: [{row_id, status, warnings}], unreadable: [{line, problem}], quota, error}.',
  ],
  arguments: [input],
  options: [
    { name: 'model', summary: 'The exact name of the model', value: NAME, isRequired: true },
    { name: 'provider', summary: 'The service that runs the model', value: NAME, defaultText: 'local' },
    {
      name: 'client',
      summary: 'The program that translated, for the history and filters',
      value: NAME,
      defaultText: 'windrow write',
    },
    { name: 'client-version', summary: 'Its version', value: NAME },
    { name: 'prompt-version', summary: 'The version of its prompt or brief', value: NAME },
    { name: 'overwrite', summary: 'Replace any existing machine text' },
    { name: 'copies', summary: 'Also fill rows with the same source that have no text, from memory' },
    jsonLines,
    as,
  ],
  examples: [
    'windrow rows --state none --limit 50 --claim | my-llm | windrow write --model M',
    'windrow write texts.jsonl --model qwen3:32b --as Olena',
  ],
  async run(context, args) {
    const origin: TextOrigin = {
      model: nameOf(args, 'model'),
      provider: nameOf(args, 'provider', defaultProvider),
      copies: args.flag('copies'),
      client: clientFrom(args),
    }
    const isOverwriting = args.flag('overwrite')
    return await withAgent(context, args, async (agent) => {
      const tally = new TextTally(context, args.flag('jsonl'))
      for await (const batch of batchesOf(context, args, tally)) {
        const texts = isOverwriting
          ? batch.map((text) => ({ ...text, replaces: text.replaces ?? ('any' as const) }))
          : batch
        const { outcomes, quota, stopped } = await agent.write(texts, origin)
        tally.add(outcomes, quota)
        if (stopped !== null) return tally.end('saved', stopped)
      }
      return tally.end('saved', null)
    })
  },
}

export const validate: Runnable = {
  name: 'validate',
  summary: 'Check which texts would be refused; writes nothing',
  details: [
    LINES,
    'Prints refusals (ROW, the rule, what to do), and doubts with ! before the rule about texts that would be ' +
      'saved. Exit 3 when any text would be refused, or texts seem to belong to other rows (!ALIGN_01).',
    WHERE,
    '--json: {sent, good, rejected, refused: [{row_id, status, errors, warnings}], warned: [{row_id, status, ' +
      'warnings}], unreadable: [{line, problem}]}.',
  ],
  arguments: [input],
  options: [jsonLines, as],
  examples: ['my-llm < rows.tsv | windrow validate --as Olena'],
  run: (context, args) =>
    withAgent(context, args, async (agent) => {
      const tally = new TextTally(context, args.flag('jsonl'))
      for await (const batch of batchesOf(context, args, tally)) tally.add(await agent.check(batch))
      return tally.end('good', null)
    }),
}

/** The program that writes: the one that the options name, else this command. */
function clientFrom(args: ParsedArgs): Client {
  const of = (option: 'client' | 'client-version' | 'prompt-version'): string | null => {
    const text = args.text(option)?.trim() ?? null
    if (text === null || isClientText(text)) return text
    throw new Usage(`--${option} must be 1 to ${clientLengthMax} printable characters`)
  }
  const [name, version, prompt] = [of('client'), of('client-version'), of('prompt-version')]
  if (name !== null) return { name, version, prompt }
  if (version !== null) throw new Usage('--client-version needs --client NAME')
  return { name: 'windrow write', version: versionInfo().version, prompt }
}

/** Texts in groups of at most 50. Lines that can't be read are counted in `tally`. */
async function* batchesOf(context: CommandContext, args: ParsedArgs, tally: TextTally): AsyncGenerator<AgentText[]> {
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
