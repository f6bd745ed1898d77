// A server that is told to end while bots wait for an import (docs/command-line.md#serve: within 5 s, requests under
// way are answered): they are told to try again, and the end is a good one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { postLikePhp } from '../support/php-client.ts'
import { done, serve, temporaryFolder } from '../support/program.ts'
import { canShow } from '../support/under-wine.ts'

const folder = temporaryFolder()
let importer: ChildProcess | null = null
afterEach(async () => {
  const ended = importer === null ? null : once(importer, 'exit')
  importer?.stdin?.end()
  await ended
  folder.remove()
})

test.runIf(canShow('a writer beside it'))(
  'SIGTERM answers those who wait with 503 and ends with 0 in time',
  async () => {
    const rowId = '00000000000000a1'
    const data = ['--data', join(folder.path, 'data')]
    const file = join(folder.path, 'game.jsonl')
    writeFileSync(file, `${JSON.stringify({ id: rowId, text: 'A gentle wind.' })}\n`)
    await done(['import', '--main', file, ...data])
    await done(['user', 'add', 'Olena', '--role', 'moderator', ...data])
    const secret = await done(['key', 'create', '--user', 'Olena', '--bot', ...data])
    const server = await serve(data)
    const holder = fileURLToPath(new URL('../support/hold-writer.ts', import.meta.url))
    importer = spawn(process.execPath, [holder, join(folder.path, 'data')], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(importer.stdout as NodeJS.ReadableStream, 'data')

    const waiting = [
      postLikePhp(server.url, secret, { row_id: rowId, user_translate_text: 'Лагідний вітер.' }),
      postLikePhp(server.url, secret, { update_ai_translated_text: 1, row_id: rowId, ai_translated_text: 'Вітер' }),
    ]
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await server.stop()).toBe(0)
    for (const { status, body } of await Promise.all(waiting)) {
      expect({ status, body }).toEqual({
        status: 503,
        body: { success: false, error: expect.stringContaining('try again') },
      })
    }
  },
)
