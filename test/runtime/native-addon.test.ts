// Where the single executable puts its storage engine: the order of folders, and what makes one unfit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadFrom, nativeFolders, placeAddon } from '../../src/runtime/native-addon.ts'
import { Unloadable } from '../../src/runtime/unloadable.ts'
import type { Addon, Surroundings } from '../../src/runtime/native-addon.ts'

const bytes = Buffer.from('the bytes of an addon')
const addon: Addon = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: () => bytes }
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'windrow-native-addon-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the order of folders', () => {
  const at: Surroundings = { platform: 'linux', env: {}, data: '/srv/data', home: '/h', temporary: '/t', account: '7' }

  it('on Linux: as told, cache, data folder, temporary folders', () => {
    const env = { WINDROW_NATIVE_DIR: '/native', XDG_CACHE_HOME: '/cache', HOME: '/h' }
    expect(nativeFolders({ ...at, env })).toEqual([
      '/native',
      '/cache/windrow',
      '/srv/data/.native',
      '/t/windrow-native-7',
      '/var/tmp/windrow-native-7',
      '/dev/shm/windrow-native-7',
    ])
  })

  it('takes the home of the environment before that of the account, and none when there is none', () => {
    expect(nativeFolders({ ...at, env: { HOME: '/other' } })[0]).toBe('/other/.cache/windrow')
    expect(nativeFolders(at)[0]).toBe('/h/.cache/windrow')
    expect(nativeFolders({ ...at, home: null })[0]).toBe('/srv/data/.native')
  })

  it('leaves out a data folder that does not exist, and names no folder twice', () => {
    expect(nativeFolders({ ...at, home: null, data: null })[0]).toBe('/t/windrow-native-7')
    expect(nativeFolders({ ...at, home: null, data: null, temporary: '/var/tmp' })).toHaveLength(2)
  })

  it("on macOS the user's caches", () => {
    expect(nativeFolders({ ...at, platform: 'darwin' })[0]).toBe('/h/Library/Caches/windrow')
  })
})

describe('placing the addon', () => {
  it('writes it once, named by its hash, for the owner alone', () => {
    const place = join(folder, 'a/b')
    const first = placeAddon(place, addon)
    expect(first).toEqual({ file: join(place, `lmdb-${addon.sha256.slice(0, 32)}.node`), isNew: true })
    expect(readFileSync(first.file)).toEqual(bytes)
    expect(lstatSync(place).mode & 0o777).toBe(0o700)
    expect(lstatSync(first.file).mode & 0o777).toBe(0o600)
    expect(placeAddon(place, addon)).toEqual({ file: first.file, isNew: false })
    expect(readdirSync(place)).toHaveLength(1)
  })

  it.each([
    ['other bytes', (file: string) => writeFileSync(file, 'something else')],
    ['a file that others may write', (file: string) => chmodSync(file, 0o666)],
    [
      'a link',
      (file: string) => (rmSync(file), writeFileSync(`${file}.other`, bytes), symlinkSync(`${file}.other`, file)),
    ],
  ])('replaces %s', (_, harm) => {
    const { file } = placeAddon(folder, addon)
    harm(file)
    expect(placeAddon(folder, addon)).toEqual({ file, isNew: true })
    expect(lstatSync(file).isFile()).toBe(true)
    expect(lstatSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file)).toEqual(bytes)
  })

  it.runIf(process.platform === 'linux')('refuses, and does not hang on, a folder below /proc', () => {
    expect(() => placeAddon('/proc/windrow/native', addon)).toThrow('ENOENT')
  })

  it('refuses a folder that others may write, and one that is a link', () => {
    const open = join(folder, 'open')
    mkdirSync(open)
    chmodSync(open, 0o770)
    expect(() => placeAddon(open, addon)).toThrow('is not a private folder')
    const link = join(folder, 'link')
    mkdirSync(join(folder, 'target'))
    symlinkSync(join(folder, 'target'), link)
    expect(() => placeAddon(link, addon)).toThrow('is not a private folder')
  })
})

describe('loading the addon', () => {
  it('goes on to the next folder when one can not be written or does not allow execution, and leaves nothing there', () => {
    writeFileSync(join(folder, 'file'), '')
    const [blocked, noexec, good] = [join(folder, 'file/below'), join(folder, 'noexec'), join(folder, 'good')]
    const opened = loadFrom([blocked, noexec, good], addon, (file) => {
      if (file.startsWith(noexec)) throw new Error(`${file}: failed to map segment from shared object`)
      return file
    })
    expect(opened.startsWith(good)).toBe(true)
    expect(readdirSync(noexec)).toEqual([])
  })

  it('says in one line which folders it tried, why each was no good, and what to do', () => {
    writeFileSync(join(folder, 'file'), '')
    const load = () =>
      loadFrom([join(folder, 'file/a'), join(folder, 'b')], addon, () => fail('failed to map\nsegment'))
    expect(load).toThrow(
      /^the storage engine could not be loaded: [^\n]*file\/a[^\n]*; [^\n]*b: failed to map\); set WINDROW_NATIVE_DIR[^\n]*$/,
    )
  })

  it.each([
    ["libc.so.6: version `GLIBC_2.34' not found", 'it needs glibc 2.34 or later'],
    ["libstdc++.so.6: version `GLIBCXX_3.4.29' not found", 'libstdc++ of GCC 11 or later'],
    ['Error relocating lmdb.node: __memcpy_chk: symbol not found', 'this system has musl (Alpine)'],
    ['Error loading shared library ld-linux-x86-64.so.2: No such file', 'this system has musl (Alpine)'],
  ])('says which system it needs when the loader says %s', (said, needed) => {
    const load = () => loadFrom([folder], addon, () => fail(said))
    expect(load).toThrow(Unloadable)
    expect(load).toThrow(needed)
  })

  it('on Windows, which has no owners and no bits of rights, trusts the file that anybody may write by its bits', () => {
    const { file } = placeAddon(folder, addon)
    chmodSync(file, 0o666)
    chmodSync(folder, 0o777)
    expect(loadFrom([folder], addon, (opened) => opened, null)).toBe(file)
    expect(placeAddon(folder, addon, null)).toEqual({ file, isNew: false })
    writeFileSync(file, 'something else')
    expect(placeAddon(folder, addon, null)).toEqual({ file, isNew: true })
  })
})

function fail(message: string): never {
  throw new Error(message)
}
