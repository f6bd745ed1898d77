// The short way of reading heads agrees with the long one, whatever stands in a text or in the names of its makers.
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { TRANSLATION_STATUSES } from '../../../src/domain/vocabulary.ts'
import { GameHeadReader } from '../../../src/store/rows/head-view.ts'
import { putHeads, readHeads } from '../../../src/store/rows/heads.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { gameStore } from '../../support/game-store.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { holdsInTime } from '../../support/holds.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const game = gameStore()
afterAll(() => game.close())

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', ',', ':', '"status":"', '"sourceHash":"', '"isInvalid":true}}', 'ж', '\n'),
  }),
)
const head = fc.record({
  seq: fc.nat(),
  text,
  status: fc.constantFrom(...TRANSLATION_STATUSES),
  origin: fc.constant('ai_api' as const),
  provider: fc.option(text),
  model: fc.option(text),
  sourceHash: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 }),
  isVerified: fc.boolean(),
  authorId: fc.option(fc.nat()),
  keyId: fc.constant(null),
  approverId: fc.constant(null),
  approvedAtMs: fc.constant(null),
  proposalId: fc.constant(null),
  createdAtMs: fc.nat(),
  isInvalid: fc.boolean(),
})

it('reads what decides about the game text as it was written', async () =>
  await holdsInTime(300, fc.option(head, { freq: 1 }), fc.option(head, { freq: 9 }), async (manual, machine) => {
    await writeOrThrow(game.app.store, (txn) => putHeads(txn.db, 1, { manual, machine }))
    freshen(game.app.store)
    const db = game.app.store.main
    const read = new GameHeadReader(db).read(1)
    const whole = readHeads(db, 1)
    for (const layer of ['manual', 'machine'] as const) {
      const { text: of, status, sourceHash, isInvalid } = whole[layer] ?? {}
      const expected = whole[layer] && { text: of, status, sourceHash, isInvalid }
      if (expected === null) expect(read[layer]).toBeNull()
      else expect(read[layer]).toMatchObject(expected)
    }
  }))
