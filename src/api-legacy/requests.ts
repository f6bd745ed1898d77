// Parses a legacy request (docs/legacy-api.md#endpoint). Unknown members are ignored. A refusal is one
// sentence for the bot's owner.
import { ok, refuse, type Result } from '../base/result.ts'
import { providerLengthMax, textBytesMax, textCodePointsMax } from '../domain/limits.ts'
import { sizeOf } from '../domain/text/normalize.ts'
import type { LegacyType } from '../domain/vocabulary.ts'

type LegacyAction = 'propose' | 'update_ai_translated_text' | 'show_info'

/** The type whose limit counts a mode's requests. */
export const TYPE_OF_ACTION: Readonly<Record<LegacyAction, LegacyType>> = {
  propose: 'user_translate_text',
  update_ai_translated_text: 'ai_translated_text',
  show_info: 'show_info',
}
const ACTIONS = Object.keys(TYPE_OF_ACTION) as readonly LegacyAction[]

/** Flags that select a mode if `action` is absent; the first one set wins, and none means propose. */
export const SELECTORS = [
  ['show_info', 'show_info'],
  ['show-info', 'show_info'],
  ['update_ai_translated_text', 'update_ai_translated_text'],
] as const satisfies readonly (readonly [string, LegacyAction])[]

export interface ProposeRequest {
  readonly action: 'propose'
  readonly rowId: string
  readonly text: string
  readonly ignoreGlossaryWarnings: boolean
  readonly ignoreValidationErrors: boolean
}
export interface MachineTextRequest {
  readonly action: 'update_ai_translated_text'
  readonly rowId: string
  readonly text: string
  readonly overwrite: boolean
  readonly provider: string | null
  readonly model: string | null
}
export interface ShowInfoRequest {
  readonly action: 'show_info'
  readonly rowId: string
}
export type LegacyRequest = ProposeRequest | MachineTextRequest | ShowInfoRequest

type Members = Readonly<Record<string, unknown>>
/** A parameter is wrong; the message is a sentence about it. Thrown and caught in this file only. */
class BadParameter extends Error {}

export function parseLegacyRequest(members: Members): Result<LegacyRequest, string> {
  try {
    return ok(readRequest(members))
  } catch (error) {
    if (error instanceof BadParameter) return refuse(error.message)
    throw error
  }
}

function readRequest(members: Members): LegacyRequest {
  const action = readAction(members)
  const rowId = readRowId(members)
  if (action === 'propose') {
    return {
      action,
      rowId,
      text: readText(members, 'user_translate_text'),
      ignoreGlossaryWarnings: readFlag(members, 'ignore_glossary_warnings'),
      ignoreValidationErrors: readFlag(members, 'ignore_validation_errors'),
    }
  }
  if (action === 'update_ai_translated_text') {
    const overwrite = readFlag(members, 'overwrite_ai_translated_text')
    return { action, rowId, text: readMachineText(members), overwrite, ...readProvenance(members) }
  }
  return { action, rowId }
}

/** The mode that a request asks for. `action` wins over the flags; an empty one and `null` count as absent. */
function readAction(members: Members): LegacyAction {
  const given = members['action'] ?? ''
  if (given === '') return SELECTORS.find(([flag]) => readFlag(members, flag))?.[1] ?? 'propose'
  const action = ACTIONS.find((known) => known === given)
  if (action === undefined) throw new BadParameter(`action must be one of ${ACTIONS.join(', ')}, or left out.`)
  return action
}

const rowIdLength = 16

function readRowId(members: Members): string {
  const rowId = members['row_id'] ?? null
  if (rowId === null) throw new BadParameter('row_id is missing: send the 16 characters that identify the row.')
  if (typeof rowId !== 'string' || !rowId.isWellFormed() || sizeOf(rowId).codePoints !== rowIdLength) {
    throw new BadParameter('row_id must be a string of exactly 16 characters.')
  }
  return rowId
}

/** The values that bots send for a flag, with their meaning; absent and `null` mean false. */
const FLAG_VALUES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  [null, false],
])

function readFlag(members: Members, name: string): boolean {
  const value = FLAG_VALUES.get(members[name] ?? null)
  if (value === undefined) throw new BadParameter(`${name} must be true or false (1, 0, "true" and "false" do too).`)
  return value
}

function readText(members: Members, name: string): string {
  const text = members[name] ?? null
  if (text === null) throw new BadParameter(`${name} is missing: send the text as a string.`)
  if (typeof text !== 'string') throw new BadParameter(`${name} must be a string.`)
  if (!text.isWellFormed()) {
    throw new BadParameter(`${name} holds half of a character (an unpaired surrogate): send well-formed Unicode.`)
  }
  return text
}

function readMachineText(members: Members): string {
  const text = readText(members, 'ai_translated_text')
  if (text === '') throw new BadParameter('ai_translated_text is empty: send the text to store.')
  const { codePoints, bytes } = sizeOf(text)
  if (codePoints > textCodePointsMax || bytes > textBytesMax) {
    throw new BadParameter(
      `ai_translated_text is too long: at most ${textCodePointsMax} characters and ${textBytesMax} bytes of UTF-8.`,
    )
  }
  return text
}

/** Provider and model, trimmed before they are measured; one of white space alone counts as absent. */
function readProvenance(members: Members): { provider: string | null; model: string | null } {
  const provider = readName(members, 'provider')
  const model = readName(members, 'model')
  for (const name of [provider, model]) {
    if (name === null || sizeOf(name).codePoints <= providerLengthMax) continue
    throw new BadParameter(`provider and model must both be at most ${providerLengthMax} characters.`)
  }
  return { provider, model }
}

function readName(members: Members, name: string): string | null {
  const value = members[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string' || !value.isWellFormed()) throw new BadParameter(`${name} must be a string.`)
  return value.trim() || null
}
