// The scanner, its counts for row cards, and service rows, against vectors.

import type { Markup } from '../../../../src/domain/profile.ts'
import { describe, expect, test } from 'vitest'
import { isServiceText } from '../../../../src/domain/text/service-text.ts'
import { hasCaptions, scanTokens, tokenCounts } from '../../../../src/domain/text/tokens.ts'
import { SCAN_VECTORS, SERVICE_VECTORS } from '../../../vectors/gate-tokens.ts'

const found = (text: string, policy: Markup): string[] =>
  scanTokens(text, policy).map((token) => `${token.kind} ${token.text}`)

describe('the scanner', () => {
  for (const { says, text, tokens, policy = 'keep' } of SCAN_VECTORS) {
    for (const each of policy === 'both' ? (['keep', 'free'] as const) : [policy])
      test(`${says} (${each})`, () => expect(found(text, each)).toEqual(tokens))
  }

  test('gives offsets that cut the token out of the text', () => {
    for (const { text } of SCAN_VECTORS) {
      for (const token of scanTokens(text, 'free')) expect(text.slice(token.start, token.end)).toBe(token.text)
    }
  })

  test('tells where the tail of a tag begins', () => {
    expect(scanTokens('<Agility|780><Name><b>', 'keep').map((token) => token.text.slice(token.tailAt))).toEqual([
      '|780>',
      '',
      '<b>',
    ])
  })
})

describe('the counts of a row card', () => {
  test('count equal tokens and keep the classes apart', () => {
    expect(tokenCounts('{0} {0} #Y%s#E\r\n\t', 'keep')).toEqual({
      mustPreserve: { '{0}': 2, '%s': 1 },
      cosmetic: { '#Y': 1, '#E': 1, '\r': 1, '\n': 1, '\t': 1 },
    })
  })

  test('name a tag whole under keep, by its tail under free, and leave plain tags out there', () => {
    const text = '<Agility|780><Name>'
    expect(tokenCounts(text, 'keep').mustPreserve).toEqual({ '<Agility|780>': 1, '<Name>': 1 })
    expect(tokenCounts(text, 'free').mustPreserve).toEqual({ '|780>': 1 })
  })

  test('are empty objects where there is no token', () => {
    expect(JSON.stringify(tokenCounts('words', 'keep'))).toBe('{"mustPreserve":{},"cosmetic":{}}')
  })
})

test('captions are those of term tags and plain tags', () => {
  expect(hasCaptions('a <Name> b')).toBe(true)
  expect(hasCaptions('<Agility|780>')).toBe(true)
  expect(hasCaptions('<b>bold</b> <5 and >')).toBe(false)
  expect(hasCaptions('words')).toBe(false)
})

describe('a service text', () => {
  test.each(SERVICE_VECTORS)('%j: %j', (text, expected) => expect(isServiceText(text)).toBe(expected))
})
