// Reads a PO file (gettext; gzip and zstd too) entry by entry, as any tool may have written it: wrapped, with comments in between,
// several texts on a line. Obsolete entries (`#~`) are left out. Keeps some lines in memory; the library
// gettext-parser keeps the whole file, also where it takes a stream.
import { basename } from 'node:path'
import { type Remark, remarkOf } from '../../../src/base/remark.ts'
import { damagedLine, type Problem } from './damage.ts'
import { bytesOf, compressionAt, linesOf } from './dump/dump-bytes.ts'
import { type Edit, lineBytesMax, quoted } from './text-entry.ts'

// Texts of PO files as gettext writes and reads them: in quotation marks, with C's escapes, and in any number of pieces, so that a
// tool may wrap them where it likes. Vectors: test/unit/formats/po.test.ts.

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\x07': '\\a',
  '\b': '\\b',
  '\v': '\\v',
  '\f': '\\f',
}
const UNESCAPED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, escape]) => [escape.slice(1), character]),
)

/** Escapes control characters. Those without a letter of their own are octal, with three digits, because a digit may follow. */
const escaped = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- they are what is escaped
    /[\\"\x00-\x1f\x7f]/g,
    (found) => ESCAPES[found] ?? `\\${found.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )

/** A text in pieces `"…"`, as gettext's tools write it: one piece, or an empty one and then one for each line. */
export function piecesOf(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/)
  return (lines.length < 2 ? lines : ['', ...lines]).map((line) => `"${escaped(line)}"`)
}

/** The lines of a field, such as `msgid "…"`: one for each piece of its text. */
export function fieldLines(keyword: string, text: string): string {
  const prefix = keyword.startsWith('#| ') ? '#| ' : ''
  return `${keyword} ${piecesOf(text).join(`\n${prefix}`)}\n`
}

const PIECE = /\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*/y
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|(.))/gs

type Pieces = { readonly text: string } | { readonly fault: 'po_string' | 'po_escape'; readonly found: string }

/** Reads the text of pieces such as `"…" "…"`. Escapes for bytes beyond ASCII, which nobody writes into UTF-8, are faults. */
export function textOfPieces(line: string): Pieces {
  let text = ''
  for (let at = 0; at < line.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(line)?.[1]
    if (piece === undefined) return { fault: 'po_string', found: line.slice(at) }
    let unknown: string | null = null
    text += piece.replaceAll(ESCAPE, (escape: string, octal?: string, hex?: string, name?: string) => {
      const code = octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8)
      const character = name === undefined ? (code < 0x80 ? String.fromCharCode(code) : null) : UNESCAPED[name]
      if (character === null || character === undefined) unknown ??= escape
      return character ?? ''
    })
    if (unknown !== null) return { fault: 'po_escape', found: unknown }
  }
  return { text }
}

export interface ReadEntry {
  /** The line of the entry's `msgid`. */
  readonly line: number
  /** Comments that begin with `#.`. */
  readonly comments: readonly string[]
  readonly isFuzzy: boolean
  readonly hasPlural: boolean
  readonly context: string | null
  readonly id: string
  /** The translation; of plural forms the first. */
  readonly text: string
}

/** A translation, or a plural form of it, with the place of its pieces: from its keyword on, to the end of the last one's line. */
interface PoForm {
  /** The number of a plural form: `1` of `msgstr[1]`; null for `msgstr`. */
  readonly index: string | null
  readonly line: number
  readonly start: number
  end: number
  text: string
}

export interface PoEntry extends ReadEntry {
  readonly plural: string | null
  readonly forms: readonly PoForm[]
  /** The edits that make an entry no longer fuzzy: they remove the flag and the lines with the earlier source. Empty: it is not. */
  readonly guess: readonly Edit[]
  /** Its comments, places, and the flag `max-length`. */
  readonly remark: Remark | null
  /** True: a text of the entry can't be read. Only a reader that asked for such entries gets them. */
  readonly isDamaged: boolean
}

export const isHeader = ({ context, id }: ReadEntry): boolean => context === null && id === ''

/** The fields of a header by name; a field is a line such as `Last-Translator: Ada`. */
export const headerFields = ({ text }: ReadEntry): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(':')
      return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )

/** Reads a PO file. Throws DamagedFile at the first line that does not belong into one: read everything before using any entry. */
export async function* readPo(path: string): AsyncGenerator<readonly ReadEntry[]> {
  const file = basename(path)
  const entries = new PoEntries(file)
  let isEmpty = true
  for await (const { first, lines } of linesOf(
    bytesOf({ path, name: file, compression: await compressionAt(path) }),
    file,
  )) {
    const batch: ReadEntry[] = []
    for (const [at, line] of lines.entries()) {
      const entry = entries.push(line, first + at)
      if (entry !== null) batch.push(entry)
    }
    isEmpty &&= batch.length === 0
    if (batch.length > 0) yield batch
  }
  const last = entries.finish()
  if (last !== null) yield [last]
  else if (isEmpty) throw damagedLine(file, 1, { problem: 'po_empty' })
}

type Field = 'context' | 'id' | 'plural' | 'text' | 'plural_text'

/** For each keyword, the fields that may stand before it; null: the beginning of an entry. */
const KEYWORDS: Readonly<Record<string, { readonly field: Field; readonly after: readonly (Field | null)[] }>> = {
  msgctxt: { field: 'context', after: [null] },
  msgid: { field: 'id', after: [null, 'context'] },
  msgid_plural: { field: 'plural', after: ['id'] },
  msgstr: { field: 'text', after: ['id'] },
  'msgstr[': { field: 'plural_text', after: ['plural', 'plural_text'] },
}
const KEYWORD = /^(?:msgctxt|msgid_plural|msgid|msgstr(?:(\[)(\d+)\])?)(?=["\s]|$)/

interface Draft {
  line: number
  readonly comments: string[]
  /** Comments of translators. */
  readonly others: string[]
  readonly places: string[]
  maxLength: string | null
  isFuzzy: boolean
  isDamaged: boolean
  readonly flags: Edit[]
  readonly previous: Edit[]
  /** The field to which a further text belongs. */
  at: Field | null
  readonly texts: { -readonly [F in Exclude<Field, 'text' | 'plural_text'>]?: string }
  readonly forms: PoForm[]
  sizeUnits: number
}

const newDraft = (): Draft => ({
  line: 0,
  comments: [],
  others: [],
  places: [],
  maxLength: null,
  isFuzzy: false,
  isDamaged: false,
  flags: [],
  previous: [],
  at: null,
  texts: {},
  forms: [],
  sizeUnits: 0,
})

/** Joins lines to entries. Throws DamagedFile where they are no PO file. */
export class PoEntries {
  readonly #file: string
  readonly #keepsDamaged: boolean
  #draft = newDraft()
  #lastLine = 1

  /** `keepsDamaged`: an entry with a text that can't be read is returned and marked; else the file is refused. */
  constructor(file: string, keepsDamaged = false) {
    this.#file = file
    this.#keepsDamaged = keepsDamaged
  }

  /** Takes a line. Returns the entry that ended before it; null: none did. `offset`: where the line begins in the document. */
  push(raw: string, number: number, offset = 0): PoEntry | null {
    this.#lastLine = number
    const line = raw.trim()
    if (line === '') return null
    const [keyword, bracket, index = null] = KEYWORD.exec(line) ?? []
    const begins = line.startsWith('#') || keyword === 'msgctxt' || keyword === 'msgid'
    const ended = begins && this.#isWhole ? this.#take() : null
    this.#hold(line.length, number)
    if (line.startsWith('#')) this.#note(line, offset + raw.indexOf('#'), offset + raw.length)
    else if (keyword === undefined) this.#add(line, number, offset + raw.length)
    else {
      this.#begin(bracket === undefined ? keyword : 'msgstr[', line, number)
      const start = offset + raw.indexOf(keyword) + keyword.length
      if (this.#isWhole) this.#draft.forms.push({ index, line: number, start, end: start, text: '' })
      this.#add(line.slice(keyword.length), number, offset + raw.length)
    }
    return ended
  }

  finish(): PoEntry | null {
    if (this.#isWhole) return this.#take()
    if (this.#draft.at === null) return null
    return this.#refuse(this.#lastLine, { problem: 'po_no_msgstr', found: 'the end of the file' })
  }

  get #isWhole(): boolean {
    return this.#draft.at === 'text' || this.#draft.at === 'plural_text'
  }

  #take(): PoEntry {
    const { line, comments, others, places, maxLength, isFuzzy, isDamaged, flags, previous, texts, forms } = this.#draft
    this.#draft = newDraft()
    const entry = {
      line,
      comments,
      isFuzzy,
      hasPlural: texts.plural !== undefined,
      context: texts.context ?? null,
      id: texts.id ?? '',
      text: forms[0]?.text ?? '',
      plural: texts.plural ?? null,
      forms,
      remark: remarkOf({ notes: [...comments, ...others], places, maxLength }),
      isDamaged,
      guess: isFuzzy ? [...flags, ...previous] : [],
    }
    if (isHeader(entry)) this.#checkCharset(entry)
    return entry
  }

  #checkCharset(header: ReadEntry): void {
    const [, charset = 'UTF-8'] = /charset=([^\s;]+)/i.exec(headerFields(header).get('Content-Type') ?? '') ?? []
    // CHARSET is what a template says that nobody has filled in.
    if (/^(?:utf-?8|us-ascii|ascii|charset)$/i.test(charset)) return
    this.#refuse(header.line, { problem: 'po_charset', found: quoted(charset) })
  }

  #note(line: string, start: number, endOfLine: number): void {
    const draft = this.#draft
    // A whole line goes with its line feed.
    const [end, text] = [endOfLine + 1, '']
    // The comments before an obsolete entry belong to it.
    if (line.startsWith('#~') && draft.at === null) this.#draft = newDraft()
    else if (line.startsWith('#.')) draft.comments.push(line.slice(2).trim())
    else if (/^#\s/.test(line)) draft.others.push(line.slice(2))
    else if (line.startsWith('#:')) draft.places.push(line.slice(2))
    else if (line.startsWith('#,')) {
      draft.maxLength ??= /(?<=[\s,])max-length:\s*(\d+)/.exec(line)?.[1] ?? null
      const flags = line.slice(2).split(',')
      const others = flags.filter((flag) => flag.trim() !== 'fuzzy')
      if (others.length === flags.length) return
      draft.isFuzzy = true
      draft.flags.push(
        others.length === 0 ? { start, end, text } : { start, end: start + line.length, text: `#,${others.join(',')}` },
      )
    } else if (line.startsWith('#|')) draft.previous.push({ start, end, text })
  }

  #begin(name: string, line: string, number: number): void {
    const draft = this.#draft
    const { field, after } = KEYWORDS[name] as (typeof KEYWORDS)[string]
    if (!after.includes(draft.at)) {
      const isMissing = draft.at === 'id' && (field === 'id' || field === 'context')
      this.#refuse(number, { problem: isMissing ? 'po_no_msgstr' : 'po_order', found: quoted(line) })
    }
    draft.at = field
    if (field === 'id') draft.line = number
  }

  /** Adds pieces to the present field. `end`: that of the line. */
  #add(pieces: string, number: number, end: number): void {
    const { at, texts, forms } = this.#draft
    if (at === null) this.#refuse(number, { problem: 'po_line', found: quoted(pieces) })
    const read = textOfPieces(pieces)
    if ('fault' in read) {
      if (!this.#keepsDamaged) this.#refuse(number, { problem: read.fault, found: quoted(read.found) })
      this.#draft.isDamaged = true
      return
    }
    const form = forms.at(-1)
    if (at !== 'text' && at !== 'plural_text') texts[at] = (texts[at] ?? '') + read.text
    else if (form !== undefined) {
      form.text += read.text
      form.end = end
    }
  }

  /** Counts what an entry takes, because one that never ends must not fill the memory. */
  #hold(units: number, number: number): void {
    this.#draft.sizeUnits += units
    if (this.#draft.sizeUnits > lineBytesMax) this.#refuse(number, { problem: 'po_too_long', expected: lineBytesMax })
  }

  #refuse(line: number, problem: Problem): never {
    throw damagedLine(this.#file, line, problem)
  }
}
