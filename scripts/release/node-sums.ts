// node scripts/release/node-sums.ts FOLDER: whether the Node inside the executables is the one that nodejs.org signed. It comes from
// packages that others copy to npm. `--wanted` prints what FOLDER must hold, a version and a name on each line: the makers' archives,
// and their sums, whose signature gpg checks when it takes the text out of the .asc file.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fileInTar } from '../../src/cli/commands/program/update.ts'
import { lockedPackage, packageFile } from '../build/packages.ts'
import { TARGETS, type Target } from '../build/targets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Inside {
  readonly version: string
  readonly binary: Uint8Array
}

/** npm installs one system's package only, so this is what the build takes: the package that the lock names. */
const insideOf = ({ node }: Target): Inside => ({
  version: lockedPackage(root, node.package).version,
  binary: packageFile(root, node.package, node.binary),
})

const systemOf = ({ name }: Target): string => name.replace('macos', 'darwin').replace('windows', 'win')
/** In the list of sums: Windows' executable stands there itself. */
const listedName = (target: Target, version: string): string =>
  target.format === 'pe' ? `${systemOf(target)}/node.exe` : `node-v${version}-${systemOf(target)}.tar.gz`

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A version and a file for each line: what lies in the folder, by the name there. */
export function wantedFiles(versionOf: (target: Target) => string): string[] {
  const lines = TARGETS.flatMap((target) => {
    const version = versionOf(target)
    const archive = target.format === 'pe' ? [] : [`${version} ${version}-${listedName(target, version)}`]
    return [`${version} ${version}-SHASUMS256.txt.asc`, ...archive]
  })
  return [...new Set(lines)]
}

/** What is wrong with the Node of a target; null: it is the makers' own. `read`: a file of the folder. */
export function faultOf(target: Target, inside: Inside, read: (name: string) => Uint8Array): string | null {
  const { version, binary } = inside
  const name = listedName(target, version)
  const sums = Buffer.from(read(`${version}-SHASUMS256.txt`)).toString()
  const [sum] = sums.split('\n').flatMap((line) => (line.endsWith(`  ${name}`) ? [line.split(' ', 1)[0]] : []))
  if (sum === undefined) return `the sums of Node ${version} do not name ${name}`
  if (target.format === 'pe') return sha256Of(binary) === sum ? null : `${name} has another sum than its makers' list`
  const archive = read(`${version}-${name}`)
  if (sha256Of(archive) !== sum) return `${name} has another sum than its makers' list`
  const theirs = fileInTar(gunzipSync(archive), `node-v${version}-${systemOf(target)}/bin/node`)
  if (theirs === null) return `${name} holds no bin/node`
  return theirs.equals(binary) ? null : `the Node of ${target.node.package} is not the one in ${name}`
}

function main(asked: string | undefined): number {
  if (asked === undefined) throw new Error('name the folder with the files of nodejs.org, or ask for --wanted')
  if (asked === '--wanted') {
    console.log(wantedFiles(({ node }) => lockedPackage(root, node.package).version).join('\n'))
    return 0
  }
  let faults = 0
  for (const target of TARGETS) {
    const inside = insideOf(target)
    const fault = faultOf(target, inside, (name) => readFileSync(join(asked, name)))
    console.log(`${target.name}: ${fault ?? `Node ${inside.version}, as its makers signed it`}`)
    faults += fault === null ? 0 : 1
  }
  return faults === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv[2])
