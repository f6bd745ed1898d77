// What writing has in common here and behind a server: batches of 50, patience while the layer or the minute is busy, and the
// last batch of a day cut to what the quota has left.
import { batchItemsMax } from '../domain/limits.ts'
import { type AgentQuota, AgentRefused, type AgentText, type TextOutcome, type WrittenTexts } from './agent.ts'

/** How an agent waits. */
export interface Patience {
  /** Waits so many seconds; throws when it is interrupted. */
  readonly pause: (seconds: number) => Promise<void>
  /** As long as one call may wait altogether. */
  readonly secondsMax: number
}

/** Tries again for as long as the refusal says when, and the patience lasts. */
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

/** Gets a batch of at most 50 texts ready. The function it gives back sends it; sent again, the batch still counts once. */
type PrepareBatch = (texts: readonly AgentText[]) => Promise<() => Promise<SentBatch>>

/** Sends texts in their order until all are sent or something stops it. */
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

/** Rows that the day's quota still takes, when that is what refused the batch; else 0. */
function quotaLeft({ refusal: { code, details } }: AgentRefused): number {
  const { remaining } = details
  return code === 'daily_row_quota_exceeded' && typeof remaining === 'number' ? remaining : 0
}

/** The source hash to send for a text. `current` is the row's present one, null when there is no such row. */
export function hashToSend({ sourceHash }: AgentText, current: string | null): string {
  if (sourceHash !== null && sourceHash.length === hashLength) return sourceHash
  const isCurrent = current !== null && (sourceHash === null || current.startsWith(sourceHash))
  // One that no row has: the answer then says what the source is now.
  return isCurrent ? current : (sourceHash ?? '').padEnd(hashLength, '0')
}

const hashLength = 64

/** Whether the source hash of a text has to be looked up. */
export const isShort = ({ sourceHash }: AgentText): boolean => sourceHash?.length !== hashLength
