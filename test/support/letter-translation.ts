// A translation that anybody can check: letters by their look, outside of tokens, so that no word stays as it was.
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter, i) => [letter, 'абцдефгхійклмнопкрстуввхиз'[i] as string]),
)
const TOKEN =
  /<[^<>]*>|\$[A-Z][A-Z0-9]*_[A-Z0-9_]*(?::[-+0-9.]*[a-z%])?\$?|\$[a-z]+<[^<>]*>\^\d+\^\$|\$[A-Z]\([^()]*\)|\$[FG]\d+(?:\.\d+)?|\$(?:[A-Z]|\d+(?:#\d+)?)|@[A-Za-z]\[[^[\]]*\]|\[#\d+\]|\{[^{}]*\}|%%|%(?:[sd]|[A-Z]|[-+0.\d][-+0]?\d*(?:\.\d+)?[sdifgxXu])|#[0-9a-fA-F]{6}|#[A-Za-z]/g

export function translated(source: string): string {
  const words = (text: string): string =>
    text.replaceAll(/[a-zA-Z]/g, (letter) => {
      const other = LETTERS[letter.toLowerCase()] as string
      return letter === letter.toLowerCase() ? other : other.toUpperCase()
    })
  let text = ''
  let from = 0
  for (const token of source.matchAll(TOKEN)) {
    text += words(source.slice(from, token.index)) + token[0]
    from = token.index + token[0].length
  }
  return text + words(source.slice(from))
}
