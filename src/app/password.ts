// Passwords of the site: scrypt digests as text, `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>` (base64url), so that parameters
// can be raised later. One digest costs about 32 MB and 60 ms of a helper thread; at most two are made at once in a process,
// so a flood of sign-ins can neither take the memory nor all threads of the pool.
import { scrypt, timingSafeEqual } from 'node:crypto'
import { type Random, systemRandom } from '../base/random.ts'

const logN = 15
const blockSize = 8
const parallelization = 1
const saltBytes = 16
const hashBytes = 32
const atOnceMax = 2

export const passwordLengthMin = 8
export const passwordLengthMax = 256

let running = 0
const waiting: (() => void)[] = []

/** Runs work when fewer than two others run; first come, first served. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnceMax) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

/** The same characters typed on another keyboard or system give the same bytes. */
const normalized = (password: string): string => password.normalize('NFKC')

function derive(password: string, salt: Buffer, n: number, r: number, p: number, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 256 * n * r }
    scrypt(normalized(password), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** What is wrong with a new password, as a sentence; null: nothing. */
export function passwordFault(password: string): string | null {
  const length = Array.from(password).length
  if (length < passwordLengthMin) return `a password has at least ${passwordLengthMin} characters`
  return length > passwordLengthMax ? `a password has at most ${passwordLengthMax} characters` : null
}

/** The digest of a password, as it is stored with a person. */
export async function hashPassword(password: string, random: Random = systemRandom): Promise<string> {
  const salt = random.bytes(saltBytes)
  const hash = await inTurn(() => derive(password, salt, 2 ** logN, blockSize, parallelization, hashBytes))
  return ['scrypt', logN, blockSize, parallelization, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Costs what a real one costs, so that a name without a password answers no faster than one with. */
const NOBODY = ['scrypt', logN, blockSize, parallelization, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

/** Whether the password is the one behind the digest; with `null` it takes as long and says no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, log, r, p, salt, hash] = (stored ?? NOBODY).split('$')
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return false
  const expected = Buffer.from(hash, 'base64url')
  const saltBuffer = Buffer.from(salt, 'base64url')
  const found = await inTurn(() =>
    derive(password, saltBuffer, 2 ** Number(log), Number(r), Number(p), expected.length),
  )
  return timingSafeEqual(found, expected) && stored !== null
}
