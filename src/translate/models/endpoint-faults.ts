// The meaning of an endpoint's failure: a form that it does not know, a prompt that is too long, or a fault that
// passes.
import { FormTrouble, ModelTrouble } from './model.ts'

interface Asked {
  readonly url: string
  readonly key: string | null
}

/** Statuses of an endpoint without structured output or streaming, unless the message names another fault. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter|stream/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
/** Words of llama.cpp, OpenAI, Anthropic, vLLM, and others. */
const ABOUT_LENGTH =
  /context[ _-]?(?:length|size|window)|(?:prompt|input|request) (?:is )?too (?:long|large)|too many (?:input )?tokens|maximum (?:number of )?(?:input )?tokens/i
const lengthStatuses: readonly number[] = [400, 413, 422, 500]
const passingStatuses: readonly number[] = [408, 409, 425, 429, 529]
/** A proxy on the way timed out. */
const lateStatuses: readonly number[] = [408, 504]

interface AnswerFault {
  readonly statusCode?: number
  readonly message: string
  readonly responseBody?: string
  readonly responseHeaders?: Record<string, string>
  readonly cause?: unknown
}

const wordsOf = ({ message, responseBody = '' }: AnswerFault): string => `${message} ${responseBody}`

const isAboutLength = (fault: AnswerFault): boolean =>
  lengthStatuses.includes(fault.statusCode ?? 0) && ABOUT_LENGTH.test(wordsOf(fault))

function isAboutFormat(fault: AnswerFault): boolean {
  const status = fault.statusCode ?? 0
  if (isAboutLength(fault)) return false
  if (ABOUT_FORMAT.test(wordsOf(fault))) return status === 404 || unknownFormatStatuses.includes(status)
  return unknownFormatStatuses.includes(status) && !ABOUT_MODEL.test(wordsOf(fault))
}

export function troubleOfAnswer({ url, key }: Asked, fault: AnswerFault): ModelTrouble {
  const { statusCode: status = null, responseHeaders, cause } = fault
  if (status === null) {
    const { code } = (cause ?? {}) as { code?: unknown }
    const why = typeof code === 'string' ? code : fault.message
    return new ModelTrouble(`${url} cannot be reached (${hidden(why, key)})`, true)
  }
  const asked = Number(responseHeaders?.['retry-after'] ?? Number.NaN)
  const isLong = isAboutLength(fault)
  const message = `${url} answered: ${status} ${hidden(fault.message.replace(/\s+/g, ' '), key)}`
  if (isAboutFormat(fault)) return new FormTrouble(message, status >= 500)
  return new ModelTrouble(
    message,
    isLong || passingStatuses.includes(status) || status >= 500,
    Number.isFinite(asked) ? asked : null,
    isLong ? 'long' : lateStatuses.includes(status) ? 'late' : null,
  )
}

/** Hides the key, because endpoints may repeat it in their messages. */
export const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}
