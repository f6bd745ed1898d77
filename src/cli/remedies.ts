// Advice for errors of the operating system, by code. A platform's row precedes the general one: Windows reports a file in use with
// the codes of missing rights.

const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: 'check the name',
  ENOTDIR: 'check the name',
  EISDIR: 'name a file, not a folder',
  EACCES: 'check the permissions',
  EPERM: 'check the permissions',
  EROFS: 'choose a place that can be written',
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EBUSY: 'another program has the file open; close it there and try again',
  EMFILE: 'raise the limit of open files (ulimit -n)',
  ENAMETOOLONG: 'choose a shorter name',
}

const OF_WINDOWS: Readonly<Record<string, string>> = {
  EACCES: 'another program may have the file open, or it may not be written: close it there, or check its properties',
  EPERM: 'another program may have the file open, or it may not be written: close it there, or check its properties',
  EMFILE: 'close other programs and try again',
}

/** Half a sentence; undefined without advice. */
export const remedyFor = (code: string | undefined, platform: NodeJS.Platform): string | undefined =>
  (platform === 'win32' ? OF_WINDOWS[code ?? ''] : undefined) ?? REMEDIES[code ?? '']
