// Faults of a request, collected so that a client learns of all of them at once: `details.errors` of `invalid_request`.
// Spelling of `field` and `allowed`: decisions §6.
import { type Answer, failure } from './answer.ts'

export type Allowed = readonly string[] | { readonly min: number; readonly max: number }

export interface Fault {
  /** A parameter's name, `header`, `body`, or a path such as `items[3].provider`. */
  readonly field: string
  readonly message: string
  readonly allowed?: Allowed
}

/** More are not listed: a body of 16 MiB may hold a million of them. */
const faultsListedMax = 1000
const fieldLengthMax = 200

const listed = (fault: Fault): Fault =>
  fault.field.length <= fieldLengthMax
    ? fault
    : { ...fault, field: fault.field.slice(0, fieldLengthMax).toWellFormed() }

/** 400 `invalid_request` with all faults; `details` beside them where a fault calls for more. */
export function invalidRequest(faults: readonly Fault[], details: Readonly<Record<string, unknown>> = {}): Answer {
  const [first] = faults
  const others = faults.length - 1
  const more = others > 0 ? ` (and ${others} more, see details.errors)` : ''
  return failure('invalid_request', {
    ...(first !== undefined && { message: `${listed(first).field}: ${first.message}${more}` }),
    details: { errors: faults.slice(0, faultsListedMax).map(listed), ...details },
  })
}
