// Properties of the gate: the algebra of multisets, the scanner on any text, what moves and what breaks, and that time
// grows with the length of the texts and no faster, shown by doubling.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../src/domain/checks/gate.ts'
import { compileGlossary } from '../../src/domain/checks/glossary.ts'
import { breaksMarkup, difference, isSameMultiset, multisetOf } from '../../src/domain/text/compare.ts'
import { isServiceText } from '../../src/domain/text/service-text.ts'
import { eachPiece, scan, scanTokens } from '../../src/domain/text/tokens.ts'
import { KIND_SAMPLES } from '../vectors/gate-kinds.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../support/plain-gate.ts'
import { holds } from '../support/holds.ts'

const policy = fc.constantFrom('keep' as const, 'free' as const)
const members = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 12 })
/** Text made of what the grammar looks for, so that odd neighbours meet. */
const SCRAPS =
  '< > | { } $ $link ^ 1 ^2^$ % %d s # E #Y A _ @T[ ] [# ( ) word ж 字 \u200B <b> <Name> <Hero|1> {0} FF0000'.split(' ')
const scraps = fc.constantFrom(...SCRAPS, ' ', '\n', '\r\n', '\t')
const text = fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join(''))

describe('multisets', () => {
  test('a lists what it has more of than b, and adding that to what they share gives a', () =>
    holds(100, members, members, (a, b) => {
      const [x, y] = [multisetOf(a), multisetOf(b)]
      const more = difference(x, y)
      for (const [member, count] of x) expect(count).toBe((more.get(member) ?? 0) + Math.min(count, y.get(member) ?? 0))
      expect(isSameMultiset(x, y)).toBe(more.size === 0 && difference(y, x).size === 0)
    }))

  test('order is nothing', () =>
    holds(100, members, (a) => {
      expect(isSameMultiset(multisetOf(a), multisetOf(a.toReversed()))).toBe(true)
    }))

  test('a list and the same twice differ by the list', () =>
    holds(100, members, (a) => {
      expect(difference(multisetOf([...a, ...a]), multisetOf(a))).toEqual(multisetOf(a))
    }))
})

describe('the scanner', () => {
  test('tokens and pieces cover every text once, in order', () =>
    holds(500, text, policy, (whole, by) => {
      const tokens = scanTokens(whole, by)
      const spans = tokens.map(({ start, end }) => [start, end] as const)
      eachPiece(whole, tokens, (start, end) => spans.push([start, end]))
      spans.sort(([a], [b]) => a - b)
      expect(spans.map(([start, end]) => whole.slice(start, end)).join('')).toBe(whole)
      for (const token of tokens) expect(token.text).toBe(whole.slice(token.start, token.end))
    }))

  test('every brace is lone or inside a token', () =>
    holds(500, text, policy, (whole, by) => {
      const { tokens, loneOpen, loneClose } = scan(whole, by)
      let between = ''
      eachPiece(whole, tokens, (start, end) => {
        between += whole.slice(start, end)
      })
      expect([between.split('{').length - 1, between.split('}').length - 1]).toEqual([loneOpen, loneClose])
    }))

  test('what needs translating never depends on what is only looked at first', () =>
    holds(500, text, (whole) => {
      const tokens = scanTokens(whole, 'keep')
      let left = tokens.map((token) => token.text.slice(0, token.tailAt)).join('')
      eachPiece(whole, tokens, (start, end) => {
        left += whole.slice(start, end)
      })
      expect(isServiceText(whole)).toBe(!/\p{L}/u.test(left))
    }))
})

describe('comparing', () => {
  test('no text breaks its own markup', () => {
    holds(500, text, policy, (whole, by) => {
      // With a dot behind, so that the answer isn't given for equal texts.
      expect(breaksMarkup(whole, `${whole}.`, by)).toBe(false)
    })
  })

  test('the gate and the flag agree', () =>
    holds(500, text, text, policy, (source, target, markup) => {
      const rules = { ...DEFAULT_GATE_RULES, markup }
      const input = { source, text: `${target}.`, rules, glossary: EMPTY_GLOSSARY, waivers: NO_WAIVERS }
      const { errors } = runGate({ ...input, isServiceRow: false })
      const breaks = errors.some(({ rule }) => rule === 'TAGS_01' || rule === 'TAGS_03')
      expect(breaksMarkup(source, `${target}.`, markup)).toBe(breaks)
    }))

  test('tokens may stand in any order, and none may be lost', () => {
    const movable = KIND_SAMPLES.filter(({ kind }) => !kind.startsWith('link')).map(({ token }) => token)
    const tokens = fc.array(fc.constantFrom(...movable), { minLength: 1, maxLength: 8 })
    const withOrder = tokens.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(list.length - 1)),
    )
    const rulesOf = (source: readonly string[], target: readonly string[]): string[] => {
      const pair = { source: `Words ${source.join(' , ')} .`, text: `Слова ${target.join(' , ')} .` }
      const input = { ...pair, rules: DEFAULT_GATE_RULES, glossary: EMPTY_GLOSSARY, waivers: NO_WAIVERS }
      return runGate(input).errors.map(({ rule }) => rule)
    }
    holds(100, withOrder, ([list, shuffled, lost]) => {
      expect(rulesOf(list, shuffled)).toEqual([])
      expect(rulesOf(list, shuffled.toSpliced(lost, 1))).toEqual(['TAGS_01'])
      expect(rulesOf(list, [...shuffled, shuffled[lost] ?? ''])).toEqual(['TAGS_01'])
    })
  })
})

describe('a glossary', () => {
  const words = fc.array(fc.constantFrom('aa', 'bb', 'cc', 'dd'), { maxLength: 7 })
  const lists = fc.record({ aa: words, bb: words, cc: words })

  /** Every way of giving each occurrence a word of its own, tried in turn. */
  function canServe(
    occurrences: readonly string[],
    forms: Readonly<Record<string, readonly string[]>>,
    left: string[],
  ): boolean {
    const [first, ...rest] = occurrences
    if (first === undefined) return true
    return left.some((word, i) => (forms[first] ?? []).includes(word) && canServe(rest, forms, left.toSpliced(i, 1)))
  }

  test('is satisfied exactly when some choice of forms serves every occurrence', () =>
    holds(500, words, words, lists, (sourceWords, textWords, forms) => {
      const common = { caseSensitive: false, doNotTranslate: false, note: '' }
      const entries = Object.entries(forms).map(([source, list]) => ({ source, forms: list, ...common }))
      const input = {
        source: `x ${sourceWords.join(' ')}`,
        text: `ж ${textWords.join(' ')}`,
        rules: DEFAULT_GATE_RULES,
      }
      const { errors, warnings } = runGate({ ...input, glossary: compileGlossary(entries), waivers: NO_WAIVERS })
      const needed = sourceWords.filter((word) => word !== 'dd').filter((word) => forms[word].length > 0)
      const isReported = [...errors, ...warnings].some(({ rule }) => rule === 'GLOSSARY_01')
      expect(isReported).toBe(!canServe(needed, forms, textWords))
      const isAbsent = needed.some((word) => !forms[word].some((form) => textWords.includes(form)))
      expect(errors.some(({ rule }) => rule === 'GLOSSARY_01')).toBe(isAbsent)
    }))
})

describe('time grows with the length of the texts and no faster', () => {
  const timeOf = (source: string, target: string, length: number): number => {
    const grown = (unit: string): string => unit.repeat(Math.floor(length / unit.length))
    const input = { source: `Hello {0} %s ${grown(source)}`, text: grown(target), rules: DEFAULT_GATE_RULES }
    // Processor time: others on the machine do not count.
    const before = process.threadCpuUsage()
    runGate({ ...input, glossary: terms, waivers: NO_WAIVERS, isServiceRow: false })
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }

  /**
   * Sixteen times the length may take sixty-four times as long (and a millisecond of noise): quadratic is 256 times. One try
   * says little, but what is quadratic fails all of them.
   */
  function expectProportion(source: string, target: string): void {
    let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 40 && long >= 64 * Math.max(short, 0.3) + 1; round++) {
      short = Math.min(short, timeOf(source, target, 2_048))
      long = Math.min(long, timeOf(source, target, 32_768))
    }
    expect(long).toBeLessThan(64 * Math.max(short, 0.3) + 1)
  }
  const common = { caseSensitive: false, doNotTranslate: false, note: '' }
  const terms = compileGlossary([
    { source: 'aa', forms: ['bb', 'cc*'], ...common },
    { source: 'aa aa', forms: ['bb bb', 'cc'], ...common },
  ])
  const units = [
    '<',
    '{',
    '$',
    '#',
    '%',
    '@T[',
    '[#',
    '$link',
    '$link^1',
    '^1^$',
    '$link^1^$',
    '<a|',
    '$A(',
    '$A_',
    '%0',
    '{<',
  ]
  const others = ['＜', '｛0', '字', 'е\u0301', 'กำ', 'a ', '<A|1>', '$link<a', '\n', 'a\u200B', '𝐀', ' ']

  test.each([...units, ...others].map((unit) => [unit]))('%j', (unit) => expectProportion(unit, unit))

  test('a term in every word, and a form in none', () => {
    expectProportion('aa ', 'bb ')
    expectProportion('aa aa. ', 'dd ')
  })
})
