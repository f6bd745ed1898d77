// Holds answers to the OpenAPI document, and to what stands on every answer of API v1.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { IDS } from '../../src/api-v1/visit.ts'
import type { Answer, Ask, Json } from './v1-client.ts'

export interface AnswerCheck {
  /** Fails the test when an answer is not what the document says of its route and status. */
  check(ask: Ask, answer: Answer): void
}

/** Compiles the document that `windrow openapi` prints. */
export function answerCheck(document: Json): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(closed(document), 'v1')
  const placeOf = (path: string, method: string, status: number): string => {
    const route = Object.keys(document.paths).find((known) => pattern(known).test(path)) ?? ''
    const responses = document.paths[route]?.[method]?.responses ?? {}
    const place = status in responses ? ['paths', route, method, 'responses', status] : FAILURE
    const names = [...place, 'content', 'application/json', 'schema'].map((name) =>
      encodeURIComponent(String(name).replaceAll('/', '~1')),
    )
    return `v1#/${names.join('/')}`
  }
  return {
    check({ method = 'GET', path }, answer) {
      expectContractHeaders(answer)
      if (method === 'HEAD') return
      const [address = ''] = path.split('?')
      const name = placeOf(address, method.toLowerCase(), answer.status)
      if (answer.status < 300) expect(name, `${method} ${path} is described`).not.toContain('/Failure/')
      const validate = ajv.getSchema(name)
      if (validate === undefined) throw new Error(`the document lacks ${name}`)
      const isValid = validate(answer.json)
      expect(isValid ? [] : validate.errors, `${answer.text.slice(0, 2000)} fits ${name}`).toEqual([])
    },
  }
}

const FAILURE = ['components', 'responses', 'Failure']

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/, (name) => IDS[name] ?? name)}$`)

/**
 * The document with every answer closed: clients are told to pass over members that they do not know, and a test wants to
 * know of each. Details stay open, and so do the bases that others are made of, which are closed where they are used.
 */
function closed(document: Json): Json {
  const bases = new Set(
    [...JSON.stringify(document).matchAll(/"allOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    ),
  )
  const close = (schema: Json, isOpen: boolean): Json => {
    if (Array.isArray(schema)) return schema.map((each) => close(each, isOpen))
    if (typeof schema !== 'object' || schema === null) return schema
    const members = Object.entries(schema).map(([name, member]) => [
      name,
      name === 'properties' ? closeEach(member) : close(member, name === 'allOf' || (isOpen && name === 'oneOf')),
    ])
    const copy = Object.fromEntries(members)
    if (isOpen) return copy
    if ('allOf' in copy) return { ...copy, unevaluatedProperties: false }
    return 'properties' in copy ? { ...copy, additionalProperties: false } : copy
  }
  const closeEach = (properties: Json): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, name === 'details' ? member : close(member, false)]),
    )
  const closeAnswers = (part: Json): Json => {
    if (typeof part !== 'object' || part === null) return part
    const members = Object.entries(part).map(([name, member]) => [
      name,
      name === 'schema' ? close(member, false) : closeAnswers(member),
    ])
    return Object.fromEntries(members)
  }
  const { schemas, responses } = document.components
  const all = Object.entries(schemas).map(([name, schema]) => [
    name,
    /Details$|^Quota$/.test(name) ? schema : close(schema, bases.has(name)),
  ])
  const components = { schemas: Object.fromEntries(all), responses: closeAnswers(responses) }
  return { ...document, paths: closeAnswers(document.paths), components: { ...document.components, ...components } }
}

/** docs/api-v1.md#envelope: the headers of every answer; the API has no cookies. */
export function expectContractHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('set-cookie')
}
