// Downloads as others read them, the five lines inside, and the changelog.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { TARGETS } from '../../scripts/build/targets.ts'
import { tarGz, zip } from '../../scripts/release/archives.ts'
import { changelogText, wordsOfVersion } from '../../scripts/release/changelog.ts'
import { readmeText } from '../../scripts/release/readme.ts'
import { emptyFolder } from '../support/empty-folder.ts'

const files = [
  { name: 'windrow-x/README.txt', bytes: Buffer.from('words\n'.repeat(400)) },
  { name: 'windrow-x/windrow', bytes: Buffer.from('#!/bin/sh\necho it runs\n'), isExecutable: true as const },
  { name: 'windrow-x/empty', bytes: Buffer.alloc(0) },
]
interface Unpacked {
  readonly bytes: Buffer
  readonly mode: number
}

/** By the table at the end of a zip, as every unpacker reads it; the sums are compared. */
function unzip(archive: Buffer): ReadonlyMap<string, Unpacked> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const found = new Map<string, Unpacked>()
  let at = archive.readUInt32LE(end + 16)
  for (let i = 0; i < archive.readUInt16LE(end + 10); i += 1) {
    const [sum, packed, nameBytes] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
    ]
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26)
    const bytes = inflateRawSync(archive.subarray(from, from + packed))
    expect([crc32(bytes), bytes.length]).toEqual([sum, archive.readUInt32LE(at + 24)])
    found.set(archive.toString('utf8', at + 46, at + 46 + nameBytes), {
      bytes,
      mode: archive.readUInt32LE(at + 38) >>> 16,
    })
    at += 46 + nameBytes
  }
  return found
}

const { at: inFolder, write } = emptyFolder()

function untar(archive: Buffer): ReadonlyMap<string, Unpacked> {
  execFileSync('tar', ['-xzf', write('x.tar.gz', archive), '-C', inFolder()])
  return new Map(
    files.map(({ name }) => [name, { bytes: readFileSync(inFolder(name)), mode: statSync(inFolder(name)).mode }]),
  )
}

describe.each([
  ['tar.gz', tarGz, untar],
  ['zip', zip, unzip],
] as const)('a .%s', (_, pack, unpack) => {
  it('is unpacked to the same bytes, and what runs may run', () => {
    const found = unpack(pack(files))
    expect([...found.keys()]).toEqual(files.map(({ name }) => name))
    for (const { name, bytes, isExecutable } of files) {
      expect(found.get(name)?.bytes.equals(bytes), name).toBe(true)
      expect((found.get(name)?.mode ?? 0) & 0o777, name).toBe(isExecutable === true ? 0o755 : 0o644)
    }
  })

  it('is the same twice', async () => {
    const once = pack(files)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(pack(files).equals(once)).toBe(true)
  })
})

it.each(TARGETS.map((target) => [target.name, target] as const))('README.txt of %s has five lines', (_, target) => {
  const lines = readmeText(target, '0.1.0', 'abc').trimEnd().split('\n')
  expect(lines).toHaveLength(5)
  expect(lines.join()).toContain(target.file)
})

it('the changelog gathers subjects by area, the oldest first', () => {
  const subjects = ['site: say more', 'Initial', 'import: read it', 'site: say it']
  const page = '# What is new\n\n## 1.0.0\n\n- Now it is ripe.\n\n## 0.9.0\n\n- Not yet.\n'
  expect(() => wordsOfVersion(page, '1.0.1')).toThrow('docs/changes.md has no part 1.0.1')
  expect(changelogText('1.0.0', 'abc', wordsOfVersion(page, '1.0.0'), subjects)).toBe(
    '# windrow 1.0.0 (commit abc)\n\n- Now it is ripe.\n\n## import\n\n- read it\n\n## other\n\n- Initial\n\n## site\n\n- say it\n- say more\n',
  )
})
