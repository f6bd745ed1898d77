// The kinds of a source by its look alone (domain/text/kind-of.ts): a name, a word, a sentence, what somebody calls out. They split a
// game that nobody has labelled, on the map and in filters.

/** From short to long, as lists and the map name them. `gap`: the game puts a number or a name in. */
export const KINDS = [
  'name',
  'long_name',
  'word',
  'phrase',
  'gap_phrase',
  'sentence',
  'long_sentence',
  'gap_sentence',
  'question',
  'call',
  'passage',
  'page',
] as const
export type Kind = (typeof KINDS)[number]

/** The kinds that the map shows side by side, by the name of their group. */
export const GROUPS_OF_KINDS = {
  names: ['name', 'long_name'],
  words: ['word', 'phrase'],
  sentences: ['sentence', 'long_sentence'],
  gaps: ['gap_phrase', 'gap_sentence'],
  speech: ['question', 'call'],
  long: ['passage', 'page'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>
export type GroupOfKinds = keyof typeof GROUPS_OF_KINDS
