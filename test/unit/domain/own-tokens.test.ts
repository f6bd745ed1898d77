// Tokens that a team describes for its own game: what they find, what must stay, and what is said of a wrong description.
import { describe, expect, it } from 'vitest'
import type { Markup } from '../../../src/domain/profile.ts'
import { breaksMarkup } from '../../../src/domain/text/compare.ts'
import { ownTokensText, readOwnTokens } from '../../../src/domain/own-tokens.ts'
import { scanTokens } from '../../../src/domain/text/tokens.ts'

function markup(...tokens: readonly object[]): Markup {
  const read = readOwnTokens(tokens)
  if (!read.ok) throw new Error(read.refusal.message)
  return `+printf ${ownTokensText(read.value)}`
}
const found = (text: string, ...tokens: readonly object[]): readonly string[] =>
  scanTokens(text, markup(...tokens)).map((token) => token.text)

describe('what a token is', () => {
  it.each<[string, object, readonly string[]]>([
    ['50% off and 20% more for %player.name%', { token: '%*%', inside: 'word' }, ['%player.name%']],
    ['{{ item }} of {{n}} {', { token: '{{*}}' }, ['{{ item }}', '{{n}}']],
    ['<c=red>a</c> 1 < 2 <c=>', { token: '<c=*>', closed_by: '</c>' }, ['<c=red>', '</c>']],
    ['&lgo &12 &', { token: '&*', inside: 'number' }, ['&12']],
    ['§cred §l', { token: '§*' }, ['§cred', '§l']],
    ['a **bold** *', { token: String.raw`\*\**\*\*` }, ['**bold**']],
    ['@one two\n@', { token: '@*' }, ['@one', '\n']],
    ['[a-b] [a\nb]', { token: '[*-*]', inside: 'word' }, ['[a-b]', '\n']],
    ['%d of %name%', { token: '%*%', inside: 'word' }, ['%d', '%name%']],
    [`#${'a'.repeat(300)}`, { token: '#*', inside: 'word' }, [`#${'a'.repeat(200)}`]],
  ])('in %j by %j: %j', (text, token, tokens) => expect(found(text, token)).toEqual(tokens))

  it('goes before a grammar of the same place, and reads what repeats without growing', () => {
    expect(found('%s% %s', { token: '%*%', inside: 'word' })).toEqual(['%s%', '%s'])
    expect(found('%a'.repeat(20_000), { token: '%*-*-*-*%' })).toEqual([])
  })
})

describe('a translation', () => {
  const pair = { token: '<c=*>', closed_by: '</c>' }
  it.each<[string, readonly object[], string, string, boolean]>([
    ['keeps what must stay, in any order', [{ token: '$*$' }], '$a$ and $b$', '$b$ та $a$', false],
    ['loses none', [{ token: '$*$' }], '$a$ and $b$', '$b$', true],
    ['keeps the order of what may not move', [{ token: '$*$', moves: false }], '$a$ and $b$', '$b$ та $a$', true],
    ['may leave out what should stay', [{ token: '^*', stays: 'should' }], '^red a', 'а', false],
    [
      'may say what is free as often as it likes',
      [{ token: '[*]', stays: 'free' }],
      '[he] ran',
      '[he][she] біг',
      false,
    ],
    ['may move a pair', [pair], '<c=red>Run</c> now', 'Зараз <c=red>біжи</c>', false],
    ['may not close what is not open', [pair], '<c=red>Run</c> now', '</c>Зараз <c=red>біжи', true],
    ['of a source that does so itself is as it', [pair], 'a</c> <c=red>b', '</c>а <c=red>б', false],
  ])('%s', (_, tokens, source, text, isBroken) => expect(breaksMarkup(source, text, markup(...tokens))).toBe(isBroken))
})

describe('a description that is wrong', () => {
  it.each<[unknown, string, string]>([
    [{ token: '%*%' }, '', 'tokens is a list'],
    [['%*%'], '', 'a token is an object'],
    [[{ token: '%*%' }, { tokens: '%' }], 'tokens', 'did you mean "token"?'],
    [[{}], 'token', 'say what it looks like'],
    [[{ token: '*%' }], 'token', 'a token begins with one of'],
    [[{ token: 'name' }], 'token', 'a token begins with one of'],
    [[{ token: '%*%*%*%*%*%' }], 'token', 'at most 4 *'],
    [[{ token: `%${'a'.repeat(60)}` }], 'token', 'at most 60 characters'],
    [[{ token: '%', inside: 'digits' }], 'inside', '"inside" is one of "word", "number", "line"'],
    [[{ token: '%', stays: 'never' }], 'stays', '"stays" is one of "must", "should", "free"'],
    [[{ token: '%', moves: 'no' }], 'moves', '"moves" is true or false'],
    [[{ token: '%', closed_by: 'x' }], 'closed_by', 'a token begins with one of'],
    [Array.from({ length: 41 }, () => ({ token: '%' })), '', 'at most 40 tokens'],
  ])('%j: %s', (tokens, member, message) => {
    const read = readOwnTokens(tokens)
    expect(read).toMatchObject({ ok: false, refusal: { member, message: expect.stringContaining(message) } })
  })
})
