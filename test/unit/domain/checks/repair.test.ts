// `details.suggestion`: the whole repaired text where the repair is certain and the gate takes it, else `certain: false`.

import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import type { Finding } from '../../../../src/domain/finding.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

function findingsOf(source: string, text: string): readonly Finding[] {
  const input = { source, text, layer: 'machine', rules: DEFAULT_GATE_RULES, glossary: EMPTY_GLOSSARY } as const
  const { errors, warnings } = runGate({ ...input, waivers: NO_WAIVERS })
  return [...errors, ...warnings]
}

const repairOf = (source: string, text: string, rule: string): unknown => {
  const details = findingsOf(source, text).find((finding) => finding.rule === rule)?.details
  return details?.['suggestion'] ?? details?.['certain']
}

const source = 'You have {0} coins in <Agility|780|#C|15>'
const good = 'У вас {0} монет у <Agility|780|#C|15>'

describe('a certain repair', () => {
  test.each([
    ['full-width figures', 'TAGS_01', good.replace('{0}', '{０}')],
    ['full-width brackets', 'TAGS_01', good.replace('{0}', '｛0｝')],
    ['a zero-width character', 'TAGS_01', good.replace('{0}', '{\u200b0}')],
    ['Cyrillic look-alikes', 'TAGS_01', good.replace('#C', '#С')],
    ['other brackets', 'TAGS_01', good.replace('<', '‹').replace('>', '›')],
    ['a changed caption', 'TAGS_02', good.replace('Agility', 'Спритність')],
    ['a BOM', 'FORMAT_01', `\uFEFF${good}`],
  ])('of %s gives the intended text back', (_, rule, harmed) => {
    expect(harmed).not.toBe(good)
    expect(repairOf(source, harmed, rule)).toBe(good)
  })

  test('of a colour in look-alike letters', () => {
    expect(repairOf('The #Yold#E gate', '#YСтара#Е брама', 'FORM_16')).toBe('#YСтара#E брама')
  })

  test('mends all that is certain at once', () => {
    const harmed = good.replace('{0}', '{０}').replace('Agility', 'Спритність')
    expect(repairOf(source, harmed, 'TAGS_01')).toBe(good)
    expect(repairOf(source, harmed, 'TAGS_02')).toBe(good)
  })
})

describe('no certain repair', () => {
  test.each([
    ['of a token that is gone', 'TAGS_01', good.replace('{0} ', '')],
    ['of a token too many', 'TAGS_01', `${good} {0}`],
    ['of a token with spaces', 'TAGS_01', good.replace('{0}', '{ 0 }')],
    ['of a translated token', 'TAGS_01', good.replace('{0}', '{нуль}')],
    ['where the repaired text is refused for something else', 'TAGS_01', `Translation: ${good.replace('{0}', '{０}')}`],
    ['of a wrong encoding', 'FORMAT_01', Buffer.from(good, 'utf8').toString('latin1')],
  ])('%s', (_, rule, harmed) => expect(repairOf(source, harmed, rule)).toBe(false))

  test('of printf conversions in another order', () => {
    expect(repairOf('From %s take %d', 'Взяти %d від %s', 'TAGS_03')).toBe(false)
  })

  test('of two captions that changed places or words', () => {
    expect(repairOf('<One> and <Two> here', '<Один> і <Два> тут', 'TAGS_02')).toBe(false)
  })
})

test('a wrong encoding is to be sent again, not mended', () => {
  const [finding] = findingsOf('The gate', Buffer.from('Брама', 'utf8').toString('latin1')).filter(
    ({ rule }) => rule === 'FORMAT_01',
  )
  expect(finding?.message).toMatch(/send it again as UTF-8/)
  expect(finding?.message).not.toMatch(/take out/)
})
