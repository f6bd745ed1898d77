// The rules about content (CHAT, FORM, LANG, DOUBT) against their vectors, in both layers.

import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import type { GateRules } from '../../../../src/domain/checks/check.ts'
import { RULE_CODES, type GateResult } from '../../../../src/domain/finding.ts'
import type { Layer } from '../../../../src/domain/vocabulary.ts'
import { CONTENT_VECTORS } from '../../../vectors/gate-content.ts'
import { LANGUAGE_VECTORS } from '../../../vectors/gate-languages.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

const gate = (
  source: string,
  text: string,
  layer: Layer,
  rules: Partial<GateRules> = {},
  reference?: string,
): GateResult =>
  runGate({
    ...(reference !== undefined && { reference: () => reference }),
    source,
    text,
    layer,
    rules: { ...DEFAULT_GATE_RULES, ...rules },
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  })

const rulesIn = (findings: GateResult['errors']): readonly string[] => findings.map(({ rule }) => rule)
const isContentRule = (rule: string): boolean => /^(CHAT|FORM|LANG|DOUBT)_/.test(rule)

describe.each(
  [...CONTENT_VECTORS, ...LANGUAGE_VECTORS].map(
    (vector) => [`${vector.rule} ${JSON.stringify(vector.fires)}`, vector] as const,
  ),
)('%s', (_, { rule, source, fires, passes, language = '', reference, letters = null, sourceLikeIt }) => {
  const rules = { targetLanguage: language, letters }
  const refuses = !rule.startsWith('DOUBT')

  test('is found', () => {
    const { errors, warnings } = gate(source, fires, 'machine', rules, reference)
    expect(rulesIn(refuses ? errors : warnings)).toContain(rule)
    const [finding] = [...errors, ...warnings].filter((each) => each.rule === rule)
    expect(finding).toMatchObject({ code: 'markup_functional_breakage' })
    expect(finding?.message).toMatch(/^[A-Z].*\.$/s)
  })

  test('warns in the manual layer, and where the setting is off', () => {
    expect(rulesIn(gate(source, fires, 'manual', rules, reference).warnings)).toContain(rule)
    const off = gate(source, fires, 'machine', { ...rules, machineTextRules: false }, reference)
    expect(rulesIn(off.warnings)).toContain(rule)
    expect(rulesIn(off.errors).filter(isContentRule)).toEqual([])
  })

  test('is lifted with the other checks', () => {
    const { errors, warnings } = runGate({
      source,
      text: fires,
      layer: 'machine',
      rules: { ...DEFAULT_GATE_RULES, ...rules },
      glossary: EMPTY_GLOSSARY,
      waivers: { ...NO_WAIVERS, validation: true },
    })
    expect([...errors, ...warnings]).toEqual([])
  })

  test('leaves the border alone', () => {
    const { errors, warnings } = gate(source, passes, 'machine', rules, reference)
    expect([...rulesIn(errors), ...rulesIn(warnings)]).not.toContain(rule)
  })

  test.runIf(sourceLikeIt !== undefined)('leaves alone what the source has too', () => {
    const { errors, warnings } = gate(sourceLikeIt ?? '', fires, 'machine', rules)
    expect([...rulesIn(errors), ...rulesIn(warnings)]).not.toContain(rule)
  })

  test.runIf(language !== '')('is nothing while no language is set', () => {
    const { errors, warnings } = gate(source, fires, 'machine', {}, reference)
    expect([...rulesIn(errors), ...rulesIn(warnings)]).not.toContain(rule)
  })
})

test('one word left in a sentence is a warning, several or one among few refuse (LANG_04)', () => {
  const source = 'Put the saved game beside the pixbuf of its owner.'
  const judge = (text: string): GateResult => gate(source, text, 'machine', { targetLanguage: 'uk' })
  expect(rulesIn(judge('Покладіть збережену гру біля pixbuf власника.').warnings)).toContain('LANG_04')
  expect(rulesIn(judge('Покладіть збережену гру біля pixbuf власника.').errors)).toEqual([])
  expect(rulesIn(judge('Покладіть збережену game біля pixbuf власника.').errors)).toContain('LANG_04')
  expect(rulesIn(gate('The pixbuf of it', 'Його pixbuf тут', 'machine', { targetLanguage: 'uk' }).errors)).toContain(
    'LANG_04',
  )
})

test.each([
  ['5 by 7', '6 на 6'],
  ['12 of 21', '21 з 12'],
  ['3 of 4', '3 з ٤'],
])('numbers of %o and %o are compared as numbers (DOUBT_02)', (source, text) => {
  const isSame = source === '12 of 21'
  expect(rulesIn(gate(source, text, 'machine').warnings).includes('DOUBT_02')).toBe(!isSame)
})

test('every rule about content has a vector', () => {
  const tested = new Set<string>(CONTENT_VECTORS.map(({ rule }) => rule))
  expect(RULE_CODES.filter(isContentRule).filter((rule) => !tested.has(rule))).toEqual([])
})
