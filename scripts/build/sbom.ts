// What is inside an executable, for programs that look for known faults: a bill of materials in CycloneDX 1.6 (ECMA-424),
// JSON. Written here and not by npm (which lists the tools of development, or a folder that isn't there) nor by a library
// (a dozen packages for one small document). No time and no random number: two builds of one commit are byte-identical.
import { lockedPackage, manifestOf, packageFiles } from './packages.ts'

interface Contents {
  readonly version: string
  readonly commit: string
  /** SHA-256 of the executable, hex. */
  readonly sha256: string
  /** npm packages by their names in the lock: the bundled ones, the addon's and the one that carries Node. */
  readonly packages: readonly string[]
}

/** The document, with a line end. */
export function billOfMaterials(root: string, { version, commit, sha256, packages }: Contents): string {
  const windrow = `pkg:generic/windrow@${version}`
  const refs = new Map(packages.map((name) => [name, referenceOf(name, lockedPackage(root, name).version)]))
  const within = (names: readonly string[]): string[] => names.flatMap((name) => refs.get(name) ?? []).sort()
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': windrow,
        name: 'windrow',
        version,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        licenses: [{ license: { id: 'MIT' } }],
        purl: windrow,
        properties: [{ name: 'windrow:commit', value: commit }],
      },
    },
    components: packages.map((name) => component(root, name)),
    dependencies: [
      { ref: windrow, dependsOn: within(packages) },
      ...packages.map((name) => ({
        ref: refs.get(name),
        dependsOn: within(Object.keys(lockedPackage(root, name).dependencies)),
      })),
    ],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** A package URL: `pkg:npm/%40lmdb/lmdb-linux-x64@3.5.6`. */
const referenceOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

function component(root: string, name: string): object {
  const { version, integrity } = lockedPackage(root, name)
  const { license } = manifestOf(packageFiles(root, name))
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const purl = referenceOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name: own,
    version,
    scope: 'required',
    // The hash of the package as the registry gives it, which the build has checked.
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
    purl,
  }
}
