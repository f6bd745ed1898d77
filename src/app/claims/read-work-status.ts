// The remaining work, and the rows that a person may write today.
import { cellsOf, cellsOfWork } from '../../domain/cell.ts'
import { claimantOf } from '../../domain/claim.ts'
import { countMatching } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { ceilingOf } from '../people/admit-request.ts'
import { readPerson } from '../people/read-people.ts'

interface WorkStatus {
  readonly name: string
  readonly role: string
  /** Where the person's texts go; null if the person may write none. */
  readonly writes: 'machine' | 'proposals' | null
  readonly rows: number
  /** Does not count service rows, which have nothing to translate. */
  readonly untranslated: number
  readonly stale: number
  readonly quotaLimit: number
  readonly quotaUsed: number
  readonly resetsAtMs: number
  /** Null without a key, because requests are counted only for keys. */
  readonly requestsPerMinute: number | null
  readonly targetLanguage: string
}

/** Costs the same for any size of game. */
export function readWorkStatus(app: App, { user, key }: Actor): WorkStatus {
  const { main } = app.store
  const claimant = claimantOf(user, key)
  const { quotaLimit, quotaUsed, resetsAtMs } = readPerson(app, user)
  const { settings } = app.rules.now()
  return {
    name: user.name,
    role: user.role,
    writes: claimant === null ? null : claimant.layer === 'machine' ? 'machine' : 'proposals',
    rows: countMatching(main, cellsOf('all', 'all'), null),
    untranslated: countMatching(main, cellsOfWork('none', 'all'), null),
    stale: countMatching(main, cellsOfWork('stale', 'all'), null),
    quotaLimit,
    quotaUsed,
    resetsAtMs,
    requestsPerMinute: key === null ? null : ceilingOf({ user, key }),
    targetLanguage: settings.target_language,
  }
}
