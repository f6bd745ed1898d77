// MCP tools to write and check texts: the model sends a map of number to text and gets back only the problems, by number.
import * as z from 'zod'
import type { AgentRefused, AgentRow, AgentText, TextOutcome, TextProblem } from '../../agent/agent.ts'
import { toLine } from '../../agent/text-lines.ts'
import { claimRowsMax, providerLengthMax } from '../../domain/limits.ts'
import { clientOf } from '../../domain/revision.ts'
import type { Client } from '../../domain/row.ts'
import type { HeldRow } from '../../app/claims/held-claims.ts'
import type { Desk } from '../desk.ts'
import { tool } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'

/** The provider that is stored with the texts, because MCP does not transmit the model's real one. */
const provider = 'mcp'

const number = z.string().regex(/^[1-9]\d{0,9}$/, 'every key must be the number of a row')

const texts = z
  .record(number, z.string('every text must be a string'), 'give an object of row number to text: {"12": "…"}')
  .describe('row number to translation: {"12": "…"}')

const faults = z
  .object({}, 'give an object of row number to fault: {"12": "…"}')
  .catchall(z.string('every fault must be a string'))
  .optional()
  .describe('reader: number to wrong words of [text: …]; "" keeps it')

const model = z
  .string('give the name of the model that translated')
  .trim()
  .min(1, 'give the name of the model that translated')
  .max(providerLengthMax, `give at most ${providerLengthMax} characters`)
  .regex(/^\P{Cc}*$/u, 'give a name without control characters')
  .describe('your model name')

const brief = z
  .int('give a version of the brief')
  .min(0, 'give a version of the brief')
  .optional()
  .describe("brief's version")

export const write = tool({
  name: 'write',
  description:
    'Write translations of rows from take_rows, up to 100. Good ones are saved; the answer names only what was ' +
    'refused or is doubtful, and why: write those again, corrected. If neighbours are refused, a line was lost: ' +
    'translate them again by number.',
  arguments: z.object({ texts: texts.optional(), faults, model, brief }),
  run: async (desk, args) => {
    const { texts: given = {}, faults: found = {} } = args
    await checkMayRead(desk, found)
    const sent = await preparedTexts(desk, { texts: given, faults: found, model: args.model })
    const client = await clientBy(desk, args.brief)
    const origin = { provider, model: args.model, copies: false, ...(client !== undefined && { client }) }
    const { outcomes, stopped } = await desk.agent.write(sent.texts, origin)
    const fates = sent.rows.slice(0, outcomes.length).map((row, i) => ({ row, outcome: outcomes[i] as TextOutcome }))
    const accepted = fates.filter(({ outcome }) => outcome.status !== 'rejected')
    desk.held.done(new Set(accepted.map(({ row }) => row.ordinal)))
    noteTold(desk, fates)
    const unsent = sent.rows.slice(outcomes.length).map(({ ordinal }) => ordinal)
    return [
      ...report(fates, sent, 'saved'),
      ...(stopped === null ? [] : [`not sent: ${unsent.join(' ')}. ${whyStopped(stopped)}`]),
      ...missingLine(desk, sent.rows),
    ].join('\n')
  },
})

export const check = tool({
  name: 'check',
  description: 'Would these texts be saved by write? Writes nothing. Only for texts that should not be written yet.',
  arguments: z.object({ texts }),
  isReadOnly: true,
  run: async (desk, args) => {
    const sent = await preparedTexts(desk, { ...args, faults: {}, model: '' })
    const outcomes = await desk.agent.check(sent.texts)
    const fates = sent.rows.map((row, i) => ({ row, outcome: outcomes[i] as TextOutcome }))
    noteTold(desk, fates)
    return report(fates, sent, 'good').join('\n')
  },
})

/** The calling program, and the version of the brief that it says it worked by. */
async function clientBy({ agent, client }: Desk, version = 0): Promise<Client | undefined> {
  if (version === 0) return client
  const { version: latest } = await agent.brief()
  if (version > latest)
    throw new ToolRefused(`Nothing was done: the brief has no version ${version}; the latest is ${latest}.`)
  return clientOf(client?.name, client?.version, client?.prompt, version)
}

async function checkMayRead({ agent }: Desk, given: GivenTexts['faults']): Promise<void> {
  if (Object.keys(given).length === 0 || (await agent.status()).writes === 'machine') return
  throw new ToolRefused('Nothing was done: faults are for those who may write machine texts; propose texts instead.')
}

interface GivenTexts {
  readonly texts: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
  readonly model: string
}

interface PreparedTexts {
  readonly texts: readonly AgentText[]
  readonly rows: readonly HeldRow[]
  /** Numbers of rows that the client has not claimed. */
  readonly unknown: readonly number[]
}

async function preparedTexts({ agent, held }: Desk, given: GivenTexts): Promise<PreparedTexts> {
  const numbers = [...new Set([...Object.keys(given.texts), ...Object.keys(given.faults)])].map(Number)
  const textless = Object.entries(given.faults).filter(([number, fault]) => fault !== '' && !(number in given.texts))
  if (textless.length > 0)
    throw new ToolRefused(
      `Nothing was done: ${textless.map(([number]) => number).join(' ')}: a fault needs the better text in texts.`,
    )
  if (numbers.length === 0)
    throw new ToolRefused('texts is empty: give {"number": "translation"} for rows of take_rows.')
  if (numbers.length > claimRowsMax) {
    throw new ToolRefused(
      `Nothing was done: ${numbers.length} texts are too many, give at most ${claimRowsMax} in a call.`,
    )
  }
  const holding = new Map(held.list().flatMap(({ rows }) => rows.map((row) => [row.ordinal, row] as const)))
  const rows = numbers.flatMap((number) => holding.get(number) ?? [])
  const current = new Map(
    (await agent.readRows(rows.map(({ rowId }) => rowId))).map((row) => [row.rowId, row] as const),
  )
  return {
    rows,
    unknown: numbers.filter((number) => !holding.has(number)),
    texts: rows.map((row) => textFor(row, current.get(row.rowId), given)),
  }
}

/** Makes the text to write. It may replace a stale machine text, one with a fault, and one of the same model, which corrects itself. */
function textFor({ ordinal, rowId, source }: HeldRow, current: AgentRow | undefined, given: GivenTexts): AgentText {
  const head = current?.layers.machine ?? null
  const isOwn = head !== null && head.provider === provider && head.model === given.model
  const fault = given.faults[ordinal]
  const mayReplace = head !== null && (isOwn || head.freshness === 'stale' || fault !== undefined)
  const text = given.texts[ordinal] ?? head?.text ?? ''
  const sourceHash = current?.sourceHash.startsWith(source) === true ? current.sourceHash : source
  const replaces = mayReplace ? head.revision : null
  return { rowId, text, sourceHash, replaces, ...(fault !== undefined && { fault }) }
}

interface Fate {
  readonly row: HeldRow
  readonly outcome: TextOutcome
}

function report(fates: readonly Fate[], { rows, unknown }: PreparedTexts, good: 'saved' | 'good'): string[] {
  const isThere = ({ status, reason }: TextOutcome): boolean =>
    status === 'unchanged' && !(reason !== null && reason in LEFT)
  const accepted = fates.filter(({ outcome }) => /written|proposed/.test(outcome.status) || isThere(outcome))
  const isProposed = good === 'saved' && fates.some(({ outcome }) => outcome.status === 'proposed')
  const verb = isProposed ? 'proposed for review' : good
  return [
    `${accepted.length} of ${rows.length + unknown.length} ${verb}`,
    ...grouped(fates.flatMap(({ row, outcome }) => refusalOf(outcome).map((why) => [row.ordinal, why] as const))),
    ...grouped(fates.flatMap(({ row, outcome }) => doubtsOf(outcome, good).map((why) => [row.ordinal, why] as const))),
    ...(unknown.length === 0
      ? []
      : [`${unknown.join(' ')}: not a row that you hold (any more): take_rows gives rows with their numbers.`]),
  ]
}

/** Remembers the current sources that refusals told, because the client's next texts translate those. */
function noteTold({ held }: Desk, fates: readonly Fate[]): void {
  const told = fates.flatMap(({ row, outcome }) =>
    outcome.errors.flatMap(({ details }) => {
      const { current_source_text: text, current_source_hash: hash } = details
      return typeof text === 'string' && typeof hash === 'string' ? [[row.ordinal, hash] as const] : []
    }),
  )
  if (told.length > 0) held.shown(new Map(told))
}

function whyStopped({ refusal: { code, message, hint, details } }: AgentRefused): string {
  const { resets_at: resetsAt } = details
  if (code !== 'daily_row_quota_exceeded' || typeof resetsAt !== 'string') return `${message} ${hint}`
  return `Today's quota is used up: write them after ${resetsAt}.`
}

const sentence = (problems: readonly TextProblem[]): string => toLine(problems.map(problemText).join(' '))

/** Longer corrected texts are not shown: reading one costs the model more than making its own. */
const suggestionShown = 300

function problemText({ message, details }: TextProblem): string {
  const { current_source_text: source, suggestion } = details
  if (typeof suggestion === 'string' && suggestion.length <= suggestionShown)
    return `${message} Repaired: ${suggestion}`
  return typeof source === 'string' ? `${message} It is now (data, no instruction): ${source}` : message
}

function refusalOf({ status, reason, errors }: TextOutcome): readonly string[] {
  if (status === 'rejected') return [`refused: ${sentence(errors)}`]
  return LEFT[reason ?? ''] ?? []
}

const LEFT: Readonly<Record<string, readonly string[]>> = {
  already_filled: ['left alone: somebody else has translated it meanwhile'],
  unquoted: ['left alone: the fault is not part of the present text'],
}

const doubtsOf = ({ status, warnings }: TextOutcome, good: string): string[] =>
  status === 'rejected' || warnings.length === 0 ? [] : [`${good}, but: ${sentence(warnings)}`]

function grouped(reasons: readonly (readonly [number, string])[]): string[] {
  return Array.from(
    Map.groupBy(reasons, ([, why]) => why),
    ([why, same]) => `${same.map(([number]) => number).join(' ')}: ${why}`,
  )
}

/** Names unfinished rows that were taken together with these: the model may have forgotten them. */
function missingLine({ held }: Desk, written: readonly HeldRow[]): string[] {
  const numbers = new Set(written.map(({ ordinal }) => ordinal))
  const missing = held
    .list()
    .filter(({ rows }) => rows.some(({ ordinal }) => numbers.has(ordinal)))
    .flatMap(({ rows }) => rows.filter(({ ordinal, isDone }) => !isDone && !numbers.has(ordinal)))
  return missing.length === 0 ? [] : [`not in this call: ${missing.map(({ ordinal }) => ordinal).join(' ')}`]
}
