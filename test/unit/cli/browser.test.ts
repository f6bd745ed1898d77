// Whether a start opens a browser, with what, and what a window that belongs to windrow does (docs/operations.md#the-browser).
import { describe, expect, test } from 'vitest'
import { openerOf, opensBrowser, type Start } from '../../../src/cli/commands/serving/browser.ts'
import { isInsideZip } from '../../../src/cli/commands/serving/run-server.ts'
import { ownsWindow, type WindowSigns } from '../../../src/runtime/window.ts'

const doubleClick: Start = {
  isForPerson: true,
  isJson: false,
  isTerminal: true,
  platform: 'win32',
  env: {},
  config: { noOpen: false, browser: null },
}
const standIn = { noOpen: false, browser: '/bin/record' }

describe('a start', () => {
  test.each<[boolean, string, Partial<Start>]>([
    [true, 'by a double-click', {}],
    [true, 'on a Mac', { platform: 'darwin' }],
    [true, 'on a Linux desktop', { platform: 'linux', env: { DISPLAY: ':0' } }],
    [true, 'under Wayland', { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    [false, 'on a Linux server', { platform: 'linux' }],
    [false, 'with an empty DISPLAY', { platform: 'linux', env: { DISPLAY: '' } }],
    [false, 'over SSH', { env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }],
    [false, 'in CI', { env: { CI: 'true' } }],
    [false, 'into a file or a pipe', { isTerminal: false }],
    [false, 'by a service, with serve', { isForPerson: false }],
    [false, 'with --json', { isJson: true }],
    [false, 'with --no-open', { config: { noOpen: true, browser: null } }],
    [true, 'with a stand-in, even in CI and in a pipe', { isTerminal: false, env: { CI: 'true' }, config: standIn }],
    [false, 'with a stand-in and --no-open', { config: { ...standIn, noOpen: true } }],
    [false, 'with a stand-in, by a service', { isForPerson: false, config: standIn }],
  ])('opens a browser: %s, %s', (opens, _, changes) => expect(opensBrowser({ ...doubleClick, ...changes })).toBe(opens))

  test.each([
    ['win32', null, ['rundll32.exe', 'url.dll,FileProtocolHandler', 'http://x/?a=1&b=2']],
    ['darwin', null, ['open', 'http://x/?a=1&b=2']],
    ['linux', null, ['xdg-open', 'http://x/?a=1&b=2']],
    ['linux', '/bin/record', ['/bin/record', 'http://x/?a=1&b=2']],
  ] as const)('on %s with the browser %s runs the right program', (platform, browser, command) => {
    expect(openerOf(platform, browser, 'http://x/?a=1&b=2')).toEqual(command)
  })
})

describe('a window', () => {
  const signs: WindowSigns = { platform: 'win32', isExecutable: true, arguments: [], env: {} }
  test.each<[boolean, string, Partial<WindowSigns>]>([
    [true, 'of a double-click on Windows', {}],
    [false, 'of cmd', { env: { PROMPT: '$P$G' } }],
    [false, 'of a command', { arguments: ['user', 'list'] }],
    [false, 'of a checkout', { isExecutable: false }],
    [false, 'of a terminal elsewhere', { platform: 'linux' }],
    [true, 'of an entry in the menu elsewhere', { platform: 'linux', env: { WINDROW_OWN_WINDOW: '1' } }],
  ])('closes with windrow: %s, %s', (owns, _, changes) => expect(ownsWindow({ ...signs, ...changes })).toBe(owns))
})

test.each([
  [
    true,
    'C:\\Users\\A\\AppData\\Local\\Temp\\Temp1_w.zip\\w.exe',
    'C:\\Users\\A\\AppData\\Local\\Temp\\Temp1_w.zip\\data',
  ],
  [false, 'C:\\Users\\A\\AppData\\Local\\Temp\\Temp1_w.zip\\w.exe', 'D:\\windrow-data'],
  [false, 'C:\\Games\\w.exe', 'C:\\Games\\windrow-data'],
  [false, 'C:\\Users\\A\\AppData\\Local\\Temporary\\w.exe', 'C:\\Users\\A\\AppData\\Local\\Temporary\\data'],
])('it runs from inside a zip, with data that would be lost: %s', (isInside, program, data) => {
  expect(isInsideZip(program, data, 'C:\\Users\\A\\AppData\\Local\\Temp')).toBe(isInside)
})
