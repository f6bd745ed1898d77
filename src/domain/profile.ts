// The game of a store (docs/another-game.md): what its files are, and what in its texts is read by the game.

export const PROFILE_NAMES = ['where-winds-meet', 'generic'] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

/** Captions of tags in angle brackets are part of the token (`keep`), or translated (`free`). */
export type CaptionPolicy = 'keep' | 'free'

/** What texts of another game may hold; where several fit, the first one counts (domain/text/grammars.ts). */
export const GRAMMAR_NAMES = [
  'qt',
  'printf',
  'icu',
  'braces',
  'tags',
  'bbcode',
  'rpgmaker',
  'renpy',
  'fluent',
  'paradox',
  'factorio',
  'escapes',
] as const
export type GrammarName = (typeof GRAMMAR_NAMES)[number]

/**
 * What a token is in the texts of a store: the grammar of Where Winds Meet under a caption policy, or `+` and the names of
 * grammars, such as `+printf,tags`, and behind a blank the game's own tokens as JSON (domain/own-tokens.ts).
 */
export type Markup = CaptionPolicy | `+${string}`

interface MarkupSettings {
  readonly profile: ProfileName
  readonly caption_policy: CaptionPolicy
  readonly markup: string
  readonly tokens: string
}

export const MARKUP_SETTINGS: readonly string[] = [
  'profile',
  'caption_policy',
  'markup',
  'tokens',
] satisfies (keyof MarkupSettings)[]

/** The grammars in the markup of another game. The first game's markup has none. */
export function grammarsOf(markup: Markup): readonly GrammarName[] {
  const [names = ''] = markup.startsWith('+') ? markup.slice(1).split(' ', 1) : []
  const named = new Set(names.split(','))
  return GRAMMAR_NAMES.filter((name) => named.has(name))
}

/** Whether the markup is that of another game, whose texts have keys and whose files may say something beside a text. */
export const isOfOther = (markup: Markup): boolean => markup.startsWith('+')

/** The game's own tokens in its markup; empty: none. */
export const ownTokensOf = (markup: Markup): string =>
  markup.includes(' ') ? markup.slice(markup.indexOf(' ') + 1) : ''

export const markupOf = ({ profile, caption_policy: captions, markup, tokens }: MarkupSettings): Markup =>
  profile === 'where-winds-meet' ? captions : `+${markup}${tokens === '' ? '' : ` ${tokens}`}`
