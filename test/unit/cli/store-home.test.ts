// The folder of the store that nobody named: for a start without a command, and when a second store is about to be made.
import { mkdirSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { otherStore, startHome, type Surroundings } from '../../../src/cli/store-home.ts'
import { runCli } from '../../../src/cli/cli.ts'
import { testWorld } from '../../support/cli-world.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const LINUX: Surroundings = {
  platform: 'linux',
  env: { HOME: '/people/ada' },
  cwd: '/games/one',
  program: '/opt/windrow/windrow',
}
const MAC: Surroundings = {
  ...LINUX,
  platform: 'darwin',
  cwd: '/people/ada',
  program: '/people/ada/Downloads/w/windrow',
}
const WINDOWS: Surroundings = {
  platform: 'win32',
  env: { USERPROFILE: 'C:\\Users\\Ada', LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local' },
  cwd: 'C:\\Program Files\\windrow',
  program: 'C:\\Program Files\\windrow\\windrow-windows-x64.exe',
}
const OWN_ON_WINDOWS = 'C:\\Users\\Ada\\AppData\\Local\\windrow'

describe('a start without a command', () => {
  it.each<readonly [what: string, at: Surroundings, stores: string[], writable: string[], home: string]>([
    ['a new store where the person is', LINUX, [], ['/games/one', '/opt/windrow'], '/games/one'],
    ['the store of the working folder first', LINUX, ['/games/one', '/opt/windrow'], [], '/games/one'],
    ['the store beside the executable, not a second one', LINUX, ['/opt/windrow'], ['/games/one'], '/opt/windrow'],
    [
      'the own store too',
      LINUX,
      ['/people/ada/.local/share/windrow'],
      ['/games/one'],
      '/people/ada/.local/share/windrow',
    ],
    ['nothing in a home', { ...LINUX, cwd: '/people/ada' }, [], ['/people/ada', '/opt/windrow'], '/opt/windrow'],
    ['nothing in a root', { ...LINUX, cwd: '/' }, [], ['/'], '/people/ada/.local/share/windrow'],
    ['beside the file from Finder', MAC, [], ['/people/ada', '/people/ada/Downloads/w'], '/people/ada/Downloads/w'],
    ['the own folder on macOS', MAC, [], [], '/people/ada/Library/Application Support/windrow'],
    ['the own folder for a program in Program Files', WINDOWS, [], [], OWN_ON_WINDOWS],
    ['beside the file on Windows', { ...WINDOWS, cwd: 'D:\\w', program: 'D:\\w\\w.exe' }, [], ['D:\\w'], 'D:\\w'],
    ['the working folder from a checkout', { ...LINUX, program: null }, ['/opt/windrow'], [], '/games/one'],
    ['the working folder where no place is known', { ...WINDOWS, env: {} }, [], [], 'C:\\Program Files\\windrow'],
  ])('%s', (_, at, stores, writable, home) => {
    expect(
      startHome(
        at,
        (folder) => stores.includes(folder),
        (folder) => writable.includes(folder),
      ),
    ).toBe(home)
  })
})

describe('another store', () => {
  it.each<readonly [at: Surroundings, stores: string[], data: string, other: string | null]>([
    [LINUX, [], '/games/one/windrow-data', null],
    [LINUX, ['/games'], '/games/one/windrow-data', '/games/windrow-data'],
    [LINUX, ['/opt/windrow'], '/games/one/windrow-data', '/opt/windrow/windrow-data'],
    [LINUX, ['/opt/windrow'], '/opt/windrow/windrow-data', null],
    [{ ...LINUX, program: null }, ['/opt/windrow'], '/games/one/windrow-data', null],
    [WINDOWS, [OWN_ON_WINDOWS], 'C:\\Program Files\\windrow\\windrow-data', `${OWN_ON_WINDOWS}\\windrow-data`],
  ])('%j with stores in %j', (at, stores, data, other) => {
    expect(
      otherStore(at, data, (each) =>
        stores.some((folder) => each === (at.platform === 'win32' ? win32 : posix).join(folder, 'windrow-data')),
      ),
    ).toBe(other)
  })
})

describe('on a disk', () => {
  const { at: inFolder } = emptyFolder()

  it('a command that makes a second store says so once, and takes the named one without a word', async () => {
    const below = inFolder('below')
    mkdirSync(below)
    const add = async (cwd: string, name: string, ...more: string[]): Promise<string> => {
      const world = testWorld(cwd)
      expect(await runCli(['user', 'add', name, '--role', 'user', ...more], world)).toBe(0)
      return world.written.stderr
    }
    expect(await add(inFolder(), 'ada')).not.toContain('note:')
    const there = inFolder('windrow-data')
    expect(await add(below, 'bo', '--data', there)).not.toContain('note:')
    expect(await add(below, 'cy')).toContain(
      `note: ${join(below, 'windrow-data')} is a new, empty store; another one is ${there} (--data opens it)\n`,
    )
    expect(await add(below, 'di')).not.toContain('note:')
  })

  it('a start without a command finds the store beside the executable', () => {
    const program = inFolder('program')
    const cwd = inFolder('cwd')
    for (const each of [program, cwd]) mkdirSync(each)
    mkdirSync(join(program, 'windrow-data'))
    expect(startHome({ platform: 'linux', env: {}, cwd, program: join(program, 'windrow') })).toBe(program)
    expect(startHome({ platform: 'linux', env: {}, cwd, program: null })).toBe(cwd)
  })
})
