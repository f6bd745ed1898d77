// Properties of writing: validate agrees with write, and no number of clients gets past the quota
// (docs/api-v1.md#post-translationsvalidate).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeQuota } from '../../src/app/people/manage-users.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { ABILITY_RULES, effectiveAbilities, mayBeGranted } from '../../src/domain/access.ts'
import { ABILITIES, type Ability, ROLES, USER_STATES } from '../../src/domain/vocabulary.ts'
import { openV1App } from '../support/v1-app.ts'
import { granted } from '../support/app-world.ts'
import { tries } from '../support/tries.ts'
import { holds, holdsInTime } from '../support/holds.ts'

const SOURCES = [
  'A plain row of text',
  'You have {0} and {0} coins in $E.',
  '12:34',
  'Raise <Agility|780|#C|15> now',
  '#FF0000Red#E\nand plain',
  'From %s take %d',
  'A long time ago, when the mountains were young, nine swords were forged in a single night by one smith.',
  '',
]
const LINES = SOURCES.map((text, i) => ({ id: (i + 1).toString(16).padStart(16, '0'), text }))

const pieces = [
  '{0}',
  '$E',
  '<Agility|780|#C|15>',
  '<X|780|#C|15>',
  '#E',
  '%s',
  '%d',
  '\n',
  ' ',
  '\u0007',
  '\u200b',
  'слово',
  '{',
  ...SOURCES,
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''))
const item = fc.record({
  row: fc.integer({ min: 0, max: SOURCES.length }),
  text,
  layer: fc.constantFrom('manual', 'machine'),
  isStale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

describe('validate and write', () => {
  test('agree on any text for any row, one after the other in one store', async () => {
    const v1 = openV1App()
    try {
      await v1.importFiles(LINES)
      const { secret } = await v1.person('Ada', 'super_admin')
      let name = 0
      await holdsInTime(tries(150), item, async ({ row, text, layer, isStale }) => {
        const row_id = (row + 1).toString(16).padStart(16, '0')
        const source_hash = isStale ? '0'.repeat(64) : sha256Hex(SOURCES[row] ?? '')
        const said = await v1.post('/translations/validate', secret, {
          items: [{ row_id, text, layer, source_hash }],
        })
        const more = layer === 'machine' ? { overwrite: true, provider: 'p', model: 'm' } : { mode: 'proposal' }
        const done = await v1.post(
          '/translations',
          secret,
          { items: [{ row_id, text, layer, source_hash, ...more }] },
          `k${name++}`,
        )
        const [verdict] = said.json.data.items
        const [result] = done.json.data.items
        expect(verdict.ok).toBe(['written', 'proposed'].includes(result.status))
        expect(verdict.warnings).toEqual(result.warnings)
        if (result.status === 'unchanged') {
          expect(verdict.errors).toMatchObject([{ code: 'unchanged', details: result.details }])
        } else {
          expect(verdict.errors).toEqual(result.errors)
        }
      })
    } finally {
      await v1.close()
    }
  })
})

describe('the daily quota', () => {
  test('is never exceeded by 64 clients at once, and what they wrote is what was counted', async () => {
    const v1 = openV1App()
    try {
      const rows = Array.from({ length: 200 }, (_, i) => ({
        id: (i + 1).toString(16).padStart(16, '0'),
        text: `Row ${'x'.repeat(i + 1)}`,
      }))
      await v1.importFiles(rows)
      const { secret } = await v1.person('Ada', 'admin')
      granted(await changeQuota(v1.app, null, 'Ada', 100))
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, client) => {
          const items = rows.slice(client * 3, client * 3 + 3).map(({ id, text }) => ({
            row_id: id,
            text: `Рядок ${text.slice(4)}`,
            source_hash: sha256Hex(text),
            layer: 'machine',
            provider: 'p',
            model: 'm',
          }))
          return v1.post('/translations', secret, { items }, `client ${client}`)
        }),
      )
      const good = answers.filter(({ status }) => status === 200)
      expect(good.map(({ json }) => json.meta.written)).toEqual(good.map(() => 3))
      expect(good).toHaveLength(33)
      expect(answers.filter(({ status }) => status !== 200).map(({ json }) => json.error)).toEqual(
        Array.from({ length: 31 }, () => 'daily_row_quota_exceeded'),
      )
      const { json } = await v1.get('/rows?state=machine&limit=1&include_total=1', secret)
      expect(json.meta.total_matching).toBe(99)
    } finally {
      await v1.close()
    }
  })
})

describe('effective abilities', () => {
  const some = fc.subarray([...ABILITIES])
  test('are the rights of the role and the grants inside their limit, without the denies', () =>
    holds(
      100,
      fc.constantFrom(...ROLES),
      fc.constantFrom(...USER_STATES),
      some,
      some,
      (role, state, grants, denies) => {
        const effective = effectiveAbilities(role, state, { grants, denies })
        const byRole = effectiveAbilities(role, 'active', { grants: [], denies: [] })
        const expected = (ability: Ability): boolean => {
          if (state !== 'active' || denies.includes(ability)) return false
          return byRole.includes(ability) || (grants.includes(ability) && mayBeGranted(role, ability))
        }
        expect(effective).toEqual(ABILITIES.filter(expected))
      },
    ))

  test('only grow with the role', () => {
    holds(100, fc.integer({ min: 0, max: ROLES.length - 2 }), some, some, (at, grants, denies) => {
      const of = (i: number): readonly Ability[] => effectiveAbilities(ROLES[i] ?? 'user', 'active', { grants, denies })
      for (const ability of of(at)) expect(of(at + 1)).toContain(ability)
    })
    expect(Object.keys(ABILITY_RULES)).toEqual([...ABILITIES])
  })
})
