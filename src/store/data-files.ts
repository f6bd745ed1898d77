// The paths of the files in a data folder. Imports no storage engine.
import { statSync } from 'node:fs'
import { join } from 'node:path'

export { hasNoLinks, placeFault } from './file/opening-files.ts'

export const mainFolder = (dataFolder: string): string => join(dataFolder, 'main')
export const dataFileOf = (dataFolder: string): string => join(mainFolder(dataFolder), 'data.mdb')

/** Throws when the folder can't be looked into: that is not the same as no store. */
export const isStoreFolder = (dataFolder: string): boolean =>
  statSync(dataFileOf(dataFolder), { throwIfNoEntry: false }) !== undefined
