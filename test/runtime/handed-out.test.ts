// What a release or a checkout hands to other programs, read as those read it: the winget manifest, the Dockerfile, job files for
// public runners, forms; and what a release compares.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { TARGETS } from '../../scripts/build/targets.ts'
import { tarGz } from '../../scripts/release/archives.ts'
import { faultOf, wantedFiles } from '../../scripts/release/node-sums.ts'
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

it('one Node is inside the executables for Linux and Windows, and one inside those for macOS', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const versionsOf = (isOfMacos: boolean) =>
    TARGETS.filter(({ format }) => (format === 'macho') === isOfMacos).map(
      ({ node }) => optionalDependencies[node.package],
    )
  for (const versions of [versionsOf(true), versionsOf(false)]) expect(new Set(versions).size).toBe(1)
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
    expect(of('FROM')).toEqual(['${BASE}'])
    expect(of('ARG')).toEqual([
      expect.stringMatching(/^BASE=debian:\d+-slim$/),
      'TARGETARCH',
      'WINDROW=windrow-linux-${TARGETARCH}',
    ])
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
        readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } }
        readonly 'timeout-minutes': number
        readonly steps: readonly Step[]
      }
    >
  >
}

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> })
  .scripts
const JOB_FILES = readdirSync('.github/workflows').map((name) => {
  const text = readFileSync(`.github/workflows/${name}`, 'utf8')
  const { on, permissions, jobs } = load(text) as Workflow
  return {
    name,
    text,
    on,
    permissions,
    jobs: Object.values(jobs),
    steps: Object.values(jobs).flatMap((job) => job.steps),
  }
})

describe.each(JOB_FILES)('the job file $name', ({ text, permissions, jobs, steps }) => {
  it('may only read, but where a job says what it writes, and ends in time', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })

  it('names scripts, tests, files and targets that are there', () => {
    const commands = steps.flatMap(({ run: command }) => command ?? [])
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name),
    )
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
    const paths = commands.flatMap((command) => command.split(/\s+/).filter((word) => /^(?:test|scripts)\//.test(word)))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    const built = TARGETS.map(({ name, file }) => ({ target: name, file }))
    for (const { target, file } of jobs.flatMap((job) => job.strategy?.matrix.include ?? []))
      expect(built).toContainEqual({ target: target ?? expect.any(String), file })
  })

  it('names the actions of others by their hash, so that nobody exchanges them', () => {
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
    expect([...text.matchAll(/uses: \S+ # v\d+\.\d+\.\d+$/gm)], 'each says which version that is').toHaveLength(
      used.length,
    )
  })

  it('has steps that do one thing each, with variables that it may take', () => {
    for (const step of steps) expect([step.uses, step.run].filter((each) => each !== undefined)).toHaveLength(1)
    const gaps = [...text.matchAll(/\$\{\{ (\S+) \}\}/g)].map(([, name = '']) => name)
    expect(gaps.filter((name) => !/^(?:matrix|github|steps|secrets)\.[\w.]+$/.test(name))).toEqual([])
    // A variable of a request, put into a command as text, could be a command itself.
    for (const { run: command = '' } of steps) expect(command).not.toMatch(/\$\{\{ (?!matrix\.)/)
  })
})

it('a release starts with a tag only, and public runners otherwise by hand', () => {
  expect(Object.fromEntries(JOB_FILES.map(({ name, on }) => [name, on]))).toEqual({
    'release.yml': { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } },
    'windows-and-macos.yml': { workflow_dispatch: null },
  })
})

it.each(['fault', 'change'])('the form %s asks for what helps', (name) => {
  const { body } = load(readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, 'utf8')) as {
    readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: object }[]
  }
  const asked = body.filter(({ type }) => type !== 'markdown')
  for (const { type, id, attributes } of asked) {
    expect(['textarea', 'input']).toContain(type)
    expect([id, attributes]).toEqual([
      expect.stringMatching(/^[a-z]+$/),
      expect.objectContaining({ label: expect.any(String) as string }),
    ])
  }
  expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length)
})

describe('the Node inside', () => {
  const linux = TARGETS.find(({ name }) => name === 'linux-x64') ?? expect.fail('no Linux')
  const windows = TARGETS.find(({ name }) => name === 'windows-x64') ?? expect.fail('no Windows')
  const binary = Buffer.from('a program')
  const archive = tarGz([{ name: 'node-v24.0.0-linux-x64/bin/node', bytes: binary, isExecutable: true }])
  const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const files: Readonly<Record<string, Uint8Array>> = {
    '24.0.0-SHASUMS256.txt': Buffer.from(
      `${sumOf(archive)}  node-v24.0.0-linux-x64.tar.gz\n${sumOf(binary)}  win-x64/node.exe\n`,
    ),
    '24.0.0-node-v24.0.0-linux-x64.tar.gz': archive,
  }
  const fault = (target: typeof linux, inside = binary, of = files): string | null =>
    faultOf(target, { version: '24.0.0', binary: inside }, (name) => of[name] ?? expect.fail(name))

  it('is told from one that somebody changed on its way', () => {
    expect([fault(linux), fault(windows)]).toEqual([null, null])
    const other = Buffer.from('another one')
    expect(fault(linux, other)).toContain('is not the one in node-v24.0.0-linux-x64.tar.gz')
    expect(fault(windows, other)).toContain('another sum')
    const changed = { ...files, '24.0.0-node-v24.0.0-linux-x64.tar.gz': Buffer.concat([archive, other]) }
    expect(fault(linux, binary, changed)).toContain('another sum')
    expect(fault(linux, binary, { ...files, '24.0.0-SHASUMS256.txt': Buffer.from('') })).toContain('do not name')
  })

  it('is named for every system, whichever of them this machine is', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/release/node-sums.ts', '--wanted'])
    const systems = ['linux-x64', 'darwin-arm64', 'linux-arm64', 'darwin-x64']
    expect(systems.filter((system) => !stdout.includes(`${system}.tar.gz`))).toEqual([])
  })

  it('is fetched with the sums of each version once', () => {
    expect(wantedFiles(({ format }) => (format === 'macho' ? '26.0.0' : '24.0.0'))).toEqual([
      '24.0.0 24.0.0-SHASUMS256.txt.asc',
      '24.0.0 24.0.0-node-v24.0.0-linux-x64.tar.gz',
      '26.0.0 26.0.0-SHASUMS256.txt.asc',
      '26.0.0 26.0.0-node-v26.0.0-darwin-arm64.tar.gz',
      '24.0.0 24.0.0-node-v24.0.0-linux-arm64.tar.gz',
      '26.0.0 26.0.0-node-v26.0.0-darwin-x64.tar.gz',
    ])
  })
})
