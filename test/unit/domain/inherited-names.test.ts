// Words of a game that are names of what every object of JavaScript has: they are words like others, wherever something is counted
// or named by them.
import { expect, it } from 'vitest'
import { newTally } from '../../../src/domain/tally.ts'
import { readOwnTokens, ownTokensText } from '../../../src/domain/own-tokens.ts'
import { NO_WAIVERS, runGate } from '../../../src/domain/checks/gate.ts'
import { nameOf } from '../../../src/domain/checks/naming.ts'
import { tokenCounts } from '../../../src/domain/text/tokens.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../support/plain-gate.ts'

const NAMES = Object.getOwnPropertyNames(Object.prototype)

it.each(NAMES)('%s is named in a message as it is', (name) => expect(nameOf(name)).toBe(name))

it.each(NAMES)('the gate judges a text with %s', (name) => {
  const source = 'The gate of the old town is closed until the morning.'
  const asked = { source, rules: DEFAULT_GATE_RULES, waivers: NO_WAIVERS, glossary: EMPTY_GLOSSARY }
  const codesOf = (text: string): string[] => {
    const { errors, warnings } = runGate({ ...asked, text })
    return [...errors, ...warnings].map(({ rule }) => rule)
  }
  expect(codesOf(`Брама **${name}** старого міста зачинена`)).toContain('FORM_02')
  expect(codesOf(`Брама __${name}__ старого міста зачинена`)).toContain('FORM_02')
})

it('a token of the game is counted under any name', () => {
  const read = readOwnTokens([{ token: '__*__', inside: 'word' }])
  if (!read.ok) throw new Error(JSON.stringify(read.refusal))
  const { mustPreserve } = tokenCounts('a __proto__ b __proto__', `+printf ${ownTokensText(read.value)}`)
  expect(Object.entries(mustPreserve)).toEqual([['__proto__', 2]])
})

it('a term and a model are counted under any name', () => {
  const { terms, models } = newTally()
  for (const name of NAMES) expect([terms[name], models[name]]).toEqual([undefined, undefined])
})
