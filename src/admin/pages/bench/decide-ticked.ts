// Decides the ticked rows of the workbench's list (ticks.ts), one after the other.
import { confirmTranslation, markMachineHead } from '../../../app/writes/decide-head.ts'
import { MACHINE_MARKS } from '../../../domain/decide-review.ts'
import type { Step } from '../../recent-steps.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { goTo, type Visit } from '../../visit.ts'
import { form, takes } from '../../form.ts'
import { ADDRESS_FIELDS, benchPath, postedAddress } from './address.ts'
import { benchWith } from './bench-page.ts'
import { doneParameters, rememberStep } from './done.ts'
import { say, told } from '../../language/say.ts'

const ticksMax = 100
const DECISIONS = ['fits', ...MACHINE_MARKS] as const
type Decision = (typeof DECISIONS)[number]

const FIELDS = ADDRESS_FIELDS.extend({ do: takes.exact, tick: takes.many })

export const decideTicked = form(FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const decision = DECISIONS.find((each) => each === sent.do) ?? null
  const refusals: string[] = []
  const steps: Step[] = []
  for (const tick of sent.tick.slice(0, ticksMax)) {
    const decided = await decideOne(visit, decision, tick)
    if (typeof decided === 'string') refusals.push(decided)
    else steps.push(decided)
  }
  const many = visit.site.recentSteps.keep(visit.user.id, steps)
  const done = { did: `ticked_${decision ?? 'fits'}`, rowId: steps[0]?.rowId ?? '', rows: steps.length, many } as const
  if (steps.length > 0) rememberStep(visit, done)
  if (refusals.length > 0 || steps.length === 0) {
    const why = refusals.length === 0 ? say`nothing was ticked` : [...new Set(refusals.map(told))].join('; ')
    return await benchWith(visit, address, {
      error: say`${steps.length} done, ${refusals.length} left as they are: ${why}`,
      status: 409,
      done: steps.length === 0 ? null : done,
    })
  }
  return goTo(visit, benchPath(address.parameters, doneParameters(done)))
})

async function decideOne(visit: Visit, decision: Decision | null, tick: string): Promise<Step | string> {
  const [, layer, seq, sourceHash, rowId] =
    /^(manual|machine) (\d{1,9}) ([0-9a-f]{64}) ([0-9a-f]{16})$/.exec(tick) ?? []
  if (sourceHash === undefined || rowId === undefined) return say`that is no row`
  const seen = { seq: Number(seq), sourceHash }
  if (layer === 'manual' && decision === 'fits') {
    const confirmed = await confirmTranslation(visit.app, visit.actor, { rowId, seen })
    return confirmed.ok ? { rowId, layer, seq: seen.seq + 1 } : saidOf(confirmed.refusal)
  }
  if (layer !== 'machine' || decision === 'fits' || decision === null) return say`that cannot be done with this text`
  const marked = await markMachineHead(visit.app, visit.actor, { rowId, mark: decision, seen })
  return marked.ok ? { rowId, layer, seq: marked.value.machine?.seq ?? 0 } : saidOf(marked.refusal)
}
