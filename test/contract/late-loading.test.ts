// What a start loads: nothing of scripts/tidy/late-loading.ts but what every start comes to, and nothing that only other
// commands need.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { LATE } from '../../scripts/tidy/late-loading.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'windrow-late-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Paths below the root, and names of packages, that a run loaded until it said `until`. */
async function loadedBy(argv: readonly string[], until: string): Promise<ReadonlySet<string>> {
  const list = join(folder, 'loaded')
  rmSync(list, { force: true })
  const hook = pathToFileURL(join(root, 'test/support/loaded-modules.mjs')).href
  const child = spawn(process.execPath, ['--import', hook, join(root, 'src/main.ts'), ...argv], {
    env: { ...process.env, WINDROW_LOADED: list },
  })
  const closed = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(until)) resolve()
    })
    void closed.then(() => reject(new Error(`it ended before it said ${until}`)))
  })
  const loaded = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
  child.kill('SIGTERM')
  await closed
  return new Set(
    loaded.map((url) => {
      const below = url.startsWith('file:') ? fileURLToPath(url).slice(root.length) : url
      return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(below)?.[1] ?? below
    }),
  )
}

/** Large, and once loaded by a table of words that stood in it. */
const OF_OTHERS = ['src/app/refusal-sentences.ts', 'src/domain/checks/check.ts', 'src/domain/text/lookalikes.ts']

test('a server that says where it is has loaded nothing that can wait', async () => {
  const loaded = await loadedBy(['serve', '--port', '0', '--data', join(folder, 'data')], 'http://')
  expect(loaded).toContain('src/server.ts')
  const tooEarly = LATE.filter(({ to, atEveryStart }) => atEveryStart !== true && loaded.has(to)).map(({ to }) => to)
  expect(tooEarly).toEqual([])
  expect(OF_OTHERS.filter((path) => !existsSync(join(root, path)) || loaded.has(path))).toEqual([])
})

test('the version is told without the store', async () => {
  const loaded = await loadedBy(['--version'], '.')
  expect([...loaded].filter((path) => /^lmdb$|^src\/(?:app|store)\//.test(path)).toSorted()).toEqual([
    'src/app/backup/store-schema.ts',
    'src/store/schema-version.ts',
  ])
})
