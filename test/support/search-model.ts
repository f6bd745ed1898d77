// What a search should find, by a plain look at every row of a store that property tests made.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { App } from '../../src/app/app.ts'
import type { SearchHit } from '../../src/search/block.ts'
import { searchRows } from '../../src/search/search-rows.ts'
import { present } from '../../src/base/assert.ts'
import { cellOf, cellsOf } from '../../src/domain/cell.ts'
import { parseSearch } from '../../src/search/query.ts'
import { SEARCH_FIELDS, type SearchField } from '../../src/domain/vocabulary.ts'
import { scanTokens } from '../../src/domain/text/tokens.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readReference } from '../../src/store/rows/references.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { idOf } from './game-store.ts'

/** Rows of a store, with the ids of 1 to this. */
export const ROWS = 1_100
const WORDS = [
  'in',
  'ring',
  'String',
  'ЇЖА',
  'їжак',
  'мʼяч',
  "м'яч",
  '药',
  '药水',
  '水龙',
  '#1',
  '{0}',
  'İx',
  'ς',
  'ab',
  'a"b',
  '#Y',
  '#E',
  '#FF00aa',
  '<i>',
  '{0}',
  '{0}%',
  '15',
  '15%',
  'x2',
]
const RARE = ['unobtainium', 'меценат', '麒麟', 'q']
const GAPS = [' ', '', '\n', '  ', ', ']
/** Writes have one and the same time until an operation moves it, so that times alone tell little of what changed. */
export const moment = { ms: 1_800_000_000_000 }
export const sameTime = { nowMs: () => moment.ms, monotonicMs: () => performance.now() }
const ever = new AbortController().signal

const word = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(...GAPS)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join('').slice(0, -1) || 'x')
export const someTexts = fc.array(fc.tuple(fc.integer({ min: 1, max: ROWS }).map(idOf), text), {
  minLength: 1,
  maxLength: 8,
})

/** A text for every row. */
export const BEGINNING = fc.array(text, { minLength: ROWS, maxLength: ROWS })

export const QUERY = fc.record({
  terms: fc.array(
    fc.oneof(
      word,
      fc.constantFrom(
        ...RARE,
        'in r',
        '药水 ',
        '0000000000000',
        idOf(513),
        'in 15% ring',
        'ring 15',
        '15 x',
        ' ab 15 ',
        '药水龙',
        '15 15',
      ),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  whole: fc.boolean(),
  fields: fc.subarray([...SEARCH_FIELDS], { minLength: 1 }),
  state: fc.constantFrom('all', 'none', 'manual'),
})
export type Query = typeof QUERY extends fc.Arbitrary<infer T> ? T : never

const folded = (value: string): string =>
  value.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ').replaceAll('ʼ', "'").replace(/\s+/g, ' ')

const isWide = (character: string): boolean => character >= '\u2E80'
const isWordy = (character: string | undefined): boolean => /[\p{L}\p{M}\p{Nd}]/u.test(character ?? '')

/** A character of a text, or one of its tokens. */
type Cell = string | { readonly hides: 'colour' | 'tag' | 'gap' }

const HIDES: Readonly<Record<string, 'colour' | 'tag'>> = {
  colour: 'colour',
  close: 'colour',
  style: 'colour',
  xml: 'tag',
  term: 'tag',
  link: 'tag',
  emote: 'tag',
}

function cellsOfText(text: string): Cell[] {
  const cells: Cell[] = []
  let from = 0
  for (const { kind, start, end } of scanTokens(text, 'free')) {
    if (['lineBreak', 'carriageReturn', 'tab', 'percent'].includes(kind)) continue
    cells.push(...Array.from(folded(text.slice(from, start))), { hides: HIDES[kind] ?? 'gap' })
    from = end
  }
  return [...cells, ...Array.from(folded(text.slice(from)))]
}

/** Where a term that begins here may end, character by character. */
function* endsIn(cells: readonly Cell[], from: number, term: string, at = 0): Generator<number> {
  const here = cells[from]
  const isToken = (cell: Cell | undefined): boolean => typeof cell === 'object' && cell.hides !== 'gap'
  const isPhrase = term.includes(' ')
  if (at === term.length) {
    yield from
    return
  }
  const [last, next] = [term[at - 1] ?? '', term[at] as string]
  const isBetweenWide = isWide(last) && isWide(next)
  const isMark = (character: string): boolean => character !== ' ' && !isWordy(character) && !isWide(character)
  const isAtSpace = last === ' ' || next === ' '
  const isBetween = isWide(last) !== isWide(next) || isMark(last) !== isMark(next)
  const isColour = typeof here === 'object' && here.hides === 'colour'
  if (at > 0 && ((isToken(here) && isPhrase && isAtSpace) || (isColour && (isBetweenWide || (isPhrase && isBetween)))))
    yield* endsIn(cells, from + 1, term, at)
  if (at > 1 && last === ' ' && here === ' ') yield* endsIn(cells, from + 1, term, at)
  if (here === next) yield* endsIn(cells, from + 1, term, at + 1)
  const number = /^\d+/.exec(term.slice(at))?.[0] ?? ''
  const isAlone = ![last, term[at + number.length]].some((beside) => isWordy(beside) && !isWide(beside ?? ''))
  if (number === '' || !isPhrase || !isAlone || !/\p{L}/u.test(term)) return
  for (let end = from; typeof cells[end] === 'object' && !isToken(cells[end]); end++)
    yield* endsIn(cells, end + 1, term, at + number.length)
}

function isIn(value: string, term: string, whole: boolean): boolean {
  const isWord = (cell: Cell | undefined): boolean =>
    typeof cell === 'string' && isWordy(cell) && !/\p{Script=Han}/u.test(cell)
  const isApart = (edge: Cell | undefined, beside: Cell | undefined): boolean =>
    edge === ' ' || !isWord(beside) || (typeof edge === 'string' && /\p{Script=Han}/u.test(edge))
  return [Array.from(folded(value)), cellsOfText(value)].some((cells) =>
    cells.some((_, at) =>
      [...endsIn(cells, at, folded(term))].some(
        (end) => !whole || (isApart(cells[at], cells[at - 1]) && isApart(cells[end - 1], cells[end])),
      ),
    ),
  )
}

/** What a search should find, row by row. */
function expected({ store }: App, { terms, whole, fields, state }: Query): number[] {
  const has = (field: SearchField): boolean => fields.includes(field)
  const found: number[] = []
  for (let ordinal = 1; ordinal <= ROWS; ordinal++) {
    const row = readRow(store.main, store.files, ordinal)
    if (row === null) continue
    const [heads, reference] = [readHeads(store.main, ordinal), readReference(store.main, ordinal)]
    if (!cellsOf(state, 'all').includes(cellOf(row, heads))) continue
    const texts = [
      has('source') ? (row.diff ?? row.main)?.text : undefined,
      has('reference') ? (reference?.diff ?? reference?.main) : undefined,
      has('translation') ? heads.manual?.text : undefined,
      has('translation') ? heads.machine?.text : undefined,
    ]
    const isMet = (term: string): boolean =>
      texts.some((each) => each !== undefined && each !== null && isIn(each, term, whole)) ||
      (has('id') && /^[0-9a-f]{4,16}$/.test(term) && row.rowId.startsWith(term))
    if (terms.every(isMet)) found.push(ordinal)
  }
  return found
}

export async function found(app: App, { terms, whole, fields, state }: Query): Promise<number[]> {
  const query = present(parseSearch(terms.map((each) => `"${each.replaceAll('"', '""')}"`).join(' '), whole), 'terms')
  const ordinals: number[] = []
  let after: number | null = 0
  while (after !== null) {
    const page = {
      query,
      fields: new Set(fields),
      state,
      source: 'all',
      updatedSinceMs: null,
      after,
      limit: 100,
    } as const
    const onHit = (hit: SearchHit): void => {
      const { manual, machine } = readHeads(app.store.main, hit.ordinal)
      const texts = [manual?.text, machine?.text].filter((each) => each !== undefined)
      expect(hit.translations, `all translations of ${hit.ordinal}`).toEqual(texts)
      ordinals.push(hit.ordinal)
    }
    const { next }: { readonly next: number | null } = await searchRows(app, page, { onHit }, ever)
    after = next
  }
  return ordinals
}

/** Searches find what is there. */
export async function agree(app: App, queries: readonly Query[]): Promise<void> {
  freshen(app.store)
  for (const query of queries) expect(await found(app, query), JSON.stringify(query)).toEqual(expected(app, query))
}
