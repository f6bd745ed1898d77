// The paths of the files in a data folder. Imports no storage engine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export { hasNoLinks, placeFault } from './file/opening-files.ts'

export const mainFolder = (dataFolder: string): string => join(dataFolder, 'main')
export const dataFileOf = (dataFolder: string): string => join(mainFolder(dataFolder), 'data.mdb')

export const isStoreFolder = (dataFolder: string): boolean => existsSync(dataFileOf(dataFolder))
