// A profile as a file (docs/own-profile.md): how the files of a team's game lie and what its texts are made of, as one JSON that teams
// share. It holds the settings of the same names; what it does not name stays as it is.
import { findNodeAtLocation, type JSONPath, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { nestsDeeper } from '../base/json-depth.ts'
import { nearestName } from '../base/nearest-name.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import {
  allowedValues,
  parseSetting,
  type SettingName,
  type SettingRule,
  SETTINGS,
  type Settings,
} from '../domain/settings.ts'
import { INSIDES, readOwnTokens, STAYS, withoutDefaults } from '../domain/own-tokens.ts'

/** The members of a profile, in the order of a written file. */
const MEMBERS = [
  'profile',
  'source_language',
  'target_language',
  'only',
  'skip',
  'keys',
  'key_column',
  'source_column',
  'target_column',
  'markup',
  'tokens',
] as const satisfies readonly SettingName[]
type Member = (typeof MEMBERS)[number]

/** Lists in a file, with commas in the setting. */
const LISTS: readonly string[] = ['only', 'skip', 'keys', 'markup'] satisfies readonly Member[]
/** For editors and people. */
const NOT_READ = ['$schema', 'about']

export type ProfileSettings = Readonly<Partial<Record<Member, string>>>

/** A profile needs three. */
const nestingMax = 20

/** A fault of a profile file, with its line (from 1), for people. */
interface ProfileFault {
  readonly line: number
  readonly message: string
}

/** Reads a file's text: values of settings, as somebody types them. Comments and trailing commas may stand in it. */
export function readProfile(text: string): Result<ProfileSettings, ProfileFault> {
  const document = text.replace(/^\uFEFF/, '')
  const lineAt = (offset: number): number => document.slice(0, offset).split('\n').length
  if (nestsDeeper(document, nestingMax))
    return refuse({ line: 1, message: `it is nested deeper than ${nestingMax} levels` })
  const faults: ParseError[] = []
  const root = parseTree(document, faults, { allowTrailingComma: true })
  const [first] = faults
  if (first !== undefined) {
    const found = printParseErrorCode(first.error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
    return refuse({ line: lineAt(first.offset), message: `the JSON is not well formed (${found})` })
  }
  const at = (path: JSONPath, message: string) => {
    const node = root === undefined ? undefined : findNodeAtLocation(root, path)
    return refuse({ line: lineAt(node?.offset ?? 0), message })
  }
  if (root?.type !== 'object')
    return at([], 'a profile is an object: {"only": ["i18n/*.json"], "target_language": "uk"}')
  const settings: Partial<Record<Member, string>> = {}
  for (const { children: [nameNode, valueNode] = [] } of root.children ?? []) {
    const name = String(nameNode?.value)
    if (NOT_READ.includes(name) || valueNode === undefined) continue
    if (!isMember(name)) {
      const near = nearestName(name, MEMBERS)
      const hint = near === null ? `it has ${MEMBERS.join(', ')}` : `did you mean "${near}"?`
      return at([name], `a profile has no "${name}"; ${hint}`)
    }
    const value = valueOf(valueNode)
    const read = name === 'tokens' ? readOwnTokens(value) : null
    if (read?.ok === false) {
      const { index, member, message } = read.refusal
      const path = [name, ...(index === null ? [] : [index]), ...(member === '' ? [] : [member])]
      const there = findNodeAtLocation(root, path) === undefined ? path.slice(0, -1) : path
      return at(there, index === null ? message : `token ${index + 1}: ${message}`)
    }
    const typed = typedOf(name, value)
    if (typed === null || parseSetting(name, typed) === null)
      return at([name], `"${name}" can't be ${JSON.stringify(value)}; it takes ${takes(name)}`)
    settings[name] = typed
  }
  return ok(settings)
}

const isMember = (name: string): name is Member => MEMBERS.some((each) => each === name)

const takes = (name: Member): string =>
  LISTS.includes(name) && name !== 'markup' ? 'a list of patterns, such as ["i18n/*.json"]' : allowedValues(name)

type Node = NonNullable<ReturnType<typeof parseTree>>
function valueOf({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(valueOf)
  if (type !== 'object') return value as unknown
  return Object.fromEntries(
    children.flatMap(({ children: [name, each] = [] }) =>
      name === undefined || each === undefined ? [] : [[String(name.value), valueOf(each)]],
    ),
  )
}

/** As somebody types the setting; null: a value of another kind. */
function typedOf(name: Member, value: unknown): string | null {
  if (name === 'tokens') return JSON.stringify(value)
  if (typeof value === 'string') return value
  const isList = LISTS.includes(name) && Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isList ? value.join(name === 'markup' ? ',' : ', ') : null
}

/** The file of a store's settings: what is as it is by itself is left out. */
export function profileOf(settings: Settings): string {
  const members = MEMBERS.flatMap((name): (readonly [string, unknown])[] => {
    const value: string = settings[name]
    if (name !== 'profile' && value === '') return []
    if (name === 'tokens') {
      const tokens = readOwnTokens(JSON.parse(value))
      return [[name, tokens.ok ? tokens.value.map(withoutDefaults) : []]]
    }
    return [[name, LISTS.includes(name) ? value.split(',').map((each) => each.trim()) : value]]
  })
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`
}

/** The JSON Schema of a profile, for editors. */
export function profileSchema(): object {
  const text = (name: Member) => ({ type: 'string', description: SETTINGS[name].meaning })
  const shape = (name: Member): object => {
    const rule: SettingRule = SETTINGS[name]
    const list = { type: 'array', items: { type: 'string' } }
    if (name === 'tokens') return TOKENS
    if (rule.type === 'choice') return { ...text(name), enum: rule.choices }
    if (!LISTS.includes(name)) return text(name)
    const items = rule.type === 'list' ? { type: 'string', enum: rule.choices } : list.items
    return { description: rule.meaning, anyOf: [{ type: 'string' }, { ...list, items }] }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A profile of windrow',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      about: { type: 'string' },
      ...Object.fromEntries(MEMBERS.map((name) => [name, shape(name)])),
    },
  }
}

const TOKENS = {
  type: 'array',
  description: SETTINGS.tokens.meaning,
  maxItems: 40,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['token'],
    properties: {
      token: { type: 'string', description: 'what it looks like; * stands for the part that changes' },
      inside: { enum: INSIDES, description: 'what * stands for; line (anything on one line) by default' },
      stays: { enum: STAYS, description: 'must (the default), should (a warning), or free (the translator decides)' },
      moves: { type: 'boolean', description: 'false: such tokens keep the order of the source' },
      closed_by: { type: 'string', description: 'what follows it, as </c> follows <c=*>' },
    },
  },
} as const
