// npm run build [-- --target NAME]…: single executables for Linux, Windows and macOS out of the locked packages alone.
// Everything that goes in is named by package-lock.json or lies in src; two builds of one commit are byte-identical.
// Environment: WINDROW_COMMIT replaces the commit of the checkout (for builds without a .git).
import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ADDON_ASSET, PACKAGE_FILES } from '../../src/runtime/assets.ts'
import { commitOfCheckout } from '../../src/runtime/version.ts'
import { writeBlob } from './blob.ts'
import { bundle } from './bundle.ts'
import { CARRIED_PACKAGES, licenseTexts } from './licenses.ts'
import { billOfMaterials } from './sbom.ts'
import { packed } from './pack.ts'
import { lockedPackage, packageFile } from './packages.ts'
import { TARGETS } from './targets.ts'
import type { Target } from './targets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      out: { type: 'string', default: 'dist' },
      entry: { type: 'string', default: 'src/main.ts' },
    },
  })
  const out = resolve(root, values.out)
  mkdirSync(out, { recursive: true })
  const commit = process.env['WINDROW_COMMIT'] || commitOfCheckout(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  for (const target of chosenTargets(values.target)) {
    const started = performance.now()
    const file = join(out, target.file)
    const { bytes, packages } = await executable(target, values.entry, { version, commit })
    writeFileSync(file, bytes)
    const carried = [...packages, ...CARRIED_PACKAGES, target.addon.package, target.node.package].sort()
    writeFileSync(
      `${file}.cdx.json`,
      billOfMaterials(root, { version, commit, sha256: sha256Of(bytes), packages: carried }),
    )
    writeFileSync(join(out, 'LICENSES.txt'), licenseTexts(root, packages))
    chmodSync(file, 0o755)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${values.out}/${target.file}  ${Math.round(statSync(file).size / 1e6)} MB in ${seconds} s`)
  }
  writeSums(out)
}

/** All targets unless some are named. */
function chosenTargets(names: readonly string[] | undefined): readonly Target[] {
  if (names === undefined) return TARGETS
  return names.map((name) => {
    const target = TARGETS.find((each) => each.name === name)
    if (target === undefined)
      throw new Error(`no target ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`)
    return target
  })
}

interface Executable {
  readonly bytes: Buffer
  /** The npm packages inside; the addon belongs to one of them. */
  readonly packages: readonly string[]
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function executable(
  target: Target,
  entry: string,
  { version, commit }: { readonly version: string; readonly commit: string },
): Promise<Executable> {
  const addon = packageFile(root, target.addon.package, target.addon.binary)
  const { code, chunks, packages } = await bundle(root, entry, { version, commit, addonSha256: sha256Of(addon) })
  const assets = new Map([...bundledFiles(), ...filesOfPackages(), ...chunks, [ADDON_ASSET, addon] as const])
  const blob = writeBlob({ codePath: 'windrow.cjs', code, assets }, lockedPackage(root, target.node.package).version)
  const node = packageFile(root, target.node.package, target.node.binary)
  return { bytes: await packed(target.format, node, { blob, version, fileName: target.file }), packages }
}

/** What readAsset finds under src/, samples and everything in a folder named assets, and the pages of docs with their pictures. */
function bundledFiles(): ReadonlyMap<string, Buffer> {
  const source = join(root, 'src')
  const filesIn = (folder: string, patterns: readonly string[]): readonly (readonly [string, Buffer])[] =>
    globSync([...patterns], { cwd: folder })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))])
  return new Map([
    ...filesIn(source, ['sample/**', '**/assets/**']),
    ...filesIn(root, ['docs/**/*.md', 'docs/pictures/*.jpg']),
  ])
}

/** What readAsset finds in packages. */
const filesOfPackages = (): readonly (readonly [string, Buffer])[] =>
  Object.entries(PACKAGE_FILES).map(([name, file]) => [name, packageFile(root, file.package, file.path)] as const)

/** Sums of all executables in the folder, in the form that `sha256sum --check` reads. */
function writeSums(out: string): void {
  const lines = readdirSync(out)
    .filter((name) => TARGETS.some(({ file }) => file === name))
    .sort()
    .map((name) => `${sha256Of(readFileSync(join(out, name)))}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

main().catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
