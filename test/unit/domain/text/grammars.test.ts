import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRAMMAR_NAMES, type Markup } from '../../../../src/domain/profile.ts'
import { breaksMarkup } from '../../../../src/domain/text/compare.ts'
import { scan, tokenCounts } from '../../../../src/domain/text/tokens.ts'
import { GRAMMAR_VECTORS } from '../../../vectors/grammars.ts'
import { holds } from '../../../support/holds.ts'

const everything: Markup = `+${GRAMMAR_NAMES.join(',')}`

describe('the grammars of other games', () => {
  for (const name of GRAMMAR_NAMES) {
    it(`${name} takes its own tokens and leaves the rest`, () => {
      for (const { text, must = [], should = [] } of GRAMMAR_VECTORS[name]) {
        const { tokens } = scan(text, `+${name}`)
        const of = (wanted: string): string[] =>
          tokens.filter((token) => token.class === wanted).map((each) => each.text)
        expect({ text, must: of('must'), should: of('cos') }).toEqual({ text, must, should })
      }
    })
  }

  it('tells tokens in order, never overlapping, and each as it stands, under all grammars at once', () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '<',
      '>',
      '%',
      '\\',
      'd',
      'b',
      '1',
      ',',
      ' plural',
      ' other',
      '#',
      '$t(',
      ')',
      '\n',
    )
    holds(2_000, fc.array(unit, { maxLength: 60 }), (units) => {
      const text = units.join('')
      let from = 0
      for (const token of scan(text, everything).tokens) {
        expect(token.start).toBeGreaterThanOrEqual(from)
        expect(token.text).toBe(text.slice(token.start, token.end))
        expect(token.end).toBeGreaterThan(token.start)
        from = token.end
      }
    })
  })

  it('lets a plural have the branches of the target language', () => {
    const source = 'You have {count, plural, one {# coin} other {# coins}}'
    const target = 'У вас {count, plural, one {# монета} few {# монети} many {# монет} other {# монети}}'
    expect(breaksMarkup(source, target, '+icu')).toBe(false)
    expect(breaksMarkup(source, 'У вас {count} монет', '+icu')).toBe(true)
    expect(breaksMarkup(source, `${target} }`, '+icu')).toBe(true)
  })

  it('lets a choice of Java have them, too', () => {
    const source = '{0} took {1,choice,0#no eggs|1#an egg|1<{1,number} eggs}.'
    expect(breaksMarkup(source, '{0} бере {1,choice,0#нуль яєць|1#яйце|1<яйця: {1}}.', '+icu')).toBe(false)
    expect(breaksMarkup(source, '{0} бере яйця.', '+icu')).toBe(true)
  })

  it('lets numbered conversions change places, and plain ones not', () => {
    expect(breaksMarkup('%1$s hits %2$d', '%2$d від %1$s', '+printf')).toBe(false)
    expect(breaksMarkup('%s hits %d', '%d від %s', '+printf')).toBe(true)
  })

  it('takes what Qt fills in before what C would', () => {
    expect(breaksMarkup('%1undo', '%1скасування', '+qt,printf')).toBe(false)
    expect(breaksMarkup('%1$s %2', '%2 %1$s', '+qt,printf')).toBe(false)
  })

  it('counts no branch of a plural among the tokens of a row card', () => {
    expect(tokenCounts('{n, plural, other {#}}\n', '+icu')).toEqual({
      mustPreserve: { '{n, plural,': 1 },
      cosmetic: { '\n': 1 },
    })
  })

  it('takes time that grows with the text only, however hostile', () => {
    // 1 MB: quadratic time would take many minutes.
    for (const unit of [
      '{',
      '[',
      '<',
      '%(',
      '\\',
      '{a,plural,b{',
      '{{',
      '$t(',
      '%0',
      '<a',
      '[url=',
      '\\a[',
      '__A',
      '__A__1__a-',
    ])
      expect(scan(unit.repeat(1_000_000 / unit.length), everything).tokens.length).toBeGreaterThanOrEqual(0)
  })
})
