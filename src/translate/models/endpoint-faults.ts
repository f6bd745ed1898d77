// The meaning of an endpoint's failure: a form that it does not know, a prompt that is too long, or a fault that
// passes. Statuses say little, so the words of the body are read first (server-words.ts).
import { FormTrouble, ModelTrouble } from './model.ts'
import { secondsAsked, statusIn, wordsIn } from './server-words.ts'

interface Asked {
  readonly url: string
  readonly key: string | null
}

/** Statuses of an endpoint without structured output or streaming, unless the message names another fault. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter|stream/i
const ABOUT_GRAMMAR = /grammar/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
/** Wordings of servers for a prompt that is too long; what none of them finds is tried at half the length once (batch.ts). */
const ABOUT_LENGTH: readonly RegExp[] = [
  /context[ _-]?(?:length|size|window|limit)/i,
  /(?:prompt|input|request|message)s? (?:is |are |was )?too (?:long|large)/i,
  /too many (?:input |prompt )?tokens|(?:input|prompt) tokens? (?:limit|exceed)/i,
  /maximum (?:number of )?(?:(?:input|prompt|sequence|model|context) )*(?:tokens|length)/i,
  /max_(?:new_tokens|seq_len|model_len|input_tokens|input_length|total_tokens|prompt_tokens)/i,
  /range of input length|(?:model )?token limit|(?:prompt|input|sequence|token) (?:length|count)\b.*(?:exceed|greater|longer|larger)/i,
  /(?:exceed\w*|longer than|greater than|larger than)\b.*(?:context|tokens|sequence length)/i,
]
const tooLargeStatus = 413
const lengthStatuses: readonly number[] = [200, 400, tooLargeStatus, 422, 429, 500]
/** Any of them may mean a prompt that is too long, in words that nobody has listed. */
const doubtfulStatuses: readonly number[] = [400, 422]
const passingStatuses: readonly number[] = [200, 408, 409, 425, 429, 529]
/** A proxy on the way timed out. */
const lateStatuses: readonly number[] = [408, 504]
/** A bill, a key or a certificate: asking again does not help, unless the server says when. */
const ABOUT_OWNER =
  /insufficient[ _](?:quota|balance|funds|credit)|\bbilling\b|\bbalance\b|payment required|out of credits?|no credits?|arrears|api[ _-]?key|credentials|unauthori[sz]ed|authentication|permission[ _]denied|certificate/i
/** Codes of connections that no patience mends: certificates, and TLS where the other end has none. */
const WRONG_ADDRESS = /CERT|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL|ERR_TLS|WRONG_VERSION|ERR_INVALID_URL/

interface AnswerFault {
  readonly statusCode?: number
  readonly message: string
  readonly responseBody?: string
  readonly responseHeaders?: Record<string, string>
  readonly cause?: unknown
}

const wordsOf = ({ message, responseBody = '' }: AnswerFault): string => `${message} ${responseBody}`

function isAboutLength(fault: AnswerFault): boolean {
  const { statusCode: status = 0 } = fault
  const isNamed = ABOUT_LENGTH.some((words) => words.test(wordsOf(fault)))
  return status === tooLargeStatus || (lengthStatuses.includes(status) && isNamed)
}

function isAboutFormat(fault: AnswerFault): boolean {
  const status = fault.statusCode ?? 0
  const words = wordsOf(fault)
  if (status === 500) return ABOUT_GRAMMAR.test(words)
  if (ABOUT_FORMAT.test(words)) return status === 404 || unknownFormatStatuses.includes(status)
  return unknownFormatStatuses.includes(status) && !ABOUT_MODEL.test(words) && !ABOUT_OWNER.test(words)
}

export function troubleOfAnswer({ url, key }: Asked, fault: AnswerFault): ModelTrouble {
  const { statusCode: status = null, responseHeaders = {}, responseBody = '', cause } = fault
  if (status === null) {
    const { code } = (cause ?? {}) as { code?: unknown }
    const why = typeof code === 'string' ? code : fault.message
    return new ModelTrouble(`${url} cannot be reached (${hidden(why, key)})`, !WRONG_ADDRESS.test(why))
  }
  const seconds = secondsAsked(responseHeaders, responseBody, Date.now())
  const said = wordsIn(responseBody)
  const shown = said === '' || fault.message.includes(said) ? fault.message : said
  const message = `${url} answered: ${status} ${hidden(shown.replace(/\s+/g, ' '), key)}`
  if (isAboutLength(fault)) return new ModelTrouble(message, true, seconds, 'long')
  const size = lateStatuses.includes(status) ? 'late' : doubtfulStatuses.includes(status) ? 'perhaps' : null
  if (isAboutFormat(fault)) return new FormTrouble(message, status >= 500, null, size)
  const isOwners = seconds === null && ABOUT_OWNER.test(wordsOf(fault))
  const isPassing = !isOwners && (passingStatuses.includes(status) || status >= 500)
  return new ModelTrouble(message, isPassing, seconds, isOwners || ABOUT_MODEL.test(wordsOf(fault)) ? null : size)
}

/** An error that came with status 200: its own number counts. A page for people means another address. */
export function troubleInside(asked: Asked, value: unknown): ModelTrouble {
  const said = wordsIn(value)
  if (typeof value === 'string' && /^\s*</.test(value))
    return new ModelTrouble(
      `${asked.url} answered with a page: ${hidden(said, asked.key)}; is the address right?`,
      false,
    )
  const message = said === '' ? 'an answer without a text' : said
  return troubleOfAnswer(asked, {
    statusCode: statusIn(value) ?? 200,
    message,
    responseBody: value === null ? '' : JSON.stringify(value),
  })
}

/** Hides the key, because endpoints may repeat it in their messages. */
export const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}
