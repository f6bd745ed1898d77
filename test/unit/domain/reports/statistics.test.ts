// Statistics of comparisons, against published values.
import { describe, expect, it } from 'vitest'
import { chrfOf } from '../../../../src/domain/reports/chrf.ts'
import { signTest, wilsonInterval } from '../../../../src/domain/reports/sign-test.ts'

// sacreBLEU, test/test_chrf.py, test_cases_effective_order and test_cases: beta 3.
describe('chrF', () => {
  it.each([
    [['a'], ['a'], 100],
    [[''], ['reference'], 0],
    [['a b c'], ['abc'], 100],
    [['a', 'b'], ['a', 'c'], 50],
    [['aa'], ['ab'], 25],
    [['abcdefg'], ['hijklmnop'], 0],
    [
      [' Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. '],
      ['Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.'],
      64.1302698,
    ],
    [
      [
        ' risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .',
      ],
      [
        'risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .',
      ],
      63.36173,
    ],
  ])('of %j beside %j is %d', (texts, wanted, score) => {
    const pairs = texts.map((text, i) => ({ text, wanted: wanted[i] ?? '' }))
    expect(chrfOf(pairs, 3)).toBeCloseTo(score, 4)
  })

  // Hugging Face, metrics/chrf: beta 2.
  it('counts recall twice, where nothing else is said', () => {
    const text = 'The relationship between Obama and Netanyahu is not exactly friendly.'
    const wanted = 'The ties between Obama and Netanyahu are not particularly friendly.'
    expect(chrfOf([{ text, wanted }])).toBeCloseTo(61.576379378113785, 9)
  })
})

describe('the sign test', () => {
  // The binomial test of R: binom.test(wins, wins + losses)$p.value.
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [8, 1, 0.0390625],
    [1, 8, 0.0390625],
    [10, 0, 0.001953125],
    [60, 40, 0.05688793],
  ])('of %d wins and %d losses gives %d', (wins, losses, p) => expect(signTest(wins, losses)).toBeCloseTo(p, 7))

  it('takes many pairs', () => expect(signTest(5_000, 5_001)).toBeGreaterThan(0.98))
})

// Newcombe 1998, Statistics in Medicine 17, table I, method 3 (Wilson's score without correction).
describe("Wilson's interval", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is %d to %d', (wins, trials, from, to) => {
    const [low, high] = wilsonInterval(wins, trials)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual([from.toFixed(4), to.toFixed(4)])
  })

  it('of nothing says nothing', () => expect(wilsonInterval(0, 0)).toEqual([0, 1]))
})
