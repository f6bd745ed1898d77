// What API v2 tells of terms, memory and context, held to plain evaluations and to the OpenAPI document.
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { type GlossaryEntry, glossaryTermsIn } from '../../src/domain/checks/glossary.ts'
import { contextTermsMax, lookupTextLengthMax, memoryRowsMax, memoryTextsMax } from '../../src/domain/limits.ts'
import { freshnessOf, type Head, type Revision } from '../../src/domain/row.ts'
import { scanTokens } from '../../src/domain/text/tokens.ts'
import type { Layer } from '../../src/domain/vocabulary.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { granted } from '../support/app-world.ts'
import { idOf, putText } from '../support/game-store.ts'
import { openV1App, type V1App } from '../support/v1-app.ts'
import { answerCheck } from '../support/v1-openapi.ts'
import type { Json } from '../support/v1-client.ts'
import { holdsInTime } from '../support/holds.ts'

const answers = answerCheck(openApiDocument('0') as Json)
let world: V1App
let secret = ''
beforeEach(async () => {
  world = openV1App()
  ;({ secret } = await world.person('reader', 'user'))
})
afterEach(() => world.close())

async function post(path: string, body: object): Promise<Json> {
  const answer = await world.v2('POST', path, secret, body)
  const headers = Object.fromEntries(answer.headers)
  answers.check({ method: 'POST', path: `/api/v2${path}`, key: secret }, { ...answer, headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const term = (source: string, forms: readonly string[], more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  source,
  forms,
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
  ...more,
})
const setGlossary = async (...entries: readonly GlossaryEntry[]): Promise<unknown> =>
  granted(await changeGlossary(world.app, null, { entries, how: 'replace', origin: 'test' }))
const put = (row: number, layer: Layer, text: string, more: Partial<Revision> = {}): Promise<void> =>
  putText(world.app.store, { id: idOf(row), layer, text, ...more })
const rowsOf = (...texts: readonly string[]): { id: string; text: string }[] =>
  texts.map((text, at) => ({ id: idOf(at + 1), text }))

describe('glossary/match', () => {
  it('tells every occurrence, what a write requires, and each term once', async () => {
    await setGlossary(
      term('gate', ['брам*'], { note: 'of a town' }),
      term('Twin Gate', ['Подвійна брама'], { caseSensitive: true }),
      term('town', []),
    )
    const { data, meta } = await post('/glossary/match', { texts: ['😀 The Twin Gate,\r\nthe GATE, a town', 'gated'] })
    expect(data.texts).toEqual([
      {
        matches: [
          { term: 0, start: 6, end: 15, required: true },
          { term: 1, start: 11, end: 15, required: false },
          { term: 1, start: 22, end: 26, required: true },
          { term: 2, start: 30, end: 34, required: false },
        ],
        left_out: 0,
      },
      { matches: [], left_out: 0 },
    ])
    expect(data.terms.map(({ source }: Json) => source)).toEqual(['Twin Gate', 'gate', 'town'])
    expect(data.terms[1]).toEqual({
      source: 'gate',
      forms: ['брам*'],
      do_not_translate: false,
      case_sensitive: false,
      note: 'of a town',
      made_forms: [],
    })
    expect(meta).toEqual({ count: 3, unknown_row_ids: [] })
  })

  it('shows the inflected forms that a write may use, once the language is set', async () => {
    await setGlossary(term('Dark Knight', ['Темний лицар']), term('gate', ['брам*']))
    const { rules } = world.app
    expect(rules.now().settings.target_language).toBe('')
    granted(await changeSetting(world.app, null, 'target_language', 'uk'))
    const { data } = await post('/glossary/match', { texts: ['The Dark Knight at the gate'] })
    const [knight, gate] = data.terms
    expect(knight.forms).toEqual(['Темний лицар'])
    expect(knight.made_forms).toContain('Темного лицаря')
    expect(knight.made_forms).not.toContain('Темний лицар')
    expect(gate.made_forms).toEqual([])
  })

  it('tells what a term says', async () => {
    const facts = { kind: 'person', gender: 'feminine', force: 'advice', meaning: 'a captain' } as const
    await setGlossary(term('Swan', ['Лебідь'], { facts }))
    const { data } = await post('/glossary/match', { texts: ['The Swan'] })
    expect(data.terms[0]).toMatchObject(facts)
    expect(data.texts[0].matches[0].required).toBe(true)
  })

  it('reads the sources of rows, and names those that the game has not', async () => {
    await setGlossary(term('gate', ['брама']))
    await world.importFiles(rowsOf('The gate', 'The hill'))
    const { data, meta } = await post('/glossary/match', { row_ids: [idOf(2), idOf(9), idOf(1)] })
    expect(data.texts.map(({ row_id: id, matches }: Json) => [id, matches.length])).toEqual([
      [idOf(2), 0],
      [idOf(1), 1],
    ])
    expect(meta.unknown_row_ids).toEqual([idOf(9)])
  })

  it('gives the spans that a plain search by the rules of the gate finds', async () => {
    const words = ['gate', 'GATE', 'gated', 'a', 'a b', 'ab', '门', '大门', 'İ', '-', '😀', '#G']
    const texts = fc
      .array(fc.constantFrom(...words, ' ', '  ', '\n', '\r\n', '<x|1>', '{0}', '\t'), { maxLength: 14 })
      .map((parts) => parts.join(''))
    const terms = fc.uniqueArray(
      fc.record({ source: fc.constantFrom('gate', 'Gate', 'a', 'a b', 'a b gate', '门', '大门', 'i', '-a', '😀') }),
      { selector: ({ source }) => source.toLowerCase(), maxLength: 8 },
    )
    await holdsInTime(
      60,
      terms,
      fc.array(texts, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (some, all, exact) => {
        const entries = some.map(({ source }) => term(source, ['х'], { caseSensitive: exact }))
        await setGlossary(...entries)
        const { data } = await post('/glossary/match', { texts: all })
        const { glossary } = world.app.rules.now()
        all.forEach((text, at) => {
          const told = data.texts[at].matches.map(({ term: number, ...span }: Json) => ({
            ...span,
            term: data.terms[number].source,
          }))
          const plain = entries.flatMap((entry) => plainMatches(text, entry))
          expect(told.map(spanText).toSorted(), JSON.stringify(text)).toEqual(plain.map(spanText).toSorted())
          const required = told.filter((each: Json) => each.required).map(({ term: source }: Json) => source)
          const ofGate = glossaryTermsIn(text.replaceAll('\r\n', '\n'), glossary, 'keep')
          expect(required).toEqual(ofGate.map(({ entry }) => entry.source))
        })
      },
    )
  })

  it.each([
    [{}, ['texts']],
    [{ texts: ['x'], row_ids: [idOf(1)] }, ['texts']],
    [{ texts: [] }, ['texts']],
    [{ texts: Array.from({ length: 51 }, () => 'x') }, ['texts']],
    [{ texts: ['x', 'x'.repeat(lookupTextLengthMax + 1), 3] }, ['texts[1]', 'texts[2]']],
    [{ row_ids: ['zz'], text: 'x' }, ['row_ids[0]', 'text']],
  ])('refuses %j with every fault', async (body, fields) => {
    for (const path of ['/glossary/match', '/memory', '/context']) {
      const { status, json } = await world.v2('POST', path, secret, body)
      expect([status, json.error]).toEqual([400, 'invalid_request'])
      expect(json.details.errors.map(({ field }: Json) => field)).toEqual(fields)
    }
  })
})

interface Span {
  readonly term: string
  readonly start: number
  readonly end: number
}
const spanText = ({ term: source, start, end }: Span): string => `${start} ${end} ${source}`

/** Tries every part of every piece between tokens. */
function plainMatches(text: string, { source, caseSensitive }: GlossaryEntry): Span[] {
  const lf = text.replaceAll('\r\n', '\n')
  const inToken = new Set(
    scanTokens(lf, 'keep').flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
  )
  const isWord = (character: string): boolean => /^[\p{L}\p{M}\p{Nd}]$/u.test(character)
  const isWide = (character: string): boolean => /^[\p{Script=Han}]$/u.test(character)
  const fold = (part: string): string => {
    const spaced = part.replace(/\s+/g, ' ')
    return caseSensitive ? spaced : spaced.replaceAll('İ', 'i').toLowerCase()
  }
  const found: Span[] = []
  const units = Array.from(lf).map((character, at, all) => ({ character, start: all.slice(0, at).join('').length }))
  // A line break of two characters is one here.
  const codePointAt = (at: number): number => Array.from(textUpTo(text, at)).length
  units.forEach(({ character: first, start }, from) => {
    for (let to = from; to < units.length; to++) {
      const { character: last, start: lastAt } = units[to] as (typeof units)[number]
      const end = lastAt + last.length
      if (Array.from({ length: end - start }, (_, at) => start + at).some((at) => inToken.has(at))) return
      if (/^\s|\s$/.test(lf.slice(start, end)) || fold(lf.slice(start, end)) !== fold(source)) continue
      const beside = (at: number): string => (at < 0 || inToken.has(at) ? '' : (lf.slice(at).match(/^./su)?.[0] ?? ''))
      const free = (edge: string, other: string): boolean => !isWord(other) || isWide(other) || isWide(edge)
      if (free(first, beside(start - 1)) && free(last, beside(end)))
        found.push({ term: source, start: codePointAt(start), end: codePointAt(end) })
    }
  })
  return found
}

/** The beginning of a text that ends at an offset counted with LF line ends. */
function textUpTo(text: string, lfOffset: number): string {
  let at = 0
  for (let seen = 0; seen < lfOffset; seen++) at += text.startsWith('\r\n', at) ? 2 : 1
  return text.slice(0, at)
}

describe('memory', () => {
  it('gives the texts of rows with the same source, best first', async () => {
    await world.importFiles(rowsOf('The gate', 'The gate', 'The gate', 'The gate', 'The gate', 'The hill'))
    await put(1, 'machine', 'Брама', { status: 'draft', model: 'm-1' })
    await put(2, 'machine', 'Брама', { status: 'draft', model: 'm-2' })
    await put(3, 'machine', 'Ворота', { status: 'approved' })
    await put(4, 'manual', 'Вхід', { status: 'rejected' })
    await put(5, 'manual', 'Брама', { status: 'approved' })
    await put(6, 'machine', 'Пагорб', { sourceHash: 'f'.repeat(64) })
    const { data, meta } = await post('/memory', { row_ids: [idOf(1), idOf(6)] })
    const [gate, hill] = data.texts
    expect(gate.matches).toEqual([
      {
        likeness: 100,
        text: 'Брама',
        layer: 'manual',
        status: 'approved',
        freshness: 'fresh',
        provider: null,
        model: null,
        row_id: idOf(5),
        rows: 2,
      },
      expect.objectContaining({ text: 'Ворота', layer: 'machine', row_id: idOf(3), rows: 1 }),
    ])
    expect(hill).toEqual({ row_id: idOf(6), matches: [], left_out: 0, counts_exact: true, like: [] })
    expect(meta).toEqual({ count: 1, unknown_row_ids: [] })
    const { data: byText } = await post('/memory', { texts: ['The gate', 'the gate'] })
    expect(byText.texts.map(({ matches }: Json) => matches.map((each: Json) => each.rows))).toEqual([[3, 1], []])
  })

  it('gives texts of like sources, twins first, approved first, and none against the glossary', async () => {
    await world.importFiles(
      rowsOf(
        'The gate opens in 5 days.',
        'The gate opens in #Y12#E days.',
        'The gate opens in 7 days.',
        'The gate opened in 7 days.',
        'The old gate opened in 7 days.',
        'A hill',
      ),
    )
    await put(2, 'machine', 'Брама відчиниться за #Y12#E днів.')
    await put(3, 'manual', 'Брама відчиниться за 7 днів.', { status: 'approved' })
    await put(4, 'machine', 'Брама відчинилася за 7 днів.')
    await put(5, 'machine', 'Стара брама відчинилася за 7 днів.', { status: 'rejected' })
    const { data, meta } = await post('/memory', { row_ids: [idOf(1), idOf(6)] })
    const [gate, hill] = data.texts
    expect(hill.like).toEqual([])
    expect(meta).toEqual({ count: 0, unknown_row_ids: [] })
    const shown = gate.like.map(({ kind, likeness, row_id: id, differences }: Json) => [
      kind,
      likeness,
      id,
      differences,
    ])
    expect(shown).toEqual([
      ['twin', 100, idOf(3), [{ source: '7', asked: '5' }]],
      ['twin', 100, idOf(2), [{ source: '#Y12#E', asked: '5' }]],
      [
        'near',
        92,
        idOf(4),
        [
          { source: 'opened', asked: 'opens' },
          { source: '7', asked: '5' },
        ],
      ],
    ])
    expect(gate.like[0]).toEqual(
      expect.objectContaining({ source: 'The gate opens in 7 days.', layer: 'manual', status: 'approved' }),
    )
    await setGlossary(term('gate', ['ворот*']))
    const { data: after } = await post('/memory', { texts: ['The gate opens in 5 days.'] })
    expect(after.texts[0].like).toEqual([])
  })

  it('equals a plain scan of all rows', async () => {
    const rows = 60
    const sources = ['The gate', 'The hill', 'A long road']
    await world.importFiles(rowsOf(...Array.from({ length: rows }, (_, at) => sources[at % 3] ?? '')))
    const layer = fc.constantFrom<Layer>('manual', 'machine')
    const status = fc.constantFrom('draft', 'reviewed', 'approved', 'rejected')
    const text = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const isVerified = fc.boolean()
    const isStale = fc.constantFrom(false, false, false, true)
    const writes = fc.array(
      fc.record({ row: fc.integer({ min: 1, max: rows }), layer, status, text, isVerified, isStale }),
      { minLength: 1, maxLength: 25 },
    )
    await holdsInTime(25, writes, fc.integer({ min: 1, max: rows }), async (all, own) => {
      for (const { row, layer: to, text: words, isStale: stale, ...more } of all)
        await put(row, to, words, { ...more, status: more.status as Head['status'], ...(stale && STALE) })
      const { data } = await post('/memory', { row_ids: [idOf(own)] })
      expect(data.texts[0].matches).toEqual(plainMemory(own, rows))
    })
  })

  it('of a frequent source reads the best texts first, and says that it did not read all', async () => {
    const rows = memoryRowsMax + 40
    await world.importFiles(rowsOf(...Array.from({ length: rows }, () => 'The gate')))
    for (let row = 1; row < rows; row++) await put(row, 'machine', `text ${row % (memoryTextsMax + 5)}`)
    await put(rows, 'manual', 'Брама')
    const { data } = await post('/memory', { texts: ['The gate'] })
    const [gate] = data.texts
    expect(gate.matches[0]).toMatchObject({ text: 'Брама', layer: 'manual', row_id: idOf(rows) })
    expect([gate.matches.length, gate.left_out, gate.counts_exact]).toEqual([memoryTextsMax, 6, false])
  })
})

const STALE = { sourceHash: 'e'.repeat(64) }
const ORDER = [
  'manual approved',
  'manual reviewed',
  'manual draft',
  'machine approved',
  'machine reviewed',
  'machine draft',
]

function plainMemory(own: number, rows: number): Json[] {
  const { main } = world.app.store
  const hashOf = (row: number): number => (row - 1) % 3
  const found = new Map<string, { worth: number; row: number; match: Json; rows: Set<number> }>()
  for (let row = 1; row <= rows; row++) {
    if (row === own || hashOf(row) !== hashOf(own)) continue
    const heads = readHeads(main, row)
    for (const layer of ['manual', 'machine'] as const) {
      const head = heads[layer]
      if (head === null || head.status === 'rejected' || head.sourceHash === STALE.sourceHash) continue
      const { text, status, isVerified, provider, model } = head
      const worth = ORDER.indexOf(`${layer} ${status}`) * 2 + (isVerified ? 0 : 1)
      const freshness = freshnessOf(head, head.sourceHash)
      const match = { likeness: 100, text, layer, status, freshness, provider, model, row_id: idOf(row) }
      const known = found.get(text)
      if (known === undefined || worth < known.worth) {
        found.set(text, { worth, row, match, rows: (known?.rows ?? new Set()).add(row) })
      } else known.rows.add(row)
    }
  }
  return [...found.values()]
    .sort((a, b) => a.worth - b.worth || b.rows.size - a.rows.size || a.row - b.row)
    .map(({ match, rows: with_ }) => ({ ...match, rows: with_.size }))
}

describe('context', () => {
  const sources = (json: Json): string[][] =>
    json.data.terms.map(({ source, examples }: Json) => [source, ...examples.map((each: Json) => each.row_id)])

  it('gives approved texts with a term of the batch that fit the glossary, manual ones first', async () => {
    await setGlossary(term('gate', ['брам*']), term('Kaifeng', ['Кайфен*']), term('road', []))
    await world.importFiles(
      rowsOf('A gate', 'The gate of Kaifeng', 'This gate', 'Gates', 'That gate', 'Old gate', 'New gate', 'My gate'),
    )
    await put(2, 'machine', 'Брама Кайфена', { status: 'approved' })
    await put(3, 'manual', 'Ці ворота')
    await put(4, 'manual', 'Брами')
    await put(5, 'manual', 'Та брама')
    await put(6, 'manual', 'Стара брама', STALE)
    await put(7, 'manual', 'Нова брама', { status: 'reviewed' })
    await put(8, 'machine', 'Моя брама')
    const json = await post('/context', { texts: ['Open the gate', 'A gate in Kaifeng', 'A road'], examples: 3 })
    expect(sources(json)).toEqual([['gate', idOf(5), idOf(2)], ['Kaifeng', idOf(2)], ['road']])
    expect(json.data.terms[0]).toMatchObject({ forms: ['брам*'], texts: [0, 1] })
    expect(json.data.terms[0].examples[0]).toEqual({
      row_id: idOf(5),
      source: 'That gate',
      text: 'Та брама',
      layer: 'manual',
      status: 'approved',
      freshness: 'fresh',
      provider: null,
      model: null,
    })
    expect(json.meta).toEqual({ count: 3, left_out: 0, unknown_row_ids: [] })
    expect(sources(await post('/context', { row_ids: [idOf(5)] }))).toEqual([['gate', idOf(2)]])
  })

  it('never gives a text that is no example any more, and finds new ones within a minute', async () => {
    await setGlossary(term('gate', ['брам*']))
    await world.importFiles(rowsOf('A gate', 'The gate', 'This gate'))
    await put(1, 'manual', 'Брама')
    const ask = async (): Promise<string[]> => sources(await post('/context', { texts: ['gate'] }))[0]?.slice(1) ?? []
    expect(await ask()).toEqual([idOf(1)])
    await put(1, 'manual', 'Брама', { status: 'rejected' })
    await put(2, 'manual', 'Та брама')
    expect(await ask()).toEqual([])
    world.clock.ms += 61_000
    expect(await ask()).toEqual([idOf(2)])
    await setGlossary(term('gate', ['ворот*']))
    expect(await ask()).toEqual([])
  })

  it('looks up no more terms than it says, those of the most texts first', async () => {
    const names = Array.from({ length: contextTermsMax + 3 }, (_, at) => `name${at}`)
    await setGlossary(...names.map((name) => term(name, [name])))
    await world.importFiles(rowsOf('x'))
    const json = await post('/context', { texts: [names.join(' '), 'name22'] })
    expect(json.data.terms[0]).toMatchObject({ source: 'name22', texts: [0, 1] })
    expect(json.meta).toMatchObject({ count: contextTermsMax, left_out: 3 })
  })
})

it('all three take rows:read', async () => {
  const { secret: blind } = await world.person('blind', 'user', { denies: ['rows:read'] })
  for (const path of ['/glossary/match', '/memory', '/context'])
    expect((await world.v2('POST', path, blind, { texts: ['x'] })).json.error, path).toBe('forbidden_ability')
})
