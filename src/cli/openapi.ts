// `windrow openapi`: prints the OpenAPI 3.1 document of API v1.
import { openApiDocument } from '../api-v1/openapi.ts'
import { versionInfo } from '../runtime/version.ts'
import type { CommandContext } from './command.ts'

export async function run(context: CommandContext): Promise<void> {
  context.stdout.write(`${JSON.stringify(openApiDocument(versionInfo().version), null, 2)}\n`)
}
