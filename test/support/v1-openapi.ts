// Holds answers to the OpenAPI document, and to what stands on every answer of API v1.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Answer, Ask, Json } from './v1-client.ts'

export interface AnswerCheck {
  /** Fails the test when an answer is not what the document says of its route and status. */
  check(ask: Ask, answer: Answer): void
}

/** Compiles the document that `windrow openapi` prints. */
export function answerCheck(document: Json): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'v1')
  const schemaOf = (path: string, method: string, status: number): string => {
    const route = Object.keys(document.paths).find((known) => pattern(known).test(path))
    const isDescribed = document.paths[route ?? '']?.[method]?.responses?.[status] !== undefined
    if (route === undefined || !isDescribed) return 'v1#/components/schemas/Failure'
    const place = ['paths', route, method, 'responses', String(status), 'content', 'application/json', 'schema']
    return `v1#/${place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  }
  return {
    check({ method = 'GET', path }, answer) {
      expectContractHeaders(answer)
      if (method === 'HEAD') return
      const [address = ''] = path.split('?')
      const name = schemaOf(address, method.toLowerCase(), answer.status)
      if (answer.status < 300) expect(name, `${method} ${path} is described`).not.toContain('Failure')
      const validate = ajv.getSchema(name)
      if (validate === undefined) throw new Error(`the document lacks ${name}`)
      const isValid = validate(answer.json)
      expect(isValid ? [] : validate.errors, `${answer.text.slice(0, 2000)} fits ${name}`).toEqual([])
    },
  }
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replace('{row_id}', '[0-9a-fA-F]{16}')}$`)

/** Agent API v1, Limits: "Headers on every response"; the API has no cookies. */
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
