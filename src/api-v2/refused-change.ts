// Refusals that every change may get, and the sentences of refusals.
import { type Answer, failure, retryAfter, turnedAway } from '../api-v1/answer.ts'
import type { NotWritten } from '../app/change.ts'
import type { PeoplesRefusal } from '../app/refusal.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'
import { lockRetryAfterSeconds } from '../domain/limits.ts'

export function sentenceOf(refusal: PeoplesRefusal): string {
  const said = sentenceFor('tools', refusal)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

const NOT_DONE: Readonly<Record<NotWritten['code'], () => Answer>> = {
  busy: () => failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) }),
  save_failed: () => failure('save_failed'),
  invalid_key: () => turnedAway('invalid_key'),
  key_inactive: () => turnedAway('key_inactive'),
  account_inactive: () => turnedAway('account_inactive'),
  signed_out: () => turnedAway('signed_out'),
}

/** The answer when the store could not take the change, or the key may not act any more. */
export const notDone = ({ code }: NotWritten): Answer => NOT_DONE[code]()
export const isNotDone = (refusal: { readonly code: string }): refusal is NotWritten =>
  Object.hasOwn(NOT_DONE, refusal.code)
