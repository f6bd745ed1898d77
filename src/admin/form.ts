// Forms: each a zod schema, which checks the fields that answer-visit.ts has read and admitted.
import * as z from 'zod'
import type { Refusal } from '../app/refusal.ts'
import { refuse } from '../base/result.ts'
import { answerTo, type FormRefusal } from './parts/refusal-status.ts'
import { changeRefusedPage } from './parts/refusals.ts'
import { type OpenVisit, type Said, storedText, wholeNumber } from './visit.ts'

type Answer = Response | { readonly ok: false; readonly refusal: Refusal | FormRefusal | Said }

/**
 * Makes a page's handler that gets checked fields. What the schema or `act` refuses is said on the page `again`, which has the typed
 * fields in its visit; without one, on a page of its own.
 */
export const form =
  <S extends z.ZodType, V extends OpenVisit>(
    schema: S,
    act: (visit: V, fields: z.output<S>) => Answer | Promise<Answer>,
    again: (visit: V, said: Said) => Response | Promise<Response> = changeRefusedPage,
  ) =>
  async (visit: V): Promise<Response> => {
    const read = schema.safeParse(membersOf(visit.form))
    const answer = read.success ? await act(visit, read.data) : refused(read.error.issues[0]?.message ?? '')
    if (answer instanceof Response) return answer
    const said = 'code' in answer.refusal ? answerTo(answer.refusal) : answer.refusal
    return await again({ ...visit, said }, said)
  }

/** What `act` answers where no use case has the refusal. */
export const refused = (error: string, status: Said['status'] = 422) => refuse<Said>({ error, status })

/** The schema of a form that is one button. */
export const NO_FIELDS = z.object({})

/** The fields by name; one that was sent more than once is a list. */
function membersOf(fields: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  const members = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of fields) {
    const before = members[name]
    if (Array.isArray(before)) before.push(value)
    else members[name] = before === undefined ? value : [before, value]
  }
  return members
}

/** The first value of a field that was sent more than once. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[])[0] : value)
const exact = z.preprocess(firstOf, z.string().default(''))
const text = exact.transform(storedText)

export const takes = {
  /** A text with the line ends of the store. */
  text,
  /** A text; null: the field was not sent. */
  textIfSent: z
    .preprocess(firstOf, z.string().optional())
    .transform((sent) => (sent === undefined ? null : storedText(sent))),
  line: text.transform((sent) => sent.trim()),
  exact,
  exactIfSent: z.preprocess(firstOf, z.string().optional()),
  /** A whole number; null: the field has anything else. */
  whole: text.transform(wholeNumber),
  tick: exact.transform((sent) => sent === 'on'),
  many: z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? (value ?? []) : [value]),
    z.array(z.string()),
  ),
  choice: <const T extends string>(allowed: readonly T[], said: { readonly error: string }) =>
    z.preprocess(firstOf, z.enum(allowed as [T, ...T[]], said)),
  /** One of the allowed values; any other counts as the first of them. */
  choiceOr: <const T extends string>(allowed: readonly [T, ...T[]]) =>
    exact.transform((sent) => allowed.find((each) => each === sent) ?? allowed[0]),
  /** The fields that were changed; null: missing, or equal to the hidden `was NAME`, so that what another person saved is kept. */
  changed: <const N extends string>(names: readonly N[]) =>
    z.record(z.string(), z.preprocess(firstOf, z.string())).transform((sent) => {
      const changes = names.map((name) => {
        const now = sent[name] === undefined ? undefined : storedText(sent[name]).trim()
        return [name, now === undefined || now === sent[`was ${name}`] ? null : now]
      })
      return Object.fromEntries(changes) as Readonly<Record<N, string | null>>
    }),
} as const
