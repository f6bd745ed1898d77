// Makes a release of windrow for tests of `windrow update` and `windrow verify`: downloads, list and signature, by a key of its own.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tarGz, zip } from '../../scripts/release/archives.ts'
import { writeList } from '../../scripts/release/list.ts'

export interface ProgramRelease {
  readonly folder: string
  /** The public key's file. */
  readonly key: string
  readonly download: string
}

interface Made {
  readonly target: 'linux-x64' | 'windows-x64'
  /** The executable in the download. */
  readonly bytes: Uint8Array
  readonly version?: string
  /** What the list says of the executable, if something else than the truth. */
  readonly listed?: Uint8Array
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function programRelease(
  folder: string,
  { target, bytes, version = '9.9.9', listed = bytes }: Made,
): ProgramRelease {
  mkdirSync(folder, { recursive: true })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = join(folder, 'makers.pem')
  writeFileSync(key, publicKey.export({ format: 'pem', type: 'spki' }))
  const isWindows = target === 'windows-x64'
  const file = isWindows ? 'windrow-windows-x64.exe' : 'windrow-linux-x64'
  const name = `windrow-${target}.${isWindows ? 'zip' : 'tar.gz'}`
  const inside = [
    { name: `windrow-${target}/README.txt`, bytes: Buffer.from('words\n') },
    { name: `windrow-${target}/${file}`, bytes, isExecutable: true } as const,
  ]
  const archive = isWindows ? zip(inside) : tarGz(inside)
  writeFileSync(join(folder, name), archive)
  const program = { name: file, bytes: listed.length, sha256: sha256Of(listed), built_sha256: sha256Of(listed) }
  const download = { target, name, bytes: archive.length, sha256: sha256Of(archive), program }
  writeList(folder, { version, commit: '0123456789ab', downloads: [download] }, [privateKey])
  return { folder, key, download: join(folder, name) }
}
