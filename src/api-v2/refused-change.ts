// What every change may be refused for, and the sentences of refusals.
import { type Answer, failure, retryAfter, turnedAway } from '../api-v1/answer.ts'
import type { Lapse } from '../app/people/readmit.ts'
import type { PeoplesRefusal } from '../app/refusal.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'
import { lockRetryAfterSeconds } from '../domain/limits.ts'

export function sentenceOf(refusal: PeoplesRefusal): string {
  const said = sentenceFor('tools', refusal)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

/** The store could not take the change, or the key may not act any more. */
export function notDone(code: 'busy' | 'save_failed' | Lapse): Answer {
  if (code === 'busy') return failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) })
  if (code === 'save_failed') return failure('save_failed')
  // Only a session on the site can be signed out; a key cannot.
  return turnedAway(code === 'signed_out' ? 'invalid_key' : code)
}
