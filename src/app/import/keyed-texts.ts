// What an import does for a game whose texts have keys: keeps the keys and the markup that the texts show, and lets texts go with
// their source to a new key.
import type { HeadCounts } from '../../domain/import-report.ts'
import { followed, listOfKey, type PlacedRow } from '../../domain/memory/followed.ts'
import type { Markup } from '../../domain/profile.ts'
import { type NewRevision, newRevision } from '../../domain/revision.ts'
import { type Head, type Heads, isStale, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { MarkupLearner } from '../../domain/text/learn-markup.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { appendRevision } from '../../store/change-rows.ts'
import { putSetting, readSettings } from '../../store/people.ts'
import { putRemark, putRowKey, readRowKey } from '../../store/records.ts'
import { ordinalOf, readHeads, readRow, isWithoutGame } from '../../store/rows.ts'
import type { Switch, Txn } from '../../store/txn.ts'
import { type ChangedRow, fileOf } from './plan-sources.ts'
import { createRawRows, hexOf, textOf } from './raw-row.ts'
import type { ImportRequest } from './import-request.ts'
import type { LoadedFile } from './spooled-file.ts'

// After an import of a game with keys: the texts of a row go with its source to the row that has this source now
// (docs/another-game.md#lists-that-grow). Each is a new revision with the writer and the decision of the one it copies, so the history of
// both rows keeps everything, and a revert of the import takes it back.

interface Import {
  readonly sources: readonly LoadedFile[]
  readonly markup: Markup
  /** The mark of the import on its revisions, made by `viaImport`. */
  readonly via: string
}

interface FollowedTexts {
  readonly rows: number
  /** How many heads that `HeadCounts` counted as stale, or as invalid, are not so any more. */
  readonly stale: number
  readonly invalid: number
}

/** Call it in the last transaction, when the rows are revealed and their keys are stored. */
export async function followTexts(
  txn: Switch,
  changed: ReadonlyMap<number, ChangedRow>,
  { sources, markup, via }: Import,
): Promise<FollowedTexts> {
  const counts = { rows: 0, stale: 0, invalid: 0 }
  const headsOf = new Map([...changed.keys()].map((ordinal) => [ordinal, readHeads(txn.db, ordinal)]))
  const hasWork = [...headsOf].some(([ordinal, heads]) => changed.get(ordinal)?.before && hasText(heads))
  if (!hasWork) return counts
  const placed = [...changed].map(([ordinal, row]) => ({ row, at: placeOf(ordinal, row.file, keyOf(txn, row.rowId)) }))
  const versions = {
    old: placed.flatMap(({ row: { before }, at }) => (before === null ? [] : [{ ...at, sourceHash: before }])),
    fresh: placed.flatMap(({ row: { after }, at }) => (after === null ? [] : [{ ...at, sourceHash: after }])),
  }
  const kept = keptRows(txn, sources, changed, new Set(placed.map(({ at }) => at.list)))
  for (const { ordinal } of kept) headsOf.set(ordinal, readHeads(txn.db, ordinal))
  const pairs = followed(versions, kept, (ordinal) => hasText(headsOf.get(ordinal)))
  const donors = new Map(pairs.map(({ from, to }) => [to.ordinal, from.ordinal]))
  const left = pairs.filter(({ isInList }) => isInList).map(({ from }) => from.ordinal)
  let seen = 0
  for (const ordinal of new Set([...donors.keys(), ...left])) {
    const row = readRow(txn.db, txn.store.files, ordinal)
    if (row === null) continue
    const donor = headsOf.get(donors.get(ordinal) ?? 0)
    let heads = headsOf.get(ordinal) as Heads
    let hasTaken = false
    for (const layer of LAYERS) {
      const [own, given] = [heads[layer], donor?.[layer] ?? null]
      if (given !== null && !isSameText(own, given)) {
        const isInvalid = breaksMarkup(sourceTextOf(row), given.text, markup)
        heads = appendRevision(txn, row, heads, layer, copyOf(given, via), isInvalid)
        hasTaken = true
      } else if (given === null && own !== null && isStale(own, row.sourceHash)) {
        const nothing = newRevision({ text: '', sourceHash: row.sourceHash, restores: 0, revertedById: null, via })
        heads = appendRevision(txn, row, heads, layer, nothing, false)
      }
    }
    if (hasTaken) counts.rows++
    counts.stale += changed.get(ordinal)?.stale ?? 0
    counts.invalid += changed.get(ordinal)?.invalid ?? 0
    if (++seen % rowsPerBreath === 0) await txn.breathe()
  }
  return counts
}

const rowsPerBreath = 1_000

export const withoutFollowed = (heads: HeadCounts, { stale, invalid }: FollowedTexts): HeadCounts => ({
  ...heads,
  headsNowStale: heads.headsNowStale - stale,
  headsNowInvalid: heads.headsNowInvalid - invalid,
})

const hasText = (heads: Heads | undefined): boolean => heads !== undefined && (heads.manual ?? heads.machine) !== null

const keyOf = ({ db }: Switch, rowId: string): string => readRowKey(db, rowId) ?? ''

function placeOf(ordinal: number, file: number, key: string): Omit<PlacedRow, 'sourceHash'> {
  const found = listOfKey(key)
  return { ordinal, list: found === null ? null : `${file} ${found.list}`, index: found?.index ?? 0 }
}

/** The rows of these lists whose source did not change. */
function keptRows(
  txn: Switch,
  sources: readonly LoadedFile[],
  changed: ReadonlyMap<number, ChangedRow>,
  lists: ReadonlySet<string | null>,
): PlacedRow[] {
  const rawRowOf = createRawRows(txn.db)
  const names = new Set([...lists].map((list) => list?.slice(list.indexOf(' ') + 1)))
  return sources.flatMap(({ text }) =>
    [...(text.keys?.() ?? [])].flatMap(([id, key]) => {
      if (!names.has(listOfKey(key)?.list)) return []
      const ordinal = ordinalOf(txn.db, id)
      if (ordinal === undefined || changed.has(ordinal)) return []
      const raw = rawRowOf(ordinal)?.row
      if (raw === undefined) return []
      const place = placeOf(ordinal, fileOf(raw), key)
      return lists.has(place.list) ? [{ ...place, sourceHash: hexOf(raw.hash) }] : []
    }),
  )
}

const isSameText = (own: Head | null, given: Head): boolean =>
  own?.text === given.text && own.status === given.status && own.sourceHash === given.sourceHash

/** A copy of a head with its writer and decision, without what concerns only the history of its own row. */
function copyOf(head: Head, via: string): NewRevision {
  const { text, status, origin, provider, model, sourceHash, isVerified, authorId, keyId } = head
  const { approverId, approvedAtMs, isDoubted, markedById, client } = head
  return newRevision({
    text,
    status,
    origin,
    provider,
    model,
    sourceHash,
    isVerified,
    authorId,
    keyId,
    approverId,
    approvedAtMs,
    via,
    ...(isDoubted !== undefined && { isDoubted }),
    ...(markedById !== undefined && { markedById }),
    ...(client !== undefined && { client }),
  })
}

/**
 * What an import keeps of a game whose texts have keys: the keys, what the files say beside the texts, and at the first import the
 * markup that the texts seem to have, and the language that a folder was read by. Call it before the slots are remembered. `changed`:
 * the rows whose source changes; null: the store had no rows. Returns the markup that was learnt; null: none was asked for.
 */
export function rememberKeyed(
  txn: Txn,
  sources: readonly LoadedFile[],
  changed: ReadonlyMap<number, ChangedRow> | null,
  { translations = new Map(), sourceLanguage = '' }: Pick<ImportRequest, 'translations' | 'sourceLanguage'>,
): string | null {
  for (const { text } of sources) for (const [id, key] of text.keys?.() ?? []) putRowKey(txn, id, key)
  rememberRemarks(txn, sources, changed)
  const { profile, markup, tokens, source_language: known } = readSettings(txn.db)
  if (profile === 'where-winds-meet' || !isWithoutGame(txn.db)) return null
  if (known === '' && sourceLanguage !== '') putSetting(txn, 'source_language', sourceLanguage)
  // Who says what the tokens are says so of all of them.
  if (markup !== '' || tokens !== '') return null
  const learner = new MarkupLearner()
  for (const { entries } of sources) {
    for (const place of entries.places())
      learner.add(textOf(entries.textAt(place)), translations.get(hexOf(entries.idAt(place))) ?? null)
  }
  const learnt = learner.markup(sources.flatMap(({ text }) => text.markup?.() ?? []))
  putSetting(txn, 'markup', learnt)
  return learnt
}

/** Of a row that two of the files have, the last one that says something counts. A row that is retired has no remark any more. */
function rememberRemarks(
  txn: Txn,
  sources: readonly LoadedFile[],
  changed: ReadonlyMap<number, ChangedRow> | null,
): void {
  const said = sources.toReversed().flatMap(({ text }) => text.remarks?.() ?? [])
  for (const { text } of sources) {
    for (const id of text.keys?.().keys() ?? []) {
      putRemark(txn, id, said.map((each) => each.get(id)).find((each) => each !== undefined) ?? null)
    }
  }
  for (const { rowId, after } of changed?.values() ?? []) if (after === null) putRemark(txn, rowId, null)
}
