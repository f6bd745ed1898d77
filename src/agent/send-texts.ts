// Writes texts in batches of 50, locally and behind a server. It waits while the layer is busy or the minute's quota is used
// up, and cuts the last batch of a day to the remaining quota.
import { batchItemsMax } from '../domain/limits.ts'
import { type AgentQuota, AgentRefused, type AgentText, type TextOutcome, type WrittenTexts } from './agent.ts'

export interface Patience {
  /** Waits. Throws when the user interrupts the wait. */
  readonly pause: (seconds: number, why?: string) => Promise<void>
  readonly secondsMax: number
  /** Waits between attempts for a server that answered before and is away now. Absent: the waits for one that never answered. */
  readonly lostPausesSeconds?: readonly number[]
}

/** Makes an attempt again for as long as its refusal names a time to wait. */
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

/** Prepares at most 50 texts. The returned function sends them; if it is called twice, the second call changes nothing more. */
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

/** How many rows the quota still allows, by the refusal; 0 if it was refused for something else. */
function quotaLeft({ refusal: { code, details } }: AgentRefused): number {
  const { remaining } = details
  return code === 'daily_row_quota_exceeded' && typeof remaining === 'number' ? remaining : 0
}

/** The source hash to send with a text. `current` is the hash of the row's source now, null when there is no such row. */
export function hashToSend({ sourceHash }: AgentText, current: string | null): string {
  if (sourceHash !== null && sourceHash.length === hashLength) return sourceHash
  const isCurrent = current !== null && (sourceHash === null || current.startsWith(sourceHash))
  // A hash that no row has: the answer then contains the current source.
  return isCurrent ? current : (sourceHash ?? '').padEnd(hashLength, '0')
}

const hashLength = 64

export const isShort = ({ sourceHash }: AgentText): boolean => sourceHash?.length !== hashLength
