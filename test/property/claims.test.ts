// Claims over random stores, in random orders, by several people, with every setting of memory: a claim with fewer rows than wanted, or
// without any, means that no other row is open, and no row is held twice.
import { array, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { named } from '../../src/app/actor.ts'
import { claimableOfWork } from '../../src/app/claims/claimable.ts'
import { rowAtWork } from '../../src/app/claims/find-open-rows.ts'
import { giveBackClaim } from '../../src/app/claims/take-claim.ts'
import { takeOpenRows } from '../../src/app/claims/take-open-rows.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { Turn } from '../../src/base/turn.ts'
import { claimantOf } from '../../src/domain/claim.ts'
import { claimLooksMax, claimsPerPersonMax } from '../../src/domain/limits.ts'
import { lastOrdinal } from '../../src/store/rows.ts'
import { claimedReader, claimsOf } from '../../src/store/volatile.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App, type V1App } from '../support/v1-app.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

type Person = Awaited<ReturnType<V1App['person']>>

const step = record({
  who: integer({ min: 0, max: 2 }),
  limit: constantFrom(1, 7, 50, 100),
  next: constantFrom('translate', 'propose', 'give back', 'keep'),
  memory: constantFrom('suggest', 'suggest', 'fill', 'off'),
})

/** The rows that this person could be given now. */
function openRows({ app }: V1App, { user }: Person): number[] {
  const claimant = claimantOf(user, null)
  const work = claimableOfWork(app, 'none', 'all')
  const isClaimed = claimedReader(app.store.volatile)
  return Array.from({ length: lastOrdinal(app.store.main) }, (_, i) => i + 1).filter((ordinal) => {
    const at = rowAtWork(app, ordinal)
    return claimant !== null && at !== null && work.has(ordinal) && !isClaimed(ordinal) && work.isOpen(claimant, at)
  })
}

test(
  'a claim has fewer rows than wanted only when nothing more is open',
  async () =>
    await holdsInTime(
      tries(12),
      integer({ min: 1, max: 1_500 }),
      integer({ min: 1, max: 40 }),
      array(step, { minLength: 2, maxLength: 12 }),
      async (rows, kinds, steps) => {
        const world = openV1App()
        try {
          const textOf = (row: number): string =>
            row % 3 === 0 ? `The gate number ${row} of the town` : `A tale of the ${'old '.repeat(row % kinds)}town`
          await world.importFiles(Array.from({ length: rows }, (_, i) => ({ id: idOf(i + 1), text: textOf(i + 1) })))
          const roles = ['admin', 'admin', 'translator'] as const
          const people: Person[] = []
          for (const [i, role] of roles.entries()) people.push(await world.person(`person ${i}`, role))
          for (const [i, { who, limit, next, memory }] of steps.entries()) {
            const person = people[who] as Person
            const actor = named(person.user)
            if (claimsOf(world.app.store.volatile, person.user.id).length >= claimsPerPersonMax) continue
            await changeSetting(world.app, null, 'memory', memory)
            const work = claimableOfWork(world.app, 'none', 'all')
            const turn = new Turn(person.user.id)
            const taken = granted(
              await takeOpenRows(world.app, actor, { work, limit, seconds: 600, request: null }, turn),
            )
            const given = taken.claim?.ordinals ?? []
            expect(new Set(given).size).toBe(given.length)
            expect(given.length).toBeLessThanOrEqual(limit)
            if (given.length < limit) expect(openRows(world, person)).toEqual([])
            if (taken.claim === null) continue
            if (next === 'give back') giveBackClaim(world.app, actor, taken.claim.id)
            if (next !== 'translate' && next !== 'propose') continue
            const isMachine = next === 'translate' && roles[who] === 'admin'
            const items = given.slice(0, 50).map((row) => ({
              row_id: idOf(row),
              text: `Переклад ${sha256Hex(textOf(row)).replace(/[^a-f]/g, '')} ${/\d+/.exec(textOf(row))?.[0] ?? ''}`.trim(),
              layer: isMachine ? 'machine' : 'manual',
              source_hash: sha256Hex(textOf(row)),
              ...(isMachine && { provider: 'p', model: 'm' }),
            }))
            await world.post('/translations', person.secret, { items }, `batch ${i}`)
          }
        } finally {
          await world.close()
        }
      },
    ),
  120_000,
)

test('nobody is answered "nothing" because many rows before the open one cannot be given', async () => {
  const world = openV1App()
  try {
    const rows = claimLooksMax * 2 + 100
    const textOf = (row: number): string => `Row number ${row} of the tale`
    await world.importFiles(Array.from({ length: rows }, (_, i) => ({ id: idOf(i + 1), text: textOf(i + 1) })))
    const [one, other] = [await world.person('one', 'translator'), await world.person('other', 'translator')]
    for (let from = 1; from < rows; from += 50) {
      const ordinals = Array.from({ length: Math.min(50, rows - from) }, (_, i) => from + i)
      const items = ordinals.map((row) => ({
        row_id: idOf(row),
        text: `Рядок ${row} з оповіді про мандри`,
        layer: 'manual',
        source_hash: sha256Hex(textOf(row)),
      }))
      await world.post('/translations', other.secret, { items }, `batch ${from}`)
    }
    const wanted = { work: claimableOfWork(world.app, 'none', 'all'), limit: 10, seconds: 60, request: null }
    const take = async () => granted(await takeOpenRows(world.app, named(one.user), wanted, new Turn(one.user.id)))
    const taken = await take()
    expect(taken.claim?.ordinals).toEqual([rows])
    expect(await take()).toMatchObject({ claim: null, left: 0, heldByOthers: 1 })
  } finally {
    await world.close()
  }
})
