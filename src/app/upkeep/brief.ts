// The team's brief (docs/agents.md#the-brief): reading it, and changing it. A null `actor` is the command line.
import { ok, refuse, type Result } from '../../base/result.ts'
import { type BriefVersion, parseBrief } from '../../domain/discussion.ts'
import { briefVersions, latestBriefId, putBrief, readBrief } from '../../store/people.ts'
import { putAudit } from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, type NotWritten } from '../change.ts'

export type BriefRefusal =
  | NotWritten
  | { readonly code: 'brief_too_long' | 'brief_characters' | 'brief_out_of_reach' }
  | { readonly code: 'brief_overtaken'; readonly version: number }
  | { readonly code: 'no_brief'; readonly version: number }

/** The number of the brief that is in force; 0: there is none. */
export const briefVersionOf = (app: App): number => latestBriefId(app.store.main)

export const currentBrief = (app: App): BriefVersion | null =>
  readBrief(app.store.main, latestBriefId(app.store.main)) ?? null

/** Versions of the brief, newest first: all of them, or `limit` ones below the version `below`. */
export const listBriefs = (app: App, below?: number, limit?: number): readonly BriefVersion[] =>
  briefVersions(app.store.main, below, limit)

export function findBrief(app: App, version: number): Result<BriefVersion, BriefRefusal> {
  const found = readBrief(app.store.main, version)
  return found === undefined ? refuse({ code: 'no_brief', version }) : ok(found)
}

const outOfReach = { code: 'brief_out_of_reach' } as const

interface NewBrief {
  readonly text: string
  /** The version that the person edited; null: the one in force. */
  readonly seen: number | null
}

/** Stores the brief. Returns the version now in force: a text that is the same makes no new one. */
export async function changeBrief(
  app: App,
  actor: Actor | null,
  { text: typed, seen }: NewBrief,
): Promise<Result<BriefVersion | null, BriefRefusal>> {
  const parsed = parseBrief(typed)
  if (!parsed.ok) return refuse({ code: parsed.refusal })
  const text = parsed.value
  return await changeAsManager<BriefVersion | null, BriefRefusal>(app, actor, outOfReach, (txn, userId) => {
    const version = latestBriefId(txn.db)
    const before = readBrief(txn.db, version) ?? null
    if ((before?.text ?? '') === text) return ok(before)
    if (seen !== null && seen !== version) return refuse({ code: 'brief_overtaken', version })
    const added = putBrief(txn, { text, atMs: txn.timeMs, userId })
    const details = { version: added.id, characters: Array.from(text).length }
    putAudit(txn, { userId, action: 'brief.change', subject: String(added.id), details })
    return ok(added)
  })
}
