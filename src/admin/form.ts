// Forms: each a zod schema, which checks the fields that answer-visit.ts has read and admitted.
import * as z from 'zod'
import { changeRefusedPage } from './parts/refusals.ts'
import { type OpenVisit, storedText, wholeNumber } from './visit.ts'

type Answer = Response | Promise<Response>

/** `refused`: the answer if the schema refuses a field. */
export const form =
  <S extends z.ZodType, V extends OpenVisit>(
    schema: S,
    act: (visit: V, fields: z.output<S>) => Answer,
    refused: (visit: V, error: string) => Answer = (visit, error) => changeRefusedPage(visit, error, 422),
  ) =>
  (visit: V): Answer => {
    const read = schema.safeParse(membersOf(visit.form))
    return read.success ? act(visit, read.data) : refused(visit, read.error.issues[0]?.message ?? '')
  }

/** A list for a field sent more than once. */
function membersOf(fields: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  const members = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of fields) {
    const before = members[name]
    if (Array.isArray(before)) before.push(value)
    else members[name] = before === undefined ? value : [before, value]
  }
  return members
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
