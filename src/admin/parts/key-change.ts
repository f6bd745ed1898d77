// The form of a key: on the profile, and for managers of people.
import * as z from 'zod'
import { say } from '../language/say.ts'
import type { AdjustKey } from '../../app/people/manage-keys.ts'
import { requestsPerMinuteMax } from '../../domain/limits.ts'
import { ABILITIES, type Ability } from '../../domain/vocabulary.ts'
import { takes } from '../form.ts'
import { wholeNumber } from '../visit.ts'

const BAD_RATE = {
  error: () => say`requests per minute are a whole number from 1 to ${requestsPerMinuteMax}, or left empty`,
} as const

function isRate(typed: string): boolean {
  const rate = wholeNumber(typed)
  return typed === '' || (rate !== null && rate >= 1 && rate <= requestsPerMinuteMax)
}

const TICKS = Object.fromEntries(
  ABILITIES.flatMap((ability) => [
    [`grant ${ability}`, takes.tick],
    [`deny ${ability}`, takes.tick],
  ]),
) as Record<`grant ${Ability}` | `deny ${Ability}`, typeof takes.tick>

export const KEY_FORM = z
  .object({
    name: takes.text,
    requests_per_minute: takes.line.refine(isRate, BAD_RATE),
    /** Makes a key only once (spent-forms.ts). */
    once: takes.text,
    ...TICKS,
  })
  .transform((sent) => {
    const change: Required<AdjustKey> = {
      name: sent.name,
      grants: ABILITIES.filter((ability) => sent[`grant ${ability}`]),
      denies: ABILITIES.filter((ability) => sent[`deny ${ability}`]),
      requestsPerMinute: wholeNumber(sent.requests_per_minute),
    }
    return { once: sent.once, change }
  })
