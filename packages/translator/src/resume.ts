// Writes what earlier runs bought and could not write, from the ledger: its rows are read again, the gate looks at the texts again, and
// a text that others wrote meanwhile stays.
import type { Agent, AgentHead, AgentRow } from '../../../src/agent/agent.ts'
import { counted } from '../../../src/base/numeral.ts'
import { rowsLimitMax } from '../../../src/domain/limits.ts'
import { type Desk, endPrompts, settle } from './batch.ts'
import { isFresh, type KeptTask, type Open, owedOf, type Purchase, waitingOf } from './ledger.ts'
import { HeldRows } from './held-rows.ts'
import { PromptSize } from './prompt-size.ts'
import { type Outcome, outcomeOf, type Plan, stoppedBy } from './run.ts'
import { Tally } from './tally.ts'
import type { Task } from './task.ts'

/** `windrow translate --resume`: writes what can be written, and asks no model. */
export async function resume(plan: Plan): Promise<Outcome> {
  const desk = { plan, held: new HeldRows(plan.agent, plan), tally: new Tally(), size: new PromptSize(null) }
  try {
    await writeKept(desk)
    const { texts } = await plan.ledger.waiting()
    const message = `${counted(texts, 'bought text')} could not be written`
    return await outcomeOf(plan, desk.tally, texts === 0 ? null : { code: 'waiting', message, mayComeRight: true })
  } catch (error) {
    const stopped = stoppedBy(error, plan.signal)
    if (stopped === null) throw error
    return await outcomeOf(plan, desk.tally, stopped)
  }
}

/** What no run writes. */
const ASIDE: readonly Purchase['owner']['role'][] = ['compare', 'draft']

/** Writes what the ledger has. Returns how many rows the quota still allows; null: nothing was written. Refused texts are bought again. */
export async function writeKept(
  desk: Desk,
  isWanted: (purchase: Purchase) => boolean = () => true,
): Promise<number | null> {
  const { ledger, note } = desk.plan
  const { own, others, damaged } = await ledger.read()
  for (const path of damaged) note(`${path} can't be read and is left alone; delete it if you do not need it`)
  if (others > 0)
    note(
      `${counted(others, 'answer')} of another person, server, language or kind of work are waiting for their own command`,
    )
  const bought = own.filter((each) => each.answers.size > 0 && !ASIDE.includes(each.owner.role) && isWanted(each))
  const fresh = waitingOf(bought.filter(isFresh)).texts
  if (fresh > 0) note(`saving ${counted(fresh, 'text')} that an earlier run bought`)
  return await writeAll(desk, bought)
}

/** Tries again to write texts that could not be written: their rows may have changed back, or have another text by now. */
export async function writeOpen(desk: Desk): Promise<void> {
  const { own } = await desk.plan.ledger.read()
  await writeAll(
    desk,
    own.filter((purchase) => !isFresh(purchase)),
  )
}

async function writeAll(desk: Desk, purchases: readonly Purchase[]): Promise<number | null> {
  let left: number | null = null
  for (const purchase of purchases) {
    desk.plan.signal.throwIfAborted()
    left = (await writePurchase(desk, purchase)) ?? left
  }
  return left
}

async function writePurchase(desk: Desk, purchase: Purchase): Promise<number | null> {
  const { prompts, answers, seconds, origin } = purchase
  const plan = { ...desk.plan, origin, brief: { ...desk.plan.brief, role: roleOf(purchase) } }
  const open = new Map<number, readonly Open[]>()
  let left: number | null = null
  for (const [prompt, answer] of answers) {
    const { tasks: kept = [], expected } = prompts[prompt] ?? {}
    const only = new Set(owedOf(purchase, prompt).keys())
    if (only.size === 0 || expected === undefined) continue
    const tasks = await tasksAgain(plan.agent, kept)
    const wanted = { kept: seconds.get(prompt) ?? null, only }
    const done = await settle({ ...desk, plan }, tasks, expected.input, answer, wanted)
    open.set(prompt, done.open ?? [])
    left = done.quotaLeft ?? left
  }
  await endPrompts(plan, purchase, open)
  return left
}

const roleOf = ({ owner: { role } }: Purchase): 'review' | 'translate' => (role === 'review' ? role : 'translate')

/** The tasks of a purchase with their rows as they are now, but for the source and the text that a new text replaces. */
export async function tasksAgain(agent: Agent, kept: readonly KeptTask[]): Promise<readonly Task[]> {
  const ids = [...new Set(kept.flatMap(({ rows }) => rows.map(({ rowId }) => rowId)))]
  const now = new Map<string, AgentRow>()
  for (let at = 0; at < ids.length; at += rowsLimitMax)
    for (const row of await agent.readRows(ids.slice(at, at + rowsLimitMax))) now.set(row.rowId, row)
  return kept.flatMap(({ rows, ...task }) => {
    const [row, ...twins] = rows.map((each) => rowAgain(each, now.get(each.rowId)))
    return row === undefined ? [] : [{ answers: 0, ...task, row, twins }]
  })
}

function rowAgain({ rowId, sourceHash, replaces }: KeptTask['rows'][number], now = goneRow(rowId)): AgentRow {
  const { manual, machine } = now.layers
  // A text for another source than the row has again may be replaced.
  const isFree = now.sourceHash === sourceHash && machine?.freshness === 'stale'
  const replaced = replaces === null ? null : { ...(machine ?? NO_HEAD), revision: replaces }
  return { ...now, sourceHash, layers: { manual, machine: isFree ? machine : replaced } }
}

const NO_HEAD: AgentHead = { revision: 0, text: '', status: 'draft', freshness: 'fresh', provider: null, model: null }

const goneRow = (rowId: string): AgentRow => ({
  rowId,
  key: null,
  remark: null,
  ordinal: 0,
  source: '',
  sourceHash: '',
  isServiceRow: false,
  keep: {},
  reference: null,
  maxLetters: null,
  copies: 1,
  pendingProposals: 0,
  layers: { manual: null, machine: null },
  previous: null,
  terms: [],
})
