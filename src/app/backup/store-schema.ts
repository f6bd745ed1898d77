// The number of the store's schema, for `--version`, without loading the store.
import { STORE_SCHEMA } from '../../store/schema-version.ts'

export const storeSchema: number = STORE_SCHEMA
