// Properties of reading: cursors, and pages that equal the filtered scan, also while rows change
// (docs/api-v1.md#pages-and-cursors).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowCard } from '../../src/api-v1/bytes/row-card.ts'
import { readClaimedRows } from '../../src/app/claims/read-claimed-rows.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { cursorAfter, ordinalInCursor, type RowFilter } from '../../src/domain/cursor.ts'
import { tokenCounts } from '../../src/domain/text/tokens.ts'
import { FIELD_GROUPS, type FieldGroup, ROW_STATES, SOURCE_FILTERS } from '../../src/domain/vocabulary.ts'
import { type Line, openV1App, type V1App } from '../support/v1-app.ts'
import type { Json } from '../support/v1-client.ts'
import { tries } from '../support/tries.ts'
import { holds, holdsInTime } from '../support/holds.ts'

const filter = fc.record({ state: fc.constantFrom(...ROW_STATES), source: fc.constantFrom(...SOURCE_FILTERS) })
const timedFilter: fc.Arbitrary<RowFilter> = fc
  .tuple(filter, fc.option(fc.integer({ min: 0, max: 253_402_300_799_999 })))
  .map(([of, updatedSinceMs]) => ({ ...of, updatedSinceMs }))
const ordinal = fc.integer({ min: 1, max: 0xffff_ffff })

describe('a cursor', () => {
  test('gives back its ordinal to its own filter and to no other', () =>
    holds(100, ordinal, timedFilter, timedFilter, (at, own, other) => {
      const cursor = cursorAfter(at, own)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(ordinalInCursor(cursor, own)).toEqual({ ok: true, value: at })
      const isSame = JSON.stringify(own) === JSON.stringify(other)
      expect(ordinalInCursor(cursor, other).ok).toBe(isSame)
    }))

  test('with one character changed, left out or added is refused', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
    holds(
      100,
      ordinal,
      timedFilter,
      fc.nat(),
      fc.constantFrom(...alphabet.split(''), ''),
      fc.boolean(),
      (at, own, place, character, adds) => {
        const cursor = cursorAfter(at, own)
        const from = place % (cursor.length + 1)
        const changed = cursor.slice(0, from) + character + cursor.slice(adds ? from : from + 1)
        fc.pre(changed !== cursor)
        expect(ordinalInCursor(changed, own).ok).toBe(false)
      },
    )
  })
})

// ---------------------------------------------------------------- pages

const idOf = (number: number): string => number.toString(16).padStart(16, '0')
const sources = fc.constantFrom<string>('A text', 'Another text', '12:34', '{0}', '')
const slots = fc.record({ main: fc.option(sources), diff: fc.option(sources) })

/** What may happen to a row between two pages. */
const change = fc.record({
  row: fc.nat(),
  how: fc.constantFrom<'machine' | 'manual' | 'import'>('machine', 'manual', 'import'),
  text: fc.constantFrom('Текст', 'Інший текст'),
})
interface Change {
  readonly row: number
  readonly how: 'machine' | 'manual' | 'import'
  readonly text: string
}
interface Slots {
  readonly main: string | null
  readonly diff: string | null
}

const linesOf = (rows: readonly Slots[], slot: 'main' | 'diff'): Line[] =>
  rows.flatMap((row, i) => {
    const text = row[slot]
    return text === null
      ? []
      : [{ id: idOf(i + 1), text, ...(slot === 'diff' && text === '' && { deleted: true as const }) }]
  })

const isIn = (row: Json, { state, source }: Pick<RowFilter, 'state' | 'source'>): boolean => {
  const { manual, machine } = row.layers
  const isStale = [manual, machine].some((head) => head?.freshness === 'stale')
  const inState = {
    all: true,
    none: manual === null && machine === null && !(row.is_service_row && row.source_kind === 'diff'),
    machine: manual === null && machine !== null,
    manual: manual !== null,
    stale: isStale,
  }
  const inSource = {
    all: true,
    main: row.source_kind === 'main',
    diff: row.source_kind === 'diff',
    diff_only: row.sources.main === null,
  }
  return inState[state] && inSource[source]
}

async function everyRow(v1: V1App, secret: string): Promise<Json[]> {
  const { json } = await v1.get('/rows?limit=100&fields=layers,sources', secret)
  return json.data.rows
}

async function carryOut(
  v1: V1App,
  secret: string,
  rows: Slots[],
  { row, how, text }: Change,
  name: string,
): Promise<void> {
  const known = await everyRow(v1, secret)
  const target = known[row % known.length]
  if (target === undefined) return
  if (how === 'import') {
    const at = Number.parseInt(target.row_id, 16) - 1
    rows[at] = { main: rows[at]?.main ?? null, diff: rows[at]?.diff === null ? text : null }
    await v1.importFiles(linesOf(rows, 'main'), linesOf(rows, 'diff'))
    return
  }
  const layer =
    how === 'machine' ? { layer: 'machine', provider: 'p', model: 'm', overwrite: true } : { mode: 'direct' }
  const item = { row_id: target.row_id, text, source_hash: sha256Hex(target.source_text), ...layer }
  await v1.post('/translations', secret, { items: [item] }, name)
}

describe('pages of any limit and filter', () => {
  test('show every row that is in the filter during the whole pass exactly once, in order, and no row that never is', async () =>
    await holdsInTime(
      tries(30),
      fc.array(slots, { minLength: 1, maxLength: 12 }),
      filter,
      fc.integer({ min: 1, max: 4 }),
      fc.array(change, { maxLength: 6 }),
      fc.array(fc.option(change), { maxLength: 6 }),
      async (given, of, limit, before, between) => {
        const rows = [...given]
        fc.pre(linesOf(rows, 'main').length > 0)
        const v1 = openV1App()
        try {
          const { secret } = await v1.person('Ada', 'super_admin')
          await v1.importFiles(linesOf(rows, 'main'), linesOf(rows, 'diff'))
          let step = 0
          for (const one of before) await carryOut(v1, secret, rows, one, `k${step++}`)
          await expectOnePass(v1, secret, of, limit, async (page) => {
            const one = between[page]
            if (one !== undefined && one !== null) await carryOut(v1, secret, rows, one, `k${step++}`)
          })
        } finally {
          await v1.close()
        }
      },
    ))
})

async function expectOnePass(
  v1: V1App,
  secret: string,
  of: Pick<RowFilter, 'state' | 'source'>,
  limit: number,
  afterPage: (page: number) => Promise<void>,
): Promise<void> {
  const idsNow = async (): Promise<string[]> =>
    (await everyRow(v1, secret)).filter((row) => isIn(row, of)).map(({ row_id }) => row_id)
  let always = await idsNow()
  const ever = new Set(always)
  const shown: Json[] = []
  let query = `/rows?limit=${limit}&state=${of.state}&source=${of.source}&include_total=1`
  for (let page = 0; ; page++) {
    const { json } = await v1.get(query, secret)
    expect(json.meta.total_matching).toBe((await idsNow()).length)
    shown.push(...json.data.rows)
    expect(json.data.rows.length).toBeLessThanOrEqual(limit)
    if (!json.meta.has_more) break
    query = `${query.replace(/&cursor=.*/, '')}&cursor=${json.meta.next_cursor}`
    await afterPage(page)
    const now = await idsNow()
    always = always.filter((id) => now.includes(id))
    for (const id of now) ever.add(id)
  }
  const ids = shown.map(({ row_id }) => row_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(shown.map(({ ordinal }) => ordinal)).toEqual(shown.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b))
  for (const id of always) expect(ids).toContain(id)
  for (const id of ids) expect(ever).toContain(id)
}

const wireTokens = (text: string): Json => {
  const { mustPreserve, cosmetic } = tokenCounts(text, 'keep')
  return { must_preserve: mustPreserve, cosmetic, note: expect.any(String) }
}

describe('a card', () => {
  test('is written as JSON.stringify would write it, whatever the texts hold', async () => {
    const v1 = openV1App()
    try {
      const { secret } = await v1.person('Ada', 'admin')
      const texts = fc.array(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(...'"\\/\b\f\n\r\t\u0001\u007f\u2028é中😀'.split(/(?:)/u), '{0}', '%s', '<Tag|1>', '#Y'),
            fc.string({ unit: 'grapheme', maxLength: 3 }),
          ),
          maxLength: 60,
        }),
        { minLength: 1, maxLength: 100 },
      )
      await holdsInTime(tries(25), texts, async (given) => {
        const lines = given.map((text, i) => ({ id: idOf(i + 1), text }))
        await v1.importFiles(lines)
        const { text, json } = await v1.get('/rows?limit=100&include_total=1', secret)
        expect(text).toBe(JSON.stringify(json))
        expect(json.data.rows.map((row: Json) => row.source_text)).toEqual(given)
        const all = await v1.get('/rows?limit=100&fields=core,sources,reference,layers,tokens', secret)
        expect(all.text).toBe(JSON.stringify(all.json))
        expect(all.json.data.rows).toEqual(
          json.data.rows.map((row: Json, i: number) => ({
            ...row,
            sources: { main: { text: given[i], text_hash: row.source_hash }, diff: null },
            reference: null,
            layers: { manual: null, machine: null },
            tokens: wireTokens(given[i] ?? ''),
          })),
        )
        const first = json.data.rows[0]
        const card = await v1.get(`/rows/${first.row_id}`, secret)
        expect(card.text).toBe(JSON.stringify(card.json))
        expect(card.json.data.row).toEqual(all.json.data.rows[0])
      })
    } finally {
      await v1.close()
    }
  })

  const said = fc.string({ unit: fc.constantFrom(...'"\\\n\u0001é中😀ab '.split(/(?:)/u), '{0}', '#Y'), maxLength: 12 })
  const cardRow = fc.record({
    main: said,
    diff: fc.option(said),
    reference: fc.option(said),
    machine: fc.boolean(),
    manual: fc.boolean(),
    isChangedLater: fc.boolean(),
  })

  test('has the bytes of the card as an object, with every group and with some', async () => {
    const groups = fc.subarray(FIELD_GROUPS.filter((group) => group !== 'core'))
    await holdsInTime(tries(20), fc.array(cardRow, { minLength: 1, maxLength: 20 }), groups, async (rows, asked) => {
      const v1 = openV1App()
      try {
        const { secret } = await v1.person('Ada', 'super_admin')
        const lines = (textOf: (row: (typeof rows)[number]) => string | null): Line[] =>
          rows.flatMap((row, i) => (textOf(row) === null ? [] : [{ id: idOf(i + 1), text: textOf(row) ?? '' }]))
        const [diff, reference] = [lines((row) => row.diff), lines((row) => row.reference)]
        await v1.importFiles(
          lines(({ main }) => `Text ${main}`),
          diff,
          reference.length === 0 ? undefined : reference,
        )
        for (const [i, row] of rows.entries()) {
          for (const layer of ['machine', 'manual'] as const) {
            if (row[layer]) await writeSame(v1, secret, idOf(i + 1), layer)
          }
        }
        await v1.importFiles(
          lines(({ main, isChangedLater }) => `${isChangedLater ? 'Word' : 'Text'} ${main}`),
          diff,
        )
        const fields = new Set<FieldGroup>(['core', ...asked])
        const cards = readClaimedRows(
          v1.app,
          rows.map((_, i) => i + 1),
          'machine',
        ).map((row) => rowCard(row, fields, v1.app.rules.now().gate.markup))
        const query = `fields=${[...fields].join(',')}`
        const page = await v1.get(`/rows?limit=100&${query}`, secret)
        expect(page.text).toBe(JSON.stringify({ success: true, data: { rows: cards }, meta: page.json.meta }))
        const one = await v1.get(`/rows/${idOf(1)}?${query}`, secret)
        expect(one.text).toBe(JSON.stringify({ success: true, data: { row: cards[0] }, meta: one.json.meta }))
      } finally {
        await v1.close()
      }
    })
  })
})

/** Gives a row a text with the tokens of its source. */
async function writeSame(v1: V1App, secret: string, id: string, layer: 'machine' | 'manual'): Promise<void> {
  const { json } = await v1.get(`/rows/${id}`, secret)
  const { source_text, source_hash } = json.data.row
  const by = layer === 'machine' ? { provider: 'p "q"', model: 'm', overwrite: true } : { mode: 'direct' }
  const item = { row_id: id, text: `Рядок ${source_text}`, source_hash, layer, ...by }
  await v1.post('/translations', secret, { items: [item] }, `${id} ${layer}`)
}
