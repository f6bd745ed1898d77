// The first minute of somebody who double-clicks windrow: a page opens by itself, a password and a language, a look at the
// sample, the own game, a second double-click, and the window is closed. A stand-in for the browser writes down the address.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { browserStandIn } from '../support/browser-stand-in.ts'
import { container } from '../support/game-files.ts'
import { commandLine, done, isWindowsProgram, start, temporaryFolder } from '../support/program.ts'
import { SiteClient } from '../support/site-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const temporary = temporaryFolder()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  temporary.remove()
})

const password = 'nine swords in one night'
const browser = browserStandIn(temporary.path)
const folder = join(temporary.path, 'folder of the program')
const game = join(temporary.path, 'Package/HD/oversea/locale')
const own = [{ id: '00000000000000a1', text: 'The first row of the own game' }]

/** Where the shell of a window notes the code that windrow ended with. */
const codeFile = (port: number): string => join(folder, `code-${port}`)
/** As the shell of a terminal does: when its window is closed it tells what runs in it, and waits. */
const inShell = (command: string, port: number): string =>
  `trap 'kill -HUP $!' HUP; ${command} </dev/tty & while kill -0 $! 2>/dev/null; do wait $!; code=$?; done; echo $code > code-${port}`

/** Starts windrow without arguments in its folder, in a terminal's window where this system has one to close. */
function doubleClick(port: number): ChildProcess {
  const env = { ...browser.env, WINDROW_PORT: String(port), WINDROW_GAME: game }
  const words = commandLine().map((word) => `'${word}'`)
  const child = isWindowsProgram
    ? start([], env, folder)
    : spawn('script', ['-qec', inShell(words.join(' '), port), '/dev/null'], {
        env: { ...process.env, ...env, SHELL: '/bin/sh' },
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
      })
  running.add(child)
  return child
}

async function saidBy(child: ChildProcess, pattern: RegExp): Promise<string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(pattern)
  return said
}

/** Closes the window of the windrow that was started with that port; gives the code that it ended with. */
async function closeWindow(child: ChildProcess, port: number): Promise<number> {
  const closed = once(child, 'close')
  child.kill(isWindowsProgram ? 'SIGINT' : 'SIGKILL')
  const [code] = (await closed) as [number]
  if (isWindowsProgram) return code
  const noted = (): string => (existsSync(codeFile(port)) ? readFileSync(codeFile(port), 'utf8') : '')
  await expect.poll(noted, { timeout: 10_000 }).toMatch(/^\d+\n$/)
  return Number(noted())
}

/** Follows an import until the site goes on from it. */
async function goesOn(visitor: SiteClient, path: string): Promise<string> {
  for (;;) {
    const { status, headers, text } = await visitor.get(path)
    // The page itself when it does not go on: it says why.
    if (status !== 200 || headers.refresh === undefined) return headers.location ?? text
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

test('from a double-click to the first own row, and to the end', async () => {
  mkdirSync(folder)
  mkdirSync(game, { recursive: true })
  writeFileSync(join(game, 'translate_words_map_en'), container(own, 4))

  const window = doubleClick(0)
  const said = await saidBy(window, /close this window/)
  expect(said.trim().split(/\r?\n/)).toEqual([
    expect.stringMatching(/^windrow listening on http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^your browser opens to set it up; if not: http:\S+\/admin\/setup\?code=[\w-]{43}$/),
    expect.stringMatching(/^your texts are kept in \S.*windrow-data; to stop, close this window or press Ctrl\+C$/),
  ])
  const link = new URL(await browser.opened(1))
  expect(said).toContain(link.href)

  const visitor = new SiteClient({ url: link.origin })
  await visitor.get(`${link.pathname}${link.search}`)
  const code = link.searchParams.get('code') ?? ''
  const set = await visitor.post('/admin/setup', { code, name: 'owner', password, again: password, language: 'uk' })
  expect(set.headers.location).toBe('/admin/setup/game')
  const page = await visitor.get('/admin/setup/game')
  expect(page.text).toContain('oversea')
  expect((await visitor.post('/admin/setup/sample')).headers.location).toBe('/admin/rows?note=sample-imported')
  expect((await visitor.get('/admin/rows')).text).toContain('40564f2eaebac596')

  const named = (/name="folder" value="([^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')
  const begun = await visitor.post('/admin/setup/game', { folder: named })
  expect(await goesOn(visitor, begun.headers.location ?? '')).toBe('/admin/rows?note=game-imported')
  const rows = (await visitor.get('/admin/rows')).text
  expect(rows).toContain(own[0]?.text)
  expect(rows).not.toContain('40564f2eaebac596')

  const second = doubleClick(Number(link.port))
  expect(await saidBy(second, /runs already/)).toContain(
    `windrow runs already, at ${link.origin}; your browser opens there`,
  )
  expect(await browser.opened(2)).toBe(`${link.origin}/admin/`)

  expect(await closeWindow(window, 0)).toBe(0)
  const data = ['--data', join(folder, 'windrow-data')]
  expect(await done(['setting', 'get', 'target_language', ...data])).toContain('uk')
  await done(['check', ...data])
})
