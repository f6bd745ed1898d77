// A menu entry that starts windrow without arguments, like a double-click. Paths are in the style of the given system.
import { posix, win32 } from 'node:path'

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
  readonly text: string
  readonly isExecutable?: true
}

/** The file of a menu entry. Windows also needs a link, which the system's script host writes. */
interface Entry {
  readonly files: readonly EntryFile[]
  readonly link: string | null
}

/** Null where the system has no menu. */
export function entryOf(of: EntryOf, icon: string): Entry | null {
  const { platform, env } = of
  const home = env['HOME'] ?? ''
  if (platform === 'win32') {
    const menu = env['APPDATA'] ?? ''
    if (menu === '') return null
    return { files: [], link: win32.join(menu, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'windrow.lnk') }
  }
  if (home === '') return null
  if (platform === 'darwin') {
    const path = posix.join(home, 'Applications', 'windrow.command')
    return { files: [{ path, text: macCommand(of), isExecutable: true }], link: null }
  }
  const share = env['XDG_DATA_HOME'] || posix.join(home, '.local', 'share')
  return {
    files: [
      { path: posix.join(share, 'icons/hicolor/scalable/apps/windrow.svg'), text: icon },
      { path: posix.join(share, 'applications/windrow.desktop'), text: desktopEntry(of) },
    ],
    link: null,
  }
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const macCommand = ({ program, folder }: EntryOf): string =>
  `#!/bin/sh\ncd ${shellQuoted(folder)} && exec ${shellQuoted(program)}\n`

const value = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** A word of Exec (Desktop Entry Specification 1.5, "The Exec key"), which is unescaped twice. */
const execWord = (text: string): string =>
  value(`"${text.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%')}"`)

const desktopEntry = ({ program, folder }: EntryOf): string => `[Desktop Entry]
Type=Application
Name=windrow
Comment=A translation server for game text
Exec=env WINDROW_OWN_WINDOW=1 ${execWord(program)}
Path=${value(folder)}
Icon=windrow
Terminal=true
Categories=Development;Translation;
`
