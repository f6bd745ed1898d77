// Arguments of a tool as its schema means them. Some clients send numbers, switches, lists and objects as strings, and null for what
// they leave out; without this, a batch of texts would travel twice.
import * as z from 'zod'
import { bodyPartsMax } from '../domain/limits.ts'
import type { Tool } from './tool.ts'

/** Reads what a client sent before the schema of the tool looks at it, and names arguments that the tool does not have. */
export const argumentsOf = ({ name, arguments: schema }: Tool) =>
  z.preprocess((given, context) => {
    const args = meant(schema, given ?? {})
    const unknown = Object.keys(isRecord(args) ? args : {}).filter((key) => !Object.hasOwn(schema.shape, key))
    if (unknown.length > 0) {
      const known = Object.keys(schema.shape).join(', ')
      context.addIssue({ code: 'custom', message: `${name} has no argument ${unknown.join(', ')}; it takes ${known}` })
    }
    return args
  }, schema)

interface Definition {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly catchall?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** By the type of a schema: the meaning of a value. Types without a row here, and values that fit no row, stay as they are. */
const MEANINGS: Readonly<Record<string, (of: Definition, value: unknown) => unknown>> = {
  optional: inner,
  default: inner,
  number: (_, value) => (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
  boolean: (_, value) => (value === 'true' ? true : value === 'false' ? false : value),
  array: ({ element }, value) => {
    const list = parsed(value)
    return Array.isArray(list) ? list.map((each) => meant(element, each)) : value
  },
  record: ({ valueType }, value) => members(parsed(value), () => valueType) ?? value,
  object: ({ shape = {}, catchall }, value) =>
    members(parsed(value), (key) => (Object.hasOwn(shape, key) ? shape[key] : catchall)) ?? value,
}

const meant = (schema: z.core.$ZodType | undefined, value: unknown): unknown => {
  const of = schema?._zod.def as Definition | undefined
  return of === undefined ? value : (MEANINGS[of.type]?.(of, value) ?? value)
}

function inner({ innerType }: Definition, value: unknown): unknown {
  return meant(innerType, value)
}

const members = (value: unknown, schemaOf: (key: string) => z.core.$ZodType | undefined): object | null =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, each]) => {
          const schema = schemaOf(key)
          const isLeftOut = each === null && ['optional', 'default'].includes(schema?._zod.def.type ?? '')
          return isLeftOut ? [] : [[key, meant(schema, each)]]
        }),
      )
    : null

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON in a string keeps to the bounds of a body: its parts are counted, and half a surrogate pair is none of its text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || (value.match(/[[{,"]/g)?.length ?? 0) > bodyPartsMax) return value
  try {
    const json: unknown = JSON.parse(value)
    return /\\u[dD][89a-fA-F]/.test(JSON.stringify(json)) ? value : json
  } catch {
    return value
  }
}
