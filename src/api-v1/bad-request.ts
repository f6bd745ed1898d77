// Lists all faults of a request in `details.errors` of `invalid_request` (docs/api-v1.md#failures).
import { type Answer, failure } from './answer.ts'

export type Allowed = readonly string[] | { readonly min: number; readonly max: number }

export interface Fault {
  /** A parameter's name, `header`, `body`, or a path such as `items[3].provider`. */
  readonly field: string
  readonly message: string
  readonly allowed?: Allowed
}

/** The most faults that an answer lists: a body of 16 MiB may have a million. */
const faultsListedMax = 1000
const fieldLengthMax = 200
/** The most bytes for the names of all listed fields; this keeps the answer below a mebibyte. */
const fieldBytesMax = 256 * 1024

const listed = (fault: Fault): Fault =>
  fault.field.length <= fieldLengthMax
    ? fault
    : { ...fault, field: fault.field.slice(0, fieldLengthMax).toWellFormed() }

function listedOf(faults: readonly Fault[]): readonly Fault[] {
  const list: Fault[] = []
  let bytes = 0
  for (const fault of faults) {
    const short = listed(fault)
    bytes += Buffer.byteLength(JSON.stringify(short.field))
    if (list.length === faultsListedMax || bytes > fieldBytesMax) break
    list.push(short)
  }
  return list
}

/** `isAll` is false if the body was not read to its end, so that it may have more faults. `details` are added to the answer. */
export function invalidRequest(
  faults: readonly Fault[],
  details: Readonly<Record<string, unknown>> = {},
  isAll = true,
): Answer {
  const [first] = faults
  const others = faults.length - 1
  const more = others > 0 ? ` (and ${isAll ? '' : 'at least '}${others} more, see details.errors)` : ''
  return failure('invalid_request', {
    ...(first !== undefined && { message: `${listed(first).field}: ${first.message}${more}` }),
    details: { errors: listedOf(faults), ...details },
  })
}
