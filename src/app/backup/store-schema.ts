// What `--version` says of stores. It loads nothing else of them.
import { STORE_SCHEMA } from '../../store/file/schema-version.ts'

/** The schema of stores that this windrow makes; older ones are brought over to it (upgrade-store.ts). */
export const storeSchema: number = STORE_SCHEMA
