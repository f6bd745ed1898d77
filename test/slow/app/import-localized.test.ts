// Localized files become machine revisions (docs/command-line.md#import; docs/rows.md#layers and
// docs/api-v1.md#nothing-to-change): what is written, what is left alone and counted, and that a damaged file changes
// nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLocalized, importLocalized } from '../../../src/app/import/import-localized.ts'
import type { ImportLocalized, LocalizedCounts, LocalizedRow } from '../../../src/app/import/judge-localized.ts'
import { CELL_COUNT, cellOf } from '../../../src/domain/cell.ts'
import type { LeftOut } from '../../../src/domain/import-report.ts'
import { imports } from '../../../src/store/records/imports.ts'
import { hasBit, readBitmap, readCellCounts } from '../../../src/store/rows/cells.ts'
import { changedAt } from '../../../src/store/rows/changes.ts'
import { readRevisions } from '../../../src/store/rows/heads.ts'
import { getRecord } from '../../../src/store/file/record.ts'
import { keyOf } from '../../../src/store/file/keyspace.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../support/game-store.ts'

const [A, B, C, D, E, F] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)] as const
const MAIN: Texts = { [A]: 'One {0}', [B]: 'Two', [C]: 'Three', [D]: 'Four', [E]: '{0}' }
const DIFF: Texts = { [C]: 'Three, new', [D]: null, [F]: 'Six' }

let game: GameStore
beforeEach(async () => {
  game = gameStore()
  await game.importFiles({ main: game.container('map', MAIN), diff: game.container('map_diff', DIFF) })
})
afterEach(() => game.close())

const NOTHING: LocalizedCounts = {
  written: 0,
  unchanged: { same_text: 0, already_filled: 0, diff_priority: 0 },
  source_equal: 0,
  empty: 0,
  deleted: 0,
  too_long: 0,
  control_characters: 0,
  unknown: 0,
  invalid: 0,
}

async function counted(request: Partial<ImportLocalized>): Promise<LocalizedCounts> {
  const options = { overwrite: false, overwriteAll: false, dryRun: false, ...request }
  return (await importLocalized(game.app, options)).localized
}

const machineText = (id: string): string | undefined => game.heads(id).machine?.text

describe('a localized file', () => {
  it('becomes unverified machine drafts of its origin, whatever the format', async () => {
    const files = [
      game.container('loc', { [A]: 'Eins {0}' }),
      game.jsonl('loc.jsonl', { [A]: 'Zwei {0}' }),
      game.file('loc.tsv', `ID\tOriginalText\n${A}\tDrei {0}\n`),
    ]
    for (const main of files) expect(await counted({ main, overwrite: true })).toEqual({ ...NOTHING, written: 1 })
    const { sourceHash, ordinal } = game.row(A)
    expect(game.heads(A).machine).toMatchObject({
      seq: 3,
      text: 'Drei {0}',
      status: 'draft',
      origin: 'localized_file_import',
      provider: null,
      model: null,
      sourceHash,
      isVerified: false,
      isInvalid: false,
    })
    const texts = readRevisions(game.app.store.main, ordinal, 'machine').map(({ text }) => text)
    expect(texts).toEqual(['Eins {0}', 'Zwei {0}', 'Drei {0}'])
  })

  it('written again is the same text', async () => {
    const main = game.jsonl('loc.jsonl', { [A]: 'Eins {0}', [B]: 'Zwei' })
    expect((await counted({ main })).written).toBe(2)
    const before = changedAt(game.app.store.main, game.row(A).ordinal)
    expect(await counted({ main })).toEqual({ ...NOTHING, unchanged: { ...NOTHING.unchanged, same_text: 2 } })
    expect(changedAt(game.app.store.main, game.row(A).ordinal)).toBe(before)
  })

  it('counts texts equal to the source, texts with nothing to read, and unknown ids', async () => {
    const left: LeftOut[] = []
    const texts = { [A]: 'One {0}', [B]: '', [E]: ' \u200B\n', [idOf(77)]: 'x' }
    const main = game.jsonl('loc.jsonl', texts)
    expect(await counted({ main, onLeftOut: (one) => left.push(one) })).toEqual({
      ...NOTHING,
      source_equal: 1,
      empty: 2,
      unknown: 1,
    })
    expect(left.map(({ rowId, change, reason }) => [rowId, change, reason])).toEqual([
      [A, 'skipped', 'the text is the same as the source'],
      [B, 'skipped', 'the text is empty'],
      [E, 'skipped', 'the text is empty'],
      [idOf(77), 'unknown', 'no row has this id'],
    ])
    const deleted = game.jsonl('diff.jsonl', { [C]: null, [D]: null })
    expect(await counted({ diff: deleted })).toEqual({ ...NOTHING, empty: 2 })
  })

  it('skips rows that the diff deletes, and texts with control characters that the source has not', async () => {
    const left: LeftOut[] = []
    const diff = game.jsonl('diff.jsonl', { [D]: 'Vier', [F]: 'Se\0chs', [C]: 'Drei\n', [idOf(77)]: 'x' })
    expect(await counted({ diff, onLeftOut: (one) => left.push(one) })).toEqual({
      ...NOTHING,
      written: 1,
      deleted: 1,
      control_characters: 1,
      unknown: 1,
    })
    const about = { slot: 'localized-diff', place: expect.stringMatching(/^entry \d$/) }
    expect(left).toEqual([
      { ...about, rowId: D, change: 'skipped', reason: 'the diff deletes this row' },
      {
        ...about,
        rowId: F,
        change: 'skipped',
        reason: 'the text has control characters that the source does not have',
      },
      { ...about, rowId: idOf(77), change: 'unknown', reason: 'no row has this id' },
    ])
    expect(machineText(F)).toBeUndefined()
  })

  it('shows broken markup as invalid and counts it among the written', async () => {
    expect(await counted({ main: game.jsonl('loc.jsonl', { [A]: 'Eins', [B]: 'Zwei' }) })).toEqual({
      ...NOTHING,
      written: 2,
      invalid: 1,
    })
    expect(game.heads(A).machine?.isInvalid).toBe(true)
    expect(game.heads(B).machine?.isInvalid).toBe(false)
  })

  it('made of the main file says nothing about rows whose source is the diff', async () => {
    const main = game.container('loc', { [B]: 'Zwei', [C]: 'Drei', [D]: 'Vier' })
    const diff = game.container('loc_diff', { [C]: 'Drei, neu', [F]: 'Sechs' })
    const expected = { ...NOTHING, written: 3, unchanged: { ...NOTHING.unchanged, diff_priority: 2 } }
    expect(await counted({ main, diff, dryRun: true })).toEqual(expected)
    expect(await counted({ main, diff })).toEqual(expected)
    expect([B, C, D, F].map(machineText)).toEqual(['Zwei', 'Drei, neu', undefined, 'Sechs'])
  })

  it('leaves manual heads alone', async () => {
    await game.put(B, 'manual', 'Zwo')
    expect((await counted({ main: game.jsonl('loc.jsonl', { [B]: 'Zwei' }) })).written).toBe(1)
    expect(game.heads(B)).toMatchObject({ manual: { text: 'Zwo', seq: 1 }, machine: { text: 'Zwei' } })
  })

  it('finds ids whose bytes are in the other order', async () => {
    const reversed = `${B.match(/../g)?.toReversed().join('')}`
    expect((await counted({ main: game.jsonl('loc.jsonl', { [reversed]: 'Zwei' }) })).written).toBe(1)
    expect(machineText(B)).toBe('Zwei')
  })
})

describe('a machine head', () => {
  const STALE = { sourceHash: 'f'.repeat(64) }
  const OURS = { origin: 'localized_file_import' } as const
  const heads = {
    'of ours': [OURS, 'Alt'],
    'of ours, rejected': [{ ...OURS, status: 'rejected' }, 'Alt'],
    'of ours, stale': [{ ...OURS, ...STALE }, 'Alt'],
    'of ours, stale, with the same text': [{ ...OURS, ...STALE }, 'Neu'],
    'of another': [{}, 'Alt'],
    'of another, stale': [STALE, 'Alt'],
    'of another, stale, with the same text': [STALE, 'Neu'],
    'with the same text, rejected': [{ status: 'rejected' }, 'Neu'],
  } as const

  it.each([
    ['of ours', 'already_filled', 'written', 'written'],
    ['of ours, rejected', 'already_filled', 'written', 'written'],
    ['of ours, stale', 'written', 'written', 'written'],
    ['of ours, stale, with the same text', 'written', 'written', 'written'],
    ['of another', 'already_filled', 'already_filled', 'written'],
    ['of another, stale', 'already_filled', 'already_filled', 'written'],
    ['of another, stale, with the same text', 'already_filled', 'already_filled', 'written'],
    ['with the same text, rejected', 'same_text', 'same_text', 'same_text'],
  ] as const)(
    '%s is %s, with --overwrite %s, with --overwrite-all %s',
    async (name, plain, overwrite, overwriteAll) => {
      const [revision, text] = heads[name]
      const main = game.jsonl('loc.jsonl', { [B]: 'Neu' })
      await game.put(B, 'machine', text, revision)
      const outcomes = []
      for (const options of [{}, { overwrite: true }, { overwriteAll: true }]) {
        const { written, unchanged } = await counted({ main, ...options, dryRun: true })
        const reason = Object.entries(unchanged).find(([, count]) => count === 1)?.[0]
        outcomes.push(written === 1 ? 'written' : reason)
      }
      expect(outcomes).toEqual([plain, overwrite, overwriteAll])
      expect(machineText(B)).toBe(text)
      expect((await counted({ main })).written).toBe(plain === 'written' ? 1 : 0)
      expect(machineText(B)).toBe(plain === 'already_filled' ? text : 'Neu')
    },
  )
})

describe('dumps of our own', () => {
  it('count for rows of the diff too, and original texts in them are no translations', async () => {
    const line = (id: string, text: string, layer: string | null): string => `${JSON.stringify({ id, text, layer })}\n`
    const dump = line(A, 'An older source', null) + line(C, 'Drei, neu', 'machine') + line(F, 'Sechs', 'manual')
    expect(await counted({ main: game.file('dump.jsonl', dump) })).toEqual({ ...NOTHING, written: 2, source_equal: 1 })
    expect([A, C, F].map(machineText)).toEqual([undefined, 'Drei, neu', 'Sechs'])
  })

  it('are known in TSV by rows that only the diff has', async () => {
    const main = game.file('dump.tsv', `ID\tOriginalText\n${C}\tDrei, neu\n${F}\tSechs\n`)
    const { localized, warnings } = await importLocalized(game.app, {
      main,
      overwrite: false,
      overwriteAll: false,
      dryRun: false,
    })
    expect(localized).toEqual({ ...NOTHING, written: 2 })
    expect(warnings).toEqual([{ code: 'of_whole_game', file: 'dump.tsv' }])
  })
})

describe('a dry run', () => {
  it('counts, reports and changes nothing', async () => {
    const rows: LocalizedRow[] = []
    const bytes = readFileSync(join(game.folder, 'data', 'main', 'data.mdb'))
    const main = game.jsonl('loc.jsonl', { [A]: 'Eins', [B]: 'Zwei' })
    expect(await counted({ main, dryRun: true, report: (row) => rows.push(row) })).toMatchObject({
      written: 2,
      invalid: 1,
    })
    const about = (id: string) => ({ rowId: id, ordinal: game.row(id).ordinal, change: 'localized', before: null })
    const details = expect.objectContaining({ missing: { '{0}': 1 } })
    const finding = { rule: 'TAGS_01', message: expect.any(String), details }
    expect(rows).toEqual([
      { ...about(A), after: 'Eins', isInvalid: true, findings: [finding] },
      { ...about(B), after: 'Zwei', isInvalid: false, findings: [] },
    ])
    expect(readFileSync(join(game.folder, 'data', 'main', 'data.mdb')).equals(bytes)).toBe(true)
  })

  it('of two files counts what the first would have written', async () => {
    const main = game.jsonl('main.jsonl', { [A]: 'Eins {0}', [B]: 'Zwei' })
    const diff = game.jsonl('diff.jsonl', { [A]: 'Einer {0}', [B]: 'Zwei' })
    const expected = { ...NOTHING, written: 2, unchanged: { same_text: 1, already_filled: 1, diff_priority: 0 } }
    expect(await counted({ main, diff, dryRun: true })).toEqual(expected)
    expect(await counted({ main, diff })).toEqual(expected)
  })
})

it('a damaged file changes nothing, be it the second one, and is found by the check alone', async () => {
  const main = game.jsonl('loc.jsonl', { [A]: 'Eins {0}' })
  const diff = game.file('bad.jsonl', `{"id":"${F}","text":"Sechs"}\n{"id":"${F}","text":"Sieben"}\n`)
  const request = { main, diff, overwrite: false, overwriteAll: false, dryRun: false }
  await expect(importLocalized(game.app, request)).rejects.toThrow('bad.jsonl, line 2')
  await expect(checkLocalized(game.app, request)).rejects.toThrow('bad.jsonl, line 2')
  expect(machineText(A)).toBeUndefined()
})

it('files of two games are refused as a pair', async () => {
  const main = game.container('loc', { [A]: 'Eins {0}' })
  const diff = game.container('loc_diff', { [F]: 'Sechs' }, 4)
  await expect(counted({ main, diff })).rejects.toThrow('does not belong to loc')
})

it('is listed among the imports and leaves no lease behind', async () => {
  await counted({ main: game.jsonl('loc.jsonl', { [A]: 'Eins {0}' }) })
  const [latest] = imports(game.app.store.main)
  expect(latest).toMatchObject({
    files: [{ slot: 'localized', fileName: 'loc.jsonl' }],
    report: { localized: { written: 1 } },
  })
  expect(getRecord(game.app.store.volatile, keyOf('lease'))).toBeUndefined()
})

it('keeps cells, counts and times right over more rows than one transaction takes', async () => {
  const count = 23_000
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  const texts = Object.fromEntries(numbers.map((n) => [idOf(n), `Text ${n}`]))
  await game.importFiles({
    main: game.jsonl('big.jsonl', texts),
    diff: game.jsonl('none.jsonl', { [idOf(count + 1)]: 'x' }),
  })
  const shuffled = numbers.toSorted((a, b) => ((a * 7919) % count) - ((b * 7919) % count))
  const main = game.jsonl(
    'loc.jsonl',
    Object.fromEntries(shuffled.map((n) => [idOf(n), n % 9 === 0 ? `Text ${n}` : `Wort ${n}`])),
  )
  const seen: number[] = []
  const written = await counted({ main, onProgress: (done) => seen.push(done) })
  expect(written).toMatchObject({ written: count - Math.floor(count / 9), source_equal: Math.floor(count / 9) })
  expect(seen.at(-1)).toBe(count)

  const db = game.app.store.main
  const counts = new Float64Array(CELL_COUNT)
  for (const n of [...numbers, count + 1]) {
    const row = game.row(idOf(n))
    const heads = game.heads(idOf(n))
    expect(heads.machine?.text).toBe(n % 9 === 0 || n > count ? undefined : `Wort ${n}`)
    const cell = cellOf(row, heads)
    counts[cell] = (counts[cell] ?? 0) + 1
    expect(hasBit(readBitmap(db, cell, Math.floor(row.ordinal / 512)) ?? Buffer.alloc(64), row.ordinal % 512)).toBe(
      true,
    )
    // The row changes when all become visible; the revision was made before.
    if (heads.machine !== null) expect(changedAt(db, row.ordinal)).toBeGreaterThanOrEqual(heads.machine.createdAtMs)
  }
  expect(readCellCounts(db)).toEqual(counts)
})
