// What `windrow shortcut` writes on each system: paths and words that were written by hand, not by the program.
import { expect, test } from 'vitest'
import { entryOf, type EntryOf } from '../../../src/cli/commands/serving/shortcut.ts'

const of = (changes: Partial<EntryOf>): EntryOf => ({
  platform: 'linux',
  env: { HOME: '/people/ada' },
  program: '/opt/wind row/50% $1 "x"/windrow',
  folder: '/people/ada/Мої ігри',
  ...changes,
})

test('a desktop entry with its icon, every sign of a path escaped by both sets of rules', () => {
  const [icon, entry] = entryOf(of({}), 'menu', '<svg/>') ?? []
  expect(icon).toEqual({ path: '/people/ada/.local/share/icons/hicolor/scalable/apps/windrow.svg', content: '<svg/>' })
  expect(entry?.path).toBe('/people/ada/.local/share/applications/windrow.desktop')
  const lines = String(entry?.content).split('\n')
  expect(lines[0]).toBe('[Desktop Entry]')
  expect(lines).toContain('Path=/people/ada/Мої ігри')
  expect(lines).toContain('Exec=env WINDROW_OWN_WINDOW=1 "/opt/wind row/50%% \\\\$1 \\\\"x\\\\"/windrow"')
  expect(lines).toContain('Terminal=true')
})

test('XDG_DATA_HOME is heeded', () => {
  expect(entryOf(of({ env: { HOME: '/people/ada', XDG_DATA_HOME: '/data' } }), 'menu', '')?.[1]?.path).toBe(
    '/data/applications/windrow.desktop',
  )
})

test('a command that Finder opens in a terminal', () => {
  const entry = entryOf(of({ platform: 'darwin', program: "/a'b/windrow" }), 'menu', '')
  expect(entry).toEqual([
    {
      path: '/people/ada/Applications/windrow.command',
      content: "#!/bin/sh\ncd '/people/ada/Мої ігри' && exec '/a'\\''b/windrow'\n",
      isExecutable: true,
    },
  ])
})

/** Reads a link by [MS-SHLLINK] alone: header, LinkInfo, three strings. */
function readLink(bytes: Uint8Array) {
  const link = Buffer.from(bytes)
  const textAt = (start: number): string => {
    let end = start
    while (link.readUInt16LE(end) !== 0) end += 2
    return link.toString('utf16le', start, end)
  }
  const info = 0x4c
  let at = info + link.readUInt32LE(info)
  const strings = Array.from({ length: 3 }, () => {
    const length = link.readUInt16LE(at)
    at += 2 + 2 * length
    return link.toString('utf16le', at - 2 * length, at)
  })
  const end = link.readUInt32LE(at)
  const [flags, show] = [link.readUInt32LE(20), link.readUInt32LE(60)]
  const ascii = link.toString('latin1', info + link.readUInt32LE(info + 16)).replace(/\0.*$/s, '')
  const suffixes = [link[info + link.readUInt32LE(info + 24)], textAt(info + link.readUInt32LE(info + 32))]
  return {
    flags,
    show,
    path: textAt(info + link.readUInt32LE(info + 28)),
    ascii,
    suffixes,
    strings,
    end,
    rest: link.length - at,
  }
}

test('links in the start menu and the Startup folder of Windows', () => {
  const env = { APPDATA: 'C:\\Users\\Ada\\AppData\\Roaming' }
  const windows = of({ platform: 'win32', env, program: 'D:\\Ігри\\windrow.exe', folder: 'D:\\Ігри' })
  const menu = 'C:\\Users\\Ada\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs'
  const described = 'windrow, a translation server for game text'
  const [link] = entryOf(windows, 'menu', '') ?? []
  expect(link?.path).toBe(`${menu}\\windrow.lnk`)
  expect(readLink(link?.content as Uint8Array)).toEqual({
    flags: 0xb6,
    show: 1,
    path: 'D:\\Ігри\\windrow.exe',
    ascii: 'D:\\????\\windrow.exe',
    suffixes: [0, ''],
    strings: [described, 'D:\\Ігри', ''],
    end: 0,
    rest: 4,
  })
  const [atLogin] = entryOf(windows, 'login', '') ?? []
  expect(atLogin?.path).toBe(`${menu}\\Startup\\windrow.lnk`)
  const { show, strings } = readLink(atLogin?.content as Uint8Array)
  expect([show, strings[2]]).toEqual([7, 'serve --no-open'])
})

test('at the login of Linux and macOS', () => {
  const [entry] = entryOf(of({}), 'login', '') ?? []
  expect(entry?.path).toBe('/people/ada/.config/autostart/windrow.desktop')
  expect(entry?.content).toMatch(/\nExec=env WINDROW_OWN_WINDOW=1 ".*" serve --no-open\n/)
  const [agent] = entryOf(of({ platform: 'darwin', program: '/A&B/windrow' }), 'login', '') ?? []
  expect(agent?.path).toBe('/people/ada/Library/LaunchAgents/windrow.plist')
  expect(agent?.content).toContain(
    '<array><string>/A&amp;B/windrow</string><string>serve</string><string>--no-open</string></array>',
  )
})

test.each(['win32', 'linux', 'darwin'] as const)('%s without a home has no place for it', (platform) => {
  expect(entryOf(of({ platform, env: {} }), 'menu', '')).toBeNull()
})
