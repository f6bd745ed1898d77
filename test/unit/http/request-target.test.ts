// The address of a request as it was sent (docs/api-v1.md#order-of-checks).
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { rawPath, rawQuery } from '../../../src/http/request-target.ts'

test.each([
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/a/../b/./c//d', '/a/../b/./c//d', ''],
  ['/%61?x=%20', '/%61', 'x=%20'],
  ['//a', '//a', ''],
  ['http://host/a?b', '/a', 'b'],
  ['http://host', '', ''],
  ['http://host?b', '', 'b'],
  ['/a?u=http://x/y', '/a', 'u=http://x/y'],
  ['*', '', ''],
])('%s has path %j and query %j', (target, path, query) => {
  const request = new Request('http://localhost/elsewhere')
  const env = { incoming: { url: target } as IncomingMessage }
  expect([rawPath(request, env), rawQuery(request, env)]).toEqual([path, query])
})

test('without a socket the URL of the request stands in', () => {
  const request = new Request('http://localhost/a/b?c=d')
  expect([rawPath(request, undefined), rawQuery(request, {})]).toEqual(['/a/b', 'c=d'])
})
