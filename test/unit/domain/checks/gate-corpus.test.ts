// The gate over translations that people wrote, shipped and played: nearly all must pass, and none may pass after damage
// to a must-preserve token. Runs where WINDROW_CORPUS names the folder with pixel-dungeon's dumps.
import { describe, expect, test } from 'vitest'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import { isServiceText } from '../../../../src/domain/text/service-text.ts'
import { scanTokens, type Token } from '../../../../src/domain/text/tokens.ts'
import { diceOf } from '../../../support/dice.ts'
import { corpus, dumpPath, readTexts } from '../../../support/corpus.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

interface Pair {
  readonly id: string
  readonly source: string
  readonly text: string
}

function readPairs(): Pair[] {
  return ['main', 'diff-1', 'diff-2'].flatMap((name) => {
    const translated = readTexts(dumpPath(`${name}.uk`))
    return [...readTexts(dumpPath(name))].flatMap(([id, source]) => {
      const text = translated.get(id)
      return text === undefined || isServiceText(source) ? [] : [{ id: `${name} ${id}`, source, text }]
    })
  })
}

const rulesOf = ({ source, text }: Omit<Pair, 'id'>): string[] =>
  runGate({
    source,
    text,
    rules: DEFAULT_GATE_RULES,
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  }).errors.map(({ rule }) => rule)

/** The first figure, letter or bracket becomes its full-width twin. */
const widened = (token: string): string =>
  token.replace(/[!-~]/, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

const DAMAGES: Readonly<Record<string, (token: string) => string>> = {
  dropped: () => '',
  doubled: (token) => token + token,
  altered: (token) => (/\d/.test(token) ? token.replace(/\d/, '7$&') : token.slice(0, -1)),
  translated: (token) => token.replace(/[\d%a-z]+/i, 'слово'),
  'replaced by a look-alike': widened,
}

describe.runIf(corpus !== undefined)('the translations people shipped', () => {
  const pairs = corpus === undefined ? [] : readPairs()

  test('pass, 995 of 1,000 and more, and the others are left in English', () => {
    const refused = pairs.filter((pair) => rulesOf(pair).length > 0)
    expect(pairs.length).toBeGreaterThan(5_000)
    expect(refused.length / pairs.length).toBeLessThanOrEqual(0.005)
    for (const pair of refused) expect([pair.id, ...rulesOf(pair)]).toEqual([pair.id, 'SOURCE_01'])
  })

  test.each(Object.entries(DAMAGES))('are refused with a must-preserve token %s', (_, damage) => {
    const { below } = diceOf(20_261_120)
    const passed: string[] = []
    let damaged = 0
    for (const { id, source, text } of pairs) {
      const tokens: Token[] = scanTokens(text, 'keep').filter((token) => token.class === 'must')
      const token = tokens[below(Math.max(tokens.length, 1))]
      if (token === undefined) continue
      damaged++
      const harmed = text.slice(0, token.start) + damage(token.text) + text.slice(token.end)
      const rules = rulesOf({ source, text: harmed })
      if (!rules.some((rule) => rule.startsWith('TAGS_'))) passed.push(`${id}: ${harmed}`)
    }
    expect(damaged).toBeGreaterThan(300)
    expect(passed).toEqual([])
  })
})
