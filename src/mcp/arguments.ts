// Arguments of a tool as its schema means them. Some clients send numbers, switches, lists and objects as strings, and null for what
// they leave out; without this, a batch of texts would travel twice. What a client sent is read before the schema of the tool looks at it.
// Names that the tool does not have are named, in objects within objects too: passed over, they would look as if they had worked.
import * as z from 'zod'
import { nearestName } from '../base/nearest-name.ts'
import { bodyPartsMax } from '../domain/limits.ts'
import type { Tool } from './tool.ts'

/** Of an unknown name, in characters. */
const namedMax = 100

export const argumentsOf = ({ name, arguments: schema }: Tool) =>
  z.preprocess((given, context) => {
    const told = (unknown: string, known: readonly string[]): void => {
      const nearest = nearestName(unknown, known)
      const meant = nearest === null ? '' : ` (did you mean ${nearest}?)`
      const message = `${name} has no argument ${unknown.slice(0, namedMax)}${meant}; it takes ${known.join(', ')}`
      context.addIssue({ code: 'custom', message })
    }
    return meant(schema, given ?? {}, told)
  }, schema)

/** Is called with an unknown name and the names that are known. */
type Told = (unknown: string, known: readonly string[]) => void

interface Definition {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly catchall?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** By the type of a schema: the meaning of a value. Types without a row here, and values that fit no row, stay as they are. */
const MEANINGS: Readonly<Record<string, (of: Definition, value: unknown, told: Told) => unknown>> = {
  optional: inner,
  default: inner,
  string: (_, value) => (typeof value === 'number' ? String(value) : value),
  number: (_, value) => (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
  boolean: (_, value) => (typeof value === 'string' ? (SWITCHES[value.trim().toLowerCase()] ?? value) : value),
  array: ({ element }, value, told) => {
    const list = parsed(value)
    return Array.isArray(list) ? list.map((each) => meant(element, each, told)) : value
  },
  record: ({ valueType }, value, told) => members(parsed(value), () => valueType, told) ?? value,
  object: ({ shape = {}, catchall }, value, told) => {
    const schemaOf = (key: string) => {
      if (Object.hasOwn(shape, key)) return shape[key]
      if (catchall === undefined) told(key, Object.keys(shape))
      return catchall
    }
    return members(parsed(value), schemaOf, told) ?? value
  },
}

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, false: false }

function meant(schema: z.core.$ZodType | undefined, value: unknown, told: Told): unknown {
  const of = schema?._zod.def as Definition | undefined
  return of === undefined ? value : (MEANINGS[of.type]?.(of, value, told) ?? value)
}

function inner({ innerType }: Definition, value: unknown, told: Told): unknown {
  return meant(innerType, value, told)
}

function members(
  value: unknown,
  schemaOf: (key: string) => z.core.$ZodType | undefined,
  told: Told,
): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, meant(schemaOf(key), each, told)]])),
  )
}

/** Reads JSON that came in a string, within the bounds of a body: its parts are counted, and half a surrogate pair is refused. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || (value.match(/[[{,"]/g)?.length ?? 0) > bodyPartsMax) return value
  try {
    const json: unknown = JSON.parse(value)
    return /\\u[dD][89a-fA-F]/.test(JSON.stringify(json)) ? value : json
  } catch {
    return value
  }
}
