// Properties of further pairs of source files: whatever files of three pairs are imported in whatever order, each row has the texts of
// the first pair that has its key, keeps its ordinal, and is retired only when it is in no file at all.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FurtherRequest } from '../../src/app/import/further-pairs.ts'
import type { SlotRequest } from '../../src/app/import/import-request.ts'
import type { AffectedRow } from '../../src/domain/import-report.ts'
import { ordinalOf, readRowById } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { disagreementsIn, openAppWorld } from '../support/app-world.ts'
import { container } from '../support/game-files.ts'
import { importSlots } from '../support/import-slots.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const PAIRS = ['', 'small', 'new_one'] as const
const SLOTS = ['main', 'diff'] as const
const SHARDS = [5, 3, 4]
const TEXTS = ['One', 'Two', 'Take {0}', '12:34', 'Слова']
const IDS = Array.from({ length: 90 }, (_, n) => (n + 1).toString(16).padStart(16, '0'))

type Texts = ReadonlyMap<string, string | null>
type Given = Texts | 'empty' | null
interface Step {
  readonly files: readonly (readonly [main: Given, diff: Given])[]
  readonly isTriedFirst: boolean
}

const texts = (): fc.Arbitrary<Texts> =>
  fc
    .uniqueArray(fc.record({ id: fc.constantFrom(...IDS), text: fc.constantFrom(...TEXTS) }), {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 40,
    })
    .map((entries) => new Map(entries.map(({ id, text }) => [id, text])))
const overlay = (): fc.Arbitrary<Texts> =>
  fc
    .tuple(texts(), fc.constantFrom(...IDS))
    .map(([map, deleted]) => new Map<string, string | null>([...map, [deleted, null]]))
const given = (of: fc.Arbitrary<Texts>, canEmpty: boolean): fc.Arbitrary<Given> =>
  fc.oneof(
    { weight: 3, arbitrary: of },
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: canEmpty ? 1 : 0, arbitrary: fc.constant('empty' as const) },
  )
const step: fc.Arbitrary<Step> = fc.record({
  files: fc.tuple(...PAIRS.map((pair) => fc.tuple(given(texts(), pair !== ''), given(overlay(), true)))),
  isTriedFirst: fc.boolean(),
})

/** By pair and slot. */
type Model = Map<string, Texts>
const placeOf = (pair: number, slot: 'main' | 'diff'): string => `${pair} ${slot}`

/** A diff of a further pair needs its main file, so steps that would be refused are made such that are not. */
function allowed(model: Model, { files }: Step): Step['files'] {
  return files.map(([main, diff], pair) => {
    if (pair === 0) return [main, diff]
    const had = model.has(placeOf(pair, 'main'))
    if (main === 'empty' || (main === null && !had)) return had ? ['empty', 'empty'] : [null, null]
    return [main, diff === 'empty' && !had ? null : diff]
  })
}

function follow(model: Model, files: Step['files']): void {
  for (const [pair, texts] of files.entries())
    for (const [at, slot] of SLOTS.entries()) {
      const given = texts[at] ?? null
      if (given === 'empty') model.delete(placeOf(pair, slot))
      else if (given !== null) model.set(placeOf(pair, slot), given)
    }
}

const slotsIn = (model: Model, pair: number, id: string) =>
  SLOTS.map((slot) => {
    const text = model.get(placeOf(pair, slot))?.get(id)
    return text === undefined ? undefined : (text ?? '')
  })
/** Further pairs in the order in which they came; one that is empty gives its place to the next new one. */
type Places = (number | null)[]
function place(places: Places, model: Model): void {
  const isThere = (pair: number): boolean => model.has(placeOf(pair, 'main'))
  const added = [1, 2].filter((pair) => isThere(pair) && !places.includes(pair))
  for (const pair of added) {
    const free = places.indexOf(null)
    places[free === -1 ? places.length : free] = pair
  }
  for (const [at, pair] of places.entries()) if (pair !== null && !isThere(pair)) places[at] = null
}
const pairsOf = (model: Model, places: Places, id: string): number[] =>
  [0, ...places.filter((pair) => pair !== null)].filter((pair) =>
    slotsIn(model, pair, id).some((text) => text !== undefined),
  )
const sourceIn = (model: Model, pair: number, id: string): string | undefined => {
  const [main, diff] = slotsIn(model, pair, id)
  return diff ?? main
}

test('each row has the texts of the first pair with its key, whatever was imported in whatever order', async () =>
  await holdsInTime(
    { numRuns: tries(15), endOnFailure: true },
    fc.array(step, { minLength: 1, maxLength: 6 }),
    async (steps) => {
      const world = openAppWorld()
      const model: Model = new Map()
      const places: Places = []
      const ordinals = new Map<string, number>()
      try {
        for (const one of steps) {
          const files = allowed(model, one)
          const request = filesOf(world.folder, files)
          if (files.flat().every((each) => each === null)) continue
          if (one.isTriedFirst)
            await importSlots(world.app, request.slots, { further: request.further, isDryRun: true })
          const told: AffectedRow[] = []
          const report = await importSlots(
            world.app,
            request.slots,
            { further: request.further },
            { onRow: (row) => told.push(row) },
          )
          follow(model, files)
          place(places, model)
          const db = world.app.store.main
          freshen(world.app.store)
          for (const id of IDS) {
            const [pair] = pairsOf(model, places, id)
            const row = readRowById(db, world.app.store.files, id)
            const ordinal = ordinalOf(db, id)
            if (ordinals.has(id)) expect(ordinal).toBe(ordinals.get(id))
            if (ordinal !== undefined) ordinals.set(id, ordinal)
            expect(ordinal === undefined && pair !== undefined).toBe(false)
            const expected = pair === undefined ? [undefined, undefined] : slotsIn(model, pair, id)
            expect([row?.main?.text, row?.diff?.text]).toEqual(expected)
          }
          const isOther = (pair: number, id: string): boolean | null => {
            const [first] = pairsOf(model, places, id)
            if (first === pair || first === undefined) return null
            const source = sourceIn(model, pair, id)
            return source === undefined ? null : source !== sourceIn(model, first, id)
          }
          for (const { name, shared, others } of report.pairs) {
            const kinds = IDS.map((id) =>
              isOther(
                PAIRS.findIndex((pair) => pair === name),
                id,
              ),
            )
            expect([shared, others]).toEqual([false, true].map((kind) => kinds.filter((each) => each === kind).length))
          }
          const tellings = told
            .filter(({ change }) => change === 'other_source')
            .map(({ pair, rowId }) => `${pair} ${rowId}`)
          const others = [1, 2].flatMap((pair) =>
            IDS.filter((id) => isOther(pair, id)).map((id) => `${PAIRS[pair]} ${id}`),
          )
          if (report.rows !== null) expect(tellings.toSorted()).toEqual(others.toSorted())
          expect(await disagreementsIn(world.app.store)).toEqual([])
        }
      } finally {
        await world.close()
      }
    },
  ))

let written = 0
function filesOf(
  folder: string,
  files: Step['files'],
): { slots: Partial<Record<'main' | 'diff', SlotRequest>>; further: FurtherRequest } {
  const further = { files: [] as { path: string; name: string }[], emptied: [] as string[] }
  const slots: Partial<Record<'main' | 'diff', SlotRequest>> = {}
  for (const [pair, both] of files.entries())
    for (const [at, slot] of SLOTS.entries()) {
      const texts = both[at] ?? null
      if (texts === null) continue
      const name = `translate_words_map_en${pair === 0 ? '' : `__${PAIRS[pair]}`}${slot === 'diff' ? '_diff' : ''}`
      if (texts === 'empty') {
        if (pair === 0) slots[slot] = 'empty'
        else further.emptied.push(`${PAIRS[pair]}${slot === 'diff' ? '_diff' : ''}`)
        continue
      }
      const path = join(folder, `${written++}`)
      writeFileSync(
        path,
        container(
          [...texts].map(([id, text]) => ({ id, text })),
          SHARDS[pair] as number,
        ),
      )
      if (pair === 0) slots[slot] = { path, name }
      else further.files.push({ path, name })
    }
  return { slots, further }
}
