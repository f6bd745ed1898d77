// Lists the faults of a body, from the issues that zod finds and a table of members (docs/api-v1.md#failures).
import type * as z from 'zod'
import type { JsonObject } from '../http/json-body.ts'
import type { Allowed, Fault } from './bad-request.ts'

interface MemberFacts {
  /** What a member must be: the words after `must be`. */
  readonly expects: string
  readonly allowed?: Allowed
}

/** What each member must be, by its name. `name[]` stands for what a list holds; without such an entry that is an object. */
export type Facts = Readonly<Record<string, MemberFacts>>

export interface BodyShape {
  readonly facts: Facts
  readonly membersAt: (path: readonly PropertyKey[]) => readonly string[]
}

export function faultAt(facts: Facts, field: string, member: string, isAbsent: boolean): Fault {
  const { expects, allowed } = facts[member] ?? { expects: 'an object' }
  const message = isAbsent ? `is required: ${expects}` : `must be ${expects}`
  return allowed === undefined ? { field, message } : { field, message, allowed }
}

export function faultsOf(
  error: Pick<z.ZodError, 'issues'>,
  body: JsonObject,
  { facts, membersAt }: BodyShape,
): Fault[] {
  return error.issues.flatMap((issue) => {
    const field = fieldOf(issue.path)
    if (issue.code !== 'unrecognized_keys') {
      const member = issue.path.at(-1)
      const name = typeof member === 'string' ? member : `${String(issue.path.at(-2))}[]`
      return [faultAt(facts, field, name, isAbsentAt(body, issue.path))]
    }
    return unknownFaults(issue.keys, field, membersAt(issue.path))
  })
}

/** Finds unknown members of a batch and its items, also in a damaged body. */
export function unknownMembers(body: JsonObject, { membersAt }: BodyShape): Fault[] {
  const others = (value: object, known: readonly string[]): string[] =>
    Object.keys(value).filter((name) => !known.includes(name))
  const [known, knownOfItems] = [membersAt([]), membersAt(['items', 0])]
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  return [
    ...unknownFaults(others(body, known), '', known),
    ...items.flatMap((value, i) =>
      typeof value === 'object' && value !== null
        ? unknownFaults(others(value, knownOfItems), `items[${i}]`, knownOfItems)
        : [],
    ),
  ]
}

function unknownFaults(names: readonly string[], field: string, known: readonly string[]): Fault[] {
  const message = `unknown member; known are ${known.join(', ')}`
  return names.map((name) => ({ field: field === '' ? name : `${field}.${name}`, message, allowed: known }))
}

/** A path as faults show it, such as `items[3].provider`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`
    return field === '' ? String(step) : `${field}.${String(step)}`
  }, '')
}

function isAbsentAt(body: JsonObject, path: readonly PropertyKey[]): boolean {
  let value: unknown = body
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return true
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return false
}
