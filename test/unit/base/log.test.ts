import { expect, test } from 'vitest'
import { createLog, withoutSecrets } from '../../../src/base/log.ts'
import type { Log, LogLevel } from '../../../src/base/log.ts'

const secret = `wdr_1234abcd${'0'.repeat(52)}`

function logInto(level: LogLevel): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { log: createLog({ level, write: (line) => void lines.push(line) }), lines }
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { log, lines } = logInto('info')
  log.info('request answered', { route: '/api/v1/rows', status: 200 })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.endsWith('\n')).toBe(true)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    msg: 'request answered',
    route: '/api/v1/rows',
    status: 200,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
})

test('levels below the chosen one are not written, and silent writes nothing', () => {
  const some = logInto('warn')
  some.log.info('no')
  some.log.debug('no')
  some.log.warn('yes')
  some.log.error('yes')
  expect(some.lines).toHaveLength(2)
  const none = logInto('silent')
  none.log.error('no')
  expect(none.lines).toHaveLength(0)
})

test('no secret and no text reaches a line, by the name of a field or by its shape', () => {
  const { log, lines } = logInto('trace')
  log.info(`a message with ${secret}`, {
    password: 'hunter2',
    text: 'game text',
    note: `key=${secret}`,
    code: 'stale_source',
  })
  log.error('nested', { request: { secret: 'hunter2', 'x-api-key': secret, cookie: 'hunter2' } })
  log.error('thrown', { err: new Error(`bad key ${secret}`) })
  log.with({ url: '/admin/setup?code=hunter2&x=1' }).warn('child')
  const all = lines.join('')
  expect(all).not.toContain(secret)
  expect(all).not.toContain('hunter2')
  expect(all).not.toContain('game text')
  expect(all).toContain('wdr_1234abcd…')
  expect(all).toContain('stale_source')
  expect(all).toContain('bad key')
})

test('keys of any prefix are cut to the twelve characters that are displayed anyway', () => {
  expect(withoutSecrets(`x abc_${'AF09'.repeat(15)} y`)).toBe('x abc_AF09AF09… y')
})

test('hashes and row ids are no secrets', () => {
  const line = `{"sourceHash":"${'ab'.repeat(32)}","rowId":"0123456789abcdef"}`
  expect(withoutSecrets(line)).toBe(line)
})
