// What a process that died leaves: a folder with stores. Its locks ended with it, and are left out.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { disagreementsIn } from '../../test/support/app-world.ts'
import { isWindowsProgram } from '../../test/support/program.ts'

const isLock = (path: string): boolean => path.endsWith('lock.mdb')

/** Copies it to another folder. */
export const copyLeft = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !isLock(path) })

/** Forgets the locks of processes that are thought to be dead. */
export function unlock(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (isLock(name)) rmSync(join(folder, name))
}

/**
 * Opens the store that a program left. Under Wine the files of locks are made anew: Wine holds a killed program's locks a moment longer,
 * and where the engine cannot have one, its binding frees memory twice and ends this process.
 */
export function openLeft(data: string): Store {
  if (isWindowsProgram) unlock(data)
  return openStore(data, systemClock)
}

/** What `windrow check` finds, as sentences. */
export const faultsFound = async (store: Store): Promise<string[]> =>
  (await disagreementsIn(store)).map(({ table, at, problem }) => `check: ${table}, ${at}: ${problem}`)
