// The version that `--version` prints.
import { versionInfo } from '../runtime/version.ts'
import { storeSchema } from '../app/backup/store-schema.ts'

export function versionText(json: boolean): string {
  const { version, commit, runtime } = versionInfo()
  if (json) return `${JSON.stringify({ version, commit, runtime, store_schema: storeSchema }, null, 2)}\n`
  return `windrow ${version} (commit ${commit}, ${runtime}, store schema ${storeSchema})\n`
}
