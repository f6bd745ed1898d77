// Facts about a data folder whose store is not open, found without the storage engine, which may be what fails to load.
import { statSync } from 'node:fs'
import { dataFileOf } from '../store/data-files.ts'

export { isStoreFolder as hasStore, placeFault as misplacement } from '../store/data-files.ts'

/** The size of the store's file; 0: there is no store. */
export const storeBytes = (folder: string): number => statSync(dataFileOf(folder), { throwIfNoEntry: false })?.size ?? 0
