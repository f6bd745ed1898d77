// What `windrow shortcut` writes on each system: paths and words that were written by hand, not by the program.
import { expect, test } from 'vitest'
import { entryOf, type EntryOf } from '../../../src/cli/commands/serving/entry.ts'

const of = (changes: Partial<EntryOf>): EntryOf => ({
  platform: 'linux',
  env: { HOME: '/people/ada' },
  program: '/opt/wind row/50% $1 "x"/windrow',
  folder: '/people/ada/Мої ігри',
  ...changes,
})

test('a desktop entry with its icon, every sign of a path escaped by both sets of rules', () => {
  const [icon, entry] = entryOf(of({}), '<svg/>')?.files ?? []
  expect(icon).toEqual({ path: '/people/ada/.local/share/icons/hicolor/scalable/apps/windrow.svg', text: '<svg/>' })
  expect(entry?.path).toBe('/people/ada/.local/share/applications/windrow.desktop')
  const lines = entry?.text.split('\n') ?? []
  expect(lines[0]).toBe('[Desktop Entry]')
  expect(lines).toContain('Path=/people/ada/Мої ігри')
  expect(lines).toContain('Exec=env WINDROW_OWN_WINDOW=1 "/opt/wind row/50%% \\\\$1 \\\\"x\\\\"/windrow"')
  expect(lines).toContain('Terminal=true')
})

test('XDG_DATA_HOME is heeded', () => {
  expect(entryOf(of({ env: { HOME: '/people/ada', XDG_DATA_HOME: '/data' } }), '')?.files[1]?.path).toBe(
    '/data/applications/windrow.desktop',
  )
})

test('a command that Finder opens in a terminal', () => {
  const entry = entryOf(of({ platform: 'darwin', program: "/a'b/windrow" }), '')
  expect(entry?.files).toEqual([
    {
      path: '/people/ada/Applications/windrow.command',
      text: "#!/bin/sh\ncd '/people/ada/Мої ігри' && exec '/a'\\''b/windrow'\n",
      isExecutable: true,
    },
  ])
})

test('a link in the start menu', () => {
  const env = { APPDATA: 'C:\\Users\\Ada\\AppData\\Roaming' }
  expect(entryOf(of({ platform: 'win32', env }), '')).toEqual({
    files: [],
    link: 'C:\\Users\\Ada\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\windrow.lnk',
  })
})

test.each(['win32', 'linux', 'darwin'] as const)('%s without a home has no place for it', (platform) => {
  expect(entryOf(of({ platform, env: {} }), '')).toBeNull()
})
