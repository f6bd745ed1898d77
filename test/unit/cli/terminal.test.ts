// What only a terminal gets: colour for what is wrong, and lines of the log to read.
import { expect, test } from 'vitest'
import { createLog } from '../../../src/base/log.ts'
import { runCli } from '../../../src/cli/cli.ts'
import { paintFor, readableLog } from '../../../src/cli/streams/terminal.ts'
import { testWorld } from '../../support/cli-world.ts'

const plain = paintFor({ isTty: false, env: {} }, false)
const escape = '\u001B['

test.each([
  ['a terminal', { isTty: true }, [], true],
  ['a pipe', { isTty: false }, [], false],
  ['NO_COLOR', { isTty: true, env: { NO_COLOR: '1' } }, [], false],
  ['an empty NO_COLOR, which says nothing', { isTty: true, env: { NO_COLOR: '' } }, [], true],
  ['a terminal without colours', { isTty: true, env: { TERM: 'dumb' } }, [], false],
  ['--no-color', { isTty: true }, ['--no-color'], false],
])('an error on %s', async (_, changes, options, isColoured) => {
  const world = { ...testWorld('/'), ...changes }
  expect(await runCli(['imprt', ...options], world)).toBe(2)
  const begin = isColoured ? `${escape}1;31merror:${escape}0m ` : 'error: '
  expect(world.written.stderr.startsWith(`${begin}unknown command imprt`)).toBe(true)
})

test('a request is a line to read', () => {
  const clock = new Date('2026-11-21T14:03:07.120Z').toTimeString().slice(0, 8)
  const request = {
    level: 'info',
    time: '2026-11-21T14:03:07.120Z',
    pid: 5,
    msg: 'request',
    id: 'a-1',
    route: 'v1.rows',
  }
  const lines = [
    { ...request, status: 200, ms: 3.1, user: 1, key: 'wdr_1234abcd' },
    { ...request, status: 404, ms: 0.2 },
    { ...request, status: 200, ms: 12, user: 7 },
  ]
  const written = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  expect(readableLog(written, plain)).toBe(
    `${clock}  200  v1.rows  3.1 ms  wdr_1234abcd\n` +
      `${clock}  404  v1.rows  0.2 ms\n${clock}  200  v1.rows  12 ms  person 7\n`,
  )
  const coloured = readableLog(written, paintFor({ isTty: true, env: {} }, false))
  expect(coloured).toContain(`${escape}33m404${escape}0m`)
  expect(coloured).not.toContain(`m200${escape}`)
})

test('other lines say what kind they are, with their facts, and never bring control characters to the terminal', () => {
  let written = ''
  const log = createLog({ level: 'info', write: (line) => void (written += readableLog(line, plain)) })
  log.warn('a key has no rights', { key: 'wdr_1234abcd', count: 3 })
  log.info(`named ${escape}2J`)
  log.error('a request failed', { err: new Error('disk gone') })
  expect(written).toMatch(/^\d\d:\d\d:\d\d  warning: a key has no rights \(key wdr_1234abcd, count 3\)$/m)
  expect(written).toMatch(/^\d\d:\d\d:\d\d  error: a request failed \(err Error: disk gone\n +at /m)
  expect(written).toMatch(/^\d\d:\d\d:\d\d  named \S+\[2J$/m)
  expect(written).not.toContain('\u001B')
})
