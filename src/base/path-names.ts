// Refuses impossible names of files and folders in the configuration and on the command line: control characters
// (mostly a backslash of Windows that JSON took for an escape: "C:\temp" is C:, a tab, emp), and names that Windows
// does not allow. Names of uploads are corrected instead.

/** Device names of Windows, alone or before a dot, in any case: writing to them writes to no file. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:\.|$)/i
/** Windows drops these characters from the end, so the file would have another name. */
const LOST_END = /[^. ][. ]+$/
const FORBIDDEN = /[<>"|?*]/
/** `C:` and the prefixes of long and device paths, which may contain characters that names may not. */
const PREFIX = /^(?:[\\/]{2}[?.][\\/])?(?:[a-z]:)?/i

/** A fault in a path, with advice, in a few words; null: none. */
export function pathFault(path: string, platform: NodeJS.Platform): string | null {
  if (/\p{Cc}/u.test(path)) {
    return `holds a control character; write each backslash twice or use forward slashes ("C:/games/windrow")`
  }
  if (platform !== 'win32') return null
  for (const name of path.replace(PREFIX, '').split(/[\\/]/)) {
    if (isDeviceName(name)) return `holds the name ${name}, which Windows keeps for a device; choose another`
    const odd = FORBIDDEN.exec(name)?.[0] ?? (name.includes(':') ? ':' : null)
    if (odd !== null) return `holds ${odd}, which no name may hold on Windows; choose another`
    if (LOST_END.test(name)) return `holds the name "${name}", whose end Windows drops; leave out the dots and spaces`
  }
  return null
}

/** With any extension. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/** A folder of another computer, as Windows writes it; `\\?\C:\…` is local. */
export const isNetworkPath = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /^[\\/]{2}(?:(?![?.][\\/])|[?.][\\/]UNC[\\/])/i.test(path)
