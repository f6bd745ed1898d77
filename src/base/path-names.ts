// Refuses impossible file and folder names in configuration and command line: control characters (mostly a Windows
// backslash that JSON took for an escape: "C:\temp" is C:, a tab, emp), and names that Windows forbids.

/** Names of devices on Windows, alone or before a dot, in any case: what is written to them goes to no file. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:\.|$)/i
/** Dots and spaces at the end of a name. Windows drops them, so the file would have another name. */
const LOST_END = /[^. ][. ]+$/
const FORBIDDEN = /[<>"|?*]/
/** The beginning of a Windows path (`C:`, and the prefixes of long and device paths), with characters that a name may not have. */
const PREFIX = /^(?:[\\/]{2}[?.][\\/])?(?:[a-z]:)?/i

/** What is wrong with a path: a few words with advice; null: nothing. */
export function pathFault(path: string, platform: NodeJS.Platform): string | null {
  if (/\p{Cc}/u.test(path)) {
    return `has a control character; write each backslash twice or use forward slashes ("C:/games/windrow")`
  }
  if (platform !== 'win32') return null
  for (const name of path.replace(PREFIX, '').split(/[\\/]/)) {
    if (isDeviceName(name)) return `has the name ${name}, which Windows reserves for a device; choose another`
    const odd = FORBIDDEN.exec(name)?.[0] ?? (name.includes(':') ? ':' : null)
    if (odd !== null) return `has ${odd}, which is not allowed in names on Windows; choose another`
    if (LOST_END.test(name))
      return `has the name "${name}"; Windows drops dots and spaces at the end, so leave them out`
  }
  return null
}

export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/** Whether a path is on another computer, as Windows writes it (`\\?\C:\…` is local). */
export const isNetworkPath = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /^[\\/]{2}(?:(?![?.][\\/])|[?.][\\/]UNC[\\/])/i.test(path)
