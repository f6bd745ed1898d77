// The winget manifest of a release: three files in the form 1.10.0 that microsoft/winget-pkgs takes. windrow is a portable
// program in a zip; winget puts a link named windrow into the PATH.

const MANIFEST_VERSION = '1.10.0'
const IDENTIFIER = 'windrow.windrow'
const LOCALE = 'en-US'

interface WingetRelease {
  readonly version: string
  readonly description: string
  /** Where the zip is downloaded from, http or https. It has to stay there: winget compares its hash at each installation. */
  readonly address: string
  /** Of the zip, hex. */
  readonly sha256: string
  /** The executable within the zip, with forward slashes. */
  readonly program: string
}

/** Contents by file name; YAML in which every text is quoted. */
export function wingetManifest(release: WingetRelease): ReadonlyMap<string, string> {
  const { version, description, address, sha256, program } = release
  const common = { PackageIdentifier: IDENTIFIER, PackageVersion: version }
  const form = (type: string) => ({ ManifestType: type, ManifestVersion: MANIFEST_VERSION })
  return new Map([
    [`${IDENTIFIER}.yaml`, yaml({ ...common, DefaultLocale: LOCALE, ...form('version') })],
    [
      `${IDENTIFIER}.locale.${LOCALE}.yaml`,
      yaml({
        ...common,
        PackageLocale: LOCALE,
        Publisher: 'windrow',
        PackageName: 'windrow',
        License: 'MIT',
        ShortDescription: description,
        ...form('defaultLocale'),
      }),
    ],
    [
      `${IDENTIFIER}.installer.yaml`,
      yaml({
        ...common,
        InstallerType: 'zip',
        NestedInstallerType: 'portable',
        NestedInstallerFiles: [{ RelativeFilePath: program.replaceAll('/', '\\'), PortableCommandAlias: 'windrow' }],
        Installers: [{ Architecture: 'x64', InstallerUrl: address, InstallerSha256: sha256.toUpperCase() }],
        ...form('installer'),
      }),
    ],
  ])
}

type Value = string | readonly Readonly<Record<string, string>>[]

/** A text in double quotes is the same in YAML as in JSON. */
const yaml = (members: Readonly<Record<string, Value>>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}:${typeof value === 'string' ? ` ${JSON.stringify(value)}` : listOf(value)}\n`)
    .join('')

const listOf = (items: Exclude<Value, string>): string =>
  items
    .map((item) =>
      Object.entries(item)
        .map(([name, text], at) => `\n${at === 0 ? '- ' : '  '}${name}: ${JSON.stringify(text)}`)
        .join(''),
    )
    .join('')
