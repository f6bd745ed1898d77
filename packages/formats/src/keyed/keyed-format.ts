// A game's own text file in which each text has a key: read whole, and written again with other texts in the same places, every
// other byte as it was.
import { hash } from 'node:crypto'
import type { Remark } from '../../../../src/base/remark.ts'
import { type Damage, DamagedFile, damagedLine, type Problem } from '../damage.ts'
import {
  type Edit,
  joinedKeyMax,
  keyedBytesMax,
  keyedEntriesMax,
  keyedKeysMax,
  keyedTextsMax,
  quoted,
  textBytesMax,
} from '../text-entry.ts'
import type { NamedColumns, Project } from './project.ts'

/** What says beside a translation that nobody has finished it: a flag, a state. The forms of a plural share one. */
export interface Unfinished {
  readonly why: 'fuzzy' | 'state'
  /** How many texts it speaks of. */
  readonly texts: number
  /** Take it away. */
  readonly edits: readonly Edit[]
}

/** A text with its place in the document. Offsets are UTF-16, end exclusive. */
interface KeyedText {
  /** Unique in its file. */
  readonly key: string
  readonly text: string
  /** From 1. */
  readonly line: number
  /** What `write` replaces; empty where a text is to be inserted. */
  readonly start: number
  readonly end: number
  /** Absent: its translation is done. */
  readonly unfinished?: Unfinished | null
  /** What the format says beside it; absent or null: nothing. */
  readonly remark?: Remark | null
  /** Where this text is not written as its format writes others. */
  readonly write?: KeyedFormat['write']
}

/**
 * `translation`: what a translator wrote beside the source, in formats that hold both. Texts that are absent or
 * unfinished are left out.
 */
export type KeyedSide = 'source' | 'translation'

/** All that windrow knows of a format: with its row in `KEYED_FORMATS` it is read, written, found in folders and named in refusals. */
export interface KeyedFormat {
  /** In a sentence, `PO`. */
  readonly name: string
  /** For lists and refusals, as `FORMATS` has them. */
  readonly meaning: string
  /** Of the files of a folder that may be of this format. */
  readonly files: RegExp
  /** What begins like this format is of it only under such a name, since files of other kinds begin like that too. */
  readonly isByName?: true
  /** A line break is as good as a blank, so lines may end in CR alone. */
  readonly isFreeOfLines?: true
  /** `start`: the first lines, without a byte order mark. */
  readonly looksLike: (start: string, project?: Project) => boolean
  /**
   * The document that is read and written in place of one that is of no language yet; others as they are. `language`: a
   * BCP 47 tag; empty: not known.
   */
  readonly prepared?: (document: string, file: string, language: string) => string
  /**
   * In file order. `document` is the whole file with its byte order mark. Throws DamagedFile. Texts that cannot be
   * written back safely are left out and told in `warnings`.
   */
  readonly read: (document: string, file: string, side: KeyedSide, project?: Project) => KeyedDocument
  /**
   * What stands between `start` and `end` when the text is this; `before` stands there now, and stays if it is that text. Null: the text
   * cannot stand there, so the place and what says that it is unfinished stay.
   */
  readonly write: (before: string, text: string) => string | null
}

export interface KeyedDocument {
  readonly texts: readonly KeyedText[]
  /** Translations that are there, but not done. */
  readonly unfinished: number
  /** Keys whose text no store can hold. */
  readonly unread: readonly string[]
  /** Something could not be read, and may have been any text. */
  readonly isPartial: boolean
  /** Names of grammars (docs/another-game.md#markup) that the format itself has. */
  readonly markup: readonly string[]
  /** One a kind of fault. */
  readonly warnings: readonly Damage[]
  /** The source stands beside its translation. */
  readonly isBilingual?: boolean
  /** Of a table. */
  readonly columns?: NamedColumns
  /** Why translations have no place; absent or null: they have. */
  readonly unwritable?: Problem | null
  /** What else changes once a text is written. */
  readonly whenWritten?: readonly Edit[]
  /** Texts by key that go where nothing stands yet, and are no edit each. */
  readonly added?: (texts: ReadonlyMap<string, string>) => readonly Edit[]
  /** What makes a file that says its language say the target's. */
  readonly ofLanguage?: readonly Edit[]
}

type ReasonOf<P> = P extends `left_${infer R}` ? R : never
/** Why a text is left as it is, left out, or was replaced by a later one. */
type LeftReason = ReasonOf<Problem['problem']>
const BOUNDS = { joined_key: joinedKeyMax, long_key: textBytesMax, long_text: textBytesMax }
const isBounded = (reason: LeftReason): reason is keyof typeof BOUNDS => reason in BOUNDS

/** In a sentence about all of them. */
const namesMax = 5

interface Left {
  /** Of the first. */
  readonly line: number
  readonly names: string[]
  count: number
}

/**
 * Collects the texts of one document. A text that no store can hold is left as it is and named, so that it keeps no
 * other out; only a document that is too large is refused.
 */
export class KeyedTexts {
  readonly #file: string
  readonly #side: KeyedSide
  readonly #texts = new Map<string, KeyedText>()
  /** By key, of texts with a spelling that no other path has. */
  readonly #exact = new Map<string, () => string>()
  readonly #left = new Map<LeftReason, Left>()
  readonly #unread: string[] = []
  readonly #markup = new Set<string>()
  #units = 0
  #keyUnits = 0

  /** Throws DamagedFile if the document is too large. */
  constructor(document: string, file: string, side: KeyedSide) {
    this.#file = file
    this.#side = side
    if (document.length * 3 > keyedBytesMax && Buffer.byteLength(document) > keyedBytesMax) {
      throw new DamagedFile({
        file,
        where: { at: 'byte', byte: keyedBytesMax },
        problem: 'file_too_large',
        expected: keyedBytesMax / 2 ** 20,
      })
    }
  }

  /**
   * Of the side `translation` only what is there and done. `exactKey`: where other names may make the same key, `"a.b"` beside b in a;
   * it is the key of the text if such a one is there.
   */
  add(text: KeyedText, exactKey: (() => string) | null = null): void {
    const { key, line, unfinished } = text
    if (this.#side === 'translation' && text.text === '') return
    if (this.#side === 'translation' && unfinished) {
      this.leaveOut(unfinished.why, line)
      return
    }
    const reason = reasonOf(text)
    if (reason !== null) {
      this.leaveOut(reason, line, key)
      if (reason === 'long_text' || reason === 'half') this.#unread.push(key)
      return
    }
    // The engine tells long strings of one length apart by comparing them.
    const known = key.length > 1000 ? hash('sha256', key) : key
    const before = this.#texts.get(known)
    if (before !== undefined) {
      const [ours, theirs] = [exactKey?.() ?? key, this.#exact.get(known)?.() ?? key]
      if (ours !== theirs && ours !== key) {
        this.add({ ...text, key: ours })
        return
      }
      this.#texts.delete(known)
      this.#exact.delete(known)
      if (ours === theirs) this.leaveOut('twice', line, key)
      else this.add({ ...before, key: theirs })
    }
    this.#keyUnits += key.length
    this.#units += text.text.length
    this.#bound(line, this.#keyUnits, keyedKeysMax)
    this.#bound(line, this.#units, keyedTextsMax)
    if (this.#texts.size === keyedEntriesMax) {
      const [found, expected] = [keyedEntriesMax + 1, keyedEntriesMax]
      throw damagedLine(this.#file, line, { problem: 'too_many_entries', found, expected })
    }
    this.#texts.set(known, text)
    if (exactKey !== null) this.#exact.set(known, exactKey)
  }

  leaveOut(reason: LeftReason, line: number, name = ''): void {
    const left = this.#left.get(reason) ?? { line, names: [], count: 0 }
    this.#left.set(reason, left)
    left.count++
    if (name !== '' && left.names.length < namesMax) left.names.push(quoted(name))
  }

  needsMarkup(grammar: string): void {
    this.#markup.add(grammar)
  }

  done(): KeyedDocument {
    return {
      texts: [...this.#texts.values()],
      unfinished: (this.#left.get('fuzzy')?.count ?? 0) + (this.#left.get('state')?.count ?? 0),
      unread: this.#unread,
      markup: [...this.#markup],
      isPartial: this.#left.has('damaged'),
      warnings: Array.from(this.#left, ([reason, left]) => this.#told(reason, left)),
    }
  }

  #bound(line: number, found: number, expected: number): void {
    if (found > expected) throw damagedLine(this.#file, line, { problem: 'too_much_text', found, expected })
  }

  #told(reason: LeftReason, { line, names, count }: Left): Damage {
    const which = names.length === 0 ? [] : [names.join(', ')]
    const found = [...which, ...(count > which.length ? [`×${count}`] : [])].join(' ')
    const facts = { found, ...(isBounded(reason) && { expected: BOUNDS[reason] }) }
    return { file: this.#file, where: { at: 'line', line }, problem: `left_${reason}`, ...facts } as Damage
  }
}

/** Null: a store can hold it. */
function reasonOf({ key, text }: KeyedText): LeftReason | null {
  if (key === '') return 'key'
  if (isTooLong(key)) return 'long_key'
  if (isTooLong(text)) return 'long_text'
  return key.isWellFormed() && text.isWellFormed() ? null : 'half'
}

/** Null: too long. Names come again in the key of each text below them, so that a small file could fill the memory. */
export function joinedKey(names: readonly (string | number)[], separator: string): string | null {
  const length = names.reduce<number>((sum, name) => sum + String(name).length, 0)
  return names.length > 1 && length > joinedKeyMax ? null : names.join(separator)
}

/** Where a name has a dot: `a\.b.c` for c in the object "a.b". */
export const spelledKey = (path: readonly (string | number)[]): (() => string) | null =>
  path.some((name) => String(name).includes('.'))
    ? () => path.map((name) => String(name).replaceAll(/[\\.]/g, '\\$&')).join('.')
    : null

const isTooLong = (text: string): boolean => text.length * 3 > textBytesMax && Buffer.byteLength(text) > textBytesMax
