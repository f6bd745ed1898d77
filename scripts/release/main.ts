// npm run release -- --key FILE (again for each key that signs): everything that is handed out, into an empty dist/: the executables,
// a download of each with licences, bill of materials and README.txt, CHANGELOG.md, the signed list that `windrow update` and
// `windrow verify` read, and SHA256SUMS over all of it (docs/makers/releasing.md). Refuses a checkout with changes, whose commit
// would say nothing, and a download that is too large to hand out.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { base64Of, BUILT_IN, KEYS_NAME } from '../../src/cli/commands/program/release-keys.ts'
import { RELEASE_ADDRESS, REPOSITORY } from '../../src/runtime/release-origin.ts'
import { commitOfCheckout } from '../../src/runtime/version.ts'
import { TARGETS, type Target } from '../build/targets.ts'
import { type ArchiveFile, tarGz, zip } from './archives.ts'
import { changelogText, subjectsSince, wordsOfVersion } from './changelog.ts'
import { type Download, writeList } from './list.ts'
import { readmeText } from './readme.ts'
import { wingetManifest } from './winget.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, 'dist')
/** docs/makers/releasing.md#the-files */
const downloadBytesMax = 45_000_000
/** One signs, and another lies elsewhere for when that one is lost. */
const keysMin = 2

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Program {
  readonly version: string
  readonly description: string
}

function main(): void {
  const { values } = parseArgs({
    options: {
      key: { type: 'string', multiple: true },
      unsigned: { type: 'boolean' },
      'sign-with': { type: 'string' },
      address: { type: 'string' },
    },
  })
  if ((values.key === undefined) === (values.unsigned !== true))
    throw new Error(
      'name the private key with --key FILE, or say --unsigned; docs/makers/releasing.md tells how to make one',
    )
  const keys = (values.key ?? []).map(releaseKey)
  if (keys.length > 0) assertComplete()
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (changed !== '') throw new Error(`the checkout has changes; commit them first:\n${changed}`)
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Program
  const commit = commitOfCheckout(root)
  const words = wordsOfVersion(readFileSync(join(root, 'docs/changes.md'), 'utf8'), version)
  rmSync(out, { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, 'scripts/build/main.ts')], { cwd: root, stdio: 'inherit' })
  const downloads: Download[] = []
  for (const target of TARGETS) {
    const name = downloadName(target)
    const built = sha256Of(readFileSync(join(out, target.file)))
    // Signs for a system (Authenticode, Apple), which changes the file: the list has the hash of before too.
    const signer = values['sign-with']
    if (signer !== undefined) execFileSync(signer, [join(out, target.file)], { stdio: 'inherit' })
    const bytes = (name.endsWith('.zip') ? zip : tarGz)(filesOf(target, version, commit))
    if (bytes.length > downloadBytesMax)
      throw new Error(`${name} has ${bytes.length} bytes; at most ${downloadBytesMax} are handed out`)
    writeFileSync(join(out, name), bytes)
    const program = readFileSync(join(out, target.file))
    downloads.push({
      target: target.name,
      name,
      bytes: bytes.length,
      sha256: sha256Of(bytes),
      program: { name: target.file, bytes: program.length, sha256: sha256Of(program), built_sha256: built },
    })
    console.log(`dist/${name}  ${(bytes.length / 1e6).toFixed(1)} MB`)
  }
  writeFileSync(join(out, 'CHANGELOG.md'), changelogText(version, commit, words, subjectsSince(root)))
  writeList(out, { version, commit, downloads }, keys)
  if (keys.length > 0) writeFileSync(join(out, KEYS_NAME), `${JSON.stringify({ steps: BUILT_IN }, null, 2)}\n`)
  writeWinget({ version, description }, downloads, values.address ?? RELEASE_ADDRESS)
  writeSums()
}

/** What only the owners of windrow can say, and what must be said before the first file is handed out. */
function assertComplete(): void {
  const missing = Object.entries({ RELEASE_ADDRESS, REPOSITORY }).flatMap(([name, value]) =>
    value === null ? [name] : [],
  )
  if (missing.length > 0)
    throw new Error(
      `nobody said where windrow lives; write ${missing.join(' and ')} into src/runtime/release-origin.ts`,
    )
  if ((BUILT_IN.at(-1)?.keys.length ?? 0) < keysMin)
    throw new Error(
      'executables know one key only, so losing it would end all updates; name a second one with npm run keys',
    )
}

/** Throws unless executables know its public half. */
function releaseKey(path: string): KeyObject {
  const key = createPrivateKey(readFileSync(path))
  if (!BUILT_IN.at(-1)?.keys.includes(base64Of(createPublicKey(key))))
    throw new Error(`executables do not know the key of ${path}; name it with npm run keys and commit that first`)
  return key
}

const downloadName = ({ name, format }: Target): string => `windrow-${name}.${format === 'pe' ? 'zip' : 'tar.gz'}`

/** All in one folder of the archive's name, so that unpacking spills nothing. */
function filesOf(target: Target, version: string, commit: string): readonly ArchiveFile[] {
  const inside = (name: string, bytes: Uint8Array): ArchiveFile => ({ name: `windrow-${target.name}/${name}`, bytes })
  const built = (name: string): Uint8Array => readFileSync(join(out, name))
  return [
    inside(
      'README.txt',
      Buffer.from(readmeText(target, version, commit).replaceAll('\n', target.format === 'pe' ? '\r\n' : '\n')),
    ),
    { ...inside(target.file, built(target.file)), isExecutable: true },
    inside('LICENSES.txt', built('LICENSES.txt')),
    inside(`${target.file}.cdx.json`, built(`${target.file}.cdx.json`)),
    // The image is built in the folder that the archive unpacks to.
    ...(target.format === 'elf' ? [inside('Dockerfile', readFileSync(join(root, 'Dockerfile')))] : []),
  ]
}

/** Below dist/winget. Without an address there is nothing that winget could download, so there is none. */
function writeWinget({ version, description }: Program, downloads: readonly Download[], address: string | null): void {
  const download = downloads.find(({ target }) => target === 'windows-x64')
  if (address === null || download === undefined) {
    console.log('no winget manifest: name the folder on the web where the zip will stay with --address')
    return
  }
  const folder = join(out, 'winget')
  mkdirSync(folder)
  const { name, sha256, program } = download
  const manifest = wingetManifest({
    version,
    description,
    address: `${address.replace(/\/$/, '')}/${name}`,
    sha256,
    program: `windrow-${download.target}/${program.name}`,
  })
  for (const [file, text] of manifest) writeFileSync(join(folder, file), text)
}

/** In the form that `sha256sum --check` reads. */
function writeSums(): void {
  const names = readdirSync(out).filter((name) => name !== 'SHA256SUMS' && statSync(join(out, name)).isFile())
  const lines = names.sort().map((name) => `${sha256Of(readFileSync(join(out, name)))}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

try {
  main()
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
