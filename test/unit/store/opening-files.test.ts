// What is found out before LMDB opens a store, asked of its parameters: files in use, folders where none can be.
import { existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { enterGate } from '../../../src/store/door/open-store.ts'
import {
  adviceOn,
  makeLockFile,
  placeFault,
  removeUnlessUsed,
  tryFiles,
} from '../../../src/store/file/opening-files.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const { at, write } = emptyFolder()

const fault = (code: string): Error => Object.assign(new Error(`${code}: said by a stand-in`), { code })
const failing = (code: string) => () => {
  throw fault(code)
}

describe('the lock file', () => {
  test('is made whole', () => {
    makeLockFile(at())
    expect(readdirSync(at())).toEqual(['lock.mdb'])
    expect(statSync(at('lock.mdb')).size).toBeGreaterThan(64 * 1024)
  })

  test.each(['EISDIR', 'EPERM', 'ENOTSUP'])('is left to LMDB where there are no links (%s)', (code) => {
    makeLockFile(at(), failing(code))
    expect(readdirSync(at())).toEqual([])
  })

  test('is no matter of links when the disk is at fault', () => {
    expect(() => makeLockFile(at(), failing('EIO'))).toThrow('EIO')
    expect(readdirSync(at())).toEqual([])
  })

  test('is opened on Windows to see whether it can be, and never elsewhere', () => {
    mkdirSync(at('lock.mdb'))
    expect(() => tryFiles(at(), 'win32')).toThrow('EISDIR')
    expect(() => tryFiles(at(), 'linux')).not.toThrow()
  })
})

test.each(['win32', 'linux'] as const)('a folder in the place of the data file is refused on %s', (platform) => {
  mkdirSync(at('data.mdb'))
  expect(() => tryFiles(at(), platform)).toThrow('is not a file')
})

describe('the volatile file', () => {
  const file = (): string => at('data.mdb')
  test('goes when nobody uses it', () => {
    write('data.mdb', 'x')
    expect(removeUnlessUsed(file())).toBe(true)
    expect(existsSync(file())).toBe(false)
  })

  test('stays while Windows says that it is in use; other faults are said', () => {
    expect(removeUnlessUsed(file(), 'win32', failing('EBUSY'))).toBe(false)
    expect(() => removeUnlessUsed(file(), 'win32', failing('EIO'))).toThrow('EIO')
    expect(() => removeUnlessUsed(file(), 'linux', failing('EPERM'))).toThrow('EPERM')
  })
})

describe('the place of a store', () => {
  test.each([
    ['\\\\nas\\games\\windrow', /^it is on another computer/],
    [`C:\\${'a'.repeat(250)}`, /^its name is too long by 12 characters/],
  ])('%s is none on Windows', (place, said) => {
    expect(placeFault(place, 'win32')).toMatch(said)
    expect(placeFault(place, 'linux')).toBeNull()
  })

  test('may be any local folder', () => {
    expect(placeFault('C:\\Users\\Олена\\windrow-data', 'win32')).toBeNull()
    expect(placeFault(`C:\\${'a'.repeat(238)}`, 'win32')).toBeNull()
  })
})

test.each([
  [fault('EBUSY'), 'win32', /^another program \(a backup, a sync client, a virus scanner\) has it open/],
  [fault('EPERM'), 'linux', /^check that the folder is writable/],
  [fault('EROFS'), 'linux', /^the disk is read-only .*: copy the data folder to another disk, and back up/],
  [new Error('MDB_VERSION_MISMATCH: wrong version'), 'win32', /^another version of windrow/],
] as const)('%s on %s comes with what to do', (error, platform, said) => {
  expect(adviceOn(error, platform)).toMatch(said)
})

describe('the gate', () => {
  /** As Windows opens a file that is shared with nobody. */
  function exclusively() {
    const inside = new Set<string>()
    const seen = { refused: 0 }
    const open = (file: string): number => {
      if (inside.has(file)) {
        seen.refused++
        throw fault('EBUSY')
      }
      inside.add(file)
      return openSync(file, 'w')
    }
    return { inside, seen, open }
  }

  test('lets in one at a time', async () => {
    const { inside, seen, open } = exclusively()
    await enterGate(at(), 'win32', open)
    const second = enterGate(at(), 'win32', open)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen.refused).toBeGreaterThan(0)
    inside.clear()
    const goOut = await second
    expect(inside).toEqual(new Set([at('gate')]))
    goOut()
  })

  test('is not needed elsewhere, and says nothing of a folder that cannot be written', async () => {
    const open = failing('ENOSPC')
    for (const platform of ['linux', 'win32'] as const) (await enterGate(at(), platform, open))()
    expect(readdirSync(at())).toEqual([])
  })
})
