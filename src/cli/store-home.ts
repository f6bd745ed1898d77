// Where the store lies when nobody named its folder. A command takes windrow-data in the working folder. A start without a command
// may come from a double-click, whose working folder is the person's home or the system's: it takes the store that is there,
// beside the executable or in the person's own data folder, before it makes a new one.
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { World } from './world.ts'

const USUAL = 'windrow-data'

export type Surroundings = Pick<World, 'platform' | 'env' | 'cwd' | 'program'>

const pathsOf = ({ platform }: Pick<Surroundings, 'platform'>) => (platform === 'win32' ? win32 : posix)
const homeOf = ({ platform, env }: Pick<Surroundings, 'platform' | 'env'>): string | null =>
  env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || null

/** The folder for data of the person's programs, whether it exists or not. */
export function ownFolder(at: Pick<Surroundings, 'platform' | 'env'>): string | null {
  const { platform, env } = at
  const home = homeOf(at)
  const base =
    platform === 'win32'
      ? env['LOCALAPPDATA']
      : platform === 'darwin'
        ? home && posix.join(home, 'Library', 'Application Support')
        : env['XDG_DATA_HOME'] || (home && posix.join(home, '.local', 'share'))
  return base ? pathsOf(at).join(base, 'windrow') : null
}

/** The folder of `windrow-data` and config.json for a start without a command; on a disk, as `has` and `mayWrite` see it. */
export function startHome(
  at: Surroundings,
  has: (folder: string) => boolean = (folder) => existsSync(pathsOf(at).join(folder, USUAL)),
  mayWrite: (folder: string) => boolean = isWritable,
): string {
  const { cwd, program } = at
  if (program === null) return cwd
  const paths = pathsOf(at)
  const beside = paths.dirname(program)
  const own = ownFolder(at)
  const found = [cwd, beside, own].find((folder) => folder !== null && has(folder))
  if (found) return found
  // Nobody chose these two: file managers start programs in them.
  const isChosen = cwd !== homeOf(at) && cwd !== paths.parse(cwd).root
  return [isChosen ? cwd : null, beside].find((folder) => folder !== null && mayWrite(folder)) ?? own ?? cwd
}

/** Another store of this person, when a new one is about to be made in `data`: above it, beside the executable, in the own folder. */
export function otherStore(at: Surroundings, data: string, isStore: (data: string) => boolean): string | null {
  const paths = pathsOf(at)
  const above: string[] = []
  for (let folder = at.cwd; folder !== paths.dirname(folder); folder = paths.dirname(folder)) above.push(folder)
  const folders = [...above, at.program === null ? null : paths.dirname(at.program), ownFolder(at)]
  return (
    folders
      .flatMap((folder) => (folder === null ? [] : [paths.join(folder, USUAL)]))
      .find((each) => each !== data && isStore(each)) ?? null
  )
}

/** True: files can be made in the folder. It is tried, because on Windows no bit tells. */
function isWritable(folder: string): boolean {
  const probe = `${folder}/.windrow-may-write`
  try {
    mkdirSync(probe)
    rmdirSync(probe)
    return true
  } catch {
    return false
  }
}
