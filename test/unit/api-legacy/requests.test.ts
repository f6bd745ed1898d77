// Which mode a legacy body asks for, and what its parameters may be (docs/legacy-api.md#endpoint).
import { describe, expect, test } from 'vitest'
import { parseLegacyRequest } from '../../../src/api-legacy/requests.ts'

const row = { row_id: '00000000000000a1' }
const texts = { user_translate_text: 'так', ai_translated_text: 'ні' }

const modeOf = (members: Record<string, unknown>): string => {
  const parsed = parseLegacyRequest({ ...row, ...texts, ...members })
  return parsed.ok ? parsed.value.action : 'refused'
}
const valueOf = (members: Record<string, unknown>) => {
  const parsed = parseLegacyRequest({ ...row, ...members })
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}
const refusalOf = (members: Record<string, unknown>): string => {
  const parsed = parseLegacyRequest(members)
  return parsed.ok ? 'accepted' : parsed.refusal
}

describe('the mode', () => {
  test.each([
    ['no selector', {}, 'propose'],
    ['action propose', { action: 'propose' }, 'propose'],
    ['action update_ai_translated_text', { action: 'update_ai_translated_text' }, 'update_ai_translated_text'],
    ['action show_info', { action: 'show_info' }, 'show_info'],
    ['an empty action', { action: '' }, 'propose'],
    ['an action of null', { action: null }, 'propose'],
    ['an empty action beside a flag', { action: '', show_info: true }, 'show_info'],
    ['an action of null beside a flag', { action: null, update_ai_translated_text: 1 }, 'update_ai_translated_text'],
    ['the flag show_info', { show_info: true }, 'show_info'],
    ['the flag show-info', { 'show-info': true }, 'show_info'],
    ['one spelling true, the other false', { show_info: false, 'show-info': 'true' }, 'show_info'],
    ['the flag update_ai_translated_text', { update_ai_translated_text: true }, 'update_ai_translated_text'],
    ['both flags', { update_ai_translated_text: true, show_info: true }, 'show_info'],
    ['both flags, other spelling', { 'show-info': 1, update_ai_translated_text: 1 }, 'show_info'],
    ['flags that are off', { show_info: false, 'show-info': 0, update_ai_translated_text: '0' }, 'propose'],
    ['an action against a flag', { action: 'propose', show_info: true }, 'propose'],
    ['an action against the other flag', { action: 'show_info', update_ai_translated_text: true }, 'show_info'],
    ['an action beside a flag that is no boolean', { action: 'propose', show_info: 'perhaps' }, 'propose'],
    ['an unknown action', { action: 'delete' }, 'refused'],
    ['an unknown action beside a flag', { action: 'delete', show_info: true }, 'refused'],
    ['another letter case', { action: 'SHOW_INFO' }, 'refused'],
    ['the name of a member of every object', { action: 'constructor' }, 'refused'],
    ['an action that is a number', { action: 1 }, 'refused'],
    ['an action that is true', { action: true }, 'refused'],
    ['an action that is a list', { action: ['show_info'] }, 'refused'],
    ['a flag that is no boolean', { show_info: 'perhaps' }, 'refused'],
  ])('%s', (_, members, expected) => expect(modeOf(members)).toBe(expected))

  test('an unknown one is told which there are', () => {
    expect(refusalOf({ ...row, action: 'delete' })).toMatch(/propose.*update_ai_translated_text.*show_info/)
  })
})

describe('booleans', () => {
  const overwriteOf = (value: unknown) =>
    parseLegacyRequest({ ...row, ...texts, action: 'update_ai_translated_text', overwrite_ai_translated_text: value })

  test.each([true, 1, '1', 'true'])('%j is true', (value) => {
    expect(overwriteOf(value)).toMatchObject({ ok: true, value: { overwrite: true } })
  })

  test.each([false, 0, '0', 'false', null, undefined])('%j is false', (value) => {
    expect(overwriteOf(value)).toMatchObject({ ok: true, value: { overwrite: false } })
  })

  test.each(['', 'yes', 'TRUE', 2, -1, [], {}, ' 1'])('%j is refused, and the member is named', (value) => {
    expect(overwriteOf(value)).toEqual({ ok: false, refusal: expect.stringContaining('overwrite_ai_translated_text') })
  })

  test('flags of another mode are not looked at', () => {
    expect(modeOf({ show_info: 1, ignore_glossary_warnings: 'perhaps', overwrite_ai_translated_text: [] })).toBe(
      'show_info',
    )
  })
})

describe('row_id', () => {
  test.each([
    ['missing', {}],
    ['null', { row_id: null }],
    ['a number', { row_id: 1_000_000_000_000_000 }],
    ['15 characters', { row_id: '0'.repeat(15) }],
    ['17 characters', { row_id: '0'.repeat(17) }],
    ['empty', { row_id: '' }],
    ['padded with a space', { row_id: `${row.row_id} ` }],
  ])('%s is refused', (_, members) => expect(refusalOf({ ...members, action: 'show_info' })).toContain('row_id'))

  test.each(['00000000000000a1', '00000000000000A1', 'no hex character', '🌬'.repeat(16)])(
    'any 16 characters pass here: %s',
    (rowId) => expect(refusalOf({ row_id: rowId, action: 'show_info' })).toBe('accepted'),
  )
})

describe('texts', () => {
  test.each([undefined, null, 5, true, ['так'], { a: 1 }])('%j is no text, in either mode', (value) => {
    expect(refusalOf({ ...row, user_translate_text: value })).toContain('user_translate_text')
    expect(refusalOf({ ...row, action: 'update_ai_translated_text', ai_translated_text: value })).toContain(
      'ai_translated_text',
    )
  })

  test('an empty proposal is a text, the gate refuses it; an empty ai_translated_text is refused here', () => {
    expect(refusalOf({ ...row, user_translate_text: '' })).toBe('accepted')
    expect(refusalOf({ ...row, action: 'update_ai_translated_text', ai_translated_text: '' })).toContain('empty')
  })

  const sized = (text: string): string =>
    refusalOf({ ...row, update_ai_translated_text: true, ai_translated_text: text })

  test('ai_translated_text has at most 32768 code points', () => {
    expect(sized('x'.repeat(32_768))).toBe('accepted')
    expect(sized('x'.repeat(32_769))).toContain('32768 characters')
    expect(sized('🌬'.repeat(16_384))).toBe('accepted')
  })

  test('and at most 65536 bytes of UTF-8', () => {
    expect(sized('я'.repeat(32_768))).toBe('accepted')
    expect(sized(`${'я'.repeat(32_766)}яxx`)).toContain('65536 bytes')
  })
})

describe('provider and model', () => {
  const provenanceOf = (members: Record<string, unknown>) => {
    const value = valueOf({ ...texts, action: 'update_ai_translated_text', ...members })
    return value.action === 'update_ai_translated_text' ? [value.provider, value.model] : []
  }

  test('are trimmed and otherwise taken as they are', () => {
    expect(provenanceOf({ provider: ' Open AI\u3000', model: '\tgpt-4.1-2025-04-14\n' })).toEqual([
      'Open AI',
      'gpt-4.1-2025-04-14',
    ])
  })

  test('absent, null and blank are the same', () => {
    expect(provenanceOf({})).toEqual([null, null])
    expect(provenanceOf({ provider: null, model: '  ' })).toEqual([null, null])
  })

  test('128 characters pass, after trimming, counted as code points', () => {
    const long = '🌬'.repeat(128)
    expect(provenanceOf({ provider: `  ${long}  ` })).toEqual([long, null])
  })

  test.each(['provider', 'model'])('129 characters of %s are refused with both named', (name) => {
    const refusal = refusalOf({ ...row, ...texts, action: 'update_ai_translated_text', [name]: 'x'.repeat(129) })
    expect(refusal).toBe('provider and model must both be at most 128 characters.')
  })

  test.each([5, true, ['a']])('%j is no name', (value) => {
    expect(refusalOf({ ...row, ...texts, action: 'update_ai_translated_text', provider: value })).toContain('provider')
  })

  test('are not looked at in the other modes', () => {
    expect(refusalOf({ ...row, ...texts, provider: 'x'.repeat(999), model: 5 })).toBe('accepted')
  })
})
