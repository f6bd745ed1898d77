// Both updates of a real game, in English and Chinese, as dumps and as containers, imported in turn beside a server: every
// count of the API agrees with one made here from the JSONL files alone. Runs where WINDROW_CORPUS names the folder of the
// data; its texts are under the GPL and stay where they are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import { ROW_STATES, SOURCE_FILTERS } from '../../src/domain/vocabulary.ts'
import { corpus, dumpPath, readDump } from '../support/corpus.ts'
import { container } from '../support/game-files.ts'
import {
  type Entry,
  type Given,
  hashOf,
  importInto,
  matches,
  newModel,
  referenceOf,
  type SlotName,
  sourceOf,
  visibleIds,
} from '../support/import-model.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'

const shardCount = 61

/** The tokens of the game's texts (docs/tokens.md#kinds), for the one question whether letters are left. */
const TOKENS =
  /<[^<>]*>|\$[A-Z][A-Z0-9]*_[A-Z0-9_]*(?::[-+0-9.]*[a-z%])?\$?|\$[A-Z]\([^()]*\)|\$[FG]\d+(?:\.\d+)?|\$(?:[A-Z]|\d+(?:#\d+)?)|@[A-Za-z]\[[^[\]]*\]|\[#\d+\]|\{[^{}]*\}|%%|%(?:[sd]|[-+0.\d][-+0]?\d*(?:\.\d+)?[sdifgxXu])|#[0-9a-fA-F]{6}|#[A-Z]/g
const isService = (text: string): boolean => !/\p{L}/u.test(text.replaceAll(TOKENS, ' '))

describe.runIf(corpus !== undefined).each(['jsonl', 'container'] as const)('a real game as %s', (format) => {
  let world: ImportWorld
  const model = newModel()
  beforeAll(async () => (world = await openImportWorld()))
  afterAll(() => world.close())

  const pathOf = (name: string): string => {
    const texts = readDump(dumpPath(name))
    const entries = Array.from(texts, ([id, text]) => ({ id, text }))
    return world.file(name, format === 'jsonl' ? Object.fromEntries(texts) : container(entries, shardCount))
  }

  async function given(path: string): Promise<Given> {
    const entries: Entry[] = []
    for await (const batch of (await openGameText(path, { role: 'diff' })).entries()) entries.push(...batch)
    return { entries, isSkipped: () => false }
  }

  /** Imports these files into the store and the model, which have to report the same. */
  async function imported(names: Partial<Record<SlotName, string>>): Promise<void> {
    const slots: Record<SlotName, Given> = { main: null, diff: null, reference: null, reference_diff: null }
    const argv: string[] = []
    for (const [slot, name] of Object.entries(names)) {
      const path = pathOf(name)
      argv.push(`--${slot.replace('_', '-')}`, path)
      slots[slot as SlotName] = await given(path)
    }
    const { rows, diff, reference, referenceDiff, heads } = importInto(model, slots, 0)
    expect(await world.imports(...argv)).toMatchObject({
      rows,
      diff,
      ...(reference !== null && { reference }),
      reference_diff: referenceDiff,
      changed_with_translation: heads?.changedWithTranslation,
      changed_cosmetic_only: heads?.changedCosmeticOnly,
      heads_now_stale: heads?.headsNowStale,
      heads_now_invalid: heads?.headsNowInvalid,
    })
  }

  /** Compares what the API shows with the files. */
  async function agrees(): Promise<void> {
    const visible = visibleIds(model)
    const cards = await world.rows('&fields=sources,reference,layers')
    expect(cards.map(({ row_id, ordinal }) => [row_id, ordinal])).toEqual(
      visible.map((id) => [id, model.ordinals.get(id)]),
    )
    for (const [at, id] of visible.entries()) {
      const source = sourceOf(model, id) ?? ''
      const shown = (entry: Entry | undefined) =>
        entry === undefined ? null : { text: entry.text ?? '', text_hash: hashOf(entry.text ?? '') }
      const [main, diff] = [model.slots.main.get(id), model.slots.diff.get(id)]
      expect(cards[at]).toMatchObject({
        source_text: source,
        source_kind: diff === undefined ? 'main' : 'diff',
        source_hash: hashOf(source),
        is_service_row: isService(source),
        sources: { main: shown(main), diff: shown(diff) },
        reference: referenceOf(model, id),
      })
      const head = model.heads.get(id)?.machine
      const freshness = head?.sourceHash === hashOf(source) ? 'unverified' : 'stale'
      expect(cards[at].layers.machine?.freshness ?? null).toBe(head === undefined ? null : freshness)
    }
    for (const state of ROW_STATES) {
      for (const source of SOURCE_FILTERS) {
        const expected = visible.filter((id) => matches(model, id, state, source))
        const query = `&state=${state}&source=${source}`
        expect([query, await world.total(query)]).toEqual([query, expected.length])
        expect((await world.rows(query)).map(({ row_id }) => row_id)).toEqual(expected)
      }
    }
  }

  test('is what its files say, with the first update over it', async () => {
    await imported({ main: 'main', diff: 'diff-1', reference: 'main.zh', reference_diff: 'diff-1.zh' })
    await agrees()
  })

  test('takes the translation that people shipped', async () => {
    await world.imports('--localized', pathOf('main.uk'), '--localized-diff', pathOf('diff-1.uk'))
    const [main, diff] = [readDump(dumpPath('main.uk')), readDump(dumpPath('diff-1.uk'))]
    const translated = visibleIds(model).filter((id) => {
      const text = (model.slots.diff.has(id) ? diff : main).get(id)
      return typeof text === 'string' && text.trim() !== '' && text !== sourceOf(model, id)
    })
    const rows = await world.rows('&state=machine&fields=layers')
    expect(rows.map(({ row_id }) => row_id)).toEqual(translated)
    for (const { row_id, source_hash, layers } of rows)
      model.heads.set(row_id, { manual: null, machine: { text: layers.machine.text, sourceHash: source_hash } })
    await agrees()
  })

  test('is what its files say, with the second update in place of the first', async () => {
    await imported({ diff: 'diff-2', reference_diff: 'diff-2.zh' })
    await agrees()
  })
})
