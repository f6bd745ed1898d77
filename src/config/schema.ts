// Every value of the configuration: how the process runs. How the service behaves (limits, quotas, the gate) are
// settings; they live in the store, and no name is both.
// From this one schema come the loader, the options of `serve`, config.example.json and the README's table.
// Members are camelCase here and snake_case for people: `tls.cert` is WINDROW_TLS_CERT and --tls-cert.
import { z } from 'zod'
import { LOG_LEVELS } from '../base/log.ts'
import { isNetwork } from './network.ts'

interface Facts {
  readonly description: string
  /** What a good value is, where type and range don't say it. */
  readonly expects?: string
  readonly unit?: string
  /** A path: relative ones count from the working directory, in a config file from that file's folder. */
  readonly isPath?: true
}

const facts = z.registry<Facts>()

const text = z.string().min(1).max(4096)
const isPath = true
const seconds = (min: number, max: number) => z.int().min(min).max(max)

export const ConfigSchema = z.strictObject({
  host: text.default('127.0.0.1').register(facts, {
    description: 'Address to listen on; other than loopback only with TLS, trusted_proxy or allow_insecure_http',
    expects: 'an address or host name',
  }),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(8787)
    .register(facts, { description: 'Port to listen on; 0 picks a free one' }),
  data: text
    .default('windrow-data')
    .register(facts, { description: 'Folder of the store', expects: 'a folder', isPath }),
  workers: z.int().min(1).max(64).default(1).register(facts, {
    description: 'Processes that answer requests',
  }),
  keyPrefix: z
    .string()
    .regex(/^[a-z0-9]{3}_$/)
    .default('wdr_')
    .register(facts, {
      description: 'First four characters of every API key; change it to keep the keys of existing bots',
      expects: 'exactly 3 lowercase letters or digits and an underscore',
    }),
  tls: z.strictObject({
    cert: text.nullable().default(null).register(facts, {
      description: 'Certificate chain for HTTPS (PEM)',
      expects: 'a file',
      isPath,
    }),
    key: text.nullable().default(null).register(facts, {
      description: 'Private key of the certificate (PEM)',
      expects: 'a file',
      isPath,
    }),
  }),
  trustedProxy: z.array(z.string().refine(isNetwork)).max(256).default([]).register(facts, {
    description: 'Addresses or networks of HTTPS proxies in front of windrow; only they (and loopback) may connect',
    expects: 'a list of addresses or networks such as 10.0.0.7 or 10.0.0.0/8',
  }),
  allowInsecureHttp: z.boolean().default(false).register(facts, {
    description: 'Listen on other than loopback addresses without any protection of the keys on their way',
  }),
  logLevel: z.enum(LOG_LEVELS).default('info').register(facts, { description: 'How much is logged on stderr' }),
  headersTimeout: seconds(1, 600).default(30).register(facts, {
    description: "Time for a request's headers to arrive",
    unit: 'seconds',
  }),
  requestTimeout: seconds(1, 86_400).default(900).register(facts, {
    description: 'Time for a whole request to arrive, uploads of game files included',
    unit: 'seconds',
  }),
  keepAliveTimeout: seconds(1, 3_600).default(65).register(facts, {
    description: 'Time an idle connection stays open',
    unit: 'seconds',
  }),
  connectionsMax: z.int().min(1).max(1_000_000).default(10_000).register(facts, {
    description: 'Connections open at once in one process; further ones are closed',
  }),
})

/** The configuration of a running process. Paths are absolute once it was loaded. */
export interface Config extends z.infer<typeof ConfigSchema> {
  /** False when the environment says API_V1_ENABLED=false; the setting `api_v1_enabled` can switch v1 off as well. */
  readonly apiV1EnabledByEnvironment: boolean
}

export type LeafKind = 'text' | 'integer' | 'flag' | 'choice' | 'list'

/** One value of the configuration, with all its names. */
export interface Leaf extends Facts {
  /** As people write it: `tls.cert`. */
  readonly name: string
  /** Member names from the root of `Config`. */
  readonly path: readonly string[]
  /** `WINDROW_TLS_CERT`. */
  readonly env: string
  /** `tls-cert`, without the dashes. */
  readonly option: string
  readonly kind: LeafKind
  readonly expects: string
  readonly schema: z.ZodType
  readonly defaultValue: string | number | boolean | readonly string[] | null
  readonly choices: readonly string[]
  readonly min: number
  readonly max: number
}

/** Every value of the configuration, in the order of the schema. */
export const LEAVES: readonly Leaf[] = leavesOf(ConfigSchema, [])

function leavesOf(schema: z.ZodObject, path: readonly string[]): Leaf[] {
  return Object.entries(schema.shape).flatMap(([member, part]) => {
    const here = [...path, member]
    return part instanceof z.ZodObject ? leavesOf(part, here) : [leafOf(part as z.ZodType, here)]
  })
}

function leafOf(schema: z.ZodType, path: readonly string[]): Leaf {
  const told = facts.get(schema)
  if (told === undefined) throw new Error(`the configuration value ${path.join('.')} has no description`)
  const name = path.map(snakeCased).join('.')
  const spelled = name.replace('.', '_')
  const bare = unwrapped(schema)
  const shape = shapeOf(bare)
  return {
    ...shape,
    ...told,
    expects: told.expects ?? shape.expects,
    name,
    path,
    env: `WINDROW_${spelled.toUpperCase()}`,
    option: spelled.replaceAll('_', '-'),
    schema,
    defaultValue: schema.parse(undefined) as Leaf['defaultValue'],
  }
}

function shapeOf(bare: z.ZodType): Pick<Leaf, 'kind' | 'expects' | 'choices' | 'min' | 'max'> {
  const none = { choices: [], min: 0, max: 0 }
  if (bare instanceof z.ZodNumber) {
    const [min, max] = [bare.minValue ?? 0, bare.maxValue ?? Number.MAX_SAFE_INTEGER]
    return { ...none, kind: 'integer', expects: `a whole number from ${min} to ${max}`, min, max }
  }
  if (bare instanceof z.ZodBoolean) return { ...none, kind: 'flag', expects: 'true or false' }
  if (bare instanceof z.ZodArray) return { ...none, kind: 'list', expects: 'a list' }
  if (bare instanceof z.ZodEnum) {
    const choices = bare.options.map(String)
    return { ...none, kind: 'choice', expects: `one of ${choices.join(', ')}`, choices }
  }
  return { ...none, kind: 'text', expects: 'a text' }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}

function snakeCased(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
