// Tokens that a team describes for its own game (docs/own-profile.md#tokens): what they look like, with `*` for the part that changes,
// whether they stay, move, and what closes them. They are part of the markup of a store, as JSON behind its grammars' names. No
// expression of the team's is run: a `*` ends at the next character of its pattern, so reading stays linear.
import { nearestName } from '../base/nearest-name.ts'
import { ok, refuse, type Result } from '../base/result.ts'

/** What `*` stands for: letters, digits and `_ . -`; digits and `. , + -`; anything on one line. */
export const INSIDES = ['word', 'number', 'line'] as const
/** In a translation: each as often as in the source; the same, but a warning only; as the target language wants. */
export const STAYS = ['must', 'should', 'free'] as const

interface OwnToken {
  readonly token: string
  readonly inside: (typeof INSIDES)[number]
  readonly stays: (typeof STAYS)[number]
  /** False: such tokens keep the order of the source. */
  readonly moves: boolean
  /** What has to follow it; empty: nothing. */
  readonly closed_by: string
}

type Kind = 'placeholder' | 'ordered' | 'open' | 'shut' | 'effect' | 'branch'

interface OwnKind {
  readonly kind: Kind
  /** The character with which it begins. */
  readonly at: string
  /** With the flag `y`. */
  readonly pattern: RegExp
}

/** A token begins with one of these; a text without any of them need not be read. */
export const ownStarts = '%<{[\\$@#&^~|*§_='
const starsMax = 4
const tokensMax = 40
const lengthMax = 60
const insideMax = 200

interface TokenFault {
  /** Which token, from 0; null: the list itself. */
  readonly index: number | null
  /** Empty: the token itself. */
  readonly member: string
  /** What is wrong and what is right. */
  readonly message: string
}

const DEFAULTS = { inside: 'line', stays: 'must', moves: true, closed_by: '' } as const
const MEMBERS = ['token', ...Object.keys(DEFAULTS)]

/** Reads tokens from a parsed document. */
export function readOwnTokens(value: unknown): Result<readonly OwnToken[], TokenFault> {
  if (!Array.isArray(value)) return refuse({ index: null, member: '', message: 'tokens is a list: [{"token": "%*%"}]' })
  if (value.length > tokensMax) return refuse({ index: null, member: '', message: `at most ${tokensMax} tokens` })
  for (const [index, each] of value.entries()) {
    const fault = faultOf(each)
    if (fault !== null) return refuse({ index, ...fault })
  }
  return ok(
    value.map((each) => {
      const { token, ...rest } = each as OwnToken
      return { token, ...DEFAULTS, ...rest }
    }),
  )
}

type Fault = Pick<TokenFault, 'member' | 'message'>

function faultOf(value: unknown): Fault | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { member: '', message: 'a token is an object: {"token": "%*%"}' }
  const given = value as Readonly<Record<string, unknown>>
  const strange = Object.keys(given).find((name) => !MEMBERS.includes(name))
  if (strange !== undefined) {
    const near = nearestName(strange, MEMBERS)
    const hint = near === null ? `it has ${MEMBERS.join(', ')}` : `did you mean "${near}"?`
    return { member: strange, message: `a token has no "${strange}"; ${hint}` }
  }
  const pattern = patternFault(given['token'])
  if (pattern !== null) return { member: 'token', message: pattern }
  const choices = [
    ['inside', INSIDES],
    ['stays', STAYS],
  ] as const
  for (const [member, words] of choices) {
    const word = given[member]
    if (word !== undefined && !words.includes(word as never))
      return { member, message: `"${member}" is one of "${words.join('", "')}"` }
  }
  if (given['moves'] !== undefined && typeof given['moves'] !== 'boolean')
    return { member: 'moves', message: '"moves" is true or false' }
  const closing = given['closed_by']
  const fault = closing === undefined || closing === '' ? null : patternFault(closing)
  return fault === null ? null : { member: 'closed_by', message: fault }
}

function patternFault(pattern: unknown): string | null {
  if (typeof pattern !== 'string' || pattern === '') return 'say what it looks like, such as "%*%"'
  if (pattern.length > lengthMax || /[\p{Cc}]/u.test(pattern))
    return `it is one line of at most ${lengthMax} characters`
  const pieces = piecesOf(pattern)
  if (!ownStarts.includes(firstOf(pieces) || 'a'))
    return `a token begins with one of ${Array.from(ownStarts).join(' ')}, and not with the * that stands for anything`
  if (pieces.slice(1, -1).includes('')) return 'say * once, not several next to each other'
  return pieces.length > starsMax + 1 ? `a token has at most ${starsMax} *` : null
}

/** The fixed parts of a pattern; `\*` is a star itself. */
const piecesOf = (pattern: string): readonly string[] =>
  pattern.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'))

const firstOf = ([first = '']: readonly string[]): string => first.charAt(0)

/** As they are stored: one text for one meaning. */
export const ownTokensText = (tokens: readonly OwnToken[]): string =>
  tokens.length === 0 ? '' : JSON.stringify(tokens.map(withoutDefaults))

/** For a file: what is as it is by itself is left out. */
export const withoutDefaults = (token: OwnToken): object =>
  Object.fromEntries(
    Object.entries(token).filter(
      ([name, value]) => name === 'token' || value !== DEFAULTS[name as keyof typeof DEFAULTS],
    ),
  )

/** How tokens are found. `text`: as `ownTokensText` wrote it; another text has none. */
export function ownKinds(text: string): readonly OwnKind[] {
  const tokens = text === '' ? ok([]) : readOwnTokens(JSON.parse(text))
  if (!tokens.ok) return []
  return tokens.value.flatMap((token) => {
    const isPair = token.closed_by !== ''
    const opened = kindOf(token.token, token, isPair && token.stays === 'must' ? 'open' : null)
    if (!isPair) return [opened]
    return [opened, kindOf(token.closed_by, token, token.stays === 'must' ? 'shut' : null)]
  })
}

function kindOf(pattern: string, { inside, stays, moves }: OwnToken, paired: Kind | null): OwnKind {
  const kind = stays === 'should' ? 'effect' : stays === 'free' ? 'branch' : moves ? 'placeholder' : 'ordered'
  return { kind: paired ?? kind, at: firstOf(piecesOf(pattern)), pattern: expressionOf(pattern, inside) }
}

const CLASSES = { word: String.raw`[\p{L}\p{M}\p{N}_.\-]`, number: String.raw`[\d.,+\-]`, line: String.raw`[^\n\r]` }

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
const oneOf = (characters: string): string => `[${characters.replaceAll(/[\\^\-[\]]/g, String.raw`\$&`)}]`

function expressionOf(pattern: string, inside: OwnToken['inside']): RegExp {
  const pieces = piecesOf(pattern)
  const first = firstOf(pieces)
  const body = pieces.map((piece, at) => {
    const next = pieces[at + 1]
    if (next === undefined) return literal(piece)
    const end = next === '' ? String.raw`\s|${oneOf(first)}` : oneOf(next.charAt(0) + first)
    return `${literal(piece)}(?:(?!${end})${CLASSES[inside]}){1,${insideMax}}`
  })
  return new RegExp(body.join(''), 'uy')
}
