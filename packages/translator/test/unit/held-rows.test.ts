// The rows that a run holds, with an agent that notes what it is asked.
import { describe, expect, it } from 'vitest'
import { type Agent, type AgentRow, NOTHING_REMEMBERED, type TakenRows } from '../../../../src/agent/agent.ts'
import { HeldRows } from '../../src/held-rows.ts'
import type { Task } from '../../src/task.ts'
import { rowOf } from './rows.ts'

interface Noting {
  readonly agent: Agent
  readonly calls: string[]
}

/** Gives these answers to `takeRows`, one after the other. */
function agentWith(answers: readonly Partial<TakenRows>[], rows: readonly AgentRow[] = []): Noting {
  const calls: string[] = []
  const left = [...answers]
  const agent: Pick<Agent, 'takeRows' | 'remember' | 'renew' | 'giveBack' | 'readRows'> = {
    remember: async () => NOTHING_REMEMBERED,
    takeRows: async ({ work, limit, filter }) => {
      calls.push(`take ${work} ${limit}${filter === undefined ? '' : ` ${filter}`}`)
      return {
        claim: null,
        rows: [],
        left: 0,
        heldByOthers: 0,
        retryAfterSeconds: null,
        remembered: 0,
        briefVersion: 0,
        ...left.shift(),
      }
    },
    renew: async (id) => {
      calls.push(`renew ${id}`)
      return 0
    },
    giveBack: async (id) => {
      calls.push(`give back ${id}`)
      return true
    },
    readRows: async () => rows,
  }
  return { agent: agent as Agent, calls }
}

const WORK = { filters: [], brief: { role: 'translate', model: 'm' } } as const
const claim = (id: string, ...rows: readonly AgentRow[]): Partial<TakenRows> => ({ claim: { id, endsAtMs: 0 }, rows })
const [one, two] = [rowOf(1, 'Sun'), rowOf(2, 'Moon')]
const tasksOf = async (held: HeldRows): Promise<readonly Task[]> => {
  const taken = await held.take(50)
  return taken.what === 'tasks' ? taken.tasks : []
}

describe('claims', () => {
  it('are renewed while a task is open, and given back with the last one', async () => {
    const { agent, calls } = agentWith([claim('a', one, two)])
    const held = new HeldRows(agent, WORK)
    const [first, second] = await tasksOf(held)
    await held.renew()
    await held.end(first as Task)
    await held.renew()
    await held.end(second as Task)
    await held.renew()
    await held.giveBackAll()
    expect(calls).toEqual(['take none 50', 'renew a', 'renew a', 'give back a'])
  })

  it('go from one work to the next, until all is finished', async () => {
    const { agent, calls } = agentWith([{}, claim('a', one)])
    const held = new HeldRows(agent, WORK)
    expect(await tasksOf(held)).toHaveLength(1)
    await held.giveBackAll()
    expect(await held.take(7)).toEqual({ what: 'finished' })
    // Another round, because sources may have changed meanwhile.
    const round = ['take none 7', 'take stale 7']
    expect(calls).toEqual(['take none 50', 'take stale 50', 'give back a', 'take stale 7', ...round])
  })

  it('of a row whose source changed after it was done bring it again', async () => {
    const changed = rowOf(1, 'The Sun')
    const { agent } = agentWith([claim('a', one), {}, {}, {}, claim('b', changed)])
    const held = new HeldRows(agent, WORK)
    await held.end((await tasksOf(held))[0] as Task)
    expect((await tasksOf(held)).map(({ row }) => row)).toEqual([changed])
  })

  it('are given back by a run that ends before it has looked at their rows', async () => {
    const { agent, calls } = agentWith([claim('a', one)])
    const remember = async (): Promise<never> => {
      throw new DOMException('interrupted', 'AbortError')
    }
    const held = new HeldRows({ ...agent, remember }, WORK)
    await expect(held.take(50)).rejects.toThrow('interrupted')
    await held.giveBackAll()
    expect(calls).toEqual(['take none 50', 'give back a'])
  })

  it('say how long others hold what is left', async () => {
    const { agent } = agentWith([{ heldByOthers: 9, retryAfterSeconds: 40 }])
    expect(await new HeldRows(agent, WORK).take(50)).toEqual({ what: 'held', seconds: 40, rows: 9 })
  })

  it('of rows that were given up are held on to, so that others come, and do not count as held by others', async () => {
    const mine = { heldByOthers: 1, retryAfterSeconds: 100 }
    const { agent, calls } = agentWith([claim('a', one), claim('b', one), claim('c', two), mine, mine])
    const held = new HeldRows(agent, WORK)
    await held.end((await tasksOf(held))[0] as Task)
    const [next] = await tasksOf(held)
    expect(next?.row).toBe(two)
    await held.end(next as Task)
    expect(await held.take(50)).toEqual({ what: 'finished' })
    await held.giveBackAll()
    expect(calls.filter((call) => call.startsWith('give'))).toEqual(['give back a', 'give back c', 'give back b'])
  })
})

describe('a row read again', () => {
  it('is none when there is nothing to translate in it any more', async () => {
    const task = (await tasksOf(new HeldRows(agentWith([claim('a', one)]).agent, WORK)))[0] as Task
    const read = (...rows: readonly AgentRow[]) => new HeldRows(agentWith([], rows).agent, WORK).reread(task)
    expect(await read(two)).toBe(two)
    expect(await read()).toBeNull()
    expect(await read(rowOf(1, '…', { isServiceRow: true }))).toBeNull()
  })
})

describe('rows of a filter', () => {
  const filter = 'layer=machine&model=x'
  const old = { revision: 1, text: 'Місяць', status: 'draft', freshness: 'fresh', provider: 'p', model: 'x' }
  const had = rowOf(3, 'Stars', { layers: { manual: null, machine: old } })
  const settling = (noting: Noting, done: readonly string[]): Agent => ({
    ...noting.agent,
    remember: async (rowIds) => ({ filled: [], done: rowIds.filter((rowId) => done.includes(rowId)) }),
  })

  it('are taken also with a text, but not if they have got one since', async () => {
    const noting = agentWith([claim('a', one, had)])
    const held = new HeldRows(settling(noting, [one.rowId, had.rowId]), { ...WORK, filters: [filter] })
    const tasks = await tasksOf(held)
    expect(tasks.map(({ row }) => row)).toEqual([had])
    expect(await held.stillOpen(tasks)).toEqual(tasks)
    expect(noting.calls).toEqual([`take none 50 ${filter}`])
  })

  it('are taken once, though they stay in the filter', async () => {
    const noting = agentWith([claim('a', had), claim('b', had), { heldByOthers: 1, retryAfterSeconds: 100 }])
    const held = new HeldRows(settling(noting, [had.rowId]), { ...WORK, filters: [filter] })
    await held.end((await tasksOf(held))[0] as Task)
    expect(await held.take(50)).toEqual({ what: 'finished' })
  })
})
