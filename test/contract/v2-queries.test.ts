// No GET of API v2 ignores what its query has: an unknown parameter, one given twice, or a value that it does not take is refused by
// its name. Addresses and parameters are those of the OpenAPI document.
import { afterAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/openapi/document.ts'
import { idOf } from '../support/game-store.ts'
import { reviewWorld } from '../support/review-world.ts'
import type { Json } from '../support/v1-client.ts'

const document: Json = openApiDocument('1.0.0')
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Json
}
const parameterOf = (part: Json): Parameter =>
  part.$ref ? document.components.parameters[part.$ref.split('/').at(-1)] : part
const routes = Object.entries<Json>(document.paths)
  .filter(([path, { get }]) => path.startsWith('/api/v2') && get !== undefined)
  .map(([path, { get }]) => ({
    path: path.slice('/api/v2'.length),
    names: ((get.parameters ?? []) as Json[]).map(parameterOf).filter((each) => each.in === 'query'),
  }))

const review = await reviewWorld()
const ids: Json = { row_id: idOf(1), patch_id: 1, proposal_id: await review.propose(1, 'Перша брама вже відчинена') }
afterAll(() => review.world.close())

/** Parameters that take any name. */
const NAMES: readonly string[] = ['model', 'provider', 'client', 'client_version', 'prompt']

const get = async (path: string, query: readonly (readonly [string, string])[]): Promise<Json> => {
  const address = path.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]))
  const { status, json } = await review.ask(
    'GET',
    `${address}?${new URLSearchParams(query as [string, string][])}`,
    review.secrets.admin,
  )
  return [status, json.error, (json.details?.errors ?? []).map(({ field }: Json) => field)]
}

describe.each(routes)('$path', ({ path, names }) => {
  it('refuses an unknown parameter', async () => {
    expect(await get(path, [['colour', 'red']])).toEqual([400, 'invalid_request', expect.arrayContaining(['colour'])])
  })

  it.each(names)('refuses $name twice, and a value that it does not take', async ({ name, schema }) => {
    const needed = names
      .filter((each) => each.required === true && each.name !== name)
      .map((each) => [each.name, 'x'] as const)
    const value = String(schema.enum?.[0] ?? schema.minimum ?? 1)
    const twice = await get(path, [...needed, [name, value], [name, value]])
    expect(twice).toEqual([400, 'invalid_request', expect.arrayContaining([name])])
    const wrong = 'x'.repeat(5000)
    // Any name is one that no text has.
    const answer = NAMES.includes(name)
      ? [200, undefined, []]
      : [400, 'invalid_request', expect.arrayContaining([name])]
    if (name !== 'filter') expect(await get(path, [...needed, [name, wrong]])).toEqual(answer)
    else expect((await get(path, [...needed, [name, 'layer=upper']]))[2]).toEqual(['filter.layer'])
  })
})
