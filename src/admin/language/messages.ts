// Translates templates. A translation is text: markup in it is escaped, except the tags of its key.
import { cutTemplate, cutText, gapOf, type Message, type Piece, splitAtGaps } from './cut.ts'
import type { Language } from './language.ts'

/** A word whose form depends on the number in the gap. */
interface Counted {
  readonly gap: number
  readonly forms: readonly string[]
}

interface Said {
  readonly strings: readonly string[]
  readonly picks: readonly (number | Counted)[]
}

const TOKEN = /\{\d+(?:\|[^{}]*)?\}|<\/?[a-z]+\d*>/g

/** Text, gaps `{0}`, counted words `{0|…|…}`, tags. */
export function tokensOf(translation: string): readonly string[] {
  const tokens: string[] = []
  let at = 0
  for (const { 0: token, index } of translation.matchAll(TOKEN)) {
    tokens.push(translation.slice(at, index), token)
    at = index + token.length
  }
  return [...tokens, translation.slice(at)]
}

/** Each template is cut once for each language. */
function sayer(cut: (strings: readonly string[]) => readonly Piece[], escape: (text: string) => string) {
  const known = new WeakMap<Language, WeakMap<readonly string[], Said>>()
  return (language: Language, strings: readonly string[]): Said => {
    let ofLanguage = known.get(language)
    if (ofLanguage === undefined) known.set(language, (ofLanguage = new WeakMap()))
    let said = ofLanguage.get(strings)
    if (said === undefined) ofLanguage.set(strings, (said = joined(translated(language, cut(strings), escape))))
    return said
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const sayMarkup = sayer(cutTemplate, (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign))
export const sayText = sayer(cutText, (text) => text)

function translated(
  language: Language,
  pieces: readonly Piece[],
  escape: (text: string) => string,
): readonly (string | Counted)[] {
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [piece] : inWords(language, piece, escape)))
}

function inWords(
  language: Language,
  { key, parts, english }: Message,
  escape: (text: string) => string,
): readonly (string | Counted)[] {
  const text = language.messages[key]
  if (text === undefined) return translated(language, english, escape)
  return tokensOf(text).flatMap((token, i) => {
    if (i % 2 === 0) return [escape(token)]
    const [, name = '', forms] = /^\{(\d+)\|(.*)\}$/s.exec(token) ?? []
    const part = parts.get(forms === undefined ? token : `{${name}}`)
    if (part === undefined) return [escape(token)]
    if (forms === undefined) return translated(language, part, escape)
    return [{ gap: gapOf(part.filter((piece) => typeof piece === 'string').join('')), forms: forms.split('|') }]
  })
}

function joined(parts: readonly (string | Counted)[]): Said {
  const strings = ['']
  const picks: (number | Counted)[] = []
  const addText = (text: string): void => void (strings[strings.length - 1] += text)
  const addPick = (pick: number | Counted): void => {
    picks.push(pick)
    strings.push('')
  }
  for (const part of parts) {
    if (typeof part !== 'string') addPick(part)
    else {
      for (const [i, piece] of splitAtGaps(part).entries()) {
        if (i % 2 === 0) addText(piece)
        else addPick(gapOf(piece))
      }
    }
  }
  return { strings, picks }
}

export function pickValue<T>(language: Language, values: readonly T[], pick: number | Counted): T | string | undefined {
  if (typeof pick === 'number') return values[pick]
  return formOf(language, Number(String(values[pick.gap]).replace(/<[^>]*>|\D/g, '')), pick.forms)
}

const rules = new Map<string, Intl.PluralRules>()

export function formOf({ tag, plurals }: Language, count: number, forms: readonly string[]): string {
  let rule = rules.get(tag)
  if (rule === undefined) rules.set(tag, (rule = new Intl.PluralRules(tag)))
  return forms[plurals.indexOf(rule.select(count))] ?? forms.at(-1) ?? ''
}
