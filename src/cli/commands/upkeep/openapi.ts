// `windrow openapi`: prints the OpenAPI 3.1 document of API v1 and v2, as the server serves it.
import { openApiDocument } from '../../../openapi/document.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext } from '../../command.ts'

export async function run(context: CommandContext): Promise<void> {
  context.stdout.write(`${JSON.stringify(openApiDocument(versionInfo().version))}\n`)
}
