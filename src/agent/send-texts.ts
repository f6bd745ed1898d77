// Writing, locally and behind a server: batches of 50, waiting while the layer is busy or the minute is used up, and the last batch
// of a day cut to the remaining quota.
import { batchItemsMax } from '../domain/limits.ts'
import { type AgentQuota, AgentRefused, type AgentText, type TextOutcome, type WrittenTexts } from './agent.ts'

export interface Patience {
  /** Throws when interrupted. */
  readonly pause: (seconds: number, why?: string) => Promise<void>
  readonly secondsMax: number
  /** The waits for a server that was there and is away; absent: as for one that never answered. */
  readonly lostPausesSeconds?: readonly number[]
}

/** Repeats an attempt that is refused with a time to wait. */
export async function patiently<T>({ pause, secondsMax }: Patience, attempt: () => Promise<T>): Promise<T> {
  let left = secondsMax
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const seconds = error instanceof AgentRefused ? error.refusal.retryAfterSeconds : null
      if (seconds === null || seconds > left) throw error
      left -= seconds
      await pause(seconds)
    }
  }
}

export interface SentBatch {
  readonly outcomes: readonly TextOutcome[]
  readonly quota: AgentQuota
}

/** Prepares at most 50 texts; the returned function sends them, and calling it twice counts once. */
type PrepareBatch = (texts: readonly AgentText[]) => Promise<() => Promise<SentBatch>>

/** Sends batches until all texts are sent or a refusal stops it. */
export async function sendTexts(
  texts: readonly AgentText[],
  prepare: PrepareBatch,
  patience: Patience,
): Promise<WrittenTexts> {
  const outcomes: TextOutcome[] = []
  let quota: AgentQuota | null = null
  let size = batchItemsMax
  for (let at = 0; at < texts.length; ) {
    const batch = texts.slice(at, at + size)
    try {
      const send = await prepare(batch)
      const sent = await patiently(patience, send)
      outcomes.push(...sent.outcomes)
      quota = sent.quota
      at += batch.length
    } catch (error) {
      if (!(error instanceof AgentRefused)) throw error
      const fits = quotaLeft(error)
      if (fits === 0 || fits >= batch.length) return { outcomes, quota, stopped: error }
      size = fits
    }
  }
  return { outcomes, quota, stopped: null }
}

/** How many rows the quota still allows; 0 if something else refused. */
function quotaLeft({ refusal: { code, details } }: AgentRefused): number {
  const { remaining } = details
  return code === 'daily_row_quota_exceeded' && typeof remaining === 'number' ? remaining : 0
}

/** `current` is the row's own hash, null when there is no such row. */
export function hashToSend({ sourceHash }: AgentText, current: string | null): string {
  if (sourceHash !== null && sourceHash.length === hashLength) return sourceHash
  const isCurrent = current !== null && (sourceHash === null || current.startsWith(sourceHash))
  // A hash that no row has: the answer then contains the current source.
  return isCurrent ? current : (sourceHash ?? '').padEnd(hashLength, '0')
}

const hashLength = 64

export const isShort = ({ sourceHash }: AgentText): boolean => sourceHash?.length !== hashLength
