// The signed list of a release of windrow: `windrow-release.json`, and the Ed25519 signatures of its bytes in base64, a line for each
// key, in `windrow-release.json.sig`. `npm run release` writes both (scripts/release/main.ts).
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { fetchFile, fetchText } from '../../../../packages/players/src/release-feed.ts'
import { Failure } from '../../failure.ts'
import { valueOf } from '../value-of.ts'
import { assertSigned, BUILT_IN, KEYS_NAME, keysAfter, type KnownKeys } from './release-keys.ts'

export const LIST_NAME = 'windrow-release.json'
export const SIGNATURE_NAME = `${LIST_NAME}.sig`

const DIGEST = z.string().regex(/^[0-9a-f]{64}$/)
const FILE_NAME = z.string().regex(/^[\w.-]{1,100}$/)

const LIST = z.object({
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  commit: z.string().regex(/^[0-9a-f]{12}$/),
  downloads: z.array(
    z.object({
      /** The system of the build, such as `linux-x64`. */
      target: z.string(),
      name: FILE_NAME,
      bytes: z.int().min(1).max(1e9),
      sha256: DIGEST,
      /** The executable in the download. `built_sha256` is its digest without a signature of the system (Authenticode, Apple). */
      program: z.object({ name: FILE_NAME, bytes: z.int().min(1).max(1e9), sha256: DIGEST, built_sha256: DIGEST }),
    }),
  ),
})

export type ProgramList = z.infer<typeof LIST>
export type Download = ProgramList['downloads'][number]

/**
 * The keys by which a release is verified: the one in a PEM file, else those of this build and what the release says of later ones.
 * Throws Failure.
 */
async function keysFor(pem: string | null, place: Place): Promise<KnownKeys> {
  if (pem !== null) return { now: [keyIn(pem)], givenUp: [] }
  if (BUILT_IN.length === 0)
    throw new Failure('this windrow was built without a release key; name the key of its makers with --key')
  return keysAfter(BUILT_IN, await place.readText(KEYS_NAME).then(String, () => null))
}

function keyIn(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Told below.
  }
  throw new Failure('the file of --key is not an Ed25519 key in PEM form; ask the makers for their public key')
}

/** Reads the list of a release, after its signature was checked. `pem`: a key in place of the built-in ones. Throws Failure. */
export async function readList(place: Place, pem: string | null): Promise<ProgramList> {
  const keys = await keysFor(pem, place)
  const bytes = await place.readText(LIST_NAME)
  assertSigned(LIST_NAME, bytes, await place.readText(SIGNATURE_NAME), keys)
  try {
    return LIST.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    throw new Failure(`${LIST_NAME} has a form that this windrow does not know; download the new one by hand`)
  }
}

/** Compares two versions. Below 0: `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = left.findIndex((part, i) => part !== right[i])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

const textBytesMax = 1_000_000

export interface Place {
  readText(name: string): Promise<Buffer>
  /** Copies a file of the place, at most `bytesMax` bytes. Returns the SHA-256 (hex) of what was copied. */
  copyInto(name: string, file: FileHandle, bytesMax: number, onBytes: (done: number) => void): Promise<string>
}

/**
 * Where a release of windrow lies: a folder, or an address. `from`: a folder, a file in it, or an address of either.
 */
export async function placeOf(from: string, signal: AbortSignal): Promise<Place> {
  if (!/^https?:\/\//.test(from)) return folderPlace(await folderOf(from))
  const base = from.endsWith('.json') ? new URL('.', from).href : `${from.replace(/\/$/, '')}/`
  return {
    readText: async (name) =>
      Buffer.from(valueOf(await fetchText(`${base}${name}`, { bytesMax: textBytesMax, signal }))),
    copyInto: async (name, file, bytesMax, onBytes) =>
      valueOf(await fetchFile(`${base}${name}`, file, { bytesMax, signal, onBytes })).sha256,
  }
}

async function folderOf(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? path : dirname(path)
}

const folderPlace = (folder: string): Place => ({
  readText: async (name) => {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes === null || bytes.length > textBytesMax)
      throw new Failure(`${folder} has no ${name}; download it with ${LIST_NAME} and the file for this machine`)
    return bytes
  },
  copyInto: async (name, out, bytesMax, onBytes) => {
    const file = await open(join(folder, name)).catch(() => null)
    if (file === null) throw new Failure(`${folder} has no ${name}; download it too`)
    const hash = createHash('sha256')
    let done = 0
    for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
      done += piece.length
      if (done > bytesMax) throw new Failure(`${name} is larger than the list says; download it again`)
      hash.update(piece)
      await out.writeFile(piece)
      onBytes(done)
    }
    return hash.digest('hex')
  },
})
