// The certificate of HTTPS and its key, read at the start, and again when a file changes or at a hangup: a certificate
// is renewed every few weeks, without a restart.
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { isatty } from 'node:tty'

/** Why a server could not begin to listen. `code` is the system's: `EADDRINUSE`, `EACCES` … */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/**
 * SIGHUP without a terminal: `systemctl reload` sends it, and a server reads its files again. With a terminal the
 * window was closed, and the server ends (src/cli/world.ts). From the first call on a hangup does not end this process.
 */
export function onHangup(listener: () => void): void {
  if (process.platform !== 'win32' && !isatty(1)) process.on('SIGHUP', listener)
}

interface PairFiles {
  readonly cert: string
  readonly key: string
}

const lookEveryMs = 5_000

export const readPair = ({ cert, key }: PairFiles): { readonly cert: Buffer; readonly key: Buffer } => ({
  cert: readPem(cert, 'tls.cert'),
  key: readPem(key, 'tls.key'),
})

function readPem(file: string, name: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
    throw new ListenFailed(`${name}: ${file} can't be read (${code}); check the path and its permissions`, code)
  }
}

/** Renews the pair until the server closes. While the new one can't be used, the former one stays. */
export function keepCertificate(server: Server, files: PairFiles, note: (text: string) => void): void {
  let known = stampOf(files)
  let failed = ''
  const look = (): void => {
    const stamp = stampOf(files)
    if (stamp === known && failed === '') return
    known = stamp
    try {
      server.setSecureContext(readPair(files))
      failed = ''
      note(`the certificate of ${files.cert} was reloaded`)
    } catch (error) {
      const { message } = error as Error
      if (message !== failed)
        note(`the new certificate can't be used (${message}); the old one stays until the files are right`)
      failed = message
    }
  }
  const looking = setInterval(look, lookEveryMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  onHangup(look)
}

function stampOf({ cert, key }: PairFiles): string {
  return [cert, key]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false })
      return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
    })
    .join(' ')
}
