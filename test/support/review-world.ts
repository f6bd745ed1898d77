// A game of five rows, people of every role with keys, and requests to API v2 whose answers are held to the OpenAPI document.
import { sha256Hex } from '../../src/base/bytes.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { idOf } from './game-store.ts'
import { openV1App, type V1Answer, type V1App } from './v1-app.ts'
import { answerCheck } from './v1-openapi.ts'

export const sourceOf = (row: number): string => `The ${row}th gate is open now`
const document = answerCheck(openApiDocument('1.0.0'))

export interface ReviewWorld {
  readonly world: V1App
  readonly secrets: Readonly<Record<'reader' | 'translator' | 'moderator' | 'other' | 'admin', string>>
  /** Asks API v2. */
  readonly ask: (method: string, path: string, secret: string, body?: unknown) => Promise<V1Answer>
  /** Proposes a text as the translator, and gives the id of the proposal. */
  readonly propose: (row: number, text: string, secret?: string) => Promise<number>
  readonly writeMachine: (row: number, text: string, model?: string) => Promise<void>
  readonly writeManual: (row: number, text: string, secret?: string) => Promise<void>
}

export async function reviewWorld(): Promise<ReviewWorld> {
  const world = openV1App()
  await world.importFiles([1, 2, 3, 4, 5].map((row) => ({ id: idOf(row), text: sourceOf(row) })))
  const secretOf = async (...[name, role]: Parameters<V1App['person']>) => (await world.person(name, role)).secret
  const secrets = {
    reader: await secretOf('reader', 'user'),
    translator: await secretOf('Tara', 'translator'),
    moderator: await secretOf('Mo', 'moderator'),
    other: await secretOf('Otto', 'moderator'),
    admin: await secretOf('Ada', 'admin'),
  }
  let batches = 0
  const write = async (secret: string, row: number, item: object): Promise<V1Answer['json']> => {
    const whole = { row_id: idOf(row), source_hash: sha256Hex(sourceOf(row)), ...item }
    const { json } = await world.post('/translations', secret, { items: [whole] }, `b${++batches}`)
    if (json.data?.items[0].ok !== true) throw new Error(JSON.stringify(json))
    return json.data.items[0]
  }
  return {
    world,
    secrets,
    async ask(method, path, secret, body) {
      const answer = await world.v2(method, path, secret, body)
      document.check({ method, path: `/api/v2${path}` }, { ...answer, headers: Object.fromEntries(answer.headers) })
      return answer
    },
    propose: async (row, text, secret = secrets.translator) =>
      (await write(secret, row, { layer: 'manual', mode: 'proposal', text })).proposal_id,
    writeMachine: async (row, text, model = 'm-1') =>
      await write(secrets.admin, row, { layer: 'machine', text, provider: 'p', model, overwrite: true }),
    writeManual: async (row, text, secret = secrets.moderator) =>
      await write(secret, row, { layer: 'manual', mode: 'direct', text }),
  }
}
