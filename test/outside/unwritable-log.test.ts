// A server that can't write its log goes on, and ends as any other (docs/command-line.md#serve): its window was closed over it
// while a request was under way, or the disk of the log is full.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { hold } from '../support/held-request.ts'
import { commandLine, isWindowsProgram } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { openWindow, type TerminalWindow } from '../support/terminal-window.ts'
import { send } from '../support/v1-client.ts'
import { hangMs } from '../support/hang.ts'

const world = programWorld()
const started: ChildProcess[] = []
const key = await world.person('Ada', 'admin')
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  return world.close()
})

const isDeno = process.env['WINDROW_PROGRAM'] === 'deno'
const serve = ['serve', '--port', '0', '--data', world.data]
const listening = /windrow listening on http:\/\/127\.0\.0\.1:(\d+)/

describe.runIf(!isWindowsProgram)('its window is closed', () => {
  // On Deno the signal itself ends the workers.
  it.each(isDeno ? ['1'] : ['1', '2'])(
    'while a request is under way: that is answered, and then it ends (workers: %s)',
    async (workers) => {
      const words = [...commandLine(), ...serve, '--workers', workers]
      const window: TerminalWindow = openWindow(words, { cwd: world.folder, name: `workers-${workers}` })
      started.push(window.child)
      const port = Number((await window.until(listening))[1])
      const body = JSON.stringify({ items: [{ row_id: '0'.repeat(16), layer: 'machine', text: 'Мечі' }] })
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
      const held = await hold(port, { path: '/api/v1/translations/validate', headers, body })
      expect((await send(port, { path: '/api/v1/me', key })).status).toBe(200)
      const closed = window.close()
      // Nobody is let in any more: it knows that its window is closed.
      await expect
        .poll(
          () =>
            send(port, { path: '/api/v1/me', key }).then(
              ({ status }) => status,
              () => 'shut',
            ),
          { timeout: hangMs },
        )
        .toBe('shut')
      expect((await held.finish()).status).toBe(200)
      expect(await closed).toBe(0)
    },
  )
})

describe.runIf(existsSync('/dev/full') && !isWindowsProgram)('the disk of the log is full', () => {
  it('requests are answered, and SIGTERM ends it', async () => {
    const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>/dev/full', ...commandLine(), ...serve])
    started.push(child)
    const ended = once(child, 'close')
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said).toMatch(listening)
    const port = Number(listening.exec(said)?.[1])
    for (let i = 0; i < 5; i++) expect((await send(port, { path: '/api/v1/me', key })).status).toBe(200)
    child.kill('SIGTERM')
    // As any command whose output could not be written; Deno says nothing of that, and the wait for it is cut short.
    expect((await ended)[0]).toBe(isDeno ? 130 : 1)
  })
})
