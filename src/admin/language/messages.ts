// Cuts templates into messages and translates them. The text between two block tags is one message with its inline tags and gaps,
// so that a translator sees a whole sentence: `Press <b>Save</b> to keep {0}`. A translation is text: markup in it is escaped,
// except the tags of its key.
import type { Language } from './language.ts'

export type Piece = string | Message

export interface Message {
  /** The message's key: blank space as one space, entities as characters, gaps as `{0}`, tags without attributes. */
  readonly key: string
  /** Markup of gaps and tags by their names in the key: `{0}`, `<b>`, `</b>`, and `<b2>` for a second one. */
  readonly parts: ReadonlyMap<string, readonly Piece[]>
  readonly english: readonly Piece[]
}

/** A gap is a private-use character: this one plus its number. */
const firstGap = 0xe000
const GAP = /[\uE000-\uF8FF]/
const TAG = /<!--[^]*?-->|<(?:"[^"]*"|[^>"])*>|[^<]+/g
const INLINE = new Set('a abbr b bdi strong em i code kbd span time small mark del ins q sub sup'.split(' '))
/** Tags whose content is the same in every language. */
const VERBATIM = new Set(['code', 'kbd'])
const READ_ATTRIBUTE = /(\s(?:title|placeholder|aria-label|alt|data-label)=")([^"]*)(")/
/** Words that are the same in every language. */
const NAMES = /\b(?:windrow|UTC|CSV)\b|&#?\w+;/g

const gapMark = (index: number): string => String.fromCharCode(firstGap + index)
const gapOf = (mark: string): number => mark.charCodeAt(0) - firstGap
const splitAtGaps = (text: string): readonly string[] => text.split(/([\uE000-\uF8FF])/)

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(NAMES, ' ')) || /^\p{Lu}$/u.test(text.trim())

interface Tag {
  readonly raw: string
  /** The name of the tag. Null: it is a comment. */
  readonly name: string | null
  readonly isClosing: boolean
}

type Node = string | { readonly open: Tag; readonly close: Tag; readonly inside: readonly Node[] }

/** A template of attributes alone, which stand in a tag of another template. */
const ATTRIBUTES = /^(?:\s?[a-z-]+="[^"]*"|\s(?:checked|disabled|hidden|open|readonly|required|selected))+$/

export function cutTemplate(strings: readonly string[]): readonly Piece[] {
  const text = strings.map((each, i) => (i === 0 ? each : gapMark(i - 1) + each)).join('')
  if (ATTRIBUTES.test(text)) return cutTag({ raw: text, name: null, isClosing: false })
  const tokens = (text.match(TAG) ?? []).map((raw) => (raw.startsWith('<') ? tagOf(raw) : raw))
  const pieces: Piece[] = []
  let run: (Tag | string)[] = []
  const endRun = (): void => {
    pieces.push(...nodesOf(run).flatMap((part) => ('raw' in part ? cutTag(part) : sayNodes(part))))
    run = []
  }
  for (const token of tokens) {
    if (typeof token === 'string' || INLINE.has(token.name ?? '')) run.push(token)
    else {
      endRun()
      pieces.push(...cutTag(token))
    }
  }
  endRun()
  return pieces
}

export function cutText(strings: readonly string[]): readonly Piece[] {
  const text = strings.map((each, i) => (i === 0 ? each : gapMark(i - 1) + each)).join('')
  return around(text, (inner) => messageOf([inner], (raw) => raw))
}

function tagOf(raw: string): Tag {
  const name = /^<\/?([a-zA-Z][\w-]*)/.exec(raw)?.[1]?.toLowerCase() ?? null
  return { raw, name, isClosing: raw.startsWith('</') }
}

function cutTag({ raw }: Tag): readonly Piece[] {
  const found = READ_ATTRIBUTE.exec(raw)
  if (found === null) return [raw]
  const [whole, before = '', value = '', after = ''] = found
  const head = raw.slice(0, found.index) + before
  const tail = cutTag({ raw: after + raw.slice(found.index + whole.length), name: null, isClosing: false })
  return [head, ...(hasWords(value) ? around(value, (inner) => messageOf([inner], decoded)) : [value]), ...tail]
}

/** An unpaired inline tag ends the run, as a block tag does. */
function nodesOf(run: readonly (Tag | string)[]): readonly (readonly Node[] | Tag)[] {
  const parts: (readonly Node[] | Tag)[] = []
  let nodes: Node[] = []
  for (let at = 0; at < run.length; at++) {
    const token = run[at] as Tag | string
    const end = typeof token === 'string' || token.isClosing ? -1 : closingOf(run, at)
    if (typeof token === 'string') nodes.push(token)
    else if (end === -1) {
      parts.push(nodes, token)
      nodes = []
    } else {
      const inside = nodesOf(run.slice(at + 1, end)).flatMap((part) => ('raw' in part ? [] : part))
      nodes.push({ open: token, close: run[end] as Tag, inside })
      at = end
    }
  }
  return [...parts, nodes]
}

function closingOf(run: readonly (Tag | string)[], at: number): number {
  const { name } = run[at] as Tag
  let depth = 0
  for (let i = at; i < run.length; i++) {
    const token = run[i] as Tag | string
    if (typeof token === 'string' || token.name !== name) continue
    depth += token.isClosing ? -1 : 1
    if (depth === 0) return i
  }
  return -1
}

/** One message if there are words outside the inline elements; else one for each element. */
function sayNodes(nodes: readonly Node[]): readonly Piece[] {
  if (!nodes.some((node) => typeof node === 'string' && hasWords(node))) {
    return nodes.flatMap((node) => {
      if (typeof node === 'string') return [node]
      const inside = VERBATIM.has(node.open.name ?? '') ? rawOf(node.inside) : sayNodes(node.inside)
      return [...cutTag(node.open), ...inside, ...cutTag(node.close)]
    })
  }
  const first = nodes[0]
  const last = nodes.at(-1)
  const lead = typeof first === 'string' ? (/^\s*/.exec(first)?.[0] ?? '') : ''
  const trail = typeof last === 'string' ? (/\s*$/.exec(last)?.[0] ?? '') : ''
  const inner = nodes.map((node, i) => {
    if (typeof node !== 'string') return node
    return node.slice(i === 0 ? lead.length : 0, i === nodes.length - 1 ? node.length - trail.length : node.length)
  })
  return [lead, messageOf(inner, decoded), trail]
}

function around(text: string, say: (inner: string) => Message): readonly Piece[] {
  const inner = text.trim()
  if (inner === '') return [text]
  const at = text.indexOf(inner)
  return [text.slice(0, at), say(inner), text.slice(at + inner.length)]
}

const rawOf = (nodes: readonly Node[]): readonly Piece[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : [...cutTag(node.open), ...rawOf(node.inside), ...cutTag(node.close)],
  )

function messageOf(nodes: readonly Node[], textOf: (raw: string) => string): Message {
  const parts = new Map<string, readonly Piece[]>()
  const seen = new Map<string, number>()
  let gaps = 0
  const keyOf = (node: Node): string => {
    if (typeof node === 'string') {
      return textOf(node.replace(/\s+/g, ' ')).replace(new RegExp(GAP, 'g'), (mark) => {
        const name = `{${gaps++}}`
        parts.set(name, [mark])
        return name
      })
    }
    const tag = node.open.name ?? ''
    const count = (seen.get(tag) ?? 0) + 1
    seen.set(tag, count)
    const name = count === 1 ? tag : `${tag}${count}`
    parts.set(`<${name}>`, cutTag(node.open))
    parts.set(`</${name}>`, cutTag(node.close))
    return `<${name}>${node.inside.map(keyOf).join('')}</${name}>`
  }
  return { key: nodes.map(keyOf).join(''), parts, english: rawOf(nodes) }
}

const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  '#39': "'",
  nbsp: '\u{a0}',
}

const decoded = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity: string, name: string) => CHARACTERS[name] ?? entity)

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

/** The tokens of a translation: text, gaps `{0}`, counted words `{0|…|…}`, tags. */
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

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As templates escape a value. */
export const escapeValue = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

export const sayMarkup = sayer(cutTemplate, escapeValue)
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
