// What servers say beside an answer: their words, their numbers, and when to ask again.
import { expect, it } from 'vitest'
import { secondsAsked, statusIn, troubleOfAnswer, wordsIn } from '../../src/models/endpoint-body.ts'

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
  [{ 'retry-after': 'PT7S' }, '', 7],
  [{ 'retry-after': 'PT1M30S' }, '', 90],
  [{ 'retry-after': 'Sunday, 29-Nov-26 07:00:07 GMT' }, '', 7],
  [{ 'retry-after': 'Sun Nov 29 07:00:07 2026 GMT' }, '', 7],
  [{ ratelimit: '"default";r=0;t=8' }, '', 8],
  [{ ratelimit: 'limit=10, remaining=0, reset=8' }, '', 8],
  [{ 'x-ratelimit-reset-after': '2.5' }, '', 2.5],
  [{}, 'Please wait 2 seconds before you ask again', 2],
  [{}, 'Try again in about 2 minutes', 120],
  [{}, '{"error": {"wait_seconds": 4}}', 4],
  [{}, '{"error": {"message": "busy", "retry_in": "6s"}}', 6],
  [{}, 'The limit resets in 0h0m9s', 9],
  [{}, 'The limit resets at 2026-11-29T07:00:11Z', 11],
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

it.each([
  [400, 'The sequence is too long: 9001 > 8192', 'long'],
  [500, 'context overflow', 'long'],
  [500, 'failed to find a slot in the KV cache', 'long'],
  [400, 'prompt exceeds maximum token count', 'long'],
  [400, 'Your messages resulted in 9000 tokens, max is 8192', 'long'],
  [422, 'El prompt es demasiado largo', 'long'],
  [400, 'プロンプトが長すぎます', 'long'],
  [400, '요청이 너무 깁니다', 'long'],
  [413, 'Payload', 'long'],
  [429, 'Request too large on tokens per min (TPM): Limit 10000, Requested 12000', 'long'],
  [429, 'rate limit exceeded: tokens per minute', null],
  [503, 'overloaded', null],
])('%i %s: the length to blame is %s', (statusCode, message, size) => {
  expect(troubleOfAnswer({ url: 'u', key: null }, { statusCode, message, responseBody: message }).size).toBe(size)
})
