// Facts about a data folder whose store is not open, found without the storage engine, which may be what fails to load.
import { statSync } from 'node:fs'
import { dataFileOf, isStoreFolder, placeFault } from '../store/data-files.ts'

export const hasStore = (folder: string): boolean => isStoreFolder(folder)

/** Why this folder can't hold a store; null: it can. */
export const misplacement = (folder: string): string | null => placeFault(folder)

/** The size of the store's file; 0: there is no store. */
export const storeBytes = (folder: string): number => statSync(dataFileOf(folder), { throwIfNoEntry: false })?.size ?? 0
