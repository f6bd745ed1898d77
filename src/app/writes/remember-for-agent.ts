// Fills, in one transaction, the rows that a program would be given or asks a model about (docs/decisions.md#memory).
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import { effectiveAbilities, NO_KEY } from '../../domain/access.ts'
import { isStale, type Row } from '../../domain/row.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { Recaller, type Recalled } from '../terms/recall-rows.ts'
import { recallTwins } from '../terms/recall-twins.ts'
import { fillRow } from './fill-row.ts'

interface SettledRows {
  readonly filled: readonly number[]
  /** Rows whose machine text was for the present source already. */
  readonly done: readonly number[]
}

type Forbidden = { readonly code: 'forbidden_ability' }

/** Fills nothing while the setting `memory` is off. `withTwins`: looks for like texts too, some 13 ms a row; else the same texts. */
export async function rememberForAgent(
  app: App,
  actor: Actor,
  ordinals: readonly number[],
  turn: Turn,
  withTwins = true,
): Promise<Result<SettledRows, NotWritten | Forbidden>> {
  if (!writesMachineTexts(actor)) return refuse({ code: 'forbidden_ability' })
  freshen(app.store)
  const done = ordinals.filter((ordinal) => isDone(app, ordinal))
  const fills = app.rules.now().settings.memory === 'off' ? [] : await recalled(app, ordinals, turn, withTwins)
  if (fills.length === 0) return ok({ filled: [], done })
  const work = (txn: Txn, by: Actor): Result<number[], Forbidden> => {
    if (!writesMachineTexts(by)) return refuse({ code: 'forbidden_ability' })
    const author = { authorId: by.user.id, keyId: by.key?.id ?? null, via: null }
    txn.changesOnly(new Set(fills.map(({ row }) => row.rowId)))
    const filled = fills.filter((each) => fillRow(app, txn, app.rules.now(), each, author))
    return ok(filled.map(({ row }) => row.ordinal))
  }
  const written = await change<Actor, number[], Forbidden>(app, actor, work)
  return written.ok ? ok({ filled: written.value, done }) : written
}

const writesMachineTexts = ({ user, key }: Actor): boolean =>
  effectiveAbilities(user.role, user.state, key ?? NO_KEY).includes('translations:write-machine')

function isDone({ store: { main, files } }: App, ordinal: number): boolean {
  const { machine } = readHeads(main, ordinal)
  return machine !== null && !isStale(machine, readRow(main, files, ordinal)?.sourceHash ?? '')
}

type Fill = Extract<Recalled, { kind: 'fill' }>

async function recalled(app: App, ordinals: readonly number[], turn: Turn, withTwins: boolean): Promise<Fill[]> {
  const recaller = new Recaller(app)
  const fills: Fill[] = []
  const alone: Row[] = []
  for (const ordinal of ordinals) {
    const looking = recaller.of(ordinal)
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
