// Where the files of a data folder lie. Knows nothing of the storage engine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const mainFolder = (dataFolder: string): string => join(dataFolder, 'main')
/** The one file that holds all that matters. */
export const dataFileOf = (dataFolder: string): string => join(mainFolder(dataFolder), 'data.mdb')

export const isStoreFolder = (dataFolder: string): boolean => existsSync(dataFileOf(dataFolder))
