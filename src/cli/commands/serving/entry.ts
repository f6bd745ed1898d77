// Entries that start windrow: one in the menu, without arguments as a double-click does, and one at the login, without a browser.
// Paths are in the style of the given system.
import { posix, win32 } from 'node:path'
import { shellLink } from './shell-link.ts'

export interface EntryOf {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly program: string
  /** The folder to start in, absolute: that of the data folder. */
  readonly folder: string
}

interface EntryFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly isExecutable?: true
}

export type Place = 'menu' | 'login'

const argumentsAt: Readonly<Record<Place, readonly string[]>> = { menu: [], login: ['serve', '--no-open'] }

/** The files of an entry, the entry itself last; null where the system names no place for it. */
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

/** launchd reads it at the next login (launchd.plist(5)). */
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

/** A word of Exec (Desktop Entry Specification 1.5, "The Exec key"), which is unescaped twice. */
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
