// The shape of an answer that may be refused. Expected refusals are values of this type, faults are exceptions
// (docs/architecture.md#ideas-that-carry-it, 4); what a refusal carries is up to the function that gives it.

interface Ok<T> {
  readonly ok: true
  readonly value: T
}

interface Refused<R> {
  readonly ok: false
  readonly refusal: R
}

export type Result<T, R> = Ok<T> | Refused<R>

/** Wraps a value as the good answer. */
export function ok(): Ok<undefined>
export function ok<T>(value: T): Ok<T>
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value }
}

/** Wraps what a caller must know about a refusal. */
export function refuse<R>(refusal: R): Refused<R> {
  return { ok: false, refusal }
}
