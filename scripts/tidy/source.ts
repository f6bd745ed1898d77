// A source text as the rules need it: its code with the insides of comments and strings blanked out, its imports, its
// functions. No parser: the formatter gives all files one shape, and the rules are chosen so that this shape is enough.
import { posix } from 'node:path'

export interface Source {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Same length and lines as `text`; comments and the insides of strings are spaces. */
  readonly code: string
}

export interface Import {
  readonly specifier: string
  /** The file that it means, from the repository's root; the specifier itself where that names a package. */
  readonly target: string
  /** As the other file calls them; null: all of them (`import()`, `* as`). */
  readonly names: readonly string[] | null
  readonly isTypeOnly: boolean
  /** `import()`: loaded when the program comes there. */
  readonly isLate: boolean
  readonly line: number
}

interface FunctionSpan {
  readonly line: number
  readonly lines: number
}

export function sourceOf(path: string, text: string): Source {
  return { path, text, code: blanked(text) }
}

/** 1-based line of the offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line += 1
  return line
}

const TOKEN =
  /`(?:\\[\s\S]|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=(?:^|[=(,:;!&|?[{}>\n]|return)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\/[dgimsuvy]*/g

/** Comments become spaces; strings, templates (with the code in them) and regular expressions keep their ends. */
function blanked(text: string): string {
  const spaces = (part: string) => part.replace(/[^\n]/g, ' ')
  return text.replace(TOKEN, (token) =>
    token.startsWith('//') || token.startsWith('/*')
      ? spaces(token)
      : `${token[0]}${spaces(token.slice(1, -1))}${token.at(-1)}`,
  )
}

const IMPORT = /(?:^|\n)(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]|(?:^|\n)import\s*['"]|\bimport\(\s*['"]/g

/** Static imports, re-exports and `import()` with a literal, in order. */
export function importsOf({ path, text, code }: Source): readonly Import[] {
  return [...code.matchAll(IMPORT)].map((match) => {
    const start = match.index + match[0].length
    const quote = match[0].at(-1) as string
    // `typeof import('…')` names a type.
    const isTypeQuery = /\btypeof\s*$/.test(code.slice(Math.max(0, match.index - 20), match.index))
    const isTypeOnly = /^\s*(?:import|export)\s+type\b/.test(match[0]) || isTypeQuery
    const specifier = text.slice(start, text.indexOf(quote, start))
    return {
      specifier,
      target: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
      names: namesIn(match[0]),
      isTypeOnly,
      isLate: match[0].startsWith('import(') && !isTypeOnly,
      line: lineAt(text, start),
    }
  })
}

function namesIn(statement: string): readonly string[] | null {
  const braces = /\{([^}]*)\}/.exec(statement)?.[1]
  if (braces === undefined) return null
  return [...braces.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].map(([, name = '']) => name)
}

const FUNCTION_START =
  /^(\s*)(?!.*\b(?:if|for|while|switch|catch)\b\s*\()(?:.*\bfunction\b.*|.*=> (?:\{|\()|(?:(?:async|get|set|static|private|public) )*[#\w]+\([^;]*)$/

/** Functions that span lines, by indentation: from their first line to the closing brace under it. */
export function functionsOf({ code }: Source): readonly FunctionSpan[] {
  const lines = code.split('\n')
  return lines.flatMap((line, at) => {
    const indent = FUNCTION_START.exec(line)?.[1]
    if (indent === undefined) return []
    const end = lines.findIndex((later, i) => i > at && later.startsWith(`${indent}}`) && /^\s*\}[\s;,)]*$/.test(later))
    const left = lines.findIndex((later, i) => i > at && later.trim() !== '' && indentOf(later) < indent.length)
    return end < 0 || (left >= 0 && left < end) ? [] : [{ line: at + 1, lines: end - at + 1 }]
  })
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
