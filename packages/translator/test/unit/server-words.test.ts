// What servers say beside an answer: their words, their numbers, and when to ask again.
import { expect, it } from 'vitest'
import { secondsAsked, statusIn, wordsIn } from '../../src/models/endpoint-body.ts'

const now = Date.parse('2026-11-29T07:00:00Z')

it.each([
  [{}, '', null],
  [{ 'retry-after': '7' }, '', 7],
  [{ 'retry-after': '4s' }, '', 4],
  [{ 'retry-after': '1m30s' }, '', 90],
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, '', 1.5],
  [{ 'retry-after': 'Sun, 29 Nov 2026 07:00:07 GMT' }, '', 7],
  [{ 'retry-after': 'Sun, 29 Nov 2026 07:10:07 GMT', date: 'Sun, 29 Nov 2026 07:10:00 GMT' }, '', 7],
  [{ 'retry-after': 'Sun, 29 Nov 2026 06:00:00 GMT' }, '', 0],
  [{ 'retry-after': 'soon' }, '', null],
  [{}, '[{"error": {"details": [{"retryDelay": "32.5s"}]}}]', 32.5],
  [{}, 'Rate limit reached. Please try again in 5.2s.', 5.2],
  [{}, 'Please try again in 200ms.', 0.2],
  [{}, 'Please try again in 1m30s.', 90],
  [{}, 'retry after 3 seconds', 3],
  [{}, '{"retry_after": 12}', 12],
  [{}, '{"error": {"retryAfter": 3}}', 3],
  [{}, '{"retry_after_ms": 1500}', 1.5],
  [{}, '{"error": "loading", "estimated_time": 3.5}', 3.5],
  [{}, '请求过于频繁，请在3秒后重试', 3],
  [{}, 'retry in 3 sec', 3],
  [{ 'retry-after': '2.5' }, '', 2.5],
  [{ 'retry-after': '3 seconds' }, '', 3],
  [{ 'retry-after': '2026-11-29T07:00:07.000Z' }, '', 7],
  [{ 'retry-after': '1795935607' }, '', 7],
  [{ 'x-ratelimit-reset-requests': '3s', 'x-ratelimit-reset-tokens': '1m2s' }, '', 62],
  [{ 'x-ratelimit-reset': '1795935604' }, '', 4],
  [{ 'x-ratelimit-reset': '1795935604000' }, '', 4],
  [{ 'ratelimit-reset': '3' }, '', 3],
  [{ 'anthropic-ratelimit-requests-reset': '2026-11-29T07:00:05Z' }, '', 5],
  [{ 'x-ratelimit-reset': '86400' }, '', null],
])('%j %s: after %s seconds', (headers, body, seconds) => {
  expect(secondsAsked(headers as Record<string, string>, body, now)).toBe(seconds)
})

it.each([
  ['{"error": {"message": "no"}}', 'no', null],
  ['[{"error": {"code": 400, "message": "no"}}]', 'no', 400],
  ['{"detail": [{"msg": "Field required"}]}', 'Field required', null],
  ['{"code": 402, "msg": "pay"}', 'pay', 402],
  ['{"error": "Bad Request", "message": "really", "statusCode": 400}', 'Bad Request: really', 400],
  ['<html><style>a{}</style><h1>413 Too  Large</h1></html>', '413 Too Large', null],
  ['', '', null],
])('%s says %j', (body, words, status) => {
  expect(wordsIn(body)).toBe(words)
  expect(statusIn(/^[[{]/.test(body) ? JSON.parse(body) : body)).toBe(status)
})
