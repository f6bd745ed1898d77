// `windrow translate --batch`: the options of a run by jobs.
import { doAlone } from '../../../app/upkeep/do-alone.ts'
import { FAMILIES } from '../../../../packages/translator/src/models/families.ts'
import { jobRequests, providerAt } from '../../../../packages/translator/src/jobs/provider.ts'
import { translateByJobs } from '../../../../packages/translator/src/jobs/translate-by-jobs.ts'
import type { Outcome, Plan } from '../../../../packages/translator/src/run.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import type { LocalWork } from '../../with-agent.ts'
import { endpointOf } from './model-options.ts'

/** Prepares a run by jobs. Refuses models and options that jobs can't have. */
export function byJobs(
  context: CommandContext,
  args: ParsedArgs,
  local: LocalWork | null,
): (plan: Plan, quotaLeft: number) => Promise<Outcome> {
  const endpoint = endpointOf(context, args)
  if (local === null) throw new Usage('--batch works on the local store only; name the person with --as')
  if (!FAMILIES[endpoint.api].hasJobs)
    throw new Usage(`--batch needs OpenAI's batch interface, which --api ${endpoint.api} does not have`)
  const { url, key } = endpoint
  return async (plan, quotaLeft) => {
    const tools = {
      requests: await jobRequests(endpoint),
      provider: providerAt(url, key, plan.signal),
      url,
    }
    const outcome = await doAlone(local.app, 'model_jobs', () => translateByJobs(plan, tools, quotaLeft))
    if (outcome === null)
      throw new Failure('another windrow translate --batch is working on this store', { exit: EXIT.tryAgain })
    return outcome
  }
}
