// Fills rows from memory, or counts what it could fill: all rows in slices, and those that a program would be given or asks a
// model about, in one transaction.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Run } from '../../base/slices.ts'
import { Turn } from '../../base/turn.ts'
import { hasPermission } from '../../domain/access.ts'
import { claimantOf } from '../../domain/claim.ts'
import { CELLS_WITH_HEADS, cellsOfWork } from '../../domain/cell.ts'
import { MEMORY } from '../../domain/donor.ts'
import { viaMemory } from '../../domain/revision.ts'
import { isStale, type Row, type RowWithHeads } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { MEMORY_RUN, nextId, putAudit } from '../../store/records.ts'
import { addUsed, readUsed } from '../../store/people.ts'
import { pageOrdinals, readCellCounts, readHeads, readRow } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, type RoleTooLow } from '../change.ts'
import { quotaLimitOf } from '../people/quota-limit.ts'
import { knownTo } from '../terms/known-to.ts'
import { type Elsewhere, recallElsewhere } from '../terms/elsewhere.ts'
import { LEFT_BY_MEMORY, type LeftByMemory, type Recalled, Recaller } from '../terms/recall-rows.ts'
import { recallTwins } from '../terms/recall-twins.ts'
import { fillRow, proposeRow } from './fill-row.ts'

export interface MemoryReport {
  /** The number by which the filling can be reverted; null if nothing was written. */
  readonly number: number | null
  /** How many rows got a text, or would get one if this were no dry run. */
  readonly filled: number
  /** How many of these rows got the text of a twin. */
  readonly twins: number
  /** How many rows may have twins, but these were not looked for. */
  readonly unsought: number
  readonly left: Readonly<Record<LeftByMemory, number>>
}

interface Remembering {
  /** The rows to look at; null: all. */
  readonly rows: RowSet | null
  readonly isDryRun: boolean
  /** Where texts come from that this store does not have; absent: from nowhere. */
  readonly elsewhere?: Elsewhere
  /** For so many rows it looks for twins; absent: for all. */
  readonly twinRowsMax?: number
  /** How it pauses: `runAlone` in a process of its own, `runInSlices` in a server. */
  readonly run: Run
  readonly signal?: AbortSignal
  readonly onProgress?: (rowsSeen: number) => void
  readonly onRow?: (recalled: Exclude<Recalled, { kind: 'alone' }>) => void
}

const rowsPerWrite = 200
const twinsAtOnce = 50
/** How long a write waits for the writer, which the last step of an import may hold. */
const waitMsMax = 600_000

/**
 * Fills rows from memory (docs/memory.md#memory), or counts what it could fill: looks in slices, and writes a few
 * hundred rows in a transaction, between which others write.
 */
export async function rememberRows(
  app: App,
  actor: Actor | null,
  request: Remembering,
): Promise<Result<MemoryReport, NotWritten | RoleTooLow>> {
  const { isDryRun, run, signal, onRow } = request
  if (!mayRemember(actor)) return refuse({ code: 'role_too_low' })
  freshen(app.store)
  const left = Object.fromEntries(LEFT_BY_MEMORY.map((why) => [why, 0])) as Record<LeftByMemory, number>
  let number: number | null = null
  let [filled, twins, unsought] = [0, 0, 0]
  const count = (rows: readonly Fill[]): void => {
    filled += rows.length
    twins += rows.filter(({ row, remembered }) => remembered.sourceHash !== row.sourceHash).length
  }
  const looking = lookThrough(app, request)
  let twinRowsLeft = request.twinRowsMax ?? Number.POSITIVE_INFINITY
  for (;;) {
    const found: Fill[] = []
    const alone: Row[] = []
    const looked = { isOver: false }
    await run(() => {
      const { done, value } = looking.next()
      looked.isOver = done === true
      if (value?.kind === 'left') left[value.why]++
      else if (value?.kind === 'fill') found.push(value)
      else if (value?.kind === 'alone') alone.push(value.row)
      if (value?.kind === 'left') onRow?.(value)
      return !looked.isOver && found.length + alone.length < rowsPerWrite
    }, signal)
    signal?.throwIfAborted()
    let at = 0
    while (at < alone.length && twinRowsLeft > 0) {
      const some = alone.slice(at, at + Math.min(twinsAtOnce, twinRowsLeft))
      const { fills, isWhole } = await recallTwins(app, knownTo(app, null), some, new Turn(actor?.user.id ?? null))
      found.push(...fills)
      at += isWhole ? some.length : fills.length
      twinRowsLeft = isWhole ? twinRowsLeft - some.length : 0
    }
    unsought += alone.length - at
    if (isDryRun) count(found)
    if (isDryRun) for (const each of found) onRow?.(each)
    if (!isDryRun && found.length > 0) {
      const work = (txn: Txn, by: Actor | null): Result<Written, RoleTooLow> =>
        mayRemember(by) ? ok(fill(app, txn, by, found, number)) : refuse({ code: 'role_too_low' })
      const written = await change<Actor | null, Written, RoleTooLow>(app, actor, work, waitMsMax)
      if (!written.ok) return written
      number = written.value.number
      count(written.value.rows)
      for (const each of written.value.rows) onRow?.(each)
    }
    if (looked.isOver) break
  }
  if (number !== null) {
    const details = { filled, twins, ...left }
    await change(app, actor, (txn, by) => {
      putAudit(txn, {
        userId: by?.user.id ?? null,
        action: 'text.remember',
        subject: viaMemory(number),
        details,
      })
      return ok(null)
    })
  }
  return ok({ number, filled, twins, unsought, left })
}

const mayRemember = (actor: Actor | null): boolean =>
  actor === null || hasPermission(actor.user.role, 'review_translation')

type Fill = Extract<Recalled, { kind: 'fill' }>

const OPEN_CELLS = [...cellsOfWork('none', 'all'), ...cellsOfWork('stale', 'all')].sort((a, b) => a - b)
const rowsPerPage = 512

/** What memory has for the open rows. Yields undefined where a pause is good. */
function* lookThrough(
  app: App,
  { rows, elsewhere, onProgress }: Remembering,
): Generator<Recalled | undefined, undefined> {
  const { main } = app.store
  const counts = readCellCounts(main)
  if (elsewhere === undefined && CELLS_WITH_HEADS.every((cell) => (counts[cell] ?? 0) === 0)) return
  const recaller = new Recaller(app)
  let seen = 0
  for (let after = 0; ; ) {
    const page =
      rows?.after(after, rowsPerPage) ??
      pageOrdinals(main, { cells: OPEN_CELLS, after, count: rowsPerPage, updatedSinceMs: null })
    for (const ordinal of page) {
      const own = (yield* recaller.of(ordinal)) ?? undefined
      const isSought = elsewhere !== undefined && (own === undefined || own.kind === 'alone')
      yield isSought ? (recallElsewhere(app, elsewhere, ordinal) ?? own) : own
      onProgress?.(++seen)
    }
    after = page.at(-1) ?? after
    if (page.length < rowsPerPage) return
  }
}

interface Written {
  readonly number: number | null
  readonly rows: readonly Fill[]
}

function fill(app: App, txn: Txn, by: Actor | null, found: readonly Fill[], known: number | null): Written {
  const rules = app.rules.now()
  const number = known ?? nextId(txn, MEMORY_RUN)
  const via = viaMemory(number)
  const author = { authorId: by?.user.id ?? null, keyId: by?.key?.id ?? null, via }
  txn.changesOnly(new Set(found.map(({ row }) => row.rowId)))
  const rows = found.filter((each) => fillRow(app, txn, rules, each, author))
  if (by === null && rows.length > 0) {
    const facts = { layer: 'machine', count: rows.length, ...MEMORY, via }
    txn.events.tell(null, { kind: 'texts.written', facts })
  }
  return { number: rows.length === 0 ? known : number, rows }
}

interface SettledRows {
  readonly filled: readonly number[]
  /** Which rows already had a machine text for the present source; where the actor may not write it, an own pending proposal. */
  readonly done: readonly number[]
}

type Forbidden = { readonly code: 'forbidden_ability' }

/**
 * Fills, in one transaction, the rows that a program would be given or asks a model about (docs/memory.md#memory).
 * Fills nothing while the setting `memory` is off.
 */
export async function rememberForAgent(
  app: App,
  actor: Actor,
  ordinals: readonly number[],
  turn: Turn,
): Promise<Result<SettledRows, NotWritten | Forbidden>> {
  const layer = layerOf(actor)
  if (layer === null) return refuse({ code: 'forbidden_ability' })
  freshen(app.store)
  const { main, files } = app.store
  const own = app.work.pending.rowsOf(app.store, layer === 'machine' ? null : actor.user.id)
  const read = ordinals.flatMap((ordinal) => {
    const row = readRow(main, files, ordinal)
    return row === null ? [] : [{ row, heads: readHeads(main, ordinal) }]
  })
  const isDone = ({ row, heads: { machine } }: RowWithHeads): boolean =>
    layer === 'machine' ? machine !== null && !isStale(machine, row.sourceHash) : own.has(row.ordinal)
  const done = read.filter(isDone).map(({ row }) => row.ordinal)
  if (app.rules.now().settings.memory === 'off') return ok({ filled: [], done })
  const filled = await fillRemembered(app, actor, read, turn, true)
  return filled.ok ? ok({ filled: filled.value, done }) : filled
}

/**
 * Fills rows that were just read, and returns which. Who may not write machine texts gets proposals, also from their own pending ones;
 * these cost quota. `withTwins`: also looks for like texts, which takes some 13 ms a row. Who fills again and again gives one
 * `recaller`, which reads the rows of a source once: there may be thousands.
 */
export async function fillRemembered(
  app: App,
  actor: Actor,
  rows: readonly RowWithHeads[],
  turn: Turn,
  withTwins: boolean,
  recaller = recallerFor(app, actor),
): Promise<Result<readonly number[], NotWritten | Forbidden>> {
  const layer = layerOf(actor)
  const { fills, alone } = await recalled(recaller, rows, turn)
  if (withTwins) fills.push(...(await recallTwins(app, recaller.own, alone, turn)).fills)
  if (fills.length === 0) return ok([])
  const work = (txn: Txn, by: Actor): Result<number[], Forbidden> => {
    if (layer === null || layerOf(by) !== layer) return refuse({ code: 'forbidden_ability' })
    if (layer === 'manual') return ok(propose(app, txn, by, fills))
    const author = { authorId: by.user.id, keyId: by.key?.id ?? null, via: null }
    txn.changesOnly(new Set(fills.map(({ row }) => row.rowId)))
    const filled = fills.filter((each) => fillRow(app, txn, app.rules.now(), each, author))
    return ok(filled.map(({ row }) => row.ordinal))
  }
  return await change<Actor, number[], Forbidden>(app, actor, work)
}

function propose(app: App, txn: Txn, by: Actor, fills: readonly Fill[]): number[] {
  const quotaLeft = quotaLimitOf(app.rules.now().settings, by.user) - readUsed(txn.db, 'quota', by.user.id, txn.timeMs)
  const some = fills.slice(0, Math.max(0, quotaLeft))
  txn.changesOnly(new Set(some.map(({ row }) => row.rowId)))
  const proposed = some.filter((each) => proposeRow(app, txn, by, each)).map(({ row }) => row.ordinal)
  if (proposed.length > 0) addUsed(txn, 'quota', by.user.id, proposed.length)
  return proposed
}

/** What memory knows for the actor. */
export const recallerFor = (app: App, actor: Actor): Recaller =>
  new Recaller(app, knownTo(app, layerOf(actor) === 'machine' ? null : actor.user.id))

/** The layer that the actor's texts of memory are for: the manual one gets proposals. Null: the actor may not even propose. */
const layerOf = ({ user, key }: Actor): Layer | null => claimantOf(user, key)?.layer ?? null

async function recalled(
  recaller: Recaller,
  rows: readonly RowWithHeads[],
  turn: Turn,
): Promise<{ fills: Fill[]; alone: Row[] }> {
  const fills: Fill[] = []
  const alone: Row[] = []
  for (const { row, heads } of rows) {
    const looking = recaller.ofRead(row, heads)
    for (let step = looking.next(); ; step = looking.next()) {
      if (turn.isOver) await turn.next()
      if (step.done !== true) continue
      if (step.value?.kind === 'fill') fills.push(step.value)
      if (step.value?.kind === 'alone') alone.push(step.value.row)
      break
    }
  }
  return { fills, alone }
}
