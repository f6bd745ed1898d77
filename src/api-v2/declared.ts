// An address of API v2 is declared once, beside its work: place, query, body, answer, and what the OpenAPI document says of it.
// Here are those without a body. No zod is loaded: commands that only read rows load their addresses through this file.
import type * as z from 'zod'
import type { Answer } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import { LIST_PARAMETERS } from '../api-v1/parameters.ts'
import { limitOf, oneOf, parametersOf } from '../api-v1/query.ts'
import type { AskingRoute, Call, Route } from '../api-v1/visit.ts'
import type { App } from '../app/app.ts'
import { unknownLabelIn } from '../app/labels/read-labels.ts'
import { unknownOfficial } from '../app/rows/official-of-rows.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import { rawQuery } from '../http/request-target.ts'

export type Json = Readonly<Record<string, unknown>>
type Values = ReadonlyMap<string, string>

/** A parameter as the OpenAPI document shows it. */
export interface Described {
  readonly description?: string
  /** The values that it may have, as a JSON Schema. */
  readonly schema: Json
  readonly required?: true
}
interface Parameter<T> extends Described {
  /** Reads the parameter's value, and adds what is wrong with it to `faults`. */
  readonly read: (value: string | undefined, faults: Fault[], name: string) => T
}

export interface Query<Q> {
  readonly parameters: Readonly<Record<string, Described>>
  /** Names of parameters that are also taken but not listed in the document, because its `filter` has them. */
  readonly also?: readonly string[]
  readonly read: (values: Values, faults: Fault[]) => Q
}

export type QueryOf<T> = T extends Query<infer Q> ? Q : never

/** A query whose parameters are read one by one, in their order. */
export const each = <Q extends object>(parameters: { readonly [N in keyof Q]: Parameter<Q[N]> }): Query<Q> => ({
  parameters,
  read: (values, faults) =>
    Object.fromEntries(
      Object.entries<Parameter<unknown>>(parameters).map(([name, { read }]) => [
        name,
        read(values.get(name), faults, name),
      ]),
    ) as Q,
})

const NO_QUERY: Query<object> = each({})

export const LIMIT: Parameter<number> = { ...LIST_PARAMETERS.limit, read: limitOf }

/** A parameter that is a whole number. `refusal` says what it must be; without it, the fault names the bounds. */
export const whole = (
  { min, max, absent, refusal }: { min: number; max: number; absent: number; refusal?: string },
  described: Described,
): Parameter<number> => ({
  ...described,
  read: (value, faults, field) => {
    if (value === undefined) return absent
    const number = /^\d{1,10}$/.test(value) ? Number(value) : -1
    if (number >= min && number <= max) return number
    const message = refusal ?? `must be a whole number from ${min} to ${max}`
    faults.push({ field, message, allowed: { min, max } })
    return absent
  },
})

export const afterPage = (refusal?: string, max = 0xffff_ffff): Parameter<number> =>
  whole(
    { min: 0, max, absent: 0, ...(refusal !== undefined && { refusal }) },
    { description: 'meta.next of the page before', schema: { type: 'integer', minimum: 0, default: 0 } },
  )
export const AFTER = afterPage()

export const choice = <T extends string>(allowed: readonly T[], absent: NoInfer<T>): Parameter<T> => ({
  schema: { enum: allowed, default: absent },
  read: (value, faults, name) => oneOf(name, allowed, value, absent, faults),
})

/** Where an address is, and what a key needs for it. Without `needs` that is `rows:read`, as for most. */
type Place = Pick<AskingRoute, 'name' | 'path'> & Partial<Pick<AskingRoute, 'needs'>>

/** What the OpenAPI document says of an address beside its query and body. */
export interface Said {
  readonly summary: string
  readonly description?: string
  readonly example?: Json
  /** The answer's shape. Where no zod may be loaded it stands in src/openapi/answers.ts. */
  readonly gives?: z.ZodType
}
export type Declaring = Place & Said

export type Declared = Route &
  Said & {
    readonly parameters?: Query<unknown>['parameters']
    readonly body?: z.ZodObject
    readonly header?: 'required' | 'optional' | 'ignored'
  }

interface OfFilter {
  readonly filter?: WorkFilter | null
  readonly official?: readonly string[] | null
}

/**
 * A label that does not exist is a fault: a client would take its empty list for finished work. So is a language
 * without official texts.
 */
function unknownNames(app: App, { filter = null, official = null }: OfFilter): Fault[] {
  const label = filter === null ? null : unknownLabelIn(app, filter)
  const language = unknownOfficial(app, official ?? [])
  return [
    ...(label === null ? [] : [{ field: 'label', message: label }]),
    ...(language === null ? [] : [{ field: 'official', ...language }]),
  ]
}

/** Reads a query, and adds all its faults to `faults`. */
export function queried<Q extends object>({ app, request, env }: Call, query: Query<Q>, faults: Fault[]): Q {
  const { also = [], parameters, read } = query
  const known = [...Object.keys(parameters).filter((name) => !also.includes(name)), ...also]
  const asked = read(parametersOf(rawQuery(request, env), known, faults), faults)
  faults.push(...unknownNames(app, asked))
  return asked
}

/** Declares an address without a body. `run` gets a valid query only; any other is refused with all its faults. */
export function asking<Q extends object>({
  query = NO_QUERY as Query<Q>,
  run,
  ...declared
}: Declaring & {
  readonly method?: 'DELETE'
  /** The query's parameters. Absent: the address takes none. */
  readonly query?: Query<Q>
  readonly run: (call: Call, query: Q) => Answer | Promise<Answer>
}): Declared {
  const answer = (call: Call): Answer | Promise<Answer> => {
    const faults: Fault[] = []
    const asked = queried(call, query, faults)
    return faults.length > 0 ? invalidRequest(faults) : run(call, asked)
  }
  return { method: 'GET', needs: 'rows:read', ...declared, parameters: query.parameters, answer }
}
