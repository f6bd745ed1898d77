// A check of `windrow doctor`: the TLS files are readable, a pair, valid now, and the key is private.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Config } from '../../../config/schema.ts'
import type { Diagnosis } from './diagnosis.ts'

const dayMs = 86_400_000
const soonDays = 14
const othersMask = 0o077

export function checkCertificate({ tls }: Config, nowMs: number): Diagnosis[] {
  if (tls.cert === null || tls.key === null) return []
  const what = 'TLS'
  try {
    const certificate = new X509Certificate(readFileSync(tls.cert))
    const key = createPrivateKey(readFileSync(tls.key))
    if (!certificate.checkPrivateKey(key)) {
      return [{ what, status: 'failed', message: `${tls.key} is not the key of ${tls.cert}; give the pair` }]
    }
    return [validity(certificate, nowMs), ...keyRights(tls.key)]
  } catch (error) {
    return [{ what, status: 'failed', message: `certificate or key can't be read: ${(error as Error).message}` }]
  }
}

function validity(certificate: X509Certificate, nowMs: number): Diagnosis {
  const what = 'TLS'
  const from = Date.parse(certificate.validFrom)
  const to = Date.parse(certificate.validTo)
  const name = certificate.subjectAltName ?? certificate.subject
  if (nowMs < from)
    return { what, status: 'failed', message: `the certificate (${name}) is good only from ${certificate.validFrom}` }
  if (nowMs > to)
    return { what, status: 'failed', message: `the certificate (${name}) ended on ${certificate.validTo}; renew it` }
  const days = Math.floor((to - nowMs) / dayMs)
  return {
    what,
    status: days < soonDays ? 'warning' : 'ok',
    message: `the certificate (${name}) is good for ${days} more days${days < soonDays ? '; renew it soon' : ''}`,
  }
}

function keyRights(path: string): Diagnosis[] {
  if (process.platform === 'win32' || (statSync(path).mode & othersMask) === 0) return []
  return [{ what: 'TLS', status: 'warning', message: `others on this machine can read ${path}; chmod 600 it` }]
}
