// `windrow update` and `windrow verify` of the packed Linux executable: from one release to the next and back, and everything that must
// leave it as it is.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ProgramRelease, programRelease } from '../support/program-release.ts'

const present = readFileSync(fileURLToPath(new URL('../../dist/windrow-linux-x64', import.meta.url)))
/** Starts as the present one does, and is another file. */
const next = Buffer.concat([present, Buffer.from('\n')])
/** For what is refused before it is started. */
const small = Buffer.from('#!/bin/sh\n')
const target = 'linux-x64'

let all: string
let release: ProgramRelease
let folder: string
let program: string

beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'windrow-update-'))
  release = programRelease(join(all, 'release'), { target, bytes: next })
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(all, 'program-'))
  program = join(folder, 'windrow')
  writeFileSync(program, present)
  chmodSync(program, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const windrow = (...argv: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(program, argv, { cwd: folder, env: { HOME: all }, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const out of [child.stdout, child.stderr]) out.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })

const update = (from: string, { key } = release) => windrow('update', '--from', from, '--key', key)

function expectUntouched(): void {
  expect(readdirSync(folder)).toEqual(['windrow'])
  expect(readFileSync(program).equals(present)).toBe(true)
}

it('tells of a newer one without taking it', async () => {
  const { code, said } = await windrow('update', '--check', '--from', release.folder, '--key', release.key)
  expect([code, said]).toEqual([0, expect.stringMatching(/^this is windrow \S+; windrow 9\.9\.9 is out/)])
  expectUntouched()
})

it('takes it, with the store backed up and the old one kept, and goes back', async () => {
  expect((await windrow('user', 'add', 'mira', '--role', 'translator')).code).toBe(0)
  const { code, said } = await update(release.folder)
  expect([code, said]).toEqual([0, expect.stringMatching(/became 9\.9\.9[^]*windrow update --back puts it back/)])
  expect(readFileSync(program).equals(next)).toBe(true)
  expect(readFileSync(`${program}.old`).equals(present)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['windrow', 'windrow-data', 'windrow.old'])
  expect(readdirSync(join(folder, 'windrow-data/backups'))).toEqual([expect.stringMatching(/^windrow-.*\.backup$/)])
  expect((await windrow('user', 'list')).said).toContain('mira')

  expect((await windrow('update', '--back')).code).toBe(0)
  expect(readFileSync(program).equals(present)).toBe(true)
  expect(readFileSync(`${program}.old`).equals(next)).toBe(true)
})

it('gives the old one its name back where an update was cut off between its renames', async () => {
  const old = `${program}.old`
  renameSync(program, old)
  program = old
  expect((await windrow('serve', '--host', 'no.such.host.invalid', '--allow-insecure-http')).said).toContain(
    'note: an update was interrupted, and windrow is gone; windrow.old update gives this windrow its name back\n',
  )
  const { code, said } = await windrow('update', '--from', release.folder)
  expect([code, said]).toEqual([
    0,
    'an update was interrupted; windrow is the earlier windrow again, and can be updated\n',
  ])
  expect(readFileSync(program.slice(0, -'.old'.length)).equals(present)).toBe(true)
  writeFileSync(old, present, { mode: 0o755 })
  expect((await windrow('update', '--back')).said).toContain('this is the earlier windrow; windrow beside it')
})

it('takes it from a file beside the list', async () => {
  expect((await update(release.download)).code).toBe(0)
  expect(readFileSync(program).equals(next)).toBe(true)
})

it('has nothing to go back to before an update', async () => {
  const { code, said } = await windrow('update', '--back')
  expect([code, said]).toEqual([1, expect.stringContaining('there is no windrow.old to go back to')])
  expectUntouched()
})

it('without a key or an address says what to name', async () => {
  expect((await windrow('update')).said).toContain('name a folder or an address with --from')
  expect((await windrow('update', '--from', release.folder)).said).toContain('--key')
  expectUntouched()
})

it.each<[string, Parameters<typeof programRelease>[1], (made: ProgramRelease) => void, RegExp]>([
  [
    'a list signed by somebody else',
    { target, bytes: small },
    ({ key }) => writeFileSync(key, readFileSync(release.key)),
    /is not signed by the makers/,
  ],
  [
    'a list that was changed',
    { target, bytes: small },
    ({ folder: at }) => {
      const list = join(at, 'windrow-release.json')
      writeFileSync(list, readFileSync(list, 'utf8').replace('9.9.9', '9.9.8'))
    },
    /is not signed by the makers/,
  ],
  [
    'a download that was changed',
    { target, bytes: small },
    ({ download }) => {
      const bytes = readFileSync(download)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(download, bytes)
    },
    /is not the file that the list names/,
  ],
  [
    'a download that is cut short',
    { target, bytes: small },
    ({ download }) => writeFileSync(download, readFileSync(download).subarray(0, 100)),
    /is not the file that the list names/,
  ],
  [
    'another executable in the download',
    { target, bytes: small, listed: present },
    () => {},
    /is not the one of the list/,
  ],
  [
    'an executable that does not start here',
    { target, bytes: Buffer.from('#!/bin/sh\necho "no such library" >&2\nexit 1\n') },
    () => {},
    /does not start here \(no such library\)/,
  ],
  [
    'no file for this machine',
    { target: 'windows-x64', bytes: Buffer.from('MZ') },
    () => {},
    /has no file for linux-x64/,
  ],
  ['an older one', { target, bytes: small, version: '0.0.9' }, () => {}, /there is no newer version/],
])('leaves all as it is for %s', async (_, made, spoil, why) => {
  const bad = programRelease(mkdtempSync(join(all, 'bad-')), made)
  spoil(bad)
  const { code, said } = await update(bad.folder, bad)
  expect([code, said]).toEqual([made.version === undefined ? 1 : 0, expect.stringMatching(why)])
  expectUntouched()
  rmSync(bad.folder, { recursive: true })
})

it('leaves all as it is on a full disk', async () => {
  // As full: the system lets the process write no file beyond 20 MB.
  const limited = join(folder, 'limited')
  writeFileSync(limited, `#!/bin/sh\nulimit -f 40000\nexec '${program}' "$@"\n`, { mode: 0o755 })
  const real = program
  program = limited
  const { code, said } = await update(release.folder)
  program = real
  rmSync(limited)
  expect([code, said]).toEqual([1, expect.stringMatching(/the disk of .* is full; free some space/)])
  expectUntouched()
})

async function served(answer: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`, server }
}

it('takes it from an address', async () => {
  const { url, server } = await served((request, response) =>
    response.end(readFileSync(join(release.folder, basename(request.url ?? '')))),
  )
  try {
    expect((await update(url)).code).toBe(0)
    expect(readFileSync(program).equals(next)).toBe(true)
  } finally {
    server.close()
  }
})

it('leaves all as it is when the connection breaks, and when nobody is there', async () => {
  const { url, server } = await served((request, response) => {
    const bytes = readFileSync(join(release.folder, basename(request.url ?? '')))
    if (bytes.length < 10_000) return response.end(bytes)
    response.writeHead(200, { 'Content-Length': bytes.length })
    return response.write(bytes.subarray(0, 100_000), () => response.destroy())
  })
  try {
    const cut = await update(url)
    expect([cut.code, cut.said]).toEqual([1, expect.stringMatching(/cannot be reached/)])
    expectUntouched()
  } finally {
    server.close()
  }
  const nobody = await update('http://127.0.0.1:9')
  expect([nobody.code, nobody.said]).toEqual([1, expect.stringMatching(/cannot be reached/)])
  expectUntouched()
})

it('verify tells a file of the release from every other', async () => {
  const verify = (file: string) => windrow('verify', file, '--list', release.folder, '--key', release.key)
  const unpacked = join(folder, 'unpacked')
  writeFileSync(unpacked, next)
  for (const file of [release.download, unpacked]) {
    const { code, said } = await verify(file)
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/is of windrow 9\.9\.9 for linux-x64 \(commit 0123456789ab\)/),
    ])
  }
  const other = await verify(program)
  expect([other.code, other.said]).toEqual([
    1,
    expect.stringMatching(/is not a file of windrow 9\.9\.9: .*do not start it/),
  ])
  const alone = join(folder, 'alone')
  mkdirSync(alone)
  writeFileSync(join(alone, 'file'), next)
  const unlisted = await windrow('verify', join(alone, 'file'), '--key', release.key)
  expect([unlisted.code, unlisted.said]).toEqual([1, expect.stringContaining('has no windrow-release.json')])
})
