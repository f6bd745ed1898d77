// Loads the configuration: option, then environment, then config file, then default. Invalid values are refused, all together; only
// unknown WINDROW_* variables are a warning, because container platforms inject such names.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { nearestName } from '../base/nearest-name.ts'
import { pathFault } from '../base/path-names.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { type Config, type Leaf, LEAVES } from './schema.ts'

/** WINDROW_* variables that are no configuration, but read by other code; the last two name the server that agents work on. */
const internalVariables = [
  'WINDROW_CONFIG',
  'WINDROW_NATIVE_DIR',
  'WINDROW_OWN_WINDOW',
  'WINDROW_CORPUS',
  'WINDROW_CI_LONG',
  'WINDROW_PROGRAM',
  'WINDROW_URL',
  'WINDROW_KEY',
]

export interface ConfigInputs {
  /** Command-line options by name: `{ port: 0, 'tls.cert': 'cert.pem' }`. */
  readonly options: Readonly<Record<string, unknown>>
  /** The path that `--config` gives. */
  readonly configFile?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory, as an absolute path. Paths in options and variables start here. */
  readonly cwd: string
  /** The folder in which the data folder and config.json are if nothing names them; by default `cwd`. */
  readonly home?: string
  readonly platform: NodeJS.Platform
}

type ConfigSource =
  | { readonly from: 'option' | 'environment' | 'file'; readonly name: string }
  | { readonly from: 'default' }

export interface LoadedConfig {
  readonly config: Config
  /** Where each value came from, by the value's name. */
  readonly sources: Readonly<Record<string, ConfigSource>>
  readonly file: string | null
  /** Warnings, each one sentence. */
  readonly warnings: readonly string[]
}

/** Why the configuration is refused. `isUsage`: a given value or name is wrong; else a file could not be read. */
export interface ConfigRefusal {
  readonly isUsage: boolean
  readonly message: string
}

export function loadConfig(inputs: ConfigInputs): Result<LoadedConfig, ConfigRefusal> {
  const file = readConfigFile(inputs)
  if (!file.ok) return file
  const faults = [...file.value.unknown]
  const values: Record<string, unknown> = {}
  const sources: Record<string, ConfigSource> = {}
  for (const leaf of LEAVES) {
    const found = firstGiven(leaf, inputs, file.value)
    const { value } = found
    if (!leaf.accepts(value)) faults.push(faultOf(leaf, found))
    else if (leaf.isPath && typeof value === 'string') {
      const fault = pathFault(value, inputs.platform)
      if (fault !== null) faults.push(`${nameOf(leaf, found)} (${JSON.stringify(value)}) ${fault}`)
    }
    sources[leaf.name] = found.source
    setAt(values, leaf.path, leaf.isPath && typeof value === 'string' ? resolve(found.base, value) : value)
  }
  const v1 = v1ByEnvironment(inputs.env)
  if (v1 === null) faults.push('API_V1_ENABLED in the environment must be true or false')
  if (faults.length > 0) return refuse({ isUsage: true, message: faults.join('; ') })
  const config = { ...(values as unknown as Config), apiV1EnabledByEnvironment: v1 !== false }
  return ok({ config, sources, file: file.value.path, warnings: unknownVariables(inputs.env) })
}

interface ConfigFile {
  readonly path: string | null
  readonly members: Readonly<Record<string, unknown>>
  /** The unknown members of the file, a sentence about each. */
  readonly unknown: readonly string[]
}

/** Reads the file that `--config` names, or config.json beside the data folder if it exists. */
function readConfigFile(inputs: ConfigInputs): Result<ConfigFile, ConfigRefusal> {
  const named = inputs.configFile ?? given(inputs.env, 'WINDROW_CONFIG')
  const option = inputs.options['data']
  const data = typeof option === 'string' ? option : (given(inputs.env, 'WINDROW_DATA') ?? 'windrow-data')
  const isNamed = typeof option === 'string' || given(inputs.env, 'WINDROW_DATA') !== undefined
  const home = isNamed ? inputs.cwd : (inputs.home ?? inputs.cwd)
  const path = resolve(inputs.cwd, named ?? join(dirname(resolve(home, data)), 'config.json'))
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code
    if (named === undefined && (code === 'ENOENT' || code === 'ENOTDIR'))
      return ok({ path: null, members: {}, unknown: [] })
    const why = code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code ?? String(fault)})`
    const advice = named === undefined ? 'check the permissions of the file and its folder' : 'check --config'
    return refuse({ isUsage: false, message: `config file ${path}: ${why}; ${advice}` })
  }
  return membersOf(path, content)
}

/** The byte order mark of UTF-16, with which editors and PowerShell on Windows begin a file. */
const UTF16 = /^(?:\xFF\xFE|\xFE\xFF)/

// Comments, and commas behind the last member. People write them, and a start has no time to load a parser that knows them. Each pattern
// matches strings first, to leave them as they are.
const COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g
const LAST_COMMA = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g

function membersOf(path: string, content: Buffer): Result<ConfigFile, ConfigRefusal> {
  if (UTF16.test(content.toString('latin1', 0, 2))) {
    return refuse({ isUsage: false, message: `config file ${path} is UTF-16; save it as UTF-8` })
  }
  let root: unknown
  try {
    root = JSON.parse(
      content
        .toString()
        .replace(/^\uFEFF/, '')
        .replace(COMMENT, '$1')
        .replace(LAST_COMMA, '$1'),
    )
  } catch (fault) {
    return refuse({
      isUsage: false,
      message: `config file ${path} is damaged JSON (${(fault as Error).message}); ${adviceOn(fault as Error)}`,
    })
  }
  if (!isObject(root)) {
    return refuse({
      isUsage: false,
      message: `config file ${path} must hold a JSON object, as config.example.json does`,
    })
  }
  const names = LEAVES.map(({ name }) => name)
  const values = [...valuesIn(root, names)]
  const unknown = values.filter(([name]) => !names.includes(name))
  const faults = unknown.map(([name]) => `unknown member "${name}" in ${path}${meant(name, names)}`)
  return ok({ path, members: Object.fromEntries(values), unknown: faults })
}

/** The values of the file by full name: `{tls: {cert}}` becomes `tls.cert`. `names`: those that are known. */
function* valuesIn(object: object, names: readonly string[], prefix = ''): Generator<[name: string, value: unknown]> {
  for (const [member, value] of Object.entries(object)) {
    const name = prefix + member
    const isGroup = isObject(value) && names.some((each) => each.startsWith(`${name}.`))
    if (isGroup) yield* valuesIn(value, names, `${name}.`)
    else yield [name, value]
  }
}

/** Advice about JSON that can't be read: the most frequent fault is a single backslash in a Windows path. */
const adviceOn = ({ message }: Error): string =>
  /escape/i.test(message) ? 'write paths with forward slashes ("C:/games") or each backslash twice' : 'correct it'

interface Given {
  readonly value: unknown
  readonly source: ConfigSource
  readonly base: string
}

function firstGiven(leaf: Leaf, inputs: ConfigInputs, file: ConfigFile): Given {
  const option = inputs.options[leaf.name]
  if (option !== undefined)
    return { value: option, source: { from: 'option', name: `--${leaf.option}` }, base: inputs.cwd }
  const variable = given(inputs.env, leaf.env)
  if (variable !== undefined) {
    return { value: valueOfText(leaf, variable), source: { from: 'environment', name: leaf.env }, base: inputs.cwd }
  }
  if (file.path !== null && Object.hasOwn(file.members, leaf.name)) {
    return { value: file.members[leaf.name], source: { from: 'file', name: file.path }, base: dirname(file.path) }
  }
  return { value: leaf.defaultValue, source: { from: 'default' }, base: inputs.home ?? inputs.cwd }
}

/** The value of a variable; an empty one counts as not given. */
function given(env: ConfigInputs['env'], name: string): string | undefined {
  const value = env[name]
  return value === '' ? undefined : value
}

/** The value that a text stands for. A text that can't be read is returned as it is, and refused later. */
function valueOfText(leaf: Leaf, value: string): unknown {
  if (leaf.kind === 'integer') return /^\d{1,15}$/.test(value) ? Number(value) : value
  if (leaf.kind === 'flag') return truthOf(value) ?? value
  if (leaf.kind === 'list') return value.split(',').map((part) => part.trim())
  return value
}

function truthOf(value: string): boolean | null {
  if (/^(true|1|yes|on)$/i.test(value)) return true
  return /^(false|0|no|off)$/i.test(value) ? false : null
}

function v1ByEnvironment(env: ConfigInputs['env']): boolean | null {
  const value = given(env, 'API_V1_ENABLED')
  return value === undefined ? true : truthOf(value.trim())
}

function nameOf(leaf: Leaf, { source }: Given): string {
  if (source.from === 'file') return `${leaf.name} in ${source.name}`
  return source.from === 'default' ? leaf.name : source.name
}

function faultOf(leaf: Leaf, found: Given): string {
  return `${nameOf(leaf, found)} must be ${leaf.expects}, not ${JSON.stringify(found.value)}`
}

function unknownVariables(env: ConfigInputs['env']): string[] {
  const known = [...LEAVES.map((leaf) => leaf.env), ...internalVariables]
  return Object.keys(env)
    .filter((name) => name.startsWith('WINDROW_') && !known.includes(name))
    .map((name) => `unknown environment variable ${name}${meant(name, known)}; it has no effect`)
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === null ? '' : ` (did you mean ${nearest}?)`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [member = '', ...rest] = path
  if (rest.length === 0) target[member] = value
  else setAt((target[member] ??= {}) as Record<string, unknown>, rest, value)
}
