// `windrow openapi`: prints the OpenAPI 3.1 document of API v1 and v2, as the server serves it.
import { openApiDocument } from '../../../openapi/document.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { Runnable } from '../../command.ts'

export const command: Runnable = {
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of API v1 and v2',
  examples: ['windrow openapi > openapi.json'],
  async run(context) {
    context.stdout.write(`${JSON.stringify(openApiDocument(versionInfo().version))}\n`)
  },
}
