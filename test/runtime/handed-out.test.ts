// What a release or a checkout hands to other programs, read as those read it: the winget manifest, the Dockerfile, the job file for
// public runners.
import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { TARGETS } from '../../scripts/build/targets.ts'
import { wingetManifest } from '../../scripts/release/winget.ts'
import { run, serve, temporaryFolder } from '../support/program.ts'

describe('the winget manifest', () => {
  const release = {
    version: '0.2.0',
    description: 'A translation server: "quoted", #1',
    address: 'https://example.org/v0.2.0/windrow-windows-x64.zip',
    sha256: 'ab'.repeat(32),
    program: 'windrow-windows-x64/windrow-windows-x64.exe',
  }
  const text = (minLength: number, maxLength: number): object => ({ type: 'string', minLength, maxLength })
  const common = {
    PackageIdentifier: { type: 'string', pattern: '^[^.\\s\\\\/:*?"<>|]{1,32}(\\.[^.\\s\\\\/:*?"<>|]{1,32}){1,7}$' },
    PackageVersion: { type: 'string', pattern: '^[^\\\\/:*?"<>|]+$', maxLength: 128 },
    ManifestVersion: { const: '1.10.0' },
  }
  const all = (properties: object): object => ({
    type: 'object',
    properties: { ...common, ...properties },
    required: Object.keys({ ...common, ...properties }),
    additionalProperties: false,
  })
  const item = (properties: object): object => ({
    type: 'array',
    minItems: 1,
    items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  })
  const FORMS: Readonly<Record<string, object>> = {
    'windrow.windrow.yaml': all({ DefaultLocale: { const: 'en-US' }, ManifestType: { const: 'version' } }),
    'windrow.windrow.locale.en-US.yaml': all({
      PackageLocale: { const: 'en-US' },
      Publisher: text(2, 256),
      PackageName: text(2, 256),
      License: text(3, 512),
      ShortDescription: text(3, 256),
      ManifestType: { const: 'defaultLocale' },
    }),
    'windrow.windrow.installer.yaml': all({
      InstallerType: { const: 'zip' },
      NestedInstallerType: { const: 'portable' },
      NestedInstallerFiles: item({ RelativeFilePath: text(1, 512), PortableCommandAlias: text(1, 40) }),
      Installers: item({
        Architecture: { enum: ['x86', 'x64', 'arm', 'arm64', 'neutral'] },
        InstallerUrl: { type: 'string', pattern: '^https?://.+$', maxLength: 2048 },
        InstallerSha256: { type: 'string', pattern: '^[A-F0-9]{64}$' },
      }),
      ManifestType: { const: 'installer' },
    }),
  }

  it.each(Object.entries(FORMS))('%s has the form 1.10.0', (name, form) => {
    const read = load(wingetManifest(release).get(name) ?? '')
    const ajv = new Ajv()
    expect([ajv.validate(form, read), ajv.errors]).toEqual([true, null])
  })

  it('names the program within the zip, and keeps signs that YAML could take for its own', () => {
    const manifest = wingetManifest(release)
    expect([...manifest.keys()].toSorted()).toEqual(Object.keys(FORMS).toSorted())
    expect(load(manifest.get('windrow.windrow.installer.yaml') ?? '')).toMatchObject({
      NestedInstallerFiles: [
        { RelativeFilePath: 'windrow-windows-x64\\windrow-windows-x64.exe', PortableCommandAlias: 'windrow' },
      ],
      Installers: [{ InstallerUrl: release.address, InstallerSha256: 'AB'.repeat(32) }],
    })
    expect(load(manifest.get('windrow.windrow.locale.en-US.yaml') ?? '')).toMatchObject({
      ShortDescription: release.description,
    })
  })
})

describe('the Dockerfile', () => {
  const lines = readFileSync('Dockerfile', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.+)$/.exec(line) ?? expect.fail(line))
  const of = (wanted: string): readonly string[] =>
    lines.filter(([, name]) => name === wanted).map(([, , rest = '']) => rest)
  const env = Object.fromEntries((of('ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')))

  it('takes a file of a release onto a slim base of glibc, for a person without rights', () => {
    expect(of('FROM')).toEqual([expect.stringMatching(/^debian:\d+-slim$/)])
    expect(TARGETS.map(({ file }) => `WINDROW=${file}`)).toContain(of('ARG')[0])
    expect(of('USER')[0]).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(of('VOLUME')).toEqual([env['WINDROW_DATA']])
    expect(of('RUN').join()).toContain(`-m 0700 ${env['WINDROW_DATA']}`)
    expect(of('EXPOSE')).toEqual(['8787'])
  })

  it('serves with its environment, is well by its own health check, and stops at its signal', async () => {
    const [program, ...served] = [
      ...JSON.parse(of('ENTRYPOINT')[0] ?? ''),
      ...JSON.parse(of('CMD')[0] ?? ''),
    ] as string[]
    const [, asked = ''] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '') ?? []
    expect([program, served, JSON.parse(asked), of('STOPSIGNAL')]).toEqual([
      'windrow',
      ['serve'],
      ['windrow', 'health'],
      ['SIGTERM'],
    ])
    const folder = temporaryFolder()
    // As docs/service.md starts it: a server that others reach has to know its proxy.
    const told = [...readFileSync('docs/service.md', 'utf8').matchAll(/--env (WINDROW_\w+)=(\S+)/g)]
    expect(told).toHaveLength(2)
    const behindProxy = Object.fromEntries(told.map(([, name = '', value = '']) => [name, value]))
    const here = { ...env, ...behindProxy, HOME: folder.path, WINDROW_DATA: `${folder.path}/data` }
    const server = await serve([], here)
    try {
      const health = await run(['health'], { env: { ...here, WINDROW_PORT: String(server.port) } })
      expect([health.code, health.stderr]).toEqual([0, ''])
    } finally {
      expect(await server.stop()).toBe(0)
      folder.remove()
    }
  })
})

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Workflow {
  readonly on: unknown
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } }
        readonly 'timeout-minutes': number
        readonly steps: readonly Step[]
      }
    >
  >
}

describe('the job file for Windows and macOS', () => {
  const text = readFileSync('.github/workflows/windows-and-macos.yml', 'utf8')
  const { on, permissions, jobs } = load(text) as Workflow
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  it('starts by hand, may only read, and ends in time', () => {
    expect(on).toEqual({ workflow_dispatch: null })
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })

  it('names scripts, tests and targets that are there', () => {
    const commands = steps.flatMap(({ run: command }) => command ?? [])
    const named = commands.flatMap((command) => /npm run (\S+)/.exec(command)?.[1] ?? [])
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
    expect(named).toContain('build')
    const paths = commands.flatMap((command) => command.split(' ').filter((word) => word.startsWith('test/')))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    const built = TARGETS.map(({ name, file }) => ({ target: name, file }))
    for (const { target, file } of Object.values(jobs).flatMap((job) => job.strategy.matrix.include))
      expect(built).toContainEqual({ target, file })
  })

  it('has steps that do one thing each, with variables of its own matrix', () => {
    for (const step of steps) expect([step.uses, step.run].filter((each) => each !== undefined)).toHaveLength(1)
    const gaps = [...text.matchAll(/\$\{\{ (\S+) \}\}/g)].map(([, name = '']) => name)
    const known = ['matrix.runner', 'matrix.target', 'matrix.file', 'github.workspace']
    expect(gaps.filter((name) => !known.includes(name))).toEqual([])
  })
})
