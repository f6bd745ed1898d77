// MCP tools to take rows for translation, and to give them back.
import { counted, numeral } from '../../base/numeral.ts'
import * as z from 'zod'
import type { Agent, AgentRow, TakenRows } from '../../agent/agent.ts'
import { likeLines, rowLine, termsLine, toLine, withText } from '../../agent/text-lines.ts'
import { withOfficial } from '../../agent/with-official.ts'
import { claimRowsDefault, claimRowsMax, mcpClaimSeconds, mcpClaimsMax } from '../../domain/limits.ts'
import type { ClaimWork } from '../../domain/vocabulary.ts'
import { isEmptyFilter } from '../../domain/work/work-filter.ts'
import type { Desk } from '../desk.ts'
import { FilterText, tool } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'
import { asData } from '../words.ts'

/** Languages with commas between them. The tool itself splits the text, because arguments are parsed twice. */
export const Languages = z.string('give languages, such as de,ja').default('')
export const languagesIn = (text: string): readonly string[] => (text === '' ? [] : text.split(','))

/** How often the tool asks for a free row before it answers that there is none. */
const stepsMax = 20

const WORKS: Readonly<Record<'untranslated' | 'stale', ClaimWork>> = { untranslated: 'none', stale: 'stale' }

export const takeRows = tool({
  name: 'take_rows',
  description:
    'Take rows to translate; yours for 30 minutes. A row a line, tabs between: number, source, [keep: ' +
    'tokens to repeat exactly]; \\n, \\t and \\\\ as in a JSON string. Stale rows add [was: old source] and [now: ' +
    'present text]. "# terms" lists terms to use, "# like texts" how similar ones were translated.',
  arguments: z.object({
    work: z.enum(['untranslated', 'stale'], 'give untranslated or stale').optional().describe('default untranslated'),
    filter: FilterText.describe('instead of work: a filter, such as layer=none&patch=7; write replaces stale texts'),
    count: z
      .int('give a whole number')
      .min(1, 'take at least 1 row')
      .max(claimRowsMax, `take at most ${claimRowsMax} rows`)
      .default(claimRowsDefault),
    reference: z.boolean('give true or false').default(false).describe('add Chinese'),
    official: Languages.describe('official texts: de,ja'),
    texts: z.boolean('give true or false').default(false).describe('add machine texts'),
  }),
  run: async (desk, { work, filter, count: limit, reference, official, texts }) => {
    if (work !== undefined && filter !== undefined) throw new ToolRefused('Give work or filter, not both.')
    if (filter !== undefined && isEmptyFilter(filter))
      throw new ToolRefused('The filter is empty: give at least one parameter, such as layer=none.')
    await makeRoom(desk)
    const agent = withOfficial(desk.agent, languagesIn(official))
    const taken = await take(agent, WORKS[work ?? 'untranslated'], filter, limit)
    if (taken.claim === null)
      return nothingTaken(desk, filter === undefined ? `${work ?? 'untranslated'} row` : 'row of this filter', taken)
    desk.held.add(taken.claim.id, taken.rows)
    const terms = termsLine(taken.rows)
    return asData([
      ...(terms === null ? [] : [terms]),
      ...(await earlierLines(desk.agent, taken.rows)),
      ...taken.rows.map((row) => {
        const line = rowLine(String(row.ordinal), row, reference)
        return texts ? withText(line, row) : line
      }),
      `(${counted(taken.rows.length, 'row')}, ${numeral(taken.left)} left${ofBrief(taken)})`,
    ]).join('\n')
  },
})

const ofBrief = ({ briefVersion }: TakenRows): string => (briefVersion === 0 ? '' : `; brief ${briefVersion}`)

const unfinished = (desk: Desk) => desk.held.list().filter(({ rows }) => rows.some(({ isDone }) => !isDone))

async function makeRoom(desk: Desk): Promise<void> {
  for (const { id } of unfinished(desk).slice(0, 1 - mcpClaimsMax)) await end(desk, id)
}

async function end({ agent, held }: Desk, claimId: string): Promise<void> {
  await agent.giveBack(claimId)
  held.drop(claimId)
}

async function take(agent: Agent, work: ClaimWork, filter: string | undefined, limit: number): Promise<TakenRows> {
  const of = { work, source: 'all', ...(filter !== undefined && { filter }) } as const
  const wanted = { ...of, limit, seconds: mcpClaimSeconds }
  let taken = await agent.takeRows(wanted)
  for (let step = 1; step < stepsMax && taken.claim === null && taken.left > 0; step++) {
    taken = await agent.takeRows(wanted)
  }
  return taken
}

function nothingTaken(desk: Desk, rows: string, { left, heldByOthers, retryAfterSeconds }: TakenRows): string {
  if (retryAfterSeconds === null) return `Nothing is left to do: no ${rows} is free or held. You are done.`
  if (left > 0) return 'No row was found yet. Call take_rows again.'
  const own = unfinished(desk).flatMap(({ rows }) => rows.filter(({ isDone }) => !isDone))
  const held =
    `No row is free; ${numeral(heldByOthers)} are held by you or others, the first of them may be free ` +
    `in ${retryAfterSeconds} s.`
  if (own.length === 0) return `${held} Call take_rows again then, or stop here.`
  return `${held} You hold ${own.map(({ ordinal }) => ordinal).join(' ')}: write them, or give_back.`
}

/** Lines of earlier translations. None if these can't be read: the rows are claimed by then and must still be shown. */
export const earlierLines = async (agent: Agent, rows: readonly AgentRow[]): Promise<readonly string[]> =>
  likeLines(await agent.earlier(rows).catch(() => []))

export function shownLine(row: AgentRow, withReference = false): string {
  const head = row.layers.manual ?? row.layers.machine
  return [
    rowLine(String(row.ordinal), { ...row, keep: {}, previous: null }, withReference),
    ...headPart(head?.text),
  ].join('\t')
}

const headPart = (text: string | undefined): string[] => (text === undefined ? [] : [`[now: ${toLine(text)}]`])

export const giveBack = tool({
  name: 'give_back',
  description:
    'Give rows back that you will not translate, so that others get them. Numbers: the batches these rows belong ' +
    'to; without numbers, everything you hold.',
  arguments: z.object({
    numbers: z.array(z.int('give whole numbers'), 'give a list of row numbers').max(claimRowsMax).optional(),
  }),
  run: async (desk, { numbers }) => {
    const wanted = numbers === undefined ? null : new Set(numbers)
    const claims = unfinished(desk).filter(({ rows }) => wanted === null || rows.some((row) => wanted.has(row.ordinal)))
    if (claims.length === 0) return wanted === null ? 'You hold no row.' : 'You hold none of these rows.'
    for (const { id } of claims) await end(desk, id)
    const given = claims.flatMap(({ rows }) => rows.filter(({ isDone }) => !isDone))
    return `Given back: ${given.map(({ ordinal }) => ordinal).join(' ')}`
  },
})
