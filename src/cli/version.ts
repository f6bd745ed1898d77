// `--version`: what is running here.
import { versionInfo } from '../runtime/version.ts'
import { STORE_SCHEMA } from '../store/schema-version.ts'

/** Version, commit, runtime and store schema, as one line or (`json`) one document. */
export function versionText(json: boolean): string {
  const { version, commit, runtime } = versionInfo()
  if (json) return `${JSON.stringify({ version, commit, runtime, store_schema: STORE_SCHEMA }, null, 2)}\n`
  return `windrow ${version} (commit ${commit}, ${runtime}, store schema ${STORE_SCHEMA})\n`
}
