// No piece of a server's one thread is long: not after it listens, and not while the first request of a face loads it. Measured in processor
// time, against that of the start, so neither other work on the machine nor its speed matters.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const hookOf = (name: string): readonly string[] => ['--import', pathToFileURL(join(root, 'test/support', name)).href]
/** The last module that a server loads by itself, some time after it listens. */
const LAST_LOADED = 'src/app/caught-up.ts'

test('what is loaded late takes the thread in pieces of less than two thirds of the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-pieces-'))
  const [pieces, loaded] = [join(folder, 'pieces'), join(folder, 'loaded')]
  const argv = [...hookOf('loaded-modules.mjs'), ...hookOf('loop-pieces.mjs'), join(root, 'src/main.ts'), 'serve']
  const child = spawn(process.execPath, [...argv, '--port', '0', '--data', join(folder, 'data')], {
    env: { ...process.env, WINDROW_PIECES: pieces, WINDROW_LOADED: loaded, WINDROW_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\/\/[\d.:]+/.exec(chunk.toString())
      if (found !== null) resolve(found[0])
    })
    void closed.then(() => reject(new Error('it ended before it listened')))
  })
  const noted = (): { pieceMs: number; usedMs: number }[] =>
    readFileSync(pieces, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { pieceMs: number; usedMs: number })
  // The piece of the start is noted when it has ended.
  const begun = noted().length
  while (noted().length < begun + 2) await wait(20)
  const start = noted()
  const startMs = start.at(-1)?.usedMs ?? 0
  const longest = (since: number): number =>
    Math.max(
      ...noted()
        .slice(since)
        .map(({ pieceMs }) => pieceMs),
    )
  while (!existsSync(loaded) || !readFileSync(loaded, 'utf8').includes(LAST_LOADED)) await wait(20)
  const shares: Record<string, number> = {}
  for (const [path, method] of [
    ['/api/v1/me', 'GET'],
    ['/api/v2/claims', 'POST'],
    ['/admin/sign-in', 'GET'],
    ['/mcp', 'POST'],
    ['/openapi.json', 'GET'],
    ['/api/translations-api.php', 'POST'],
  ] as const) {
    await (await fetch(`${address}${path}`, { method })).text()
    shares[path] = longest(start.length) / startMs
  }
  for (const [path, share] of Object.entries(shares)) expect(share, path).toBeLessThan(2 / 3)
})
