// The keys that sign the releases of windrow, and how they change (docs/makers/releasing.md#the-keys). Each step names all keys from
// then on, and one of the step before signs it. An executable has the steps of its day inside; a release carries those that came later,
// so it knows new keys, and which ones were given up. Any key of the last step signs a release: losing one of two ends nothing.
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod'
import builtIn from '../../../runtime/release-keys.json' with { type: 'json' }
import { Failure } from '../../failure.ts'

export const KEYS_NAME = 'windrow-keys.json'

const STEP = z.object({
  /** Public keys: Ed25519, SPKI, base64, as in the middle of a PEM file. */
  keys: z.array(z.string().max(100)).min(1).max(10),
  /** Over `stepBytes`, in base64, by keys of the step before; the first step has none. */
  signatures: z.array(z.string().max(200)).max(10),
})
const STEPS = z.object({ steps: z.array(STEP).max(1_000) })

export type KeyStep = z.infer<typeof STEP>

export const BUILT_IN: readonly KeyStep[] = STEPS.parse(builtIn).steps

/** Who may sign a release now, and who once could. */
export interface KnownKeys {
  readonly now: readonly KeyObject[]
  readonly givenUp: readonly KeyObject[]
}

/** Throws if the text is not a key of this kind. */
function publicKeyOf(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key')
  return key
}

export const base64Of = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

const stepBytes = (number: number, keys: readonly string[]): Buffer =>
  Buffer.from(`windrow release keys, step ${number}\n${keys.map((key) => `${key}\n`).join('')}`)

const isSignedBy = (bytes: Uint8Array, signatures: readonly string[], keys: readonly KeyObject[]): boolean =>
  signatures.some((signature) => keys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64'))))

/** The steps with one more, signed by a private key of the last one. The first step needs no signature. */
export function withStep(steps: readonly KeyStep[], keys: readonly string[], signer: KeyObject | null): KeyStep[] {
  const bytes = stepBytes(steps.length + 1, keys)
  const step = { keys: [...keys], signatures: signer === null ? [] : [sign(null, bytes, signer).toString('base64')] }
  if (!follows(steps, step)) throw new Error('the step has to be signed by a key of the step before')
  return [...steps, step]
}

function follows(steps: readonly KeyStep[], { keys, signatures }: KeyStep): boolean {
  const last = steps.at(-1)
  if (last === undefined) return true
  return isSignedBy(stepBytes(steps.length + 1, keys), signatures, last.keys.map(publicKeyOf))
}

/**
 * The keys after the built-in steps and those of a release. `text`: its windrow-keys.json; null: it has none. Steps that a known key
 * did not sign are refused, and with them the release: Failure.
 */
export function keysAfter(known: readonly KeyStep[], text: string | null): KnownKeys {
  const steps = [...known]
  for (const step of text === null ? [] : parsed(text).slice(known.length)) {
    if (!follows(steps, step))
      throw new Failure(
        `${KEYS_NAME} names keys that the makers of this windrow did not sign; nothing was changed, do not use its files`,
      )
    steps.push(step)
  }
  const [now, once] = [steps.at(-1)?.keys ?? [], steps.flatMap(({ keys }) => keys)]
  const givenUp = [...new Set(once)].filter((key) => !now.includes(key))
  return { now: now.map(publicKeyOf), givenUp: givenUp.map(publicKeyOf) }
}

function parsed(text: string): readonly KeyStep[] {
  try {
    return STEPS.parse(JSON.parse(text)).steps
  } catch {
    throw new Failure(`${KEYS_NAME} has a form that this windrow does not know; download the new windrow by hand`)
  }
}

/** Throws Failure unless one of the keys signed these bytes. `signatures`: a line of base64 for each key that signed. */
export function assertSigned(
  name: string,
  bytes: Uint8Array,
  signatures: Uint8Array,
  { now, givenUp }: KnownKeys,
): void {
  const lines = Buffer.from(signatures).toString('latin1').trim().split(/\s+/)
  if (isSignedBy(bytes, lines, now)) return
  const why = isSignedBy(bytes, lines, givenUp)
    ? 'is signed with a key that its makers have given up'
    : 'is not signed by the makers of this windrow'
  throw new Failure(`${name} ${why}; nothing was changed, do not use its files`)
}
