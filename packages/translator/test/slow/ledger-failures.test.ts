// Whichever call of the ledger or the server fails, once: nothing is bought twice, and nothing that was paid is lost.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Agent, AgentRefused } from '../../../../src/agent/agent.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { temporaryFolder } from '../../../../test/support/program.ts'
import { madeUpSources, openTranslateWorld } from '../../../../test/support/translate-world.ts'
import { Ledger } from '../../src/ledger.ts'

const sources = madeUpSources(24, 7)
const distinct = new Set(sources).size
/** One fails after the other; a run asks less often. */
const callsMax = 200
/** More than any claim lasts. */
const laterMs = 2 * 3_600_000

const folder = temporaryFolder()
afterEach(() => folder.remove())

/** Calls of these members, counted together, of which the n-th fails, before or after it has its effect. */
function failing(members: readonly string[], nth: number, isAfter: boolean, error: () => Error) {
  let calls = 0
  const of = <T extends object>(thing: T): T =>
    new Proxy(thing, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function' || !members.includes(String(name))) return member
        return async (...args: unknown[]) => {
          const fails = ++calls === nth
          if (fails && !isAfter) throw error()
          const result: unknown = await Reflect.apply(member, target, args)
          if (fails) throw error()
          return result
        }
      },
    })
  return { of, hasFailed: () => calls >= nth }
}

const away = (): Error =>
  new AgentRefused({
    code: 'unreachable',
    message: 'The server cannot be reached.',
    hint: '',
    details: { retriable: true },
    retryAfterSeconds: null,
  })
const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

const SERVER = ['takeRows', 'remember', 'earlier', 'check', 'write', 'readRows', 'renew', 'giveBack']

/** A run in which the n-th call fails, and one that goes on; false: fewer calls came. */
async function failsAndGoesOn(nth: number, isBatch: boolean, fail: ReturnType<typeof failing>): Promise<boolean> {
  const world = await openTranslateWorld(sources)
  const model = await modelEndpoint({ translate: translated, jobs: {} })
  const ledger = (): Ledger =>
    new Ledger(join(folder.path, `${nth}`), { server: '', person: 'Ada', language: 'uk', role: 'translate' })
  try {
    const broken = { ledger: fail.of(ledger()), agent: fail.of<Agent>(world.agent), rowsPerCall: 10 }
    await world.run({ endpoint: model.url, isBatch, plan: broken }).catch((error: unknown) => {
      // What was made to fail may end the run by itself.
      if (!fail.hasFailed()) throw error
    })
    world.world.clock.ms += laterMs
    const outcome = await world.run({ endpoint: model.url, isBatch, plan: { ledger: ledger(), rowsPerCall: 10 } })
    const twice = [...model.bought].filter(([, times]) => times > 1)
    const wrong = [...world.stored()].filter(([source, text]) => text !== translated(source))
    expect([nth, outcome?.stopped, outcome?.waiting.texts, twice, wrong, world.stored().size]).toEqual([
      nth,
      null,
      0,
      [],
      [],
      distinct,
    ])
    return fail.hasFailed()
  } finally {
    await model.close()
    await world.close()
  }
}

describe.each([
  ['directly', false],
  ['by jobs', true],
])('%s', (_, isBatch) => {
  it.each([
    ['of the server', SERVER, away, false],
    ['of the server, behind its effect', SERVER, away, true],
    ['of the ledger', ['place', 'add', 'reserve'], full, false],
  ] as const)(
    'whichever call %s fails, nothing is bought twice and nothing is lost',
    async (__, names, error, isAfter) => {
      let nth = 1
      while (await failsAndGoesOn(nth, isBatch, failing(names, nth, isAfter, error)))
        expect(++nth).toBeLessThan(callsMax)
      expect(nth).toBeGreaterThan(3)
    },
  )
})
