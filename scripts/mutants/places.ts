// The places where a source can be made wrong, and which of them a seed chooses. Only in functions, where decisions are taken; not in
// types, comments, messages, or what is thrown.
// The TypeScript compiler is that of test/clients, because the one of the root has no parser to call.
import { createHash } from 'node:crypto'
import ts from '../../test/clients/node_modules/typescript/lib/typescript.js'

export interface Place {
  readonly file: string
  readonly kind: Kind
  readonly line: number
  readonly start: number
  readonly end: number
  /** What stands there instead. */
  readonly text: string
}

type Kind =
  | 'comparison'
  | 'and, or'
  | 'condition'
  | 'number'
  | 'plus, minus'
  | 'statement'
  | 'early exit'
  | 'arguments'
  | 'string'

const K = ts.SyntaxKind

const OPERATORS: ReadonlyMap<ts.SyntaxKind, readonly [Kind, string]> = new Map([
  [K.LessThanToken, ['comparison', '<=']],
  [K.LessThanEqualsToken, ['comparison', '<']],
  [K.GreaterThanToken, ['comparison', '>=']],
  [K.GreaterThanEqualsToken, ['comparison', '>']],
  [K.EqualsEqualsEqualsToken, ['comparison', '!==']],
  [K.ExclamationEqualsEqualsToken, ['comparison', '===']],
  [K.AmpersandAmpersandToken, ['and, or', '||']],
  [K.BarBarToken, ['and, or', '&&']],
  [K.MinusToken, ['plus, minus', '+']],
])

const isSimple = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
/** Words for people; they have tests of their own, and no decision goes by them. */
const isMessage = (text: string): boolean => text === '' || text.includes(' ')
const isName = (node: ts.Node): boolean =>
  ('name' in node.parent && node.parent.name === node) ||
  (ts.isBindingElement(node.parent) && node.parent.propertyName === node)
const isInBlock = (node: ts.Node): boolean => ts.isBlock(node.parent) || ts.isCaseOrDefaultClause(node.parent)

/** Ends its function or turn of a loop early. */
function isEarlyExit(node: ts.IfStatement): boolean {
  const { thenStatement: then, elseStatement } = node
  const last = ts.isBlock(then) ? then.statements.at(-1) : then
  return (
    elseStatement === undefined && last !== undefined && (ts.isReturnStatement(last) || ts.isContinueStatement(last))
  )
}

type Fault = readonly [kind: Kind, node: ts.Node, text: string]

/** Lines have no semicolons: one that began with a bracket would go on with the line before. */
const beginsStatement = (node: ts.Node): boolean => {
  const start = node.getStart()
  return ts.findAncestor(node, (one) => ts.isExpressionStatement(one) && one.getStart() === start) !== undefined
}

/** A comparison is turned round in its own place. */
function negated(condition: ts.Expression): readonly Fault[] {
  const isTurned = ts.isBinaryExpression(condition) && OPERATORS.has(condition.operatorToken.kind)
  return isTurned ? [] : [['condition', condition, `!(${condition.getText()})`]]
}

/** What can be made wrong with this node itself. */
function faultsOf(node: ts.Node): readonly Fault[] {
  if (ts.isBinaryExpression(node)) {
    const [kind, operator] = OPERATORS.get(node.operatorToken.kind) ?? []
    return kind === undefined ? [] : [[kind, node, `(${node.left.getText()} ${operator} ${node.right.getText()})`]]
  }
  if (ts.isIfStatement(node)) {
    const isRemoved = isEarlyExit(node) && isInBlock(node)
    return [...negated(node.expression), ...(isRemoved ? [['early exit', node, ';'] as const] : [])]
  }
  if (ts.isConditionalExpression(node)) return negated(node.condition)
  if (ts.isNumericLiteral(node))
    return isName(node) ? [] : [['number', node, `${Number(node.text.replaceAll('_', '')) + 1}`]]
  if (ts.isExpressionStatement(node)) return isInBlock(node) ? [['statement', node, ';']] : []
  if (ts.isStringLiteral(node)) return isName(node) || isMessage(node.text) ? [] : [['string', node, "''"]]
  if (!ts.isCallExpression(node) || ts.isOptionalChain(node)) return []
  const [first, second, ...rest] = node.arguments
  if (!isSimple(first) || !isSimple(second) || node.expression.getText().startsWith('Math.')) return []
  const swapped = [second, first, ...rest].map((one) => one?.getText()).join(', ')
  return [['arguments', node, `${node.expression.getText()}(${swapped})`]]
}

export function placesIn(file: string, text: string): readonly Place[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const places: Place[] = []
  const walk = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isTypeNode(node) || ts.isThrowStatement(node)) return
    for (const [kind, at, made] of isInFunction ? faultsOf(node) : []) {
      if (!ts.isStatement(at) && beginsStatement(at)) continue
      const start = at.getStart()
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      places.push({ file, kind, line, start, end: at.getEnd(), text: made })
    }
    ts.forEachChild(node, (child) => walk(child, isInFunction || ts.isFunctionLike(node)))
  }
  walk(source, false)
  return places
}

/** The first `count` of an order that hangs on the seed alone, of which none lies in another. */
export function chosen(places: readonly Place[], seed: string, count: number): readonly Place[] {
  const orderOf = ({ file, start, kind }: Place): string =>
    createHash('sha256').update(`${seed} ${file} ${start} ${kind}`).digest('hex')
  const taken: Place[] = []
  const isFree = ({ file, start, end }: Place): boolean =>
    taken.every((one) => one.file !== file || one.end <= start || one.start >= end)
  const ordered = places.map((place) => ({ place, order: orderOf(place) })).sort((a, b) => (a.order < b.order ? -1 : 1))
  for (const { place } of ordered) if (taken.length < count && isFree(place)) taken.push(place)
  return taken
}

/** The source with these places of it made wrong, of which none lies in another. */
export const mutated = (text: string, places: readonly Place[]): string =>
  places
    .toSorted((a, b) => b.start - a.start)
    .reduce((made, { start, end, text: put }) => made.slice(0, start) + put + made.slice(end), text)
