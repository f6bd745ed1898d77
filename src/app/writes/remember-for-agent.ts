// Fills, in one transaction, the rows that a program would be given or asks a model about (docs/decisions.md#memory).
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import { effectiveAbilities, NO_KEY } from '../../domain/access.ts'
import { type Heads, isStale, type Row } from '../../domain/row.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { Recaller, type Recalled } from '../terms/recall-rows.ts'
import { recallTwins } from '../terms/recall-twins.ts'
import { fillRow } from './fill-row.ts'

interface RowWithHeads {
  readonly row: Row
  readonly heads: Heads
}

interface SettledRows {
  readonly filled: readonly number[]
  /** Rows whose machine text was for the present source already. */
  readonly done: readonly number[]
}

type Forbidden = { readonly code: 'forbidden_ability' }

/** Fills nothing while the setting `memory` is off. */
export async function rememberForAgent(
  app: App,
  actor: Actor,
  ordinals: readonly number[],
  turn: Turn,
): Promise<Result<SettledRows, NotWritten | Forbidden>> {
  if (!writesMachineTexts(actor)) return refuse({ code: 'forbidden_ability' })
  freshen(app.store)
  const { main, files } = app.store
  const read = ordinals.flatMap((ordinal) => {
    const row = readRow(main, files, ordinal)
    return row === null ? [] : [{ row, heads: readHeads(main, ordinal) }]
  })
  const done = read.filter(isDone).map(({ row }) => row.ordinal)
  if (app.rules.now().settings.memory === 'off') return ok({ filled: [], done })
  const filled = await fillRemembered(app, actor, read, turn, true)
  return filled.ok ? ok({ filled: filled.value, done }) : filled
}

/** Fills rows just read, and returns which. `withTwins`: looks for like texts too, some 13 ms a row; else the same texts. */
export async function fillRemembered(
  app: App,
  actor: Actor,
  rows: readonly RowWithHeads[],
  turn: Turn,
  withTwins: boolean,
): Promise<Result<readonly number[], NotWritten | Forbidden>> {
  const fills = await recalled(app, rows, turn, withTwins)
  if (fills.length === 0) return ok([])
  const work = (txn: Txn, by: Actor): Result<number[], Forbidden> => {
    if (!writesMachineTexts(by)) return refuse({ code: 'forbidden_ability' })
    const author = { authorId: by.user.id, keyId: by.key?.id ?? null, via: null }
    txn.changesOnly(new Set(fills.map(({ row }) => row.rowId)))
    const filled = fills.filter((each) => fillRow(app, txn, app.rules.now(), each, author))
    return ok(filled.map(({ row }) => row.ordinal))
  }
  return await change<Actor, number[], Forbidden>(app, actor, work)
}

const writesMachineTexts = ({ user, key }: Actor): boolean =>
  effectiveAbilities(user.role, user.state, key ?? NO_KEY).includes('translations:write-machine')

const isDone = ({ row, heads: { machine } }: RowWithHeads): boolean =>
  machine !== null && !isStale(machine, row.sourceHash)

type Fill = Extract<Recalled, { kind: 'fill' }>

async function recalled(app: App, rows: readonly RowWithHeads[], turn: Turn, withTwins: boolean): Promise<Fill[]> {
  const recaller = new Recaller(app)
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
  return withTwins ? [...fills, ...(await recallTwins(app, alone, turn)).fills] : fills
}
