// `windrow row` and `windrow search`: look up rows for a translator.
import type { AgentRow } from '../../../agent/agent.ts'
import { labelOf, officialParts, parseLabel, rowDocument, toLine } from '../../../agent/text-lines.ts'
import { claimRowsDefault, searchTextMax, aroundMax } from '../../../domain/limits.ts'
import { parseSearch } from '../../../search/query.ts'
import {
  LAYERS,
  type RowState,
  type SearchField,
  type SourceFilter,
  SEARCH_FIELDS,
} from '../../../domain/vocabulary.ts'
import { parseFilterText } from '../../../domain/work/work-filter.ts'
import type { Runnable, ValueSpec } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { withOfficialAgent } from '../../with-agent.ts'
import { printLines } from './print-lines.ts'
import { WHERE, official, as, limit, after, jsonLines } from './agent-options.ts'
import { FILTER, ROW, TEXT, ROW_STATE, SOURCE, word } from '../../options.ts'

const FIELD: ValueSpec = word('FIELD', SEARCH_FIELDS, 'field')

export const row: Runnable = {
  name: 'row',
  summary: 'Print one row in full, and the rows around it in the file',
  details: [
    WHERE,
    'The file is sorted by hashed ids, so these rows are not neighbours in the game; windrow search finds similar texts.',
  ],
  arguments: [{ value: ROW, summary: 'Row id, or the first column of windrow rows' }],
  options: [
    {
      name: 'around',
      summary: 'Rows on each side',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: aroundMax },
      defaultText: '0',
    },
    official,
    as,
  ],
  examples: ['windrow row 0102030405060708 --around 3 --as Olena'],
  async run(context, args) {
    const label = args.argument('ROW')
    const named = parseLabel(label)
    if (named === null) throw new Usage(`${label} is not a row; give its id, 16 hex digits`)
    const eachSide = args.integer('around') ?? 0
    await withOfficialAgent(context, args, async (agent) => {
      const rows = await agent.readAround(named.rowId, eachSide)
      const found = rows.find(({ rowId }) => rowId === named.rowId)
      if (found === undefined)
        throw new Failure(`there is no row ${named.rowId}; windrow search finds rows by a text`, { code: 'not_found' })
      const around = rows.filter((each) => each !== found).map(rowDocument)
      printLines(context, { ...rowDocument(found), ...(eachSide > 0 && { around }) }, [
        ...linesOf(found),
        ...(eachSide === 0 ? [] : ['', 'around it in the file:', ...rows.map((each) => `  ${foundLine(each)}`)]),
      ])
    })
  },
}

function linesOf(shown: AgentRow): string[] {
  const { previous } = shown
  const heads = LAYERS.flatMap((layer) => {
    const head = shown.layers[layer]
    if (head === null) return []
    const origin = head.model === null ? '' : `, ${head.provider} ${head.model}`
    return [`${layer}: ${toLine(head.text)}  (revision ${head.revision}, ${head.status}, ${head.freshness}${origin})`]
  })
  const facts = [
    ['source', toLine(shown.source)],
    ['service row', shown.isServiceRow ? 'yes: there is nothing to translate' : ''],
    [
      'keep',
      Object.entries(shown.keep)
        .map(([token, count]) => `${token} ×${count}`)
        .join(', '),
    ],
    ['reference', toLine(shown.reference ?? '')],
    ...(shown.official ?? []).map(({ language, text }) => [`official ${language}`, toLine(text)] as const),
    ['terms', shown.terms.map(({ source, forms }) => `${source} = ${forms.join(' | ')}`).join('; ')],
    ['rows with this source', String(shown.copies)],
    ['pending proposals', shown.pendingProposals === 0 ? '' : String(shown.pendingProposals)],
    ['source before', toLine(previous?.source ?? '')],
  ]
  return [
    `row: ${labelOf(shown)}`,
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`),
    ...heads,
  ]
}

export const search: Runnable = {
  name: 'search',
  summary: 'Find rows by a text: how others translated the same words',
  details: [
    'Words match in any order; a "phrase" in quotation marks matches as written; letter case does not matter. ' +
      'Prints ROW, the source and the translation (and with --in reference the Chinese text).',
    WHERE,
  ],
  arguments: [{ value: TEXT, summary: 'Words or phrases' }],
  options: [
    { name: 'whole-words', summary: 'Match whole words only' },
    { name: 'in', summary: 'Where to look', value: FIELD, isRepeatable: true, defaultText: 'source, translation' },
    { name: 'state', summary: 'Only rows in this state', value: ROW_STATE, defaultText: 'all' },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    { ...FILTER, summary: 'Only rows of this filter (as in an address of the site)' },
    limit,
    after,
    official,
    jsonLines,
    as,
  ],
  examples: [
    `windrow search lantern --filter 'job=drafts&model=x' --as Olena`,
    'windrow search "force inner" --state machine --limit 10 --as Olena',
    `windrow search '"inner force"' --in source --whole-words --as Olena`,
  ],
  async run(context, args) {
    const text = args.argument('TEXT')
    const wholeWords = args.flag('whole-words')
    if (text.length > searchTextMax || parseSearch(text, wholeWords) === null)
      throw new Usage(`give 1 to ${searchTextMax} characters to search for`)
    const filter = args.text('filter')
    const { fault } = parseFilterText(filter ?? '')
    if (fault !== null) throw new Usage(`--filter: ${fault}`)
    const chosen = args.texts('in') as SearchField[]
    await withOfficialAgent(context, args, async (agent) => {
      const { rows, next } = await agent.search({
        text,
        wholeWords,
        fields: chosen.length === 0 ? ['source', 'translation'] : [...new Set(chosen)],
        ...(filter !== undefined && { filter }),
        state: (args.text('state') ?? 'all') as RowState,
        source: (args.text('source') ?? 'all') as SourceFilter,
        after: args.integer('after') ?? 0,
        limit: args.integer('limit') ?? claimRowsDefault,
        signal: context.signal,
      })
      context.signal.throwIfAborted()
      const withReference = chosen.includes('reference')
      const line = (each: AgentRow): string =>
        args.flag('jsonl') ? JSON.stringify(rowDocument(each)) : foundLine(each, withReference)
      const lines = rows.map(line)
      printLines(context, { rows: rows.map(rowDocument), next }, lines)
      if (next !== null) context.note(`there may be more: --after ${next}`)
    })
  },
}

function foundLine(found: AgentRow, withReference = false): string {
  const head = found.layers.manual ?? found.layers.machine
  const { reference } = found
  return [
    labelOf(found),
    toLine(found.source),
    ...(head === null ? [] : [toLine(head.text)]),
    ...(withReference && reference !== null ? [`[zh: ${toLine(reference)}]`] : []),
    ...officialParts(found),
  ].join('\t')
}
