// The first minute of somebody who double-clicks windrow: a page opens by itself, a password and a language, a look at the
// sample, the own game, a second double-click, and the window is closed. A stand-in for the browser writes down the address.
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { browserStandIn } from '../support/browser-stand-in.ts'
import { container } from '../support/game-files.ts'
import { commandLine, done, isWindowsProgram, start, temporaryFolder } from '../support/program.ts'
import { SiteClient } from '../support/site-client.ts'
import { openWindow } from '../support/terminal-window.ts'

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

interface Window {
  readonly child: ChildProcess
  until(pattern: RegExp): Promise<string>
  /** Gives the code that windrow ended with. */
  close(): Promise<number>
}

/** Starts windrow without arguments in its folder, in a terminal's window where this system has one to close. */
function doubleClick(port: number): Window {
  const env = { ...browser.env, WINDROW_PORT: String(port), WINDROW_GAME: game }
  if (isWindowsProgram) return consoleOf(start([], env, folder))
  const window = openWindow(commandLine(), { cwd: folder, name: String(port), env })
  running.add(window.child)
  return { ...window, until: async (pattern) => (await window.until(pattern)).input }
}

function consoleOf(child: ChildProcess): Window {
  running.add(child)
  const ended = once(child, 'close') as Promise<[number]>
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    child,
    async until(pattern) {
      await expect.poll(() => said).toMatch(pattern)
      return said
    },
    async close() {
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
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
  for (const language of ['de', 'fr']) writeFileSync(join(game, `translate_words_map_${language}`), container(own, 4))

  const window = doubleClick(0)
  const said = await window.until(/close this window/)
  expect(said.trim().split(/\r?\n/)).toEqual([
    expect.stringMatching(/^windrow listening on http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^your browser opens to set it up; if not: http:\S+\/admin\/setup\?code=[\w-]{43}$/),
    expect.stringMatching(/^your texts are kept in \S.*windrow-data; to stop, close this window or press Ctrl\+C$/),
  ])
  const link = new URL(await browser.opened(1))
  expect(said).toContain(link.href)
  // Windows shows nobody else the arguments of a program.
  if (!isWindowsProgram) expect(browser.given()).not.toContain('code')

  const visitor = new SiteClient({ url: link.origin })
  await visitor.get(`${link.pathname}${link.search}`)
  const code = link.searchParams.get('code') ?? ''
  const set = await visitor.post('/admin/setup', { code, name: 'owner', password, again: password, language: 'uk' })
  expect(set.headers.location).toBe('/admin/setup/game')
  const page = await visitor.get('/admin/setup/game')
  expect(page.text).toContain('oversea')
  expect((await visitor.post('/admin/setup/sample')).headers.location).toBe('/admin/bench?note=sample-imported')
  expect((await visitor.get('/admin/rows')).text).toContain('40564f2eaebac596')

  const named = (/name="folder" value="([^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')
  expect(page.text).toMatch(/name="official" value="de".*name="official" value="fr"/s)
  const begun = await visitor.post('/admin/setup/game', { folder: named, official: 'de' })
  expect(await goesOn(visitor, begun.headers.location ?? '')).toBe('/admin/bench?note=game-imported')
  const rows = (await visitor.get('/admin/rows')).text
  expect(rows).toContain(own[0]?.text)
  expect(rows).not.toContain('40564f2eaebac596')
  const profile = (await visitor.get('/admin/profile')).text
  expect(profile).toContain('name="official" value="de"')
  expect(profile).not.toContain('name="official" value="fr"')

  const second = doubleClick(Number(link.port))
  expect(await second.until(/runs already/)).toContain(
    `windrow runs already, at ${link.origin}; your browser opens there`,
  )
  expect(await browser.opened(2)).toBe(`${link.origin}/admin/`)

  expect(await window.close()).toBe(0)
  expect(readdirSync(join(folder, 'windrow-data'))).not.toContain('open-site.html')
  const data = ['--data', join(folder, 'windrow-data')]
  expect(await done(['setting', 'get', 'target_language', ...data])).toContain('uk')
  await done(['check', ...data])
})
