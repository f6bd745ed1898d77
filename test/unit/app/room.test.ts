// The room of a short text by the official texts of its row, as the store has them: cards, the workbench and the gate agree.
import { afterAll, expect, it } from 'vitest'
import { readClaimedRows } from '../../../src/app/claims/read-claimed-rows.ts'
import { roomFor } from '../../../src/app/rows/gate-reference.ts'
import { gateOf } from '../../../src/app/rows/read-proposal.ts'
import { readRow } from '../../../src/app/rows/read-row.ts'
import { present } from '../../../src/base/assert.ts'
import { freshen } from '../../../src/store/view.ts'
import { gameStore, idOf } from '../../support/game-store.ts'
import { importOfficial } from '../../support/import-slots.ts'

const game = gameStore()
const texts = { [idOf(1)]: 'OK', [idOf(2)]: 'The old gate is closed at night by the guard.' }
await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
afterAll(() => game.close())

/** The room, and whether the gate warns of `text`. */
function said(text: string): readonly unknown[] {
  freshen(game.app.store)
  const row = present(readRow(game.app, idOf(1)), 'the row')
  const [card] = readClaimedRows(game.app, [1], 'manual')
  expect(card?.maxLetters).toBe(roomFor(game.app, row))
  return [card?.maxLetters, gateOf(game.app, row, text, 'manual').warnings.map(({ rule }) => rule)]
}

it('is 1.5 times the source and five letters, until the wide languages are known', async () => {
  expect(said('Гаразд, згода')).toEqual([9, ['LENGTH_03']])
  await importOfficial(game.app, { de: { [idOf(1)]: 'Einverstanden' } })
  expect(said('Гаразд, згода')).toEqual([24, []])
  await importOfficial(game.app, { fr: { [idOf(1)]: 'Valider' }, es: { [idOf(1)]: 'Vale' } })
  expect(said('Гаразд, згода')).toEqual([18, []])
  expect(said('Гаразд, я згоден на це')).toEqual([18, ['LENGTH_03']])
})

it('is not known of a sentence', () => expect(readClaimedRows(game.app, [2], 'manual')[0]?.maxLetters).toBeNull())
