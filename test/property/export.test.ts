// Properties of the round trip: an export agrees with the plain rules of docs/rows.md#what-goes-into-the-game
// written out again, and every dump reads back as it was, whatever the texts.
import { Refused } from '../../src/app/refused.ts'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportGameFiles } from '../../src/app/export/export-game-files.ts'
import { exportTexts } from '../../src/app/export/export-texts.ts'
import { importLocalized } from '../../src/app/import/import-localized.ts'
import { hasForeignCharacters } from '../../src/domain/checks/whole-text.ts'
import { breaksMarkup } from '../../src/domain/text/compare.ts'
import { isBlank } from '../../src/domain/text/normalize.ts'
import { DUMP_FORMATS } from '../../packages/formats/src/text-writer.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../support/game-store.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('\\', 'n', '"', '\n', '\r', '\t', ';', ' ', 'ж', '\uFEFF', '{0}', '#E'),
    minLength: 1,
    maxLength: 8,
  }),
)
const status = fc.constantFrom('draft', 'reviewed', 'approved', 'rejected')
const head = fc.record({ text, status, isStale: fc.boolean() })
const row = fc.record({
  main: fc.option(text),
  diff: fc.option(text, { freq: 2 }),
  /** What the file to export into says instead, where it is of another version. */
  other: fc.option(text, { freq: 5 }),
  manual: fc.option(head),
  machine: fc.option(head),
})
type GeneratedRow = typeof row extends fc.Arbitrary<infer T> ? T : never
type GeneratedHead = typeof head extends fc.Arbitrary<infer T> ? T : never

/** In every generated game, so that no dump is empty: a JSONL without a line has no shape to be known by. */
const ALWAYS = {
  main: 'Main',
  diff: 'Diff',
  other: null,
  manual: null,
  machine: { text: 'Machine', status: 'draft', isStale: false },
  isDeleted: false,
  id: idOf(1_000_003),
} as const

const games = fc.array(row, { maxLength: 25 }).map(
  (rows): Game => [
    ALWAYS,
    // Every fifth row that is in the main file alone is deleted by the diff.
    ...rows.map((one, at) => ({
      ...one,
      isDeleted: one.diff === null && one.main !== null && at % 5 === 4,
      id: idOf(at * 977 + 1),
    })),
  ],
)
type Game = readonly (GeneratedRow & { readonly id: string; readonly isDeleted: boolean })[]

const inMain = (rows: Game) => rows.filter((r) => r.main !== null)
const inDiff = (rows: Game) => rows.filter((r) => r.diff !== null || r.isDeleted)

async function fill(game: GameStore, rows: Game): Promise<{ main: string; diff: string }> {
  const main = game.container('main', Object.fromEntries(inMain(rows).map((r) => [r.id, r.main])), 2)
  const diff = game.container('diff', Object.fromEntries(inDiff(rows).map((r) => [r.id, r.diff])), 2)
  await game.importFiles({ main, diff })
  for (const r of rows.filter((one) => inMain([one]).length > 0 || inDiff([one]).length > 0)) {
    for (const layer of ['machine', 'manual'] as const) {
      const made = r[layer]
      const stale = made?.isStale === true ? { sourceHash: sha256Hex('another source') } : {}
      if (made !== null) await game.put(r.id, layer, made.text, { status: made.status, ...stale })
    }
  }
  return { main, diff }
}

/** docs/rows.md#what-goes-into-the-game, once more. */
function expectedText({ manual, machine }: GeneratedRow, source: string): string {
  const isGood = (one: GeneratedHead): boolean => !one.isStale && !breaksMarkup(source, one.text, 'keep')
  const inGame = (text: string): string => (hasForeignCharacters(source, text) ? source : text)
  if (manual !== null && manual.status === 'approved' && isGood(manual)) return inGame(manual.text)
  if (machine !== null && machine.status !== 'rejected' && isGood(machine)) return inGame(machine.text)
  return source
}

describe('an export of game files', () => {
  it('translates exactly the entries whose text is the current source', async () =>
    await holdsInTime(tries(12), games, async (rows) => {
      const game = gameStore()
      try {
        const { diff } = await fill(game, rows)
        const template = Object.fromEntries(inMain(rows).map((r) => [r.id, r.other ?? r.main]))
        const options = { main: game.container('main2', template, 2), diff, out: join(game.folder, 'out') }
        const result = await exportGameFiles(game.app, { ...options, force: false, level: 1, allowStale: false })
        if (!result.ok) throw new Refused(result.refusal)
        const twin = (of: string, source: string, r: GeneratedRow) => (of === source ? expectedText(r, source) : of)
        const sourceOf = (r: Game[number]): string => (r.isDeleted ? '' : (r.diff ?? r.main ?? ''))
        expect(await textsOf(join(options.out, 'main2'))).toEqual(
          Object.fromEntries(inMain(rows).map((r) => [r.id, twin(r.other ?? r.main ?? '', sourceOf(r), r)])),
        )
        expect(await textsOf(join(options.out, 'diff'))).toEqual(
          Object.fromEntries(inDiff(rows).map((r) => [r.id, r.diff === null ? null : twin(r.diff, r.diff, r)])),
        )
      } finally {
        await game.close()
      }
    }))
})

describe('a text dump', () => {
  it('reads back as it was, in every format', async () => {
    await holdsInTime(tries(12), games, fc.constantFrom(...DUMP_FORMATS), async (rows, format) => {
      const [game, other] = [gameStore(), gameStore()]
      try {
        await fill(game, rows)
        const dump = async (of: 'main' | 'diff' | 'machine'): Promise<string> => {
          const to = join(game.folder, `${of}.${format}`)
          await exportTexts(game.app, { to, format, text: of, state: 'all', source: 'all' })
          return to
        }
        const [main, diff, machine] = [await dump('main'), await dump('diff'), await dump('machine')]
        await other.importFiles({ main, diff })
        const options = { overwrite: false, overwriteAll: false, dryRun: false }
        // Both options, since TSV and CSV can't say that a text is of the whole game.
        await importLocalized(other.app, { main: machine, diff: machine, ...options })
        for (const r of [...inMain(rows), ...inDiff(rows)]) {
          const source = other.row(r.id)
          expect([source.main?.text ?? null, source.diff?.text ?? null]).toEqual([r.main, r.isDeleted ? '' : r.diff])
          const effective = source.diff?.text ?? source.main?.text
          const text = r.machine?.text ?? ''
          const isOther = text !== effective && !isBlank(text) && source.diff?.isDeleted !== true
          const isNone = !isOther || hasForeignCharacters(effective ?? '', text)
          expect(other.heads(r.id).machine?.text ?? null).toBe(isNone ? null : (r.machine?.text ?? null))
        }
      } finally {
        await Promise.all([game.close(), other.close()])
      }
    })
  })
})
