// The type of what may be refused: an expected refusal is a value of it, a fault is an exception
// (docs/makers/architecture.md#ideas-that-carry-it, 4).

interface Ok<T> {
  readonly ok: true
  readonly value: T
}

interface Refused<R> {
  readonly ok: false
  readonly refusal: R
}

export type Result<T, R> = Ok<T> | Refused<R>

export function ok(): Ok<undefined>
export function ok<T>(value: T): Ok<T>
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value }
}

export function refuse<R>(refusal: R): Refused<R> {
  return { ok: false, refusal }
}
