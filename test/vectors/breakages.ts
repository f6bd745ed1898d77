// What language models and scripts do to translations: 74 classes of breakage as small functions of a good pair. Null where
// a class has nothing to harm in that pair. `other` is the pair of the next row, `chinese` a Chinese text, `below` a seeded
// generator of whole numbers.

import { scanTokens, type Token } from '../../src/domain/text/tokens.ts'

export interface Subject {
  readonly source: string
  readonly text: string
  readonly other: string
  readonly chinese: string
  readonly below: (bound: number) => number
}

export type Breakage = (subject: Subject) => string | null

const must = (text: string): readonly Token[] => scanTokens(text, 'keep').filter((token) => token.class === 'must')

/** Harms one must-preserve token. */
const onToken =
  (harm: (token: string) => string | null): Breakage =>
  ({ text, below }) => {
    const tokens = must(text)
    const token = tokens[below(Math.max(1, tokens.length))]
    const harmed = token === undefined ? null : harm(token.text)
    return token === undefined || harmed === null || harmed === token.text
      ? null
      : text.slice(0, token.start) + harmed + text.slice(token.end)
  }

/** Harms one word between tokens, of at least `lengthMin` letters. */
const onWord =
  (lengthMin: number, harm: (word: string, subject: Subject) => string | null): Breakage =>
  (subject) => {
    const { text, below } = subject
    const tokens = scanTokens(text, 'keep')
    const words = [...text.matchAll(/\p{L}+/gu)].filter(
      ({ 0: word, index }) =>
        word.length >= lengthMin && !tokens.some(({ start, end }) => index < end && index + word.length > start),
    )
    const word = words[below(Math.max(1, words.length))]
    const harmed = word === undefined ? null : harm(word[0], subject)
    return word === undefined || harmed === null
      ? null
      : text.slice(0, word.index) + harmed + text.slice(word.index + word[0].length)
  }

const replaced =
  (pattern: RegExp | string, by: string): Breakage =>
  ({ text }) => {
    const harmed = text.replace(pattern, by)
    return harmed === text ? null : harmed
  }

const before =
  (head: string): Breakage =>
  ({ text }) =>
    head + text
const behind =
  (tail: string): Breakage =>
  ({ text }) =>
    text + tail
const instead =
  (phrase: string): Breakage =>
  () =>
    phrase

const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', (letter, i) => [
    letter,
    'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch  iu ia'.split(' ')[i] ?? '',
  ]),
)
const transliterated = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => LATIN[letter.toLowerCase()] ?? letter)

const sourceWord = ({ source, below }: Subject): string | null => {
  const words = source.replace(/[#{$<%][^ ]*/g, ' ').match(/(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu) ?? []
  return words[below(Math.max(1, words.length))] ?? null
}

const cut =
  (share: number): Breakage =>
  ({ text }) =>
    text.length < 30 ? null : text.slice(0, Math.floor(text.length * share))

const asLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

export const BREAKAGES: Readonly<Record<string, Breakage>> = {
  'token dropped': onToken(() => ''),
  'token doubled': onToken((token) => token + token),
  'token altered': onToken((token) => (/\d/.test(token) ? token.replace(/\d/, '7$&') : token.slice(0, -1))),
  'token translated': onToken((token) => token.replace(/[\d%a-z]+/i, 'слово')),
  'token in full width': onToken((token) =>
    token.replace(/[!-~]/, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ),
  'token with a zero-width space': onToken((token) => `${token.slice(0, 1)}\u200b${token.slice(1)}`),
  'token with spaces': onToken((token) => `${token.slice(0, 1)} ${token.slice(1)}`),
  'token in other brackets': onToken((token) =>
    token.includes('{') ? token.replace('{', '［').replace('}', '］') : null,
  ),
  'brace lost': onToken((token) => (token.startsWith('{') ? token.slice(0, -1) : null)),
  'brace doubled': onToken((token) => (token.startsWith('{') ? `{${token}}` : null)),
  'token moved into another': onToken((token) => (token.length > 2 ? token.slice(0, 1) + token.slice(2) : null)),
  'token upper-cased': onToken((token) => (token.toUpperCase() === token ? null : token.toUpperCase())),
  'colour end lost': ({ text, source }) =>
    source.includes('#E') && text.includes('#E') ? text.replace('#E', '') : null,
  'colour end doubled': ({ text, source }) =>
    source.includes('#E') && text.includes('#E') ? text.replace('#E', '#E#E') : null,
  'colour opener lost': ({ text, source }) =>
    source.includes('#Y') && text.includes('#Y') ? text.replace('#Y', '') : null,
  'colour end in Cyrillic': ({ text, source }) =>
    source.includes('#E') && text.includes('#E') ? text.replace('#E', '#Е') : null,
  'colour as Markdown': ({ text }) => (/#Y[^#]+#E/.test(text) ? text.replace(/#Y([^#]+)#E/, '**$1**') : null),
  'head, English': before('Here is the translation:\n'),
  'head with an empty line': before('Sure! Here is the Ukrainian translation:\n\n'),
  'head, Ukrainian': before('Ось переклад:\n'),
  'head inline': before('Translation: '),
  'head inline, Ukrainian': before('Ось переклад: '),
  'head inline, Russian': before('Перевод: '),
  'head of other words': before('What I came up with:\n'),
  'note behind': behind('\n\n(Note: I kept the names as they are.)'),
  'note behind, inline': behind(' (Note: I kept the names.)'),
  'offer behind': behind('\n\nLet me know if you need any changes!'),
  'note behind, Ukrainian': behind('\n\nПримітка: назви залишено без змін.'),
  'long chatter': ({ text }) =>
    `Certainly! Below you will find my translation:\n\n${text}\n\nI hope this helps. If you need more, please ask.`,
  refusal: instead("I'm sorry, but I can't assist with that request."),
  'refusal, Ukrainian': instead('Вибачте, але я не можу виконати цей запит.'),
  'refusal as a model': instead('As an AI language model, I do not translate such content.'),
  'prompt before': before('You are a professional game translator. Translate the following text to Ukrainian.\n'),
  'prompt alone': instead('Translate the following text and keep all placeholders.'),
  'reasoning before': before('<think>The user wants a translation.</think>\n'),
  'code fence': ({ text }) => `\`\`\`\n${text}\n\`\`\``,
  'inline code': ({ text }) => `\`${text.replaceAll('\n', ' ')}\``,
  bold: onWord(3, (word) => `**${word}**`),
  heading: before('# '),
  'in quotation marks': ({ text, source }) => (/["«“]/.test(text + source) ? null : `"${text}"`),
  'in guillemets': ({ text, source }) => (/["«“]/.test(text + source) ? null : `«${text}»`),
  'number before': before('12. '),
  'bracketed number before': before('[12] '),
  'row id before': before('40564f2eaebac596: '),
  'JSON tail': behind('"},'),
  'JSON around': ({ text }) => `{"text": "${text}"}`,
  'line break as characters': ({ text }) =>
    text.includes('\n') ? text.replaceAll('\n', '\\n') : text.replace(' ', '\\n'),
  'escaped quotes': onWord(3, (word) => `\\"${word}\\"`),
  'unicode escape': onWord(3, (word) => `\\u0456${word}`),
  'HTML entity': onWord(3, (word) => `${word} &amp; `),
  mojibake: ({ text }) => asLatin1(text),
  'mojibake of one word': onWord(4, asLatin1),
  'line break behind': behind('\n'),
  emoji: behind(' 🎉'),
  'stray mark': onWord(3, (word) => `@${word}`),
  'same word repeated': onWord(3, (word) => `${word} ${word} ${word} ${word} ${word}`),
  'whole text twice': ({ text }) => `${text} ${text}`,
  'two variants': ({ text, other }) => `${text} / ${other}`,
  'question marks': ({ text }) => text.replace(/\p{L}/gu, '?'),
  'Chinese instead': ({ chinese }) => chinese,
  'Chinese word left': onWord(4, () => '战斗'),
  'Polish instead': instead('Brama została zamknięta na całą noc przez starego strażnika.'),
  'Russian instead': instead('Мы были бы рады, если бы вы открыли старые ворота и вышли.'),
  'Russian word': onWord(4, () => 'мечты'),
  transliterated: ({ text }) => transliterated(text),
  'source word left': (subject) => {
    const word = sourceWord(subject)
    return word === null ? null : onWord(3, () => word)(subject)
  },
  'half translated': ({ source, text }) =>
    source.length < 40 || !/[a-z]{4}/.test(source.slice(source.length / 2))
      ? null
      : text.slice(0, text.length / 2) + source.slice(source.length / 2),
  'source with another mark': ({ source }) => `${source.replace(/[.!]$/, '')}!!`,
  'source behind': ({ source, text }) => `${text} (${source})`,
  'Latin letter in a word': onWord(4, (word) =>
    /[аеоі]/.test(word) ? word.replace(/[аеоі]/, (c) => ({ а: 'a', е: 'e', о: 'o', і: 'i' })[c] ?? c) : null,
  ),
  'number changed': replaced(/(?<![{#%$\d\p{L}])\d+(?![}\d\p{L}])/u, '777'),
  'cut at 60 %': cut(0.6),
  'cut at 85 %': cut(0.85),
  'all capitals': ({ text }) => (must(text).length > 0 ? null : text.toUpperCase()),
}
