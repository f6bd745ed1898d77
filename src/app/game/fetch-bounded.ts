// Fetches a document or a file for `windrow install ADDRESS`, within bounds: https, or http to this machine; a few
// redirects, none of which leaves https; a largest size; an end after half a minute without a byte.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { AnyRefusal } from '../refused.ts'

const redirectsMax = 5
const silenceMsMax = 30_000

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Whether windrow connects to this address. */
export const isAllowed = (address: string): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

interface Asking {
  readonly bytesMax: number
  readonly signal: AbortSignal
  readonly onBytes?: (done: number) => void
}

/** Hands on at most `bytesMax` of the body, in pieces. */
async function ask(
  address: string,
  { bytesMax, signal, onBytes }: Asking,
  take: (piece: Uint8Array) => Promise<void> | void,
): Promise<Result<void, AnyRefusal>> {
  if (!isAllowed(address)) return refuse({ code: 'bad_address', address })
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silenceMsMax)
  const within = AbortSignal.any([signal, silence.signal])
  try {
    const followed = await follow(address, within)
    if (!followed.ok) return followed
    const response = followed.value
    if (response.status !== 200) {
      await response.body?.cancel()
      return refuse({ code: 'bad_answer', address, status: response.status })
    }
    let done = 0
    for await (const piece of response.body ?? []) {
      timer.refresh()
      done += piece.length
      // Leaving the loop cancels the rest.
      if (done > bytesMax) return refuse({ code: 'too_long', address, max: bytesMax })
      await take(piece)
      onBytes?.(done)
    }
    return ok()
  } catch (error) {
    if (signal.aborted) return refuse({ code: 'interrupted' })
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw error
    return refuse({ code: 'not_reached', host: URL.parse(address)?.host ?? address, reason: reasonOf(error) })
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'AbortError') return 'nothing came for half a minute'
  const { cause, message } = error as Error
  const inner = cause as NodeJS.ErrnoException | undefined
  return inner?.code ?? inner?.message ?? message
}

async function follow(address: string, signal: AbortSignal): Promise<Result<Response, AnyRefusal>> {
  let at = address
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const headers = { Accept: 'application/json, application/zip, */*;q=0.1', 'Accept-Encoding': 'identity' }
    const response = await fetch(at, { redirect: 'manual', signal, headers, credentials: 'omit' })
    const to = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || to === null) return ok(response)
    await response.body?.cancel()
    const next = URL.parse(to, at)?.href ?? to
    if (!isAllowed(next) || (at.startsWith('https:') && !next.startsWith('https:')))
      return refuse({ code: 'leads_astray', address, to: next })
    at = next
  }
  return refuse({ code: 'leads_on', address })
}

export async function fetchText(address: string, asking: Asking): Promise<Result<string, AnyRefusal>> {
  const pieces: Uint8Array[] = []
  const asked = await ask(address, asking, (piece) => void pieces.push(piece))
  return asked.ok ? ok(Buffer.concat(pieces).toString('utf8')) : asked
}

/** Returns the size and SHA-256 (hex) of the file. */
export async function fetchFile(
  address: string,
  file: FileHandle,
  asking: Asking,
): Promise<Result<{ readonly sizeBytes: number; readonly sha256: string }, AnyRefusal>> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const asked = await ask(address, asking, async (piece) => {
    hash.update(piece)
    for (let done = 0; done < piece.length; ) done += (await file.write(piece, done, piece.length - done)).bytesWritten
    sizeBytes += piece.length
  })
  return asked.ok ? ok({ sizeBytes, sha256: hash.digest('hex') }) : asked
}
