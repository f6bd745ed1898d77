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

/** Other control characters are octal, always with three digits, because a digit may follow. */
const escaped = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- they are what is escaped
    /[\\"\x00-\x1f\x7f]/g,
    (found) => ESCAPES[found] ?? `\\${found.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )

/** The pieces `"…"` of a text: one, or an empty one and one for each line, as gettext's tools write it. */
export function piecesOf(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/)
  return (lines.length < 2 ? lines : ['', ...lines]).map((line) => `"${escaped(line)}"`)
}

/** `msgid "…"`, a line for each piece. */
export function fieldLines(keyword: string, text: string): string {
  const prefix = keyword.startsWith('#| ') ? '#| ' : ''
  return `${keyword} ${piecesOf(text).join(`\n${prefix}`)}\n`
}

const PIECE = /\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*/y
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|(.))/gs

type Pieces = { readonly text: string } | { readonly fault: 'po_string' | 'po_escape'; readonly found: string }

/** The text of `"…" "…"`. Escapes for bytes beyond ASCII, which nobody writes into UTF-8, are faults. */
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
