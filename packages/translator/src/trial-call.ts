// The one call of a trial (trial.ts): how the answer came, and the name of what went wrong.
import { ABOUT_BILL, ABOUT_KEY, ABOUT_MODEL } from './manners.ts'
import { hidden, jsonIn, statusIn, wordsIn } from './models/endpoint-body.ts'
import { type Endpoint, endpointModel } from './models/endpoint-model.ts'
import { type Model, type ModelAnswer, ModelTrouble } from './models/model.ts'
import type { Prompt } from './prompt.ts'

/** Why no text came, and what to do about it, with gaps for the facts of a trial (trial-lines.ts). */
export const FAULTS = {
  unreachable: [
    'no: nothing answers there ({fault.message})',
    'start the server, or correct its address: the port, and /v1 at the end',
  ],
  wrong_address: ['no: this is not the address of a model ({fault.message})', 'correct the address; most end in /v1'],
  wrong_key: ['no: the key is refused ({fault.message})', 'set {keyName} to the right key'],
  no_credit: ['no: the account cannot pay ({fault.message})', 'pay its bill, or use another account'],
  unknown_model: ['no: there is no such model ({fault.message})', 'use the exact name of one of its models: {names}'],
  busy: ['no: it is busy ({fault.message})', 'try again later'],
  too_long: ['no: its context is too short for this prompt ({fault.message})', 'load the model with a longer context'],
  silent: [
    'no: nothing came within {limit} s',
    'is it still loading the model? Try again, or wait longer: --try-seconds 60',
  ],
  endless: ['no: no text was complete within {limit} s', 'wait longer (--try-seconds 60), or use a faster model'],
  thinks_only: [
    'no: it only thought, for some {thoughts} tokens',
    'try --reasoning off, or a larger --max-tokens or context',
  ],
  unreadable: [
    'no: its answer cannot be read; it begins: {fault.message}',
    'use another model; --dry-run shows the prompt',
  ],
  empty: ['no: its answer has no text ({fault.message})', 'try again, or use another model'],
  broken: ['no: the server has a fault ({fault.message})', 'check the server, and try again'],
  refused: ['no: it refuses the prompt ({fault.message})', 'correct what it complains about, and try again'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export interface TrialFault {
  readonly code: keyof typeof FAULTS
  /** What happened, in the server's words, without the key. */
  readonly message: string
}

/** What was seen of the call while it went on. */
class Seen {
  /** The status of the last answer; null: nothing answered. */
  status: number | null = null
  /** The beginning of the last answer. */
  head = ''
  /** Why the server refused an earlier form of the request; null: it did not. */
  refusal: string | null = null
  thoughts = ''
  /** How many pieces of text came. */
  pieces = 0
  /** After how many seconds the first piece came. */
  seconds = 0
}

interface TrialCall {
  /** The answer. Null: none came. */
  readonly answer: ModelAnswer | null
  /** Why no answer came; null: one did. */
  readonly fault: TrialFault | null
  readonly isLate: boolean
  readonly seconds: number
  readonly seen: Seen
}

/** Makes the call. It ends after so many seconds, with what came until then. */
export async function callOnce(
  model: Endpoint | Model,
  prompt: Prompt,
  limitSeconds: number,
  signal: AbortSignal,
): Promise<TrialCall> {
  const seen = new Seen()
  const startedMs = performance.now()
  const secondsNow = (): number => (performance.now() - startedMs) / 1_000
  const send: typeof fetch = async (input, init) => {
    if (seen.status !== null) seen.refusal ??= hidden(wordsIn(seen.head), 'url' in model ? model.key : null)
    const response = await fetch(input, init)
    seen.status = response.status
    seen.head = ''
    return new Response(response.body?.pipeThrough(headTo(seen)) ?? null, response)
  }
  const onPart: Endpoint['onPart'] = (what, part) => {
    if (what === 'thought') seen.thoughts += part
    else if (part !== '' && seen.pieces++ === 0) seen.seconds = secondsNow()
  }
  const late = AbortSignal.timeout(limitSeconds * 1_000)
  const asked = 'url' in model ? await endpointModel({ ...model, onPart }, send) : model
  const given = await asked.ask(prompt, AbortSignal.any([signal, late])).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof ModelTrouble || late.aborted) return error as Error
    throw error
  })
  const call = { isLate: late.aborted, seconds: secondsNow(), seen }
  if (!(given instanceof Error)) return { ...call, answer: given, fault: null }
  const lateCode = seen.thoughts !== '' ? 'thinks_only' : seen.pieces > 0 ? 'endless' : 'silent'
  const code = late.aborted ? lateCode : codeOf(seen, given as ModelTrouble)
  return { ...call, answer: null, fault: { code, message: given.message } }
}

/** How many characters of an answer are shown. */
const headMax = 2_000

function headTo(seen: Seen): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  return new TransformStream({
    transform: (chunk, out) => {
      if (seen.head.length < headMax) seen.head += decoder.decode(chunk.subarray(0, headMax), { stream: true })
      out.enqueue(chunk)
    },
  })
}

/** The names of failures. The first entry whose numbers or words fit is taken; a number inside the answer wins over the status. */
const CODES: readonly (readonly [TrialFault['code'], readonly number[], RegExp?])[] = [
  ['no_credit', [402], ABOUT_BILL],
  ['wrong_key', [401, 403], ABOUT_KEY],
  ['unknown_model', [], ABOUT_MODEL],
  ['busy', [429, 503, 529]],
  ['wrong_address', [301, 302, 307, 308, 404, 405]],
  ['broken', [500, 501, 502, 504, 520]],
]

function codeOf({ status, head }: Seen, error: ModelTrouble): TrialFault['code'] {
  if (error.size === 'long') return 'too_long'
  const number = statusIn(jsonIn(head)) ?? status
  const said = `${error.message} ${head}`
  const [found] = CODES.find(([, numbers, words]) => numbers.includes(number ?? 0) || words?.test(said)) ?? []
  if (found !== undefined || status === null) return found ?? 'unreachable'
  return number === 200 && !/error/i.test(head) ? 'wrong_address' : 'refused'
}
