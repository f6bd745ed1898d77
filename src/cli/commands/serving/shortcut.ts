// `windrow shortcut`: entries that start windrow, in the menu of this system and at the login.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, posix, win32 } from 'node:path'
import { isSingleExecutable, readAsset } from '../../../runtime/assets.ts'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'

interface Link {
  /** The program to start, an absolute path with a drive. */
  readonly program: string
  readonly folder: string
  readonly arguments: string
  readonly description: string
  readonly isMinimized: boolean
}

const headerBytes = 0x4c
const LINK_CLSID = Buffer.from('0114020000000000c000000000000046', 'hex')

const FLAGS = { hasLinkInfo: 0x2, hasName: 0x4, hasWorkingDir: 0x10, hasArguments: 0x20, isUnicode: 0x80 } as const
const ARCHIVE = 0x20
const SHOW = { normal: 1, minimized: 7 } as const

/**
 * Writes a Windows shortcut, a .lnk file ([MS-SHLLINK] 8.0): header, the target by its path, and the strings of its
 * properties. Without a script host: scanners take a program that writes and runs a script for a dropper.
 */
function shellLink({ program, folder, arguments: words, description, isMinimized }: Link): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(headerBytes, 0)
  LINK_CLSID.copy(header, 4)
  header.writeUInt32LE(
    Object.values(FLAGS).reduce((all, flag) => all | flag, 0),
    20,
  )
  header.writeUInt32LE(ARCHIVE, 24)
  header.writeUInt32LE(isMinimized ? SHOW.minimized : SHOW.normal, 60)
  return Buffer.concat([header, linkInfo(program), ...[description, folder, words].map(stringData), Buffer.alloc(4)])
}

const infoHeaderBytes = 0x24
const fixedDrive = 3

/** LinkInfo with an unnamed volume; its path once in ASCII for old readers, and once in UTF-16. */
function linkInfo(path: string): Buffer {
  const volume = Buffer.alloc(0x11)
  for (const [at, value] of [volume.length, fixedDrive, 0, 0x10].entries()) volume.writeUInt32LE(value, 4 * at)
  const plain = Buffer.from(`${path.replaceAll(/[^\x20-\x7e]/g, '?')}\0\0`, 'latin1')
  const unicode = Buffer.from(`${path}\0\0`, 'utf16le')
  const plainAt = infoHeaderBytes + volume.length
  const unicodeAt = plainAt + plain.length
  const hasVolumeAndPath = 1
  const size = unicodeAt + unicode.length
  const offsets = [infoHeaderBytes, plainAt, 0, unicodeAt - 1, unicodeAt, size - 2]
  const header = Buffer.alloc(infoHeaderBytes)
  for (const [at, value] of [size, infoHeaderBytes, hasVolumeAndPath, ...offsets].entries())
    header.writeUInt32LE(value, 4 * at)
  return Buffer.concat([header, volume, plain, unicode])
}

const stringLengthMax = 260

function stringData(text: string): Buffer {
  const cut = text.slice(0, stringLengthMax)
  const length = Buffer.alloc(2)
  length.writeUInt16LE(cut.length)
  return Buffer.concat([length, Buffer.from(cut, 'utf16le')])
}

export interface EntryOf {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The program to start, an absolute path. */
  readonly program: string
  /** The folder to start in, an absolute path: the one that has the data folder. */
  readonly folder: string
}

interface EntryFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly isExecutable?: true
}

type Place = 'menu' | 'login'

const argumentsAt: Readonly<Record<Place, readonly string[]>> = { menu: [], login: ['serve', '--no-open'] }

/**
 * Entries that start windrow: one in the menu, without arguments as a double-click does, and one at the login, without
 * a browser. Paths are in the style of the given system. The files of an entry, the entry itself last; null where the
 * system names no place for it.
 */
export function entryOf(of: EntryOf, place: Place, icon: string): readonly EntryFile[] | null {
  const { platform, env } = of
  const home = env['HOME'] ?? ''
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? ''
    if (roaming === '') return null
    const menu = win32.join(roaming, 'Microsoft', 'Windows', 'Start Menu', 'Programs')
    const folder = place === 'menu' ? menu : win32.join(menu, 'Startup')
    return [{ path: win32.join(folder, 'windrow.lnk'), content: windowsLink(of, place) }]
  }
  if (home === '') return null
  if (platform === 'darwin') {
    return place === 'menu'
      ? [{ path: posix.join(home, 'Applications', 'windrow.command'), content: macCommand(of), isExecutable: true }]
      : [{ path: posix.join(home, 'Library/LaunchAgents/windrow.plist'), content: macAgent(of) }]
  }
  const share = env['XDG_DATA_HOME'] || posix.join(home, '.local', 'share')
  const config = env['XDG_CONFIG_HOME'] || posix.join(home, '.config')
  return place === 'menu'
    ? [
        { path: posix.join(share, 'icons/hicolor/scalable/apps/windrow.svg'), content: icon },
        { path: posix.join(share, 'applications/windrow.desktop'), content: desktopEntry(of, place) },
      ]
    : [{ path: posix.join(config, 'autostart/windrow.desktop'), content: desktopEntry(of, place) }]
}

const windowsLink = ({ program, folder }: EntryOf, place: Place): Uint8Array =>
  shellLink({
    program,
    folder,
    arguments: argumentsAt[place].join(' '),
    description: 'windrow, a translation server for game text',
    isMinimized: place === 'login',
  })

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const macCommand = ({ program, folder }: EntryOf): string =>
  `#!/bin/sh\ncd ${shellQuoted(folder)} && exec ${shellQuoted(program)}\n`

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The file that launchd reads at the next login (launchd.plist(5)). */
const macAgent = ({ program, folder }: EntryOf): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Label</key><string>windrow</string>
<key>ProgramArguments</key><array>${[program, ...argumentsAt.login].map((word) => `<string>${xml(word)}</string>`).join('')}</array>
<key>WorkingDirectory</key><string>${xml(folder)}</string>
<key>RunAtLoad</key><true/>
</dict></plist>
`

const value = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Escapes a word of the member Exec (Desktop Entry Specification 1.5, "The Exec key"), which is unescaped twice. */
const execWord = (text: string): string =>
  value(`"${text.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%')}"`)

const desktopEntry = ({ program, folder }: EntryOf, place: Place): string => `[Desktop Entry]
Type=Application
Name=windrow
Comment=A translation server for game text
Exec=env WINDROW_OWN_WINDOW=1 ${[execWord(program), ...argumentsAt[place]].join(' ')}
Path=${value(folder)}
Icon=windrow
Terminal=true
Categories=Development;Translation;
`

const usualData = 'windrow-data'

export const command: Runnable = {
  name: 'shortcut',
  summary: "Add windrow to this system's menu",
  details: [
    'The entry starts the executable without arguments in the folder of windrow-data: a link in the start menu of ' +
      'Windows, a .desktop file with its icon on Linux, windrow.command in ~/Applications on macOS.',
    'At the login it starts windrow serve --no-open: a link in the Startup folder of Windows, a .desktop file in ' +
      '~/.config/autostart, an agent of launchd.',
    '--json prints {path, program, folder}, with --remove {path, removed}.',
  ],
  options: [
    { name: 'at-login', summary: 'Start the server at each login instead, without opening a browser' },
    { name: 'remove', summary: 'Remove the entry' },
  ],
  examples: ['windrow shortcut', 'windrow shortcut --at-login', 'windrow shortcut --at-login --remove'],
  async run(context, args) {
    const { platform, env, config } = context
    if (!isSingleExecutable()) throw new Failure('only the executable can have an entry; in a checkout use npm start')
    const place: Place = args.flag('at-login') ? 'login' : 'menu'
    const icon = Buffer.from(readAsset('admin/assets/icon.svg')).toString()
    const folder = dirname(config.data)
    const files = entryOf({ platform, env, program: process.execPath, folder }, place, icon)
    const path = files?.at(-1)?.path
    if (files === null || path === undefined)
      throw new Failure('there is no place for an entry: HOME (on Windows APPDATA) is not set')
    if (args.flag('remove')) {
      for (const each of files) await rm(each.path, { force: true })
      return context.answer({ path, removed: true }, () => `${path} is removed; the program and its texts stay`)
    }
    if (basename(config.data) !== usualData) {
      throw new Failure(
        `the entry starts windrow without --data, so the data folder must be called ${usualData}; rename it, or leave --data out`,
      )
    }
    await mkdir(folder, { recursive: true })
    for (const { path: at, content, isExecutable } of files) {
      await mkdir(dirname(at), { recursive: true })
      await writeFile(at, content, { mode: isExecutable === true ? 0o755 : 0o644 })
    }
    const when = place === 'login' ? ' at each login' : ''
    const undo = `windrow shortcut${place === 'login' ? ' --at-login' : ''} --remove`
    context.answer(
      { path, program: process.execPath, folder },
      () => `${path} starts windrow in ${folder}${when}; ${undo} takes it away`,
    )
  },
}
