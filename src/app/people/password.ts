// Passwords of the site: scrypt digests `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>` (base64url). A digest takes 128 MiB and
// some tenths of a second of a helper thread, so at most two are computed together and twenty wait. Known devices have
// a queue of their own with every other start, so that a flood of sign-ins can't shut people out.
import { scrypt, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../../base/crypto.ts'
import { ok, refuse, type Result } from '../../base/result.ts'

export interface PasswordCost {
  readonly logN: number
  readonly blockSize: number
  readonly parallelization: number
}

/** The cost of a new digest, as the OWASP Password Storage Cheat Sheet has it for scrypt: N = 2^17, r = 8, p = 1. */
export const PASSWORD_COST: PasswordCost = { logN: 17, blockSize: 8, parallelization: 1 }

const saltBytes = 16
const hashBytes = 32
const atOnceMax = 2
const waitingMax = 20

interface Verified {
  readonly isRight: boolean
  /** A new digest of the same password at the present cost; null: the stored digest has that cost already. */
  readonly renewed: string | null
}

/** Checks and hashes passwords. `crowded`: too many sign-ins are waiting, so this one was not checked. */
export interface Passwords {
  hash(password: string): Promise<Result<string, 'crowded'>>
  /** Compares a password with a digest. With a null digest it takes as long, and never matches. `from` selects the queue. */
  verify(password: string, stored: string | null, from?: Visitor): Promise<Result<Verified, 'crowded'>>
}

type Visitor = 'stranger' | 'known'

interface Digest {
  readonly cost: PasswordCost
  readonly salt: Buffer
  readonly hash: Buffer
}

export function createPasswords(random: Random, cost: PasswordCost = PASSWORD_COST): Passwords {
  const inTurn = createTurns()
  const make = async (password: string): Promise<string> => {
    const salt = random.bytes(saltBytes)
    return textOf({ cost, salt, hash: await derive(password, salt, cost, hashBytes) })
  }
  return {
    hash: (password) => inTurn('known', () => make(password)),
    verify: (password, stored, from = 'stranger') =>
      inTurn(from, async () => {
        const digest = stored === null ? null : parseDigest(stored)
        if (digest === null) {
          await derive(password, Buffer.alloc(saltBytes), cost, hashBytes)
          return { isRight: false, renewed: null }
        }
        const found = await derive(password, digest.salt, digest.cost, digest.hash.length)
        const isRight = timingSafeEqual(found, digest.hash)
        if (isDeepStrictEqual(digest.cost, cost)) return { isRight, renewed: null }
        if (isRight) return { isRight, renewed: await make(password) }
        await spendRest(password, digest, cost)
        return { isRight, renewed: null }
      }),
  }
}

/** Computes on, so that a cheaper (older) digest takes as long as a present one: else the time would reveal old accounts. */
async function spendRest(password: string, { cost: old, salt }: Digest, today: PasswordCost): Promise<void> {
  for (let spent = 2; spent <= Math.floor(workOf(today) / workOf(old)); spent++) {
    await derive(password, salt, old, hashBytes)
  }
}

const workOf = ({ logN, blockSize, parallelization }: PasswordCost): number => 2 ** logN * blockSize * parallelization

/** Runs two pieces of work at a time, in turn from both queues. A queue that is too long refuses. */
function createTurns(): <T>(from: Visitor, work: () => Promise<T>) => Promise<Result<T, 'crowded'>> {
  let running = 0
  const lines: Readonly<Record<Visitor, (() => void)[]>> = { stranger: [], known: [] }
  let served: Visitor = 'stranger'
  const next = (): (() => void) | undefined => {
    served = served === 'known' ? 'stranger' : 'known'
    return lines[served].shift() ?? lines[served === 'known' ? 'stranger' : 'known'].shift()
  }
  return async (from, work) => {
    if (running < atOnceMax) running++
    else if (lines[from].length >= waitingMax) return refuse('crowded')
    else await new Promise<void>((resolve) => lines[from].push(resolve))
    try {
      return ok(await work())
    } finally {
      const begin = next()
      if (begin === undefined) running--
      else begin()
    }
  }
}

/** The password in one spelling: different keyboards and systems send the same letters as different characters. */
const normalized = (password: string): string => password.normalize('NFKC')

function derive(password: string, salt: Buffer, cost: PasswordCost, length: number): Promise<Buffer> {
  const { blockSize: r, parallelization: p } = cost
  const N = 2 ** cost.logN
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(normalized(password), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const textOf = ({ cost, salt, hash }: Digest): string =>
  [
    'scrypt',
    cost.logN,
    cost.blockSize,
    cost.parallelization,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$')

/** The parts of a stored digest; null: it is none, so no password matches. */
function parseDigest(text: string): Digest | null {
  const [scheme, logN, r, p, salt, hash] = text.split('$')
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return null
  return {
    cost: { logN: Number(logN), blockSize: Number(r), parallelization: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
