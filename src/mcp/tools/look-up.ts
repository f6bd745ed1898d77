// MCP tools to look things up: one row, rows by their texts, the glossary, and the remaining work.
import { aboutTerm } from '../../base/term-facts.ts'
import { counted, numeral } from '../../base/numeral.ts'
import * as z from 'zod'
import type { AgentRow, RowPast, Term } from '../../agent/agent.ts'
import { toLine } from '../../agent/text-lines.ts'
import { withOfficial } from '../../agent/with-official.ts'
import type { EarlierPair } from '../../domain/text/earlier-pairs.ts'
import { lookupTextsMax, rowsLimitMax, searchTextMax } from '../../domain/limits.ts'
import { parseSearch } from '../../search/query.ts'
import { LAYERS, type SearchField } from '../../domain/vocabulary.ts'
import type { Desk } from '../desk.ts'
import { FilterText, tool } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'
import { asData } from '../words.ts'
import { earlierLines, Languages, languagesIn, shownLine } from './take-rows.ts'

const termsMax = 100

export const look = tool({
  name: 'look',
  description:
    'Everything about one row: both layers and what stood there before, the source it was translated from, ' +
    'Chinese text, terms, open proposals, and how similar texts were translated. Give n (a row number) or row_id.',
  arguments: z.object({
    n: z.int('give a row number').min(1, 'give a row number').optional(),
    row_id: z
      .string('give 16 hex characters')
      .regex(/^[0-9a-fA-F]{16}$/, 'a row_id has 16 hex characters')
      .optional(),
    official: Languages.describe('official texts in languages such as de,ja'),
  }),
  isReadOnly: true,
  run: async ({ agent }, { n, row_id: id, official }) => {
    if ((n === undefined) === (id === undefined)) throw new ToolRefused('Give either n or row_id.')
    const rowId = id?.toLowerCase() ?? (await rowIdOf(agent, n ?? 0))
    const [row] = rowId === null ? [] : await withOfficial(agent, languagesIn(official)).readRows([rowId])
    if (row === undefined) throw new ToolRefused('There is no such row; search finds rows by a text.')
    const past = await agent.pastOf(row.rowId)
    return asData([...factsOf(row), ...pastLines(past), ...(await earlierLines(agent, [row]))]).join('\n')
  },
})

export async function rowIdOf(agent: Desk['agent'], number: number): Promise<string | null> {
  const { rows } = await agent.listRows({ state: 'all', source: 'all', after: number - 1, limit: 1 })
  return rows.find(({ ordinal }) => ordinal === number)?.rowId ?? null
}

function factsOf(row: AgentRow): string[] {
  const { previous, reference } = row
  const heads = LAYERS.flatMap((layer) => {
    const head = row.layers[layer]
    if (head === null) return []
    const { text, revision, status, freshness, provider, model } = head
    const origin = model === null ? '' : `, ${provider} ${model}`
    return [`${layer}: ${toLine(text)} (revision ${revision}, ${status}, ${freshness}${origin})`]
  })
  return [
    `row ${row.ordinal}, ${row.rowId}${row.isServiceRow ? ', nothing to translate in it' : ''}`,
    `source: ${toLine(row.source)}`,
    ...(reference === null ? [] : [`Chinese: ${toLine(reference)}`]),
    ...(row.official ?? []).map(({ language, text }) => `official ${language}: ${toLine(text)}`),
    ...heads,
    ...(previous === null
      ? []
      : [`translated from: ${previous.source === null ? '(not kept)' : toLine(previous.source)}`]),
    ...row.terms.map((term) => `term: ${termText(term)}`),
    ...(row.copies > 1 ? [`${row.copies} rows with this source`] : []),
    ...(row.pendingProposals > 0
      ? [`${counted(row.pendingProposals, 'proposal waits', 'proposals wait')} for review`]
      : []),
  ]
}

const pastLines = (past: RowPast | null): string[] =>
  past === null
    ? []
    : [
        ...past.proposals.map(({ id, text }) => `proposal ${id}: ${toLine(text)}`),
        ...past.earlier.map(({ layer, revision, text }) => `before: ${toLine(text)} (${layer}, revision ${revision})`),
      ]

const FIELDS: Readonly<Record<string, readonly SearchField[]>> = {
  source: ['source'],
  translation: ['translation'],
  both: ['source', 'translation'],
  chinese: ['reference'],
}

export const search = tool({
  name: 'search',
  description:
    'Find rows by words of their source or translation, in any order, or by a "phrase" in quotation marks, ' +
    'ignoring letter case: how was this translated elsewhere? Lines of number, source, [now: translation].',
  arguments: z.object({
    text: z
      .string('give a text')
      .trim()
      .min(1, 'give a text')
      .max(searchTextMax, `give at most ${searchTextMax} characters`)
      .refine((text) => text === '' || parseSearch(text, false) !== null, 'give a text'),
    in: z
      .enum(['source', 'translation', 'both', 'chinese'], 'give source, translation, both or chinese')
      .default('both'),
    whole_words: z.boolean('give true or false').default(true).describe('false: inside longer words too'),
    filter: FilterText.describe('only rows of work in this filter, such as layer=machine&status=draft or job=stale'),
    limit: z
      .int('give a whole number')
      .min(1, 'give at least 1')
      .max(rowsLimitMax, `give at most ${rowsLimitMax}`)
      .default(10),
    after: z.int('give a row number').min(0, 'give a row number').default(0).describe('continue after this number'),
  }),
  isReadOnly: true,
  run: async ({ agent }, { text, in: where, whole_words: wholeWords, filter, limit, after }, signal) => {
    const fields = FIELDS[where] ?? []
    const found = await agent.search({
      text,
      wholeWords,
      fields,
      ...(filter !== undefined && { filter }),
      state: 'all',
      source: 'all',
      after,
      limit,
      signal,
    })
    const more = found.next === null ? [] : [`there may be more: after ${found.next}`]
    const line = (row: AgentRow): string => shownLine(row, where === 'chinese')
    const none = wholeWords ? 'no row with these whole words' : 'no row'
    return [...(found.rows.length === 0 ? [none] : asData(found.rows.map(line))), ...more].join('\n')
  },
})

export const glossary = tool({
  name: 'glossary',
  description:
    'Terms and their accepted translations (a trailing * accepts any ending); give term to look for some. ' +
    'With rows: what is settled for these rows, which is texts of rows with the same or a similar source, and approved ' +
    'examples of their terms.',
  arguments: z.object({
    term: z.string('give a text').trim().max(searchTextMax).optional(),
    rows: z
      .array(z.int('give row numbers').min(1, 'give row numbers'), 'give a list of row numbers')
      .min(1, 'give row numbers')
      .max(lookupTextsMax, `give at most ${lookupTextsMax} row numbers`)
      .optional(),
  }),
  isReadOnly: true,
  run: async (desk, { term = '', rows }, signal) => {
    if (rows !== undefined && term !== '') throw new ToolRefused('Give either term or rows.')
    if (rows !== undefined) return await settled(desk, rows, signal)
    const { agent } = desk
    const wanted = term.toLowerCase()
    const holds = ({ source, forms }: Term) => [source, ...forms].some((word) => word.toLowerCase().includes(wanted))
    const found = (await agent.glossary()).filter(holds)
    if (found.length === 0) return wanted === '' ? 'the glossary is empty' : 'no such term'
    const rest = found.length - termsMax
    return asData([
      ...found.slice(0, termsMax).map(termText),
      ...(rest > 0 ? [`and ${numeral(rest)} more: give term`] : []),
    ]).join('\n')
  },
})

async function settled({ agent, held }: Desk, numbers: readonly number[], signal: AbortSignal): Promise<string> {
  const mine = new Map(held.list().flatMap(({ rows }) => rows.map(({ ordinal, rowId }) => [ordinal, rowId] as const)))
  const rowOf = new Map<string, number>()
  for (const number of new Set(numbers)) {
    const rowId = mine.get(number) ?? (await rowIdOf(agent, number))
    if (rowId === null) throw new ToolRefused(`There is no row ${number}; search finds rows by a text.`)
    rowOf.set(rowId, number)
  }
  const { texts, like, examples } = await agent.known([...rowOf.keys()], signal)
  const lines = [
    ...texts.map(
      ({ rowId, text, layer, status, rows }) =>
        `${rowOf.get(rowId)}: ${toLine(text)} (${layer}, ${status}, ${counted(rows, 'row', 'rows')})`,
    ),
    ...like.map((each) => `${rowOf.get(each.rowId)}, ${alikeness(each.percent)}: ${pairText(each)}`),
    ...examples.map((each) => `${toLine(each.term)}: ${pairText(each)}`),
  ]
  return lines.length === 0 ? 'nothing is settled for these rows' : asData(lines).join('\n')
}

const alikeness = (percent: number): string => (percent === 100 ? 'the same except for numbers' : `${percent} % alike`)

const pairText = ({ source, text }: EarlierPair): string => `${toLine(source)} = ${toLine(text)}`

const termText = ({ source, forms, doNotTranslate, note, facts }: Term): string =>
  toLine(
    `${[source, aboutTerm(facts)].filter((each) => each !== '').join(', ')} = ` +
      `${(doNotTranslate ? ['(as it is)'] : forms).join(' | ')}${note === '' ? '' : ` (${note})`}`,
  )

export const status = tool({
  name: 'status',
  description: 'How much is left to do, what you may write, your quota and limit.',
  arguments: z.object({
    brief: z.boolean('give true or false').default(false).describe('give the text of windrow://brief instead'),
  }),
  isReadOnly: true,
  run: async ({ agent }, { brief }) => {
    if (brief) return await briefText(agent)
    const { quota, ...at } = await agent.status()
    const { version } = await agent.brief()
    const writes = { machine: 'machine translations', proposals: 'proposals for review' }
    return [
      `you: ${at.name}, ${at.role}, ${at.writes === null ? 'may write nothing' : `write ${writes[at.writes]}`}`,
      ...(at.targetLanguage === '' ? [] : [`language: ${at.targetLanguage}`]),
      ...(version === 0 ? [] : [`brief: version ${version}`]),
      `rows: ${numeral(at.rows)}, untranslated ${numeral(at.untranslated)}, stale ${numeral(at.stale)}`,
      `quota today: ${numeral(quota.remaining)} of ${numeral(quota.limit)} left, until ${new Date(quota.resetsAtMs).toISOString()}`,
      ...(at.requestsPerMinute === null ? [] : [`requests a minute: ${numeral(at.requestsPerMinute)}`]),
    ].join('\n')
  },
})

/** The team's brief as a model reads it. */
export async function briefText(agent: Desk['agent']): Promise<string> {
  const { version, text } = await agent.brief()
  return text === '' ? 'There is no brief.' : `Brief, version ${version}\n\n${text}`
}
