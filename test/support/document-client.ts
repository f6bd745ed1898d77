// A client made only from `/openapi.json`: it finds operations by their operationId, builds requests from parameters and bodies of
// the document, refuses to send what the document does not describe, and holds every answer to its schema.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Answer, type Json, send } from './v1-client.ts'

/** Sends one request; `values` are parameters by name. Throws when the document does not describe the request or its answer. */
export type Call = (
  operationId: string,
  values?: Readonly<Record<string, string | number>>,
  body?: unknown,
) => Promise<Answer>

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Json
}

/** Reads the document from the server; the client that it gives takes the key of a person. */
export async function documentClient(port: number): Promise<(key: string) => Call> {
  const { json: document } = await send(port, { path: '/openapi.json' })
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const there = (part: Json): Json =>
    typeof part.$ref === 'string'
      ? part.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, name: string) => at[name], document)
      : part
  // References inside a schema begin at the root of the document.
  const absolute = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'))
  const hold = (what: string, schema: Json, value: unknown): void => {
    const validate = ajv.compile(absolute(schema))
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`)
  }
  const operations = new Map<string, Json>()
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods))
      operations.set(operation.operationId, { ...operation, path, method: method.toUpperCase() })
  }
  const keyHeader = document.components.securitySchemes.apiKey.name
  return (key) =>
    async (operationId, values = {}, body) => {
      const operation = operations.get(operationId)
      if (operation === undefined) throw new Error(`the document has no operation ${operationId}`)
      const parameters: Parameter[] = (operation.parameters ?? []).map(there)
      for (const name of Object.keys(values)) {
        if (!parameters.some((known) => known.name === name)) throw new Error(`${operationId} has no parameter ${name}`)
      }
      let path: string = operation.path
      const query = new URLSearchParams()
      const headers: Record<string, string> = { [keyHeader]: key }
      for (const { name, in: place, required = false, schema } of parameters) {
        const value = values[name]
        if (value === undefined) {
          if (required) throw new Error(`${operationId} needs ${name}`)
          continue
        }
        hold(`${operationId} ${name}`, schema, value)
        if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
        else if (place === 'query') query.set(name, String(value))
        else headers[name] = String(value)
      }
      const content = operation.requestBody?.content['application/json']
      if ((content === undefined) !== (body === undefined))
        throw new Error(`${operationId}: a body too many or too few`)
      if (content !== undefined) hold(`${operationId} body`, content.schema, body)
      const target = query.size > 0 ? `${path}?${query.toString()}` : path
      const answer = await send(port, { method: operation.method, path: target, headers, body })
      const described = there(operation.responses[answer.status] ?? operation.responses.default)
      const answered = described.content?.['application/json']
      if (answered !== undefined) hold(`${operationId} ${answer.status}`, answered.schema, answer.json)
      else if (answer.text !== '') throw new Error(`${operationId} ${answer.status}: a body that the document lacks`)
      return answer
    }
}
