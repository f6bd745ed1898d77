// The kinds of events in the log, and how each piece of work becomes an event (docs/api-v2.md#events). An event has facts for
// the activity page, and numbers by which the rest can be read: never texts of rows, comments or reasons, and no secrets.
import { countIn, patchSizeOf } from './import-report.ts'

// People's work on texts, added up for the activity feed by hour, kind, person, key and model. Imports, merges and
// reverts have separate records.

interface ActRule extends Told {
  /** What the number of such an act counts. */
  readonly of: 'proposal' | 'manual' | 'machine' | 'comment'
}

/** How each kind is told. The store holds places in this table, so new kinds must be added at its end. */
const ACTS = {
  machine_text: { of: 'machine', kind: 'texts.written', facts: { layer: 'machine' } },
  manual_text: { of: 'manual', kind: 'texts.written', facts: { layer: 'manual' } },
  proposed: { of: 'proposal', kind: 'proposals.made', facts: {} },
  approved: { of: 'proposal', kind: 'proposals.approved', facts: {} },
  rejected: { of: 'proposal', kind: 'proposals.rejected', facts: {} },
  marked_reviewed: { of: 'machine', kind: 'texts.marked', facts: { mark: 'reviewed' } },
  marked_approved: { of: 'machine', kind: 'texts.marked', facts: { mark: 'approved' } },
  marked_rejected: { of: 'machine', kind: 'texts.marked', facts: { mark: 'rejected' } },
  confirmed: { of: 'manual', kind: 'texts.confirmed', facts: {} },
  commented: { of: 'comment', kind: 'comments.written', facts: {} },
} as const satisfies Readonly<Record<string, ActRule>>

export type ActKind = keyof typeof ACTS
export const ACT_KINDS = Object.keys(ACTS) as readonly ActKind[]

export const numberOf = (kind: ActKind): ActRule['of'] => ACTS[kind].of

export interface Act {
  readonly kind: ActKind
  readonly userId: number
  /** Null: done on the site or the command line. */
  readonly keyId: number | null
  /** Provider and model of a machine text, or of the second reader who made a mark; else null. */
  readonly provider: string | null
  readonly model: string | null
  readonly ordinal: number
  readonly rowId: string
  /** The number of the proposal, comment or revision. */
  readonly number: number
  /** The batch that the act is part of, as `Revision.via` names it. */
  readonly via?: string | null | undefined
}

export const DECISIONS = [
  'approved',
  'rejected',
  'marked_reviewed',
  'marked_approved',
  'marked_rejected',
  'confirmed',
] as const satisfies readonly ActKind[]

/** Whether each act is kept on its own. Machine texts come by the million, so they are only counted. */
export const isKeptAlone = (kind: ActKind): boolean => kind !== 'machine_text'

const hourMs = 60 * 60 * 1000
export const hourOf = (timeMs: number): number => Math.floor(timeMs / hourMs)
export const startOfHour = (hour: number): number => hour * hourMs

/** How the activity page shows each kind: each event alone, in sums by the hour (team/act.ts), or not at all. */
const SHOWN = {
  'rows.imported': 'alone',
  'texts.imported': 'alone',
  'history.merged': 'alone',
  'texts.reverted': 'alone',
  'texts.written': 'by the hour',
  'texts.confirmed': 'by the hour',
  'texts.marked': 'by the hour',
  'proposals.made': 'by the hour',
  'proposals.approved': 'by the hour',
  'proposals.rejected': 'by the hour',
  'proposals.reopened': 'no',
  'comments.written': 'by the hour',
  'comments.removed': 'alone',
  'glossary.changed': 'alone',
  'brief.changed': 'alone',
  'labels.changed': 'alone',
  'releases.published': 'alone',
  'releases.withdrawn': 'alone',
  'settings.changed': 'alone',
  'people.added': 'alone',
  'people.joined': 'alone',
} as const satisfies Readonly<Record<string, 'alone' | 'by the hour' | 'no'>>

export type EventKind = keyof typeof SHOWN
export const EVENT_KINDS = Object.keys(SHOWN) as [EventKind, ...EventKind[]]

export const isShownAlone = (kind: EventKind): boolean => SHOWN[kind] === 'alone'

export type EventFacts = Readonly<Record<string, string | number | null>>

export interface Told {
  readonly kind: EventKind
  readonly facts: EventFacts
}

const NAME_OF_NUMBER = {
  proposal: 'proposalId',
  comment: 'commentId',
  manual: 'revision',
  machine: 'revision',
} as const

/** `count` acts of one kind, person, key and model in one transaction; a single act has its row and number. */
export function eventOfActs(act: Act, count: number): Told {
  const { kind, facts, of }: ActRule = ACTS[act.kind]
  const { keyId, provider, model, via = null } = act
  return {
    kind,
    facts: {
      ...facts,
      count,
      ...(keyId !== null && { keyId }),
      ...(provider !== null && { provider }),
      ...(model !== null && { model }),
      ...(via !== null && { via }),
      ...(count === 1 && { rowId: act.rowId, [NAME_OF_NUMBER[of]]: act.number }),
    },
  }
}

type Details = Readonly<Record<string, string | number | boolean | null>>

/** What the log tells about an audited action that the whole team may see. */
const OF_ACTION: Readonly<Record<string, (subject: string, details: Details) => Told>> = {
  'setting.set': (name, { to }) => ({ kind: 'settings.changed', facts: { name, to: String(to) } }),
  'glossary.import': glossaryChanged,
  'glossary.remove': glossaryChanged,
  'brief.change': (_, details) => ({ kind: 'brief.changed', facts: { version: countIn(details, 'version') } }),
  'text.revert': (via, details) => ({
    kind: 'texts.reverted',
    facts: { via, count: revertedIn(details), ...rowOf(details) },
  }),
  'release.publish': (version, { editions }) => ({
    kind: 'releases.published',
    facts: { version, editions: String(editions) },
  }),
  'release.withdraw': (version, { why }) => ({ kind: 'releases.withdrawn', facts: { version, why: String(why) } }),
  'user.add': (name) => ({ kind: 'people.added', facts: { name } }),
  'user.join': (name) => ({ kind: 'people.joined', facts: { name } }),
  'comment.remove': (author, details) => ({
    kind: 'comments.removed',
    facts: { author, commentId: countIn(details, 'comment'), ...rowOf(details) },
  }),
}

/** The event of an audited action. Null: the team does not see the action. */
export const eventOfAudit = (action: string, subject: string, details: Details): Told | null =>
  action.startsWith(ofLabels)
    ? labelsChanged(action, subject, details)
    : (OF_ACTION[action]?.(subject, details) ?? null)

const ofLabels = 'label.'

/** The event of a change of labels. Behind `label.` the action says what changed: `add`, `rule.remove`, `rows.give` … */
const labelsChanged = (action: string, label: string, { rule, changed }: Details): Told => ({
  kind: 'labels.changed',
  facts: {
    label,
    change: action.slice(ofLabels.length),
    ...(typeof rule === 'number' && { ruleId: rule }),
    ...(typeof changed === 'number' && { rows: changed }),
  },
})

function glossaryChanged(origin: string, details: Details): Told {
  const of = (name: string): number => countIn(details, name)
  return {
    kind: 'glossary.changed',
    facts: { origin, added: of('added'), updated: of('updated'), removed: of('removed') },
  }
}

const rowOf = ({ row }: Details): EventFacts => (typeof row === 'string' ? { rowId: row } : {})

/** How many texts a revert took back, whether of one row, of ticked rows or of many. */
const revertedIn = ({ rows, restored, withdrawn }: Details): number =>
  restored === undefined ? Number(rows ?? 1) : Number(restored) + Number(withdrawn)

/** The event of an import or a merge, from its files and its report. */
export function eventOfImport(
  importId: number,
  files: readonly { readonly fileName: string }[],
  report: Readonly<Record<string, unknown>>,
): Told {
  const facts = { importId, files: files.map(({ fileName }) => fileName).join(', ') }
  const { merge, localized } = report
  if (typeof merge === 'object' && merge !== null)
    return { kind: 'history.merged', facts: { ...facts, rows: countIn(merge, 'changed') } }
  if (typeof localized === 'object' && localized !== null)
    return { kind: 'texts.imported', facts: { ...facts, count: countIn(localized, 'written') } }
  return { kind: 'rows.imported', facts: { ...facts, ...patchSizeOf(report) } }
}
