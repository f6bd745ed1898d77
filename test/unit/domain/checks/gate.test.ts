// The gate against vectors: rule by rule, every token kind in both directions, waivers, look-alikes, long texts.

import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import { compileGlossary } from '../../../../src/domain/checks/glossary.ts'
import { CHECKS } from '../../../../src/domain/checks/registry.ts'
import { RULE_CODES, type GateResult } from '../../../../src/domain/finding.ts'
import { GLOSSARY_VECTORS } from '../../../vectors/gate-glossary.ts'
import { KIND_SAMPLES } from '../../../vectors/gate-kinds.ts'
import { LENGTH_VECTORS } from '../../../vectors/gate-lengths.ts'
import { CAPTION_VECTORS, PRINTF_VECTORS, TAG_VECTORS } from '../../../vectors/gate-tags.ts'
import { ALONE_VECTORS, FORMAT_VECTORS, SOURCE_VECTORS, TOGETHER_VECTORS } from '../../../vectors/gate-texts.ts'
import type { GateVector } from '../../../vectors/gate-vector.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

function gate({ source, text, rules, waivers, glossary = [], maxLength = -1 }: Omit<GateVector, 'says'>): GateResult {
  return runGate({
    source,
    text,
    ...(maxLength !== -1 && { maxLength: () => maxLength }),
    rules: { ...DEFAULT_GATE_RULES, ...rules },
    waivers: { ...NO_WAIVERS, ...waivers },
    glossary: compileGlossary(glossary, rules?.targetLanguage),
  })
}

const GROUPS: Readonly<Record<string, readonly GateVector[]>> = {
  'what stands alone': ALONE_VECTORS,
  'the source as a translation': SOURCE_VECTORS,
  'must-preserve tokens': TAG_VECTORS,
  captions: CAPTION_VECTORS,
  'the order of printf': PRINTF_VECTORS,
  'characters and cosmetic tokens': FORMAT_VECTORS,
  lengths: LENGTH_VECTORS,
  glossary: GLOSSARY_VECTORS,
  together: TOGETHER_VECTORS,
}

for (const [group, vectors] of Object.entries(GROUPS)) {
  describe(group, () => {
    test.each(vectors.map((vector) => [vector.says, vector] as const))('%s', (_, vector) => {
      const { errors, warnings } = gate(vector)
      expect(errors.map((finding) => finding.rule)).toEqual(vector.errors ?? [])
      expect(warnings.map((finding) => finding.rule)).toEqual(vector.warnings ?? [])
      if (vector.details) expect([...errors, ...warnings][0]?.details).toMatchObject(vector.details)
    })
  })
}

describe.each(KIND_SAMPLES.map((sample) => [sample.kind, sample] as const))('a token of kind %s', (_, sample) => {
  // A link end is one only behind its start, and the other way round.
  const around = (token: string): string =>
    sample.kind === 'link start' ? `${token} ^77^$` : sample.kind === 'link end' ? `$link ${token}` : token
  const source = `One (${around(sample.token)}) two.`
  const rulesOf = (text: string): string[] => gate({ source, text }).errors.map((finding) => finding.rule)

  test('passes where it is kept, moved or both', () => {
    expect(rulesOf(`Один (${around(sample.token)}) два.`)).toEqual([])
    expect(rulesOf(`(${around(sample.token)}) Раз, два.`)).toEqual([])
  })

  test.each([
    ['dropped', around('')],
    ['doubled', `${around(sample.token)}; ${around(sample.token)}`],
    ['altered', around(sample.altered)],
    ['translated', around(sample.translated)],
    ['replaced by a look-alike', around(sample.lookalike)],
  ])('is refused where it is %s', (_, damaged) => expect(rulesOf(`Один (${damaged}) два.`)).toEqual(['TAGS_01']))

  test('is refused where the source has none', () => {
    const { errors } = gate({ source: 'One two.', text: `Один (${around(sample.token)}) два.` })
    expect(errors[0]?.details).toMatchObject({ unexpected: { [sample.token]: 1 }, missing: {} })
  })

  test('has its look-alike named', () => {
    const { errors } = gate({ source, text: `Один (${around(sample.lookalike)}) два.` })
    expect(errors[0]?.details['lookalikes']).toContainEqual({ expected: sample.token, found: sample.lookalike })
  })
})

describe('the registry', () => {
  test('holds each rule once, in the order of the rules', () => {
    expect(CHECKS.map((check) => check.rule)).toEqual(RULE_CODES)
  })
})

describe('messages', () => {
  const messageOf = (source: string, text: string): string =>
    gate({ source, text })
      .errors.map((finding) => finding.message)
      .join(' ')

  test('say what to do', () => {
    expect(messageOf('Hello {0}', 'Привіт')).toBe('Token {0} is missing: put it back exactly as in the source.')
    expect(messageOf('{0}', 'x')).toContain('kept as it is')
  })

  test('stay on one line and short however long the token is', () => {
    const message = messageOf(`Hello {${'a\n'.repeat(5_000)}}`, 'Привіт усім, хто тут є')
    expect(message).not.toContain('\n')
    expect(message.length).toBeLessThan(1_000)
  })
})

test('a caller that knows a row for a service row is believed', () => {
  const input = {
    source: 'Words',
    text: 'Слова',
    rules: DEFAULT_GATE_RULES,
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  }
  expect(runGate({ ...input, isServiceRow: true }).errors.map((finding) => finding.rule)).toEqual(['SERVICE_01'])
  expect(runGate({ ...input, isServiceRow: false }).errors).toEqual([])
})
