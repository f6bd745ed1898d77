// What the form around a key says: for the profile, and for those who manage people.
import type { AdjustKey } from '../../app/people/manage-keys.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { requestsPerMinuteMax } from '../../domain/limits.ts'
import { ABILITIES, type Ability } from '../../domain/vocabulary.ts'
import { field, isChecked, type Visit, wholeNumber } from '../visit.ts'

const badRate = `requests per minute are a whole number from 1 to ${requestsPerMinuteMax}, or left empty`

/** Abilities that a form ticked under a name such as `grant`. */
const ticked = (visit: Visit, name: string): Ability[] =>
  ABILITIES.filter((ability) => isChecked(visit, `${name} ${ability}`))

/** The change a form asks for; refused with a sentence. */
export function keyChangeOf(visit: Visit): Result<Required<AdjustKey>, string> {
  const text = field(visit, 'requests_per_minute').trim()
  const rate = text === '' ? null : wholeNumber(text)
  if (text !== '' && (rate === null || rate < 1 || rate > requestsPerMinuteMax)) return refuse(badRate)
  return ok({
    name: field(visit, 'name'),
    grants: ticked(visit, 'grant'),
    denies: ticked(visit, 'deny'),
    requestsPerMinute: rate,
  })
}
