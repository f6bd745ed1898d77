// Reads editions: all of them, those of given names, and whether the labels of their rules exist.
import { ok, refuse, type Result } from '../../base/result.ts'
import { type Edition, WHOLE_TRANSLATION } from '../../domain/release.ts'
import { parseWorkFilter } from '../../domain/work/work-filter.ts'
import { allEditions } from '../../store/records.ts'
import type { App } from '../app.ts'
import { unknownLabelIn } from '../labels/read-labels.ts'

/** All editions, in the order in which they were made; if there are none, one for the whole translation. */
export function listEditions({ store }: App): readonly Edition[] {
  const made = allEditions(store.main)
  return made.length === 0 ? [WHOLE_TRANSLATION] : made
}

interface NoEdition {
  readonly code: 'unknown_edition'
  readonly slug: string
}

/** The editions with these slugs, in this order and each only once; all editions if `slugs` is empty. */
export function editionsNamed(app: App, slugs: readonly string[]): Result<readonly Edition[], NoEdition> {
  const known = listEditions(app)
  if (slugs.length === 0) return ok(known)
  const found: Edition[] = []
  for (const slug of new Set(slugs)) {
    const edition = known.find((each) => each.slug === slug)
    if (edition === undefined) return refuse({ code: 'unknown_edition', slug })
    found.push(edition)
  }
  return ok(found)
}

/** Says which rule names a label that does not exist, so that it would find nothing. Null: there is no such rule. */
export function editionFault(app: App, { rules }: Pick<Edition, 'rules'>): string | null {
  for (const { filter } of rules) {
    const fault = unknownLabelIn(app, parseWorkFilter(new URLSearchParams(filter)).filter)
    if (fault !== null) return fault
  }
  return null
}
