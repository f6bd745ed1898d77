// An event as API v2 and webhooks send it.
import { isoTime } from '../../base/time.ts'
import type { EventRecord } from '../../store/records.ts'

interface EventJson {
  readonly id: number
  readonly kind: string
  readonly at: string
  /** Null: the command line. */
  readonly actor: { readonly id: number; readonly name: string | null } | null
  readonly facts: Readonly<Record<string, string | number | null>>
}

/** `names`: by the person's id. */
export const eventJson = (
  { id, kind, atMs, actorId, facts }: EventRecord,
  names: (id: number) => string | null,
): EventJson => ({
  id,
  kind,
  at: isoTime(atMs),
  actor: actorId === null ? null : { id: actorId, name: names(actorId) },
  facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [wireName(name), fact])),
})

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
