// Addresses of API v2 that take a body. One zod object declares it; from that come the check, the sentence of each fault, and
// its place in the OpenAPI document.
import * as z from 'zod'
import type { Answer } from '../api-v1/answer.ts'
import type { Allowed } from '../api-v1/bad-request.ts'
import type { BodyShape, Facts } from '../api-v1/body-faults.ts'
import { type BodyKind, type Sent, taking } from '../api-v1/sent-body.ts'
import type { Call, Work } from '../api-v1/visit.ts'
import { isHex } from '../base/bytes.ts'
import type { Declared, Declaring } from './declared.ts'

type MemberFacts = Facts[string]
const EXPECTED = z.registry<MemberFacts>()

/** Says what a member must be (the words after `must be`), for a schema for which `expectedOf` has no sentence. */
export const must = <S extends z.ZodType>(schema: S, expects: string, allowed?: Allowed): S => {
  EXPECTED.add(schema, { expects, ...(allowed !== undefined && { allowed }) })
  return schema
}

export const listOf = <S extends z.ZodType>(item: S, of: string, max: number, min: 0 | 1 = 1) => {
  const list = z.array(item).max(max)
  const expects = `a list of ${min === 0 ? 'at most' : '1 to'} ${max} ${of}`
  return must(min === 0 ? list : list.min(1), expects, { min, max })
}

export const rowId = must(
  z
    .string()
    .refine((text) => isHex(text, 16))
    .meta({ pattern: '^[0-9a-fA-F]{16}$' }),
  '16 hex characters',
)
export const lowered = (ids: readonly string[]): readonly string[] => ids.map((id) => id.toLowerCase())

/** A text of one line without control characters, which would break lists and files. */
export function line(max: number, min: 0 | 1 = 0) {
  const text = z
    .string()
    .max(max)
    .refine((sent) => !/\p{Cc}/u.test(sent))
  const expects = `a string of ${min} to ${max} characters without control characters`
  return must(min === 0 ? text : text.refine((sent) => sent.trim() !== ''), expects, { min, max })
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema

function expectedOf(outer: z.ZodType): MemberFacts {
  const schema = unwrapped(outer)
  const said = EXPECTED.get(outer) ?? EXPECTED.get(schema)
  if (said !== undefined) return said
  if (schema instanceof z.ZodEnum) {
    const allowed = schema.options.map(String)
    return { expects: `one of ${allowed.join(', ')}`, allowed }
  }
  if (schema instanceof z.ZodNumber) {
    const [min, max] = [Number(schema.minValue), Number(schema.maxValue)]
    return { expects: `a whole number from ${min} to ${max}`, allowed: { min, max } }
  }
  if (schema instanceof z.ZodBoolean) return { expects: 'true or false' }
  return { expects: schema instanceof z.ZodString ? 'a string' : 'an object' }
}

/** What each member must be, by its name. If an object and a part of it have the same name, the object's entry counts. */
function factsIn(schema: z.ZodType): Facts {
  if (!(schema instanceof z.ZodObject)) return {}
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, outer]) => {
    const member = unwrapped(outer)
    const own = [name, outer] as const
    return member instanceof z.ZodArray ? [own, [`${name}[]`, member.element as z.ZodType] as const] : [own]
  })
  const deeper = members.map(([, member]) => factsIn(unwrapped(member)))
  return Object.assign({}, ...deeper, ...members.map(([name, member]) => ({ [name]: expectedOf(member) }))) as Facts
}

function membersAt(body: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const at = path.reduce<z.ZodType>((outer, step) => {
    const schema = unwrapped(outer)
    if (schema instanceof z.ZodArray) return schema.element as z.ZodType
    return (schema as z.ZodObject).shape[step as string] as z.ZodType
  }, body)
  return Object.keys((unwrapped(at) as z.ZodObject).shape)
}

const shapeOf = (body: z.ZodObject, facts: Facts): BodyShape => ({
  facts: { ...factsIn(body), ...facts },
  membersAt: (path) => membersAt(body, path),
})

type Sending<D> = Declaring & {
  readonly method?: 'PUT'
  readonly body: z.ZodObject & z.ZodType<D>
  /** The schema for calls inside the process, which may send more than a request. */
  readonly inside?: z.ZodType<D>
  /** Whether the header `Idempotency-Key` is needed; absent: it is ignored. */
  readonly header?: 'required' | 'optional'
  /** What members must be whose schema is shared with API v1. */
  readonly facts?: Facts
  readonly moreFaults?: BodyKind<unknown, unknown>['moreFaults']
  readonly run: (call: Call, sent: Sent<D>) => Answer | Promise<Answer>
}

/** Declares an address that takes a body. `run` gets a valid body only; any other is refused with all its faults. */
export function sending<D>({ facts = {}, moreFaults = () => [], inside, run, ...declared }: Sending<D>): Declared {
  const { body, header = 'ignored' } = declared
  const shape = shapeOf(body, facts)
  const reading = (schema: z.ZodType<D>): Work =>
    taking({ schema, shape, header, moreFaults, isBatch: 'items' in body.shape, read: (data) => data }, run)
  const [own, within] = [reading(body), reading(inside ?? body)]
  const takes = (): Work => (visit, id) => (visit.env?.inside === undefined ? own : within)(visit, id)
  return { method: 'POST', needs: 'rows:read', ...declared, takes }
}
