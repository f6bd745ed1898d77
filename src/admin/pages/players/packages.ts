// Sends a package from the disk in small pieces, as fast as the client takes them: whole, or one range of it. A package of that name
// never changes, so its digest is its strong ETag (RFC 9110, 13 and 14).
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { HashedFile } from '../../../domain/release.ts'

const pieceBytes = 64 * 1024

interface Range {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** The one range asked for; null: none, or a form that a server may ignore; `unsatisfiable`: beyond the file. */
function rangeOf(header: string | undefined, sizeBytes: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - Number(to)), end: sizeBytes - 1 }
  const [start, end] = [Number(from), to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)]
  if (to !== '' && Number(to) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)

type HeaderOf = (name: string) => string | undefined

/** Null: the file is not there, or not as it was published. */
export async function sendPackage(
  path: string,
  { name, sizeBytes, sha256 }: HashedFile,
  method: string,
  headerOf: HeaderOf,
): Promise<Response | null> {
  const etag = `"${sha256}"`
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    ETag: etag,
  }
  if (isNotModified(headerOf('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const isOfThis = (headerOf('if-range') ?? etag) === etag
  const range = isOfThis && method === 'GET' ? rangeOf(headerOf('range'), sizeBytes) : null
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` } })
  }
  if (!(await isThere(path, sizeBytes))) return null
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  const sized = { ...headers, 'Content-Length': String(end - start + 1) }
  if (method === 'HEAD') return new Response(null, { headers: sized })
  const body = piecesOf(path, start, end)
  if (range === null) return new Response(body, { headers: sized })
  return new Response(body, {
    status: 206,
    headers: { ...sized, 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` },
  })
}

async function isThere(path: string, sizeBytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === sizeBytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** One piece is in memory at a time: the next one is read when the client has room. */
function piecesOf(path: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = start
  let file: FileHandle | null = null
  return new ReadableStream(
    {
      async pull(controller) {
        file ??= await open(path, 'r')
        const piece = new Uint8Array(Math.min(pieceBytes, end + 1 - at))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        at += bytesRead
        if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead))
        if (bytesRead > 0 && at <= end) return
        await file.close()
        if (at > end) controller.close()
        else controller.error(new Error('the package became shorter'))
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}
