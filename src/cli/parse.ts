// Parses a command line by the command table. Global options, and those of `serve`, may be before or after the command.
import { pathFault } from '../base/path-names.ts'
import { nearestName } from '../base/nearest-name.ts'
import { LEAVES } from '../config/schema.ts'
import type { Command, OptionSpec, ParsedArgs, ValueSpec } from './command.ts'
import { Usage } from './failure.ts'
import { EVERYTHING, GLOBAL_OPTIONS } from './options.ts'

export type Invocation =
  /** Help about `topic`: a command, a group, or '' for everything. */
  | { readonly what: 'help'; readonly topic: string; readonly json: boolean }
  | { readonly what: 'version'; readonly json: boolean }
  /** A command is to be run. `isNamed`: the user named it; windrow alone means `serve`. */
  | { readonly what: 'run'; readonly command: Command; readonly args: ParsedArgs; readonly isNamed: boolean }

type Value = string | number | true
type Values = ReadonlyMap<string, readonly Value[]>

const defaultCommand = 'serve'
/** Words of other programs, with what windrow calls it. */
const FAMILIAR: Readonly<Record<string, string>> = {
  start: 'up',
  init: 'up',
  run: 'serve',
  server: 'serve',
  status: 'stats',
  list: 'rows',
  ls: 'rows',
  get: 'row ROW',
  config: 'setting list',
  login: 'user password NAME',
  lint: 'check-texts',
  repair: 'check --repair',
  undo: 'revert',
  history: 'log',
  dump: 'export --to FILE',
  upgrade: 'update',
  version: '--version',
  'user remove': 'user state NAME deleted',
  'user delete': 'user state NAME deleted',
  'key add': 'key create',
  'key delete': 'key revoke',
  'key remove': 'key revoke',
  'claim take': 'rows --claim',
  'claim release': 'claim give-back',
  'glossary add': 'glossary import',
}

/** The most choices that an error lists; more are in the help only. */
const choicesShownMax = 8
/** The most options that an error lists of which one is needed. */
const neededShownMax = 6

export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Invocation {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const before = argv.slice(0, end)
  const wantsHelp = before.includes('--help') || before.includes('-h')
  const wantsVersion = ['--version', '-v', '-V'].some((word) => before.includes(word))
  const found = findCommand(before, commands, wantsHelp)
  if (wantsHelp || found.isHelp) return { what: 'help', topic: found.name, json: before.includes('--json') }
  if (wantsVersion) return { what: 'version', json: before.includes('--json') }
  const name = found.name === '' ? defaultCommand : found.name
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) throw new Usage(unfinishedGroup(name, commands))
  const rest = argv.filter((_, at) => !found.at.includes(at))
  return { what: 'run', command, args: parseArgs(rest, command), isNamed: found.name !== '' }
}

function findCommand(argv: readonly string[], commands: readonly Command[], wantsHelp: boolean) {
  const serve = commands.find((command) => command.name === defaultCommand)
  const valued = [...GLOBAL_OPTIONS, ...(serve?.options ?? [])].filter((option) => option.value !== undefined)
  const words: { word: string; at: number }[] = []
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? ''
    if (!isOption(token)) words.push({ word: token, at })
    else if (valued.some((option) => token === `--${option.name}`)) at++
  }
  const isHelp = words[0]?.word === 'help'
  const [first, second] = isHelp ? words.slice(1) : words
  if (first === undefined) return { name: '', at: [], isHelp }
  if (isHelp && first.word === EVERYTHING) return { name: EVERYTHING, at: [], isHelp }
  const alone = commands.find(({ name, formerName }) => first.word === name || first.word === formerName)
  if (alone !== undefined) return { name: alone.name, at: [first.at], isHelp }
  const inGroup = commands.filter((command) => command.name.startsWith(`${first.word} `))
  if (inGroup.length === 0) throw new Usage(unknownFirst(argv.slice(0, first.at), first.word, commands, serve))
  if (second === undefined) return { name: first.word, at: [first.at], isHelp }
  const name = `${first.word} ${second.word}`
  if (inGroup.some((command) => command.name === name)) return { name, at: [first.at, second.at], isHelp }
  if (wantsHelp || isHelp) return { name: first.word, at: [], isHelp }
  const known = inGroup.map((command) => command.name.slice(first.word.length + 1))
  throw new Usage(
    `unknown command ${name}${familiar(name) ?? meant(second.word, known)}; ${first.word} takes one of: ${known.join(', ')}`,
  )
}

/** The error for an unknown first word, which may be the value of a mistyped option before it. */
function unknownFirst(before: readonly string[], word: string, commands: readonly Command[], serve?: Command): string {
  const options = [...GLOBAL_OPTIONS, ...(serve?.options ?? [])]
  const mistyped = before.find((token) => isOption(token) && !options.some((option) => nameOf(token) === option.name))
  if (serve !== undefined && mistyped !== undefined) return unknownOption(mistyped, serve, options)
  const known = new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))
  return `unknown command ${word}${familiar(word) ?? meant(word, known)}; windrow --help lists the commands`
}

function unfinishedGroup(group: string, commands: readonly Command[]): string {
  const names = commands.filter((command) => command.name.startsWith(`${group} `)).map((command) => command.name)
  return `windrow ${group} needs one more word: ${names.join(', ')}`
}

function parseArgs(argv: readonly string[], command: Command): ParsedArgs {
  const specs = [...GLOBAL_OPTIONS, ...(command.options ?? [])]
  const values = new Map<string, Value[]>()
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? ''
    if (token === '--') {
      words.push(...argv.slice(at + 1))
      break
    }
    if (!isOption(token)) {
      words.push(token)
      continue
    }
    const spec = specs.find((candidate) => candidate.name === nameOf(token))
    if (spec === undefined) throw new Usage(unknownOption(token, command, specs))
    const inline = token.includes('=') ? token.slice(token.indexOf('=') + 1) : undefined
    const isNext = spec.value !== undefined && inline === undefined
    const next = argv[at + 1]
    addValue(values, spec, isNext ? (next?.startsWith('--') === true ? undefined : next) : inline)
    if (isNext) at++
  }
  refuseSurplus(words, command)
  checkTogether(values, specs, command)
  return { ...argsOver(specs, values, command, argumentValues(words, command)), allArguments: () => words }
}

/** The name of an option in a word: `port` in `--port=80`. */
function nameOf(token: string): string {
  return token.replace(/^--/, '').replace(/=.*$/s, '')
}

/** A number below zero is a value. */
function isOption(token: string): boolean {
  return token.length > 1 && token.startsWith('-') && !/^-\d/.test(token)
}

function unknownOption(token: string, command: Command, specs: readonly OptionSpec[]): string {
  const typed = token.replace(/=.*$/s, '')
  const value = LEAVES.find((leaf) => leaf.hasNoOption === true && typed === `--${leaf.option}`)
  if (value !== undefined) return `${typed} is not an option: set ${value.name} in the config file, or ${value.env}`
  const hint = meant(
    typed,
    specs.map((option) => `--${option.name}`),
  )
  return `unknown option ${typed}${hint}; windrow ${command.name} --help lists the options`
}

function addValue(values: Map<string, Value[]>, spec: OptionSpec, text: string | undefined): void {
  const option = `--${spec.name}`
  const given = values.get(spec.name) ?? []
  values.set(spec.name, given)
  if (spec.value === undefined) {
    if (text !== undefined) throw new Usage(`${option} takes no value; write ${option} alone`)
    given.push(true)
    return
  }
  const { placeholder } = spec.value
  if (text === undefined) throw new Usage(`${option} needs a value: ${option} ${placeholder}`)
  if (given.length > 0 && spec.isRepeatable !== true) throw new Usage(`${option} is given twice; give it once`)
  given.push(checkedValue(spec.value, text, option))
}

function checkedValue(spec: ValueSpec, text: string, where: string): string | number {
  if (spec.choices !== undefined && !spec.choices.includes(text)) {
    const what = spec.noun ?? `value for ${where}:`
    throw new Usage(`unknown ${what} ${text}${meant(text, spec.choices)}; ${choicesOf(spec.choices, where)}`)
  }
  if (spec.kind === 'text' || spec.words?.includes(text) === true) return text
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  const words = (spec.words ?? []).map((word) => ` or "${word}"`).join('')
  throw new Usage(`${where} must be a whole number from ${min} to ${max}${words}, not ${text}`)
}

const choicesOf = (choices: readonly string[], where: string): string =>
  choices.length <= choicesShownMax
    ? `${where} takes one of: ${choices.join(', ')}`
    : `--help lists the ${choices.length} that ${where} takes`

function checkTogether(values: Values, specs: readonly OptionSpec[], command: Command): void {
  for (const spec of specs) {
    if (spec.isRequired === true && !values.has(spec.name)) {
      const needed = `--${spec.name} ${spec.value?.placeholder ?? ''}`.trimEnd()
      throw new Usage(`windrow ${command.name} needs ${needed}; ${asIn(command)}`)
    }
    const other = values.has(spec.name) ? spec.excludes?.find((name) => values.has(name)) : undefined
    if (other !== undefined) throw new Usage(`--${spec.name} and --${other} contradict each other; give one of them`)
  }
  const { needsOneOf = [] } = command
  if (needsOneOf.length > 0 && !needsOneOf.some((name) => values.has(name))) {
    const names = needsOneOf.slice(0, neededShownMax).map((name) => `--${name}`)
    const others = needsOneOf.length > neededShownMax ? ' …' : ''
    throw new Usage(`windrow ${command.name} needs at least one of: ${names.join(', ')}${others}; ${asIn(command)}`)
  }
}

/** An example of the command, as the end of an error. */
const asIn = ({ name, examples }: Command): string =>
  `for example: ${examples.find((example) => example.startsWith(`windrow ${name}`)) ?? `windrow ${name} --help`}`

function refuseSurplus(words: readonly string[], command: Command): void {
  const { arguments: specs = [], options = [] } = command
  const surplus = words[specs.length]
  if (surplus === undefined || specs.at(-1)?.isRepeatable === true) return
  const takes = specs.length === 0 ? 'no arguments' : `only ${specs.map((spec) => spec.value.placeholder).join(' ')}`
  const isNumber = /^\d+$/.test(surplus)
  const option = options.find(({ value }) => (isNumber ? value?.kind === 'integer' : value?.isPath === true))
  const hint = option === undefined ? '' : ` (did you mean --${option.name} ${surplus}?)`
  throw new Usage(`windrow ${command.name} takes ${takes}; "${surplus}" is too much${hint}`)
}

function argumentValues(words: readonly string[], command: Command): Map<string, string | number> {
  const specs = command.arguments ?? []
  const values = new Map<string, string | number>()
  for (const [at, { value, isOptional }] of specs.entries()) {
    const word = words[at]
    if (word !== undefined) values.set(value.placeholder, checkedValue(value, word, value.placeholder))
    else if (isOptional !== true) {
      throw new Usage(`windrow ${command.name} needs ${value.placeholder}; ${asIn(command)}`)
    }
  }
  return values
}

function argsOver(
  specs: readonly OptionSpec[],
  values: Values,
  command: Command,
  words: ReadonlyMap<string, string | number>,
): Omit<ParsedArgs, 'allArguments'> {
  const valuesOf = (name: string): readonly Value[] => {
    if (!specs.some((spec) => spec.name === name)) throw new Error(`windrow ${command.name} has no option --${name}`)
    return values.get(name) ?? []
  }
  const wordOf = (placeholder: string): string | number | undefined => {
    const isKnown = command.arguments?.some((spec) => spec.value.placeholder === placeholder) === true
    if (!isKnown) throw new Error(`windrow ${command.name} has no argument ${placeholder}`)
    return words.get(placeholder)
  }
  const first = (name: string): Value | undefined => valuesOf(name)[0]
  return {
    flag: (name) => first(name) === true,
    text: (name) => first(name)?.toString(),
    texts: (name) => valuesOf(name).map(String),
    integer: (name) => {
      const value = first(name)
      return typeof value === 'number' ? value : undefined
    },
    integerOrWord: (name) => {
      const value = first(name)
      return value === true ? undefined : value
    },
    argument: (placeholder) => String(wordOf(placeholder) ?? ''),
    optionalArgument: (placeholder) => wordOf(placeholder)?.toString(),
    integerOrWordArgument: (placeholder) => wordOf(placeholder) ?? '',
  }
}

const familiar = (typed: string): string | undefined => {
  const known = Object.hasOwn(FAMILIAR, typed) ? FAMILIAR[typed] : undefined
  return known === undefined ? undefined : ` (did you mean windrow ${known}?)`
}

function meant(typed: string, known: Iterable<string>): string {
  const nearest = nearestName(typed, known)
  return nearest === null ? '' : ` (did you mean ${nearest}?)`
}

/**
 * Checks paths on a command line before the command begins. An empty one, from an unset shell variable, would be the
 * working directory; on Windows `--to NUL` would write no file, and reading CON would wait for the keyboard. The
 * configuration checks its own paths. Throws Usage.
 */
export function checkPaths(command: Command, args: ParsedArgs, platform: NodeJS.Platform): void {
  const all = [...GLOBAL_OPTIONS, ...(command.options ?? [])]
  const options = all.filter(({ value, config }) => value?.isPath && config === undefined)
  for (const { name } of options) for (const path of args.texts(name)) refuseOdd(`--${name}`, path, platform)
  for (const { value } of command.arguments ?? []) {
    const path = value.isPath ? args.optionalArgument(value.placeholder) : undefined
    if (path !== undefined) refuseOdd(value.placeholder, path, platform)
  }
}

function refuseOdd(where: string, path: string, platform: NodeJS.Platform): void {
  if (path === '') throw new Usage(`${where} is empty; name a file or folder`)
  const fault = pathFault(path, platform)
  if (fault !== null) throw new Usage(`${where} ${path} ${fault}`)
}
