// The configuration: how the process runs. (Settings, in the store, are how the service behaves; no name is both.) The
// loader, the options of `serve`, config.example.json and the table of docs/operations.md come from this table. Without
// zod, which takes as long to load as the store and the HTTP stack. Members are camelCase here: `tls.cert` is
// WINDROW_TLS_CERT and --tls-cert.
import { LOG_LEVELS } from '../base/log.ts'
import { isHostName, isLoopback, isNetwork } from './network.ts'

interface Facts {
  readonly description: string
  /** The allowed values in words, where type and range do not tell them. */
  readonly expects?: string
  readonly unit?: string
  /** The value is a path. A relative one starts at the working directory or, in a config file, at the file's folder. */
  readonly isPath?: true
  /** No command has an option for the value, because it is set once for a service. */
  readonly hasNoOption?: true
}

type LeafKind = 'text' | 'integer' | 'flag' | 'choice' | 'list'

/** What a value may be. `V`, the type of the value, is known only to the compiler. */
interface Rule<V> {
  readonly kind: LeafKind
  readonly defaultValue: V
  readonly expects: string
  readonly choices: readonly string[]
  readonly min: number
  readonly max: number
  readonly accepts: (value: unknown) => boolean
}

const rule = <V>(kind: LeafKind, defaultValue: V, expects: string, accepts: Rule<V>['accepts']): Rule<V> => ({
  kind,
  defaultValue,
  expects,
  choices: [],
  min: 0,
  max: 0,
  accepts,
})

const textLengthMax = 4096
const listLengthMax = 256
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= textLengthMax

const text = (defaultValue: string, accepts: (value: string) => boolean = () => true): Rule<string> =>
  rule('text', defaultValue, 'a text', (value) => isText(value) && accepts(value))

const textOrNone = (accepts: (value: string) => boolean = () => true): Rule<string | null> =>
  rule<string | null>('text', null, 'a text', (value) => value === null || (isText(value) && accepts(value)))

const integer = (min: number, max: number, defaultValue: number): Rule<number> => ({
  ...rule('integer', defaultValue, `a whole number from ${min} to ${max}`, (value) => {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
  }),
  min,
  max,
})

const flag = (defaultValue: boolean): Rule<boolean> =>
  rule('flag', defaultValue, 'true or false', (value) => typeof value === 'boolean')

const choice = <T extends string>(choices: readonly T[], defaultValue: T): Rule<T> => ({
  ...rule('choice', defaultValue, `one of ${choices.join(', ')}`, (value) => choices.includes(value as T)),
  choices,
})

const list = (isMember: (value: string) => boolean): Rule<readonly string[]> =>
  rule<readonly string[]>('list', [], 'a list', (value) => {
    const isGood = (member: unknown): boolean => typeof member === 'string' && isMember(member)
    return Array.isArray(value) && value.length <= listLengthMax && value.every(isGood)
  })

const described = <V>(valueRule: Rule<V>, facts: Facts): Rule<V> & Facts => ({ ...valueRule, ...facts })

/** Whether a text is the address of a model's endpoint. The address never holds the key. */
function isEndpoint(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** Whether a text is the address of an OpenID provider; http only to this machine, since all of a sign-in rests on its answers. */
const isIssuer = (value: string): boolean =>
  isEndpoint(value) && (value.startsWith('https:') || isLoopback(new URL(value).hostname)) && !/[?#]/.test(value)

const modelNameLengthMax = 128
const isModelName = (value: string): boolean =>
  value.trim() !== '' && value.length <= modelNameLengthMax && !/\p{Cc}/u.test(value)

/** Who gets an account by signing in with an account elsewhere. */
const JOINING = ['invited', 'anybody'] as const

const DRAFT_APIS = ['by_address', 'openai-compatible', 'openai', 'anthropic'] as const

const isPath = true

const withoutOptions = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, object]) => [
      name,
      'accepts' in value ? { ...value, hasNoOption: true } : withoutOptions(value),
    ]),
  ) as T

/** Set once for a service, in its file or environment. */
const OF_SERVICES = withoutOptions({
  headersTimeout: described(integer(1, 600, 30), {
    description: "Time for a request's headers to arrive",
    unit: 'seconds',
  }),
  requestTimeout: described(integer(1, 86_400, 900), {
    description: 'Time for a whole request to arrive, uploads of game files included',
    unit: 'seconds',
  }),
  bodyTimeout: described(integer(1, 86_400, 60), {
    description: 'Time for a body other than an upload to arrive',
    unit: 'seconds',
  }),
  bodiesMibMax: described(integer(1, 1_000_000, 32), {
    description: 'Request bodies held at once in one process; more are answered 503',
    unit: 'MiB',
  }),
  answerTimeout: described(integer(1, 3_600, 30), {
    description: 'Time for a client to read an answer; its connection is cut if it reads nothing for that long',
    unit: 'seconds',
  }),
  answersMibMax: described(integer(1, 1_000_000, 256), {
    description: 'Unread answers held in one process; beyond it the connections with the most unread data are cut',
    unit: 'MiB',
  }),
  keepAliveTimeout: described(integer(1, 3_600, 65), {
    description: 'Time an idle connection stays open',
    unit: 'seconds',
  }),
  connectionsMax: described(integer(1, 1_000_000, 10_000), {
    description: 'Connections open at once in one process; more are closed',
  }),
  connectionsPerAddress: described(integer(1, 1_000_000, 100), {
    description: 'Connections open at once from one address beyond loopback and trusted_proxy, in one process',
  }),
  backupFolder: described(textOrNone(), {
    description: 'Folder of the automatic backups, for this store only; the default is in the data folder',
    expects: 'a folder',
    isPath,
  }),
  afterBackup: described(textOrNone(), {
    description: 'Program to run after each automatic backup, with the path of the backup',
    expects: 'a program',
  }),
  webhookHosts: described(list(isHostName), {
    description: 'Private hosts (or this machine) that webhooks may send to, also over http',
    expects: 'a list of host names such as n8n.lan or localhost',
  }),
  draft: {
    endpoint: described(textOrNone(isEndpoint), {
      description:
        'Address of the model for machine drafts on the workbench; without it there are none. ' +
        'The key is in OPENAI_API_KEY or ANTHROPIC_API_KEY',
      expects: 'an http or https address without a password, such as http://127.0.0.1:11434/v1',
    }),
    api: described(choice(DRAFT_APIS, 'by_address'), {
      description: 'API of the endpoint; by_address knows api.openai.com and api.anthropic.com',
    }),
    model: described(textOrNone(isModelName), {
      description: 'Name of that model at its endpoint',
      expects: 'a name of at most 128 characters',
    }),
    provider: described(text('local', isModelName), {
      description: 'Provider of that model; recorded with texts that are saved from a draft',
      expects: 'a name of at most 128 characters',
    }),
    perDay: described(integer(0, 10_000, 50), {
      description: "Machine drafts that a person may ask for in a day (of their browser's time zone)",
    }),
    timeout: described(integer(1, 300, 45), { description: 'How long to wait for a machine draft', unit: 'seconds' }),
  },
  signIn: {
    discord: described(textOrNone(isModelName), {
      description: 'Client id with which people sign in with Discord; the secret is in DISCORD_CLIENT_SECRET',
      expects: 'a name of at most 128 characters',
    }),
    github: described(textOrNone(isModelName), {
      description: 'Client id with which people sign in with GitHub; the secret is in GITHUB_CLIENT_SECRET',
      expects: 'a name of at most 128 characters',
    }),
    openid: described(textOrNone(isModelName), {
      description: 'Client id with which people sign in with an OpenID provider; the secret is in OPENID_CLIENT_SECRET',
      expects: 'a name of at most 128 characters',
    }),
    openidIssuer: described(textOrNone(isIssuer), {
      description: 'Address of that provider, as its own documentation calls the issuer',
      expects: 'an https address such as https://id.example.org',
    }),
    joining: described(choice(JOINING, 'invited'), {
      description: 'Who gets an account that way: people with an invite, or anybody (as a translator, who may propose)',
    }),
  },
})

const VALUES = {
  host: described(text('127.0.0.1'), {
    description: 'Address to listen on; any but loopback needs TLS, trusted_proxy or allow_insecure_http',
    expects: 'an address or host name',
  }),
  port: described(integer(0, 65_535, 8787), { description: 'Port to listen on; 0 picks a free one' }),
  data: described(text('windrow-data'), { description: 'Folder of the store', expects: 'a folder', isPath }),
  workers: described(integer(1, 64, 1), { description: 'Processes that answer requests' }),
  keyPrefix: described(
    text('wdr_', (value) => /^[a-z0-9]{3}_$/.test(value)),
    {
      description:
        'First four characters of every API key; set it to that of your bots to keep their keys. Keys that begin differently stop working',
      expects: 'exactly 3 lowercase letters or digits and an underscore',
    },
  ),
  tls: {
    cert: described(textOrNone(), { description: 'Certificate chain for HTTPS (PEM)', expects: 'a file', isPath }),
    key: described(textOrNone(), { description: 'Private key of the certificate (PEM)', expects: 'a file', isPath }),
  },
  trustedProxy: described(list(isNetwork), {
    description: 'Addresses or networks of HTTPS proxies in front of windrow; only they (and loopback) may connect',
    expects: 'a list of addresses or networks such as 10.0.0.7 or 10.0.0.0/8',
  }),
  publicNames: described(list(isHostName), {
    description: "Names of the site, besides this machine's own; needed behind a proxy",
    expects: 'a list of host names such as words.example.org',
  }),
  allowInsecureHttp: described(flag(false), {
    description: "Listen on addresses other than this machine's own, although keys then travel unencrypted",
  }),
  game: described(textOrNone(), {
    description: "Folder of the game's text files, if windrow does not find it",
    expects: 'a folder',
    isPath,
  }),
  noOpen: described(flag(false), { description: 'Never open a browser when a person starts windrow' }),
  browser: described(textOrNone(), {
    description: 'Program to open the site with when a person starts windrow, instead of the default browser',
    expects: 'a program',
  }),
  logLevel: described(choice(LOG_LEVELS, 'info'), { description: 'How much is logged on stderr' }),
  ...OF_SERVICES,
} as const

type ValueOf<T> = T extends Rule<infer V> ? V : { readonly [Member in keyof T]: ValueOf<T[Member]> }

/** The configuration as it is after loading, when all paths are absolute. */
export type Config = ValueOf<typeof VALUES> & {
  /** False: the environment has API_V1_ENABLED=false. API v1 can be off by the setting `api_v1_enabled`, too. */
  readonly apiV1EnabledByEnvironment: boolean
}

type LeafRule = Rule<string | number | boolean | readonly string[] | null> & Facts

export interface Leaf extends LeafRule {
  /** The value's name in a config file, such as `tls.cert`. */
  readonly name: string
  /** The names of the members that lead to the value from the root of `Config`. */
  readonly path: readonly string[]
  /** The name of the variable, such as `WINDROW_TLS_CERT`. */
  readonly env: string
  /** The name of the option without its dashes, such as `tls-cert`. */
  readonly option: string
}

export const LEAVES: readonly Leaf[] = leavesOf(VALUES, [])

function leavesOf(values: object, path: readonly string[]): Leaf[] {
  return Object.entries(values).flatMap(([member, value]: [string, LeafRule | object]) => {
    const here = [...path, member]
    return 'accepts' in value ? [leafOf(value, here)] : leavesOf(value, here)
  })
}

function leafOf(valueRule: LeafRule, path: readonly string[]): Leaf {
  const name = path.map(snakeCased).join('.')
  const spelled = name.replace('.', '_')
  return {
    ...valueRule,
    name,
    path,
    env: `WINDROW_${spelled.toUpperCase()}`,
    option: spelled.replaceAll('_', '-'),
  }
}

function snakeCased(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
