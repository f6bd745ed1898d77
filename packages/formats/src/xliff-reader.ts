// Reads an XLIFF 1.2 file (gzip and zstd too) unit by unit, as any tool may have written it. Placeholders count as the text
// in them, segments as one text, suggestions (alt-trans) not at all. A body may be empty, as the header of a PO file may stand alone.
import { basename } from 'node:path'
import type { SaxesTagNS } from 'saxes'
import { damagedLine, type Problem } from './damage.ts'
import { bytesOf, compressionAt } from './dump/dump-bytes.ts'
import { lineBytesMax } from './text-entry.ts'
import type { ReadEntry } from './po-reader.ts'
import { xliffParser, type XmlParser } from './xliff-parser.ts'

/** Reads an XLIFF file. Throws DamagedFile, perhaps only at the end: read everything before using any entry. */
export async function* readXliff(path: string): AsyncGenerator<readonly ReadEntry[]> {
  const file = basename(path)
  const units = new Units(file)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytesOf({ path, name: file, compression: await compressionAt(path) })) {
    const entries = units.push(decoded(decoder, chunk, file, units.line))
    if (entries.length > 0) yield entries
  }
  units.finish()
}

function decoded(decoder: TextDecoder, chunk: Uint8Array, file: string, line: number): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw damagedLine(file, line, { problem: 'line_no_text' })
  }
}

type Field = 'source' | 'target' | 'note'
const FIELDS: readonly string[] = ['source', 'target', 'note'] satisfies Field[]

interface Unit {
  readonly line: number
  readonly context: string | null
  readonly isApproved: boolean
  readonly notes: string[]
  source: string
  target: string
  state: string
}

const isRowId = (name: string | undefined): boolean => /^[0-9a-fA-F]{16}$/.test(name ?? '')

class Units {
  readonly #file: string
  readonly #parser: XmlParser
  #ready: ReadEntry[] = []
  #unit: Unit | null = null
  #field: Field | null = null
  #altDepth = 0
  #hasBody = false
  /** The parser's last line, kept because the parser forgets it when it is closed. */
  #lastLine = 1

  constructor(file: string) {
    this.#file = file
    this.#parser = xliffParser({
      refuse: (problem) => this.#refuse(problem),
      open: (tag) => this.#open(tag),
      close: (name) => this.#close(name),
    })
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
  }

  get line(): number {
    return Math.max(this.#parser.line, this.#lastLine)
  }

  push(text: string): readonly ReadEntry[] {
    this.#parser.write(text)
    this.#lastLine = this.#parser.line
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  finish(): void {
    this.#parser.close()
    if (!this.#hasBody) this.#refuse({ problem: 'xliff_empty' })
  }

  #refuse(problem: Problem): never {
    throw damagedLine(this.#file, this.line, problem)
  }

  #open({ local: name, attributes }: SaxesTagNS): void {
    const of = (attribute: string): string | undefined => attributes[attribute]?.value
    if (name === 'body') this.#hasBody = true
    if (name === 'alt-trans') this.#altDepth++
    if (name === 'trans-unit') {
      const context = [of('id'), of('resname')].find(isRowId) ?? of('id') ?? null
      const isApproved = of('approved') === 'yes'
      this.#unit = { line: this.#parser.line, context, isApproved, notes: [], source: '', target: '', state: '' }
    }
    const unit = this.#unit
    if (unit === null || this.#altDepth > 0) return
    if (FIELDS.includes(name)) this.#field = name as Field
    if (name === 'target') unit.state = of('state') ?? ''
    if (name === 'note') unit.notes.push('')
    const [, code] = /^x-char-([0-9a-f]{1,6})$/.exec(of('ctype') ?? '') ?? []
    if (name === 'x' && code !== undefined)
      this.#add(String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)))
  }

  #add(text: string): void {
    const unit = this.#unit
    if (unit === null || this.#field === null || this.#altDepth > 0) return
    if (this.#field === 'note') unit.notes.push(`${unit.notes.pop() ?? ''}${text}`)
    else unit[this.#field] += text
    if (unit.source.length + unit.target.length > lineBytesMax || (unit.notes.at(-1)?.length ?? 0) > lineBytesMax) {
      this.#refuse({ problem: 'xliff_too_long', expected: lineBytesMax })
    }
  }

  #close(name: string): void {
    if (name === 'alt-trans') this.#altDepth--
    else if (FIELDS.includes(name)) this.#field = null
    else if (name === 'trans-unit') this.#end()
  }

  #end(): void {
    const unit = this.#unit
    this.#unit = null
    if (unit === null) return
    const { line, context, isApproved, notes, source, target, state } = unit
    this.#ready.push({
      line,
      comments: notes.flatMap((note) => note.split('\n')).map((note) => note.trim()),
      isFuzzy: !isApproved && /^(new|needs-)/.test(state),
      hasPlural: false,
      context,
      id: source,
      text: target,
    })
  }
}
