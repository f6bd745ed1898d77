// The site's status and sentence for a refusal of a use case or of a form.
import type { Refusal } from '../../app/refusal.ts'
import { kindOf, type RefusalKind } from '../../app/refusal-sentences.ts'
import { crowdedRetryAfterSeconds } from '../../app/people/sign-in.ts'
import type { Said } from '../visit.ts'
import { say, told } from '../language/say.ts'
import { tellRefusal } from './telling.ts'

type Status = Said['status']

const STATUSES = {
  not_found: 404,
  entry_not_found: 404,
  no_revision: 404,
  not_allowed: 403,
  role_too_low: 403,
  own_proposal: 403,
  signed_out: 403,
  account_inactive: 403,
  invalid_key: 403,
  key_inactive: 403,
  invalid: 422,
  gate: 422,
  waived: 422,
  no_reason: 422,
  conflict: 409,
  not_pending: 409,
  version_changed: 409,
  stale_source: 409,
  head_changed: 409,
  no_head: 409,
  written_since: 409,
  of_somebody_else: 409,
  not_reviewed: 409,
  proposed_again: 409,
  active_proposal_exists: 409,
  client: 409,
  busy: 503,
  save_failed: 503,
  crowded: 503,
} as const satisfies Record<RefusalKind, Status>

/** Refusals that a form gives before its use case runs. */
const OF_FORMS = {
  passwords_differ: { kind: 'invalid', said: 'the two passwords differ; type the new one twice' },
  reason_too_long: { kind: 'no_reason', said: 'a reason has at most 4000 characters' },
  source_of_before: { kind: 'stale_source', said: 'the source has just changed; look at the new one and decide again' },
  form_sent_twice: {
    kind: 'conflict',
    said: 'this form was already sent, and its secret was shown once; if it is lost, revoke the key and make another',
  },
  many_gate: { kind: 'gate', said: 'the checks find an error in the text' },
  foreign_text: { kind: 'of_somebody_else', said: 'somebody else approved the text' },
  of_old_source: { kind: 'conflict', said: 'the source has changed; the text must be translated again' },
  unclear_form: { kind: 'conflict', said: 'the case or number of the old translation is not clear there' },
  changed_since: { kind: 'conflict', said: 'the text has changed since it was counted' },
  steps_forgotten: { kind: 'not_found', said: 'this can no longer be undone here; look under Take back' },
} as const satisfies Record<string, { readonly kind: RefusalKind; readonly said: string }>

export interface FormRefusal {
  readonly code: keyof typeof OF_FORMS
}

const isOfForm = (refusal: Refusal | FormRefusal): refusal is FormRefusal => refusal.code in OF_FORMS

export const kindOfAny = (refusal: Refusal | FormRefusal): RefusalKind =>
  isOfForm(refusal) ? OF_FORMS[refusal.code].kind : kindOf(refusal)

export const statusOf = (refusal: Refusal | FormRefusal): Status => STATUSES[kindOfAny(refusal)]

export const saidOf = (refusal: Refusal | FormRefusal): string =>
  isOfForm(refusal) ? told(OF_FORMS[refusal.code].said) : tellRefusal(refusal)

/** With the header Retry-After, if there is a time to wait. */
export const answerTo = (refusal: Refusal | FormRefusal): Said => ({
  error: saidOf(refusal),
  status: statusOf(refusal),
  ...(refusal.code === 'crowded' && { headers: { 'Retry-After': String(crowdedRetryAfterSeconds) } }),
})

export const throttled = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  ({
    status: 429,
    error: say`too many attempts; wait ${Math.ceil(retryAfterSeconds / 60)} min and try again`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }) as const
