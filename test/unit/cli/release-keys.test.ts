// The keys that sign releases: any of the last step signs, a new step is signed by one of the step before, and a key that was given
// up signs nothing more, for whoever knows of it.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  assertSigned,
  base64Of,
  type KeyStep,
  keysAfter,
  withStep,
} from '../../../src/cli/commands/program/release-keys.ts'

interface Pair {
  readonly open: string
  readonly secret: KeyObject
}

function pair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { open: base64Of(publicKey), secret: privateKey }
}

const [first, spare, second, stranger] = [pair(), pair(), pair(), pair()]
const bytes = Buffer.from('{"version": "0.2.0"}')
const signedBy = (...pairs: readonly Pair[]): Buffer =>
  Buffer.from(pairs.map(({ secret }) => `${sign(null, bytes, secret).toString('base64')}\n`).join(''))
const asText = (steps: readonly KeyStep[]): string => JSON.stringify({ steps })

/** An executable of the first day, and the steps of a release that came later. */
const ofFirstDay = withStep([], [first.open, spare.open], null)
const rotated = withStep(ofFirstDay, [second.open, spare.open], first.secret)

const check = (known: readonly KeyStep[], text: string | null, signature: Buffer) => (): void =>
  assertSigned('windrow-release.json', bytes, signature, keysAfter(known, text))

it('any key of an executable signs, so a lost one ends nothing', () => {
  expect(check(ofFirstDay, null, signedBy(first))).not.toThrow()
  expect(check(ofFirstDay, null, signedBy(spare))).not.toThrow()
  expect(check(ofFirstDay, null, signedBy(stranger, spare)), 'one line of several is enough').not.toThrow()
})

it('an unknown key signs nothing, and neither does other content, or no signature', () => {
  expect(check(ofFirstDay, null, signedBy(stranger))).toThrow('is not signed by the makers of this windrow')
  expect(check(ofFirstDay, null, Buffer.from(''))).toThrow('is not signed by the makers')
  const other = sign(null, Buffer.from('{"version": "9.9.9"}'), first.secret).toString('base64')
  expect(check(ofFirstDay, null, Buffer.from(other))).toThrow('is not signed by the makers')
})

it('an executable of the first day learns a new key from the release', () => {
  expect(check(ofFirstDay, asText(rotated), signedBy(second))).not.toThrow()
  expect(check(ofFirstDay, null, signedBy(second))).toThrow('is not signed by the makers')
})

it('after several steps too, and where the lost key was replaced by the spare one', () => {
  const third = pair()
  const later = withStep(rotated, [third.open, second.open], spare.secret)
  expect(check(ofFirstDay, asText(later), signedBy(third))).not.toThrow()
  expect(check(rotated, asText(later), signedBy(third))).not.toThrow()
  expect(check(later, asText(rotated), signedBy(third)), 'a release of before names fewer steps').not.toThrow()
})

it('a key that was given up signs no more, and is told as such', () => {
  expect(check(ofFirstDay, asText(rotated), signedBy(first))).toThrow(
    'is signed with a key that its makers have given up',
  )
  expect(check(rotated, null, signedBy(first))).toThrow('have given up')
  expect(() => withStep(rotated, [first.open, stranger.open], first.secret)).toThrow('a key of the step before')
})

it('steps that no known key signed are refused, whatever signs the release', () => {
  const forged = withStep(
    withStep([], [stranger.open, spare.open], null),
    [stranger.open, second.open],
    stranger.secret,
  )
  expect(check(ofFirstDay, asText(forged), signedBy(stranger))).toThrow('did not sign')
  expect(check(ofFirstDay, asText(forged), signedBy(first))).toThrow('did not sign')
  const moved = [...ofFirstDay, { keys: [stranger.open], signatures: rotated[1]?.signatures ?? [] }]
  expect(check(ofFirstDay, asText(moved), signedBy(stranger))).toThrow('did not sign')
  expect(check(ofFirstDay, '{"steps": 5}', signedBy(first))).toThrow('has a form that this windrow does not know')
})
