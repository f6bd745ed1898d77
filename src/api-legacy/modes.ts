// Runs a request in one of the legacy API's three modes: `propose`, `update_ai_translated_text` and `show_info`.
import type { KeyActor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { namedProposal, readInfo } from '../app/upkeep/read-info.ts'
import { submitProposal, writeMachineText } from '../app/writes/write-single.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { isRoleAtLeast, mayOwnBotKey as takes } from '../domain/access.ts'
import { legacyLockWaitMsMax as waitMsMax } from '../domain/limits.ts'
import type { LegacyFailure } from './errors.ts'
import type { LegacyRequest, MachineTextRequest, ProposeRequest, ShowInfoRequest } from './requests.ts'
import { infoBody, machineTextBody, proposedBody } from './responses.ts'

type Outcome = Result<Readonly<Record<string, unknown>>, LegacyFailure>

/** Does what a request asks for. A write waits up to 25 s while others write. */
export async function runMode(app: App, actor: KeyActor, request: LegacyRequest): Promise<Outcome> {
  if (request.action === 'propose') return await propose(app, actor, request)
  if (request.action === 'update_ai_translated_text') return await updateMachineText(app, actor, request)
  return showInfo(app, request)
}

async function propose(app: App, actor: KeyActor, request: ProposeRequest): Promise<Outcome> {
  const { rowId, text } = request
  const mayWaive = isRoleAtLeast(actor.user.role, 'moderator')
  const waivers = {
    glossary: mayWaive && request.ignoreGlossaryWarnings,
    validation: mayWaive && request.ignoreValidationErrors,
  }
  const submitted = await submitProposal(app, actor, { rowId, text, sourceHash: null, waivers, waitMsMax, takes })
  if (!submitted.ok) return submitted
  const { proposal } = submitted.value
  return ok(proposedBody(rowId.toLowerCase(), submitted.value, proposal === null ? null : namedProposal(app, proposal)))
}

async function updateMachineText(app: App, actor: KeyActor, request: MachineTextRequest): Promise<Outcome> {
  const written = await writeMachineText(app, actor, { ...request, waitMsMax, takes })
  return written.ok ? ok(machineTextBody(written.value, request.text)) : written
}

function showInfo(app: App, { rowId }: ShowInfoRequest): Outcome {
  const info = readInfo(app, rowId)
  return info === null ? refuse({ code: 'entry_not_found' }) : ok(infoBody(info))
}
