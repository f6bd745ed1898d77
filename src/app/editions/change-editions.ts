// Making and removing editions (docs/releases.md#editions); a null `actor` is the command line. An edition is never changed: a
// new one takes its place, and a release keeps the name and words that its edition had then.
import { ok, refuse, type Result } from '../../base/result.ts'
import { type Edition, type EditionRule, isSlug, isVariant, parseEditionRule, variantOf } from '../../domain/release.ts'
import { editionLabelLengthMax, editionRulesMax, editionsMax, editionWordsLengthMax } from '../../domain/limits.ts'
import {
  allEditions,
  EDITION,
  type EditionRecord,
  nextId,
  putAudit,
  putEdition,
  removeEdition,
} from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, type NotWritten } from '../change.ts'
import { editionFault } from './read-editions.ts'

export type EditionRefusal =
  | NotWritten
  | {
      readonly code:
        | 'editions_out_of_reach'
        | 'edition_slug'
        | 'edition_variant'
        | 'edition_words'
        | 'too_many_editions'
        | 'too_many_edition_rules'
    }
  | { readonly code: 'unknown_edition' | 'edition_exists'; readonly slug: string }
  | { readonly code: 'edition_rule'; readonly fault: string }

type Changed<T> = Promise<Result<T, EditionRefusal>>

const outOfReach = { code: 'editions_out_of_reach' } as const

export interface NewEdition {
  readonly slug: string
  /** A second name, which launchers compare; empty: the slug with underscores. */
  readonly variant: string
  readonly label: string
  readonly description: string
  readonly audience: string
  /** The rules as people write them; `parseEditionRule` reads them. */
  readonly rules: readonly string[]
}

export async function addEdition(app: App, actor: Actor | null, asked: NewEdition): Changed<EditionRecord> {
  const edition = editionOf(app, asked)
  if (!edition.ok) return edition
  const { slug } = edition.value
  return await changeAsManager<EditionRecord, EditionRefusal>(app, actor, outOfReach, (txn, userId) => {
    const known = allEditions(txn.db)
    if (known.some((each) => each.slug === slug)) return refuse({ code: 'edition_exists', slug })
    if (known.length >= editionsMax) return refuse({ code: 'too_many_editions' })
    const record = { ...edition.value, id: nextId(txn, EDITION), atMs: txn.timeMs, userId }
    putEdition(txn, record)
    putAudit(txn, { userId, action: 'edition.add', subject: slug, details: { rules: record.rules.length } })
    return ok(record)
  })
}

/** Removes an edition; releases that have it stay as they are. */
export const dropEdition = (app: App, actor: Actor | null, slug: string): Changed<EditionRecord> =>
  changeAsManager<EditionRecord, EditionRefusal>(app, actor, outOfReach, (txn, userId) => {
    const known = allEditions(txn.db).find((each) => each.slug === slug)
    if (known === undefined) return refuse({ code: 'unknown_edition', slug })
    removeEdition(txn, known)
    putAudit(txn, { userId, action: 'edition.remove', subject: slug, details: {} })
    return ok(known)
  })

function editionOf(app: App, asked: NewEdition): Result<Edition, EditionRefusal> {
  const slug = asked.slug.trim()
  const variant = asked.variant.trim() === '' ? variantOf(slug) : asked.variant.trim()
  if (!isSlug(slug)) return refuse({ code: 'edition_slug' })
  if (!isVariant(variant)) return refuse({ code: 'edition_variant' })
  const label = asked.label.trim()
  const [description, audience] = [asked.description.trim(), asked.audience.trim()]
  const isShort = label !== '' && label.length <= editionLabelLengthMax && !label.includes('\n')
  const words = [label, description, audience]
  const isFine = words.every((text) => text.length <= editionWordsLengthMax && isPlainText(text))
  if (!isShort || !isFine) return refuse({ code: 'edition_words' })
  if (asked.rules.length > editionRulesMax) return refuse({ code: 'too_many_edition_rules' })
  const rules: EditionRule[] = []
  for (const text of asked.rules) {
    const read = parseEditionRule(text)
    if (read.fault !== null) return refuse({ code: 'edition_rule', fault: read.fault })
    rules.push(read.rule)
  }
  const edition = { slug, variant, label, description, audience, rules }
  const fault = editionFault(app, edition)
  return fault === null ? ok(edition) : refuse({ code: 'edition_rule', fault })
}

const isPlainText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text)
