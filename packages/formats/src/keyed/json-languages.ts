// JSON with several languages in one file: each at the root, `{"en": {…}, "uk": {…}}`, or each beside the others,
// `{"start": {"en": "Start", "uk": ""}}`. The source stays, and the translation goes into its own language, which is added where it is
// missing. Keys are paths without the language; an entry of a list has its id, if it has one.
import { type Node, parseTree } from 'jsonc-parser'
import { remarkOf } from '../../../../src/base/remark.ts'
import type { Edit } from '../text-entry.ts'
import { joinedKey, type KeyedDocument, type KeyedSide, KeyedTexts, spelledKey } from './keyed-format.ts'
import { closestTo, languageOf, likenessOf, spelledAs } from './language-names.ts'
import type { Project } from './project.ts'

type Asked = Pick<Project, 'sourceLanguage' | 'targetLanguage'>
type Path = readonly (string | number)[]

/** So many texts show how a file is made. */
const sampleSize = 200

const wordOf = (key: string, end: 'first' | 'last'): string =>
  end === 'first' ? key.slice(0, Math.max(0, key.indexOf('.'))) : key.slice(key.lastIndexOf('.') + 1)

/**
 * Where the languages of a file stand, judged by its keys; null: it is of one language. `members`: the names of objects
 * at the root, with texts or without.
 */
function shapeOf(
  texts: KeyedDocument['texts'],
  source: string,
  members: () => readonly string[],
): 'roots' | 'members' | null {
  const isSource = (word: string): boolean => likenessOf(source, languageOf(word) ?? '') > 0
  const withTexts = [...new Set(texts.map(({ key }) => wordOf(key, 'first')))]
  // A language that nobody has begun has no text.
  const roots = withTexts.length === 1 && withTexts.some(isSource) ? members() : withTexts
  if (roots.length > 1 && roots.every((word) => languageOf(word) !== null) && roots.some(isSource)) return 'roots'
  const sample = texts.slice(0, sampleSize)
  const named = sample.filter(({ key }) => key.includes('.') && languageOf(wordOf(key, 'last')) !== null)
  const words = named.map(({ key }) => wordOf(key, 'last'))
  // A list to choose a language from is none of texts in several.
  const isChoice = named.filter(({ text }) => languageOf(text) !== null).length * 2 > named.length
  if (isChoice || !words.some(isSource)) return null
  const isMost = new Set(words).size > 1 && words.length * 2 >= sample.length
  return isMost || words.length === sample.length ? 'members' : null
}

/** What a JSON document of several languages has; null: it has one. `parsed`: the document as jsonc-parser takes it. */
export function readLanguages(
  { document, parsed, file, side }: { document: string; parsed: string; file: string; side: KeyedSide },
  texts: KeyedDocument['texts'],
  project: Asked,
  textOf: (literal: string) => string | null,
): KeyedDocument | null {
  const source = project.sourceLanguage || 'en'
  let parsedRoot: Node | undefined
  const parseRoot = (): Node | undefined => (parsedRoot ??= parseTree(parsed, [], { allowTrailingComma: true }))
  const objectsAtRoot = (): readonly string[] =>
    membersOf(parseRoot()).flatMap(({ name, value }) => (value.type === 'object' ? [name] : []))
  const shape = shapeOf(texts, source, objectsAtRoot)
  const root = shape === null ? undefined : parseRoot()
  if (root === undefined) return null
  const languages = new Languages(document, file, side, { source, target: project.targetLanguage }, textOf)
  const read = shape === 'roots' ? languages.atRoots(root) : languages.asMembers(root)
  // Names may have the language in them, `"start.en"`.
  return languages.isEmpty ? null : read
}

interface Member {
  readonly node: Node
  readonly name: string
  readonly key: Node
  readonly value: Node
}

const membersOf = (node: Node | undefined): readonly Member[] =>
  node?.type !== 'object'
    ? []
    : (node.children ?? []).flatMap((member) => {
        const [key, value] = member.children ?? []
        return key === undefined || value === undefined ? [] : [{ node: member, name: String(key.value), key, value }]
      })

const isPlace = (node: Node | undefined): node is Node => node?.type === 'string' || node?.type === 'null'
const endOf = ({ offset, length }: Node): number => offset + length
const ID = /^(?:key|id|identifier|name|string_?id)$/i
const NOTE = /(?:comments?|notes?|desc(?:ription)?|context)$/i

/** A text that its language does not have yet: `below` leads to it from the nearest object there. */
interface Missing {
  readonly key: string
  /** Of the source. */
  readonly text: string
  readonly object: Node
  readonly below: Path
}

type Place = Pick<Missing, 'object' | 'below'>

class Languages {
  readonly #document: string
  readonly #side: KeyedSide
  readonly #texts: KeyedTexts
  readonly #source: string
  readonly #target: string
  readonly #textOf: (literal: string) => string | null
  readonly #missing: Missing[] = []
  /** What stands in lists that the target lacks, and is no text. */
  readonly #fixed: (Place & { readonly value: unknown })[] = []
  readonly #others = new Set<string>()

  constructor(
    document: string,
    file: string,
    side: KeyedSide,
    languages: { readonly source: string; readonly target: string },
    textOf: (literal: string) => string | null,
  ) {
    this.#document = document
    this.#side = side
    this.#texts = new KeyedTexts(document, file, side)
    this.#source = languages.source
    this.#target = languages.target
    this.#textOf = textOf
  }

  atRoots(root: Node): KeyedDocument {
    const { source, target } = this.#chosen(root)
    const name = source === undefined ? '' : spelledAs(source.name, this.#target || 'en')
    const from = target === undefined ? { object: root, below: [name] } : null
    if (source !== undefined) this.#walk(source.value, target?.value, [], from)
    return this.#done()
  }

  asMembers(node: Node, path: Path = []): KeyedDocument {
    this.#takeMembers(node, path)
    return this.#done()
  }

  #takeMembers(node: Node, path: Path): void {
    if (node.type === 'array') {
      for (const [at, item] of (node.children ?? []).entries()) this.#takeMembers(item, [...path, at])
      return
    }
    const { source, target } = this.#chosen(node)
    if (source?.value.type !== 'string') {
      for (const { name, value } of membersOf(node)) this.#takeMembers(value, [...path, name])
      return
    }
    const others = membersOf(node).filter(({ value }) => value.type === 'string')
    const id = typeof path.at(-1) === 'number' ? others.find(({ name }) => ID.test(name))?.value.value : undefined
    const notes = others.filter(({ name }) => NOTE.test(name)).map(({ value }) => String(value.value))
    const end = endOf(source.node)
    this.#add(id === undefined ? path : [...path.slice(0, -1), String(id)], source.value, target?.value, {
      remark: remarkOf({ notes }),
      start: end,
      end,
      write: (_, text) => (text === '' || this.#target === '' ? null : this.#besides(source, text)),
    })
  }

  /** A member behind that of the source, written as that one is. */
  #besides({ node, name, key, value }: Member, text: string): string {
    const blank = /\s*$/.exec(this.#document.slice(Math.max(0, node.offset - 200), node.offset))?.[0] ?? ''
    const colon = this.#document.slice(endOf(key), value.offset)
    return `,${blank}${JSON.stringify(spelledAs(name, this.#target))}${colon}${JSON.stringify(text)}`
  }

  /** The members of source and target. */
  #chosen(node: Node): { readonly source: Member | undefined; readonly target: Member | undefined } {
    const found = membersOf(node).map((member) => ({ member, language: languageOf(member.name) ?? '' }))
    const source = closestTo(this.#source, found)?.member
    for (const { member, language } of found) if (language !== '' && member !== source) this.#others.add(member.name)
    return { source, target: closestTo(this.#target, found)?.member }
  }

  /** `above`: where what the target lacks is added; null: the target is an object that has this place. */
  #walk(source: Node, target: Node | undefined, path: Path, above: Place | null): void {
    const step = (value: Node, theirs: Node | undefined, name: string | number): void => {
      const at = above ?? (theirs === undefined && target?.type === 'object' ? { object: target, below: [] } : null)
      const from = at === null ? null : { object: at.object, below: [...at.below, name] }
      this.#walk(value, theirs, [...path, name], theirs === undefined ? from : null)
    }
    if (source.type === 'object') {
      const there = new Map(membersOf(target).map(({ name, value }) => [name, value]))
      for (const { name, value } of membersOf(source)) step(value, there.get(name), name)
    } else if (source.type === 'array') {
      const there = target?.type === 'array' ? target.children : undefined
      for (const [at, item] of (source.children ?? []).entries()) step(item, there?.[at], at)
    } else if (source.type === 'string') {
      this.#add(path, source, target, { start: source.offset, end: source.offset, write: () => null }, above)
    } else if (above?.below.some((name) => typeof name === 'number')) {
      this.#fixed.push({ ...above, value: source.value })
    }
  }

  #add(
    path: Path,
    source: Node,
    target: Node | undefined,
    absent: Pick<KeyedDocument['texts'][number], 'start' | 'end' | 'write' | 'remark'>,
    above: Place | null = null,
  ): void {
    const literalOf = ({ offset, length }: Node): string => this.#document.slice(offset, offset + length)
    const line = this.#lineAt(source.offset)
    this.#seen++
    const [key, text] = [joinedKey(path, '.'), this.#textOf(literalOf(source))]
    const theirs = target?.type === 'string' ? this.#textOf(literalOf(target)) : ''
    if (key === null) this.#texts.leaveOut('joined_key', line, String(path.at(-1)))
    else if (text === null || theirs === null) this.#texts.leaveOut('damaged', line, key)
    else {
      const place = isPlace(target) ? { start: target.offset, end: endOf(target) } : absent
      if (above !== null && !isPlace(target)) this.#missing.push({ key, text, ...above })
      const shown = this.#side === 'source' ? text : theirs
      this.#texts.add({ key, text: shown, line, remark: absent.remark ?? null, ...place }, spelledKey(path))
    }
  }

  #seen = 0

  get isEmpty(): boolean {
    return this.#seen === 0
  }

  #line = 1
  /** Where that line ends. Kept, because looking for it in a file of one line takes as long as reading the file. */
  #lineEnd: number | null = null

  /** Of offsets that ascend. */
  #lineAt(offset: number): number {
    this.#lineEnd ??= this.#document.indexOf('\n')
    while (this.#lineEnd !== -1 && this.#lineEnd < offset) {
      this.#line++
      this.#lineEnd = this.#document.indexOf('\n', this.#lineEnd + 1)
    }
    return this.#line
  }

  #done(): KeyedDocument {
    return {
      ...this.#texts.done(),
      isBilingual: true,
      unwritable:
        this.#target === '' ? { problem: 'target_unsaid', found: [...this.#others].join(', ') || 'none' } : null,
      added: (texts) => this.#added(texts),
    }
  }

  /** The members that the target's objects get, all of an object in one edit. Items of a list that have no text have that of the source. */
  #added(texts: ReadonlyMap<string, string>): readonly Edit[] {
    const given = ({ key }: Missing): string => texts.get(key) ?? ''
    const fixed = Map.groupBy(this.#fixed, ({ object }) => object)
    return [...Map.groupBy(this.#missing, ({ object }) => object)].flatMap(([object, all]) => {
      const made = empty()
      for (const each of all) if (given(each) !== '') put(made, each.below, given(each), false)
      for (const each of all) put(made, each.below, each.text, true)
      for (const each of fixed.get(object) ?? []) put(made, each.below, each.value, true)
      return Object.keys(made).length === 0 ? [] : [this.#membersInto(object, made)]
    })
  }

  #membersInto(object: Node, made: Made): Edit {
    const first = object.children?.[0]
    const last = object.children?.at(-1)
    const blank = first === undefined ? '' : this.#document.slice(object.offset + 1, first.offset)
    const indent = /\n([ \t]*)$/.exec(blank)?.[1]
    const end = blank.includes('\r\n') ? '\r\n' : '\n'
    const members = Object.entries(made).map(([name, value]) => {
      const literal = JSON.stringify(value, null, indent === undefined ? 0 : indent.includes('\t') ? '\t' : 2)
      return `${JSON.stringify(name)}: ${literal.replaceAll('\n', `${end}${indent ?? ''}`)}`
    })
    const between = indent === undefined ? ', ' : `,${end}${indent}`
    const at = last === undefined ? object.offset + 1 : endOf(last)
    return { start: at, end: at, text: (last === undefined ? '' : between) + members.join(between) }
  }
}

type Made = Record<string | number, unknown>

/** Without a prototype: a key may be `constructor`. */
const empty = (): Made => Object.create(null) as Made

/** Makes the objects and lists on the way. `isFilling`: only items of lists that are there already, with all that they have. */
function put(into: Made, [name = '', ...rest]: Path, text: unknown, isFilling: boolean): void {
  // Of a name that stands twice the first one counts.
  if (typeof into !== 'object') return
  if (isFilling && into[name] === undefined && !Array.isArray(into)) return
  if (rest.length === 0) into[name] ??= text
  else {
    const next = (into[name] ??= typeof rest[0] === 'number' ? [] : empty()) as Made
    put(next, rest, text, isFilling && !Array.isArray(into))
  }
}
