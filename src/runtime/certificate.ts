// The certificate of HTTPS and its key, read at the start, and again when a file changes or at a hangup: a certificate
// is renewed every few weeks, without a restart.
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { ListenFailed } from './listen-failed.ts'
import { onHangup } from './hangup.ts'

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
      note(`the certificate of ${files.cert} was taken anew`)
    } catch (error) {
      const { message } = error as Error
      if (message !== failed)
        note(`the new certificate can't be used (${message}); the former one stays until its files are right`)
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
