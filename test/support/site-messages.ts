// Everything the site says, read from its sources by the compiler: the messages of templates and of say, words and counted,
// the sentences of the use cases and checks, and the literals that look like words and go through none of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isCallExpression,
  isConditionalExpression,
  isBinaryExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  isImportDeclaration,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isParameterDeclaration,
  isPropertyAssignment,
  isStringLiteral,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isTypeNode,
  isArrowFunction,
  isAsExpression,
  isFunctionDeclaration,
  isMethodDeclaration,
  isGetAccessorDeclaration,
} from 'typescript/unstable/ast/is'
import {
  type Node,
  type SourceFile,
  type StringLiteral,
  SyntaxKind,
  type TemplateLiteral,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { cutTemplate, cutText, type Message, type Piece } from '../../src/admin/language/messages.ts'

export interface Place {
  readonly key: string
  /** `src/admin/layout.ts:12` */
  readonly at: string
}

export interface SiteMessages {
  readonly messages: readonly Place[]
  /** Of use cases, checks and refusals: said whole, looked up by `told`. */
  readonly sentences: readonly Place[]
  /** Literals that look like words, and reach nobody in another language. */
  readonly loose: readonly Place[]
  /** Messages outside of functions: they would speak the language of whoever came first. */
  readonly early: readonly Place[]
}

const root = join(import.meta.dirname, '../..')

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('language'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    // In English only, as the docs that they show.
    .filter((path) => !path.startsWith('src/admin/pages/docs/'))
    .toSorted()

const stringsOf = (template: TemplateLiteral): readonly string[] =>
  isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]

const messagesIn = (pieces: readonly Piece[]): readonly Message[] =>
  pieces.flatMap((piece) =>
    typeof piece === 'string' ? [] : [piece, ...[...piece.parts.values()].flatMap((part) => messagesIn(part))],
  )

const isFunction = (node: Node): boolean =>
  isArrowFunction(node) || isFunctionDeclaration(node) || isMethodDeclaration(node) || isGetAccessorDeclaration(node)

const nameOf = (node: Node): string => (isIdentifier(node) ? node.text : '')

/** The literals that + joins, one for most; null: something else is among them. */
function joinedIn(node: Node): readonly (StringLiteral | TemplateLiteral)[] | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node)) return [node]
  if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.PlusToken) return null
  const [left, right] = [joinedIn(node.left), joinedIn(node.right)]
  return left === null || right === null ? null : [...left, ...right]
}

/** What stands between the gaps. */
const textsIn = (node: Node): readonly string[] | null =>
  joinedIn(node)
    ?.map((each) => (isStringLiteral(each) ? [each.text] : stringsOf(each)))
    .reduce((texts, more) => [...texts.slice(0, -1), `${texts.at(-1)}${more[0]}`, ...more.slice(1)]) ?? null

const literalOf = (node: Node | undefined): string | null => {
  const texts = node === undefined ? null : textsIn(node)
  return texts?.length === 1 ? (texts[0] ?? '') : null
}
const gapsIn = (node: Node): string | null =>
  textsIn(node)
    ?.map((text, i) => (i === 0 ? text : `{${i - 1}}${text}`))
    .join('') ?? null

/** Two words, a word with a capital, or the rest of a sentence; gaps alone are no words. */
const looksLikeWords = (text: string): boolean =>
  !/[<>]|^[\w-]+=|^\/|: .*;|^[a-z]+\/[a-z]|^\(/.test(text) &&
  /\p{L}{2}/u.test(text.replace(/\{\d+\}/g, ' ')) &&
  /\p{L}{2,},? \p{L}|^\p{Lu}\p{Ll}+$|^[,;:] \p{L}/u.test(text.replace(/\{\d+\}/g, 'xx'))

/** Where a page takes a refusal: it is said whole, by `told`. */
const TAKES_REFUSAL = /(?:Page|With|efused?|again|tooLarge|SpoolFull)$/
const REFUSAL_NAME = /^(?:error|why|what|fault|message|said)$/

/** Whether a literal of the site is a refusal: given as one, or kept in a table for that. */
function isRefusal(node: Node): boolean {
  const { parent } = node
  if (isConditionalExpression(parent) || isParenthesizedExpression(parent) || isBinaryExpression(parent))
    return isRefusal(parent)
  if (isPropertyAssignment(parent)) return REFUSAL_NAME.test(nameOf(parent.name)) || isKept(parent)
  if (isVariableDeclaration(parent) || isParameterDeclaration(parent))
    return REFUSAL_NAME.test(nameOf(parent.name)) || isKept(node)
  if (isCallExpression(parent) || isNewExpression(parent)) return TAKES_REFUSAL.test(calledIn(parent.expression))
  return isKept(node)
}

const calledIn = (node: Node): string => (isPropertyAccessExpression(node) ? node.name.text : nameOf(node))

/** Tables of refusals. */
const KEEPS_REFUSALS = /^(?:REFUSALS|SAID_HERE)$/

/** In a constant of the module by itself, or in a table of refusals. */
function isKept(node: Node): boolean {
  const { parent } = node
  if (isVariableDeclaration(parent)) return parent.parent.parent.parent.kind === SyntaxKind.SourceFile
  if (!isPropertyAssignment(node)) return false
  const table = isAsExpression(parent.parent) ? parent.parent.parent : parent.parent
  return isVariableDeclaration(table) && KEEPS_REFUSALS.test(nameOf(table.name))
}

/** What goes to the log is for the operator. */
const isLogged = (node: Node): boolean =>
  isCallExpression(node) &&
  isPropertyAccessExpression(node.expression) &&
  /\blog$/.test(node.expression.expression.getText())

class Reading {
  readonly messages: Place[] = []
  readonly sentences: Place[] = []
  readonly loose: Place[] = []
  readonly early: Place[] = []
  readonly #file: SourceFile
  readonly #path: string
  readonly #isSite: boolean

  constructor(file: SourceFile, path: string) {
    this.#file = file
    this.#path = path
    this.#isSite = path.startsWith('src/admin/')
  }

  at(node: Node): string {
    const line = this.#file.text.slice(0, node.end).split('\n').length
    return `${this.#path}:${line}`
  }

  #found(node: Node, keys: readonly string[], isInFunction: boolean): void {
    for (const key of keys) {
      this.messages.push({ key, at: this.at(node) })
      if (!isInFunction) this.early.push({ key, at: this.at(node) })
    }
  }

  walk(node: Node, isInFunction = false): void {
    if (isImportDeclaration(node) || isTypeNode(node) || isLogged(node)) return
    const inside = isInFunction || isFunction(node)
    const next = (child: Node): void => this.walk(child, inside)
    const gapsOnly = (template: TemplateLiteral): void => {
      if (isTemplateExpression(template)) for (const { expression } of template.templateSpans) next(expression)
    }
    if (isTaggedTemplateExpression(node)) {
      const tag = nameOf(node.tag)
      const strings = stringsOf(node.template)
      if (tag === 'html' || tag === 'say') {
        const pieces = tag === 'html' ? cutTemplate(strings) : cutText(strings)
        this.#found(
          node,
          messagesIn(pieces).map(({ key }) => key),
          inside,
        )
        if (tag === 'html') this.#wordsInGaps(node.template)
      }
      gapsOnly(node.template)
      return
    }
    if (isCallExpression(node) && nameOf(node.expression) === 'same')
      return this.#found(
        node,
        node.arguments.map((name) => literalOf(name) ?? '?'),
        true,
      )
    if (isCallExpression(node) && nameOf(node.expression) === 'words') {
      const [table] = node.arguments
      if (table !== undefined && isObjectLiteralExpression(table))
        for (const member of table.properties)
          if (isPropertyAssignment(member)) this.#found(member, [literalOf(member.initializer) ?? '?'], true)
      return
    }
    if (isCallExpression(node) && nameOf(node.expression) === 'counted') {
      const [count, one, many] = node.arguments
      const word = literalOf(one) ?? '?'
      this.#found(node, [`${word}|${literalOf(many) ?? `${word}s`}`], true)
      if (count !== undefined) next(count)
      return
    }
    const text = gapsIn(node)
    if (text !== null && looksLikeWords(text)) {
      const place = { key: text, at: this.at(node) }
      if (!this.#isSite || (/^\p{Ll}/u.test(text) && isRefusal(node))) this.sentences.push(place)
      else this.loose.push(place)
    }
    for (const each of joinedIn(node) ?? [node]) each.forEachChild(next)
  }

  /** Literals that a gap of the text shows as they are. */
  #wordsInGaps(template: TemplateLiteral): void {
    if (!isTemplateExpression(template)) return
    let before = template.head.text
    for (const { expression, literal } of template.templateSpans) {
      const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>')
      if (!isInTag)
        for (const shown of this.#shownBy(expression))
          if (/\p{L}{2}/u.test(shown)) this.loose.push({ key: shown, at: this.at(expression) })
      before += literal.text
    }
  }

  #shownBy(node: Node): readonly string[] {
    if (isParenthesizedExpression(node)) return this.#shownBy(node.expression)
    if (isConditionalExpression(node)) return [...this.#shownBy(node.whenTrue), ...this.#shownBy(node.whenFalse)]
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      return [...this.#shownBy(node.left), ...this.#shownBy(node.right)]
    const text = gapsIn(node)
    return text === null ? [] : [text]
  }
}

/** Reads the sources of the site, and of those folders whose sentences reach it. */
export function readSiteMessages(folders: readonly string[]): SiteMessages {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    const readings = folders.flatMap(filesUnder).map((path) => {
      const file = project?.program.getSourceFile(join(root, path))
      if (file === undefined) throw new Error(`${path} is in no project`)
      const reading = new Reading(file, path)
      reading.walk(file)
      return reading
    })
    return {
      messages: readings.flatMap(({ messages }) => messages),
      sentences: readings.flatMap(({ sentences }) => sentences),
      loose: readings.flatMap(({ loose }) => loose),
      early: readings.flatMap(({ early }) => early),
    }
  } finally {
    api.close()
  }
}

/** What the scripts in the browser say: their calls of `said`. */
export function readScriptMessages(): readonly Place[] {
  const folder = 'src/admin/assets'
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8')
      return [...text.matchAll(/\bsaid\(\s*'((?:\\.|[^'\\])*)'/g)].map(([, key = '']) => ({
        key: key.replaceAll("\\'", "'"),
        at: `${folder}/${name}`,
      }))
    })
}
