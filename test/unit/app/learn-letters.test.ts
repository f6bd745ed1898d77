// The gate learns the letters of both languages from the store: a text left in the source's language is refused then, until the
// index is lost or the target language is another one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { learnLetters } from '../../../src/app/upkeep/learn-letters.ts'
import { gateOf } from '../../../src/app/rows/read-proposal.ts'
import { runAlone } from '../../../src/base/slices.ts'
import type { Revision } from '../../../src/domain/row.ts'
import { appendRevision, readHeads } from '../../../src/store/rows/heads.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { granted } from '../../support/app-world.ts'
import { draftOf, type GameStore, gameStore, idOf } from '../../support/game-store.ts'

const ENGLISH = 'the old gate|a tired guard|every merchant|this quiet river|some brave hunters|the hidden temple'.split(
  '|',
)
const DOES =
  'is closed at night|waits for the rain|keeps walking through|was found by children|belongs to nobody'.split('|')
const POLISH = 'stara brama|zmęczony strażnik|każdy kupiec|ta cicha rzeka|odważni łowcy|ukryta świątynia'.split('|')
const ROBI =
  'jest zamknięta w nocy|czeka na deszcz|wciąż idzie przez las|została znaleziona|do nikogo nie należy'.split('|')
const rows = 240
const pick = (list: readonly string[], at: number): string => list[at % list.length] as string
const sourceOf = (at: number): string => `${pick(ENGLISH, at)} ${pick(DOES, Math.floor(at / 6))} ${at}`
const textOf = (at: number): string => `${pick(POLISH, at)} ${pick(ROBI, Math.floor(at / 6))} ${at}`

let game: GameStore

beforeEach(async () => {
  game = gameStore()
  const texts = Object.fromEntries(Array.from({ length: rows }, (_, at) => [idOf(at + 1), sourceOf(at)]))
  await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
  await target('pl')
})

afterEach(() => game.close())

const target = async (tag: string): Promise<unknown> =>
  granted(await changeSetting(game.app, null, 'target_language', tag))
/** Writes machine texts of these rows, in one transaction. */
async function translate(
  from: number,
  to: number,
  made: (at: number) => Partial<Revision> = () => ({}),
): Promise<void> {
  const { store } = game.app
  const rows = Array.from({ length: to - from }, (_, i) => ({ at: from + i, row: game.row(idOf(from + i + 1)) }))
  await writeOrThrow(store, (txn) => {
    for (const { at, row } of rows) {
      const revision = { ...draftOf(row, 'machine'), text: textOf(at), ...made(at) }
      appendRevision(txn, row, readHeads(txn.db, row.ordinal), 'machine', revision, false)
    }
  })
}
const learn = (): Promise<boolean> => learnLetters(game.app, runAlone)
const rulesOf = (text: string): string[] =>
  gateOf(game.app, game.row(idOf(1)), text, 'machine').errors.map(({ rule }) => rule)
const left = 'the brave merchant waits at night for some children'
const good = 'dzielny kupiec czeka w nocy na dzieci z miasta'

test('from 200 translations on, in every process that has the store open', async () => {
  await translate(0, 199)
  expect(await learn()).toBe(false)
  expect(rulesOf(left)).not.toContain('LANG_06')

  await translate(199, rows)
  expect(await learn()).toBe(true)
  expect(rulesOf(left)).toContain('LANG_06')
  expect(rulesOf(good)).toEqual([])
  expect(await learn()).toBe(false)

  await game.reopen()
  expect(rulesOf(left)).toContain('LANG_06')
})

test('for one target language: another one is learnt anew', async () => {
  await translate(0, rows)
  expect(await learn()).toBe(true)
  await target('cs')
  expect(rulesOf(left)).not.toContain('LANG_06')
  expect(await learn()).toBe(true)
  expect(rulesOf(left)).toContain('LANG_06')
  await target('')
  expect(await learn()).toBe(false)
  expect(rulesOf(left)).not.toContain('LANG_06')
})

test('rejected and stale texts teach nothing, nor do sources that were stored as translations', async () => {
  await translate(0, 150)
  await translate(150, rows, (at) => (at % 2 === 0 ? { status: 'rejected' } : { text: sourceOf(at) }))
  expect(await learn()).toBe(false)
})
