// Forms: each a zod schema, checked by zod-validator after answer-visit.ts has admitted the form.
import { zValidator } from '@hono/zod-validator'
import type { Hono, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import type { HttpEnv } from '../http/request-target.ts'
import { changeRefusedPage } from './parts/refusals.ts'
import { type OpenVisit, storedText, wholeNumber } from './visit.ts'

declare module 'hono' {
  interface ContextVariableMap {
    visit: OpenVisit
  }
}

type Answer = Response | Promise<Response>

export type Enter = MiddlewareHandler<HttpEnv>

export interface Form<V extends OpenVisit> {
  /** The answer if the schema refuses a field. */
  readonly refused: (visit: V, error: string) => Answer
  readonly mount: (site: Hono<HttpEnv>, path: string, enter: Enter) => void
}

export function form<S extends z.ZodType, V extends OpenVisit>(
  schema: S,
  act: (visit: V, fields: z.output<S>) => Answer,
  refused: Form<V>['refused'] = (visit, error) => changeRefusedPage(visit, error, 422),
): Form<V> {
  const check = zValidator('form', schema, (read, c) =>
    read.success ? undefined : refused(c.get('visit') as V, read.error.issues[0]?.message ?? ''),
  )
  return {
    refused,
    mount: (site, path, enter) =>
      void site.post(path, enter, check, (c) => act(c.get('visit') as V, c.req.valid('form'))),
  }
}

/** A field sent more than once counts by its first value. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[])[0] : value)
const exact = z.preprocess(firstOf, z.string().default(''))
const text = exact.transform(storedText)

export const takes = {
  /** The text has the store's line ends. */
  text,
  /** Null: not sent. */
  textIfSent: z
    .preprocess(firstOf, z.string().optional())
    .transform((sent) => (sent === undefined ? null : storedText(sent))),
  line: text.transform((sent) => sent.trim()),
  exact,
  exactIfSent: z.preprocess(firstOf, z.string().optional()),
  /** Null: anything but a whole number. */
  whole: text.transform(wholeNumber),
  tick: exact.transform((sent) => sent === 'on'),
  many: z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? (value ?? []) : [value]),
    z.array(z.string()),
  ),
  choice: <const T extends string>(allowed: readonly T[], said: { readonly error: string }) =>
    z.preprocess(firstOf, z.enum(allowed as [T, ...T[]], said)),
  /** The first choice for a value that is not allowed. */
  choiceOr: <const T extends string>(allowed: readonly [T, ...T[]]) =>
    exact.transform((sent) => allowed.find((each) => each === sent) ?? allowed[0]),
  /** Null: missing, or equal to its hidden `was NAME`, so that two people who save a page keep each other's changes. */
  changed: <const N extends string>(names: readonly N[]) =>
    z.record(z.string(), z.preprocess(firstOf, z.string())).transform((sent) => {
      const changes = names.map((name) => {
        const now = sent[name] === undefined ? undefined : storedText(sent[name]).trim()
        return [name, now === undefined || now === sent[`was ${name}`] ? null : now]
      })
      return Object.fromEntries(changes) as Readonly<Record<N, string | null>>
    }),
} as const
