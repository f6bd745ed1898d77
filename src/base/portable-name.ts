// Names of files that every system takes, for paths that come from elsewhere and become paths on this machine.

const nameBytesMax = 180
const depthMax = 20

/** True: Windows, too, takes the name for a file; it does not take `..`, `a:b`, `CON` or `name.`. */
export const isPortableName = (name: string): boolean =>
  /^[^\p{Cc}\p{Cs}\p{Bidi_Control}\\/:*?"<>|]+$/u.test(name) &&
  !/[. ]$/.test(name) &&
  !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) &&
  Buffer.byteLength(name) <= nameBytesMax

/** A path below a folder, with `/`. */
export function isPortablePath(path: string): boolean {
  const names = path.split('/')
  return names.length <= depthMax && names.every(isPortableName)
}

/** True: a file that games' own tools leave behind. Such files have no texts, and are left out. */
export const isHiddenPath = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'))
