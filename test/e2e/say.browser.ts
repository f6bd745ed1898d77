// A player's word from the sofa to the game: three actions on a phone without scripts, a key to take it, a release of what changed
// into a player's folder; then the player's link names the release.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { container, jsonLines } from '../support/game-files.ts'
import { hangMs } from '../support/hang.ts'
import { done, type RunningServer } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { browserFile } from './browser-file.ts'
import { faultsOf, PASSWORD, signIn } from './browser-world.ts'

const world = programWorld()
const main = join(world.folder, 'game', 'translate_words_map_en')
const player = join(world.folder, 'player')
const idAt = (at: number): string => (0xa000 + at).toString(16).padStart(16, '0')
const SOURCES = Array.from({ length: 400 }, (_, at) => `Wanderer number ${at} of the northern gate walks on`)
const TEXTS = SOURCES.map((_, at) => `Мандрівник номер ${at} з північної брами йде далі ${(at * 7919) % 1013}`)
SOURCES[7] = 'The gate of {0} is closed until dawn'
TEXTS[7] = 'Ворота {0} закрито до світанку'

let server: RunningServer
let browser: Browser

const dump = (name: string, texts: readonly string[]): string =>
  world.file(name, jsonLines(texts.map((text, at) => ({ id: idAt(at), text }))))

const installed = async (): Promise<{ version: string; downloaded: unknown }> =>
  JSON.parse(
    await done([
      'install',
      server.url,
      '--yes',
      '--json',
      '--game',
      player,
      '--data',
      join(world.folder, 'player-data'),
    ]),
  ) as never

async function open(options: object): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options })
  context.setDefaultTimeout(hangMs)
  return await context.newPage()
}

beforeAll(async () => {
  mkdirSync(join(world.folder, 'game'))
  writeFileSync(
    main,
    container(
      SOURCES.map((text, at) => ({ id: idAt(at), text })),
      4,
    ),
  )
  cpSync(join(world.folder, 'game'), player, { recursive: true })
  await world.done(['import', '--main', main])
  await world.done(['import', '--localized', dump('uk.jsonl', TEXTS)])
  await world.done(['user', 'add', 'mod', '--role', 'moderator', '--password-stdin'], `${PASSWORD}\n`)
  await world.done(['setting', 'set', 'player_words', 'true'])
  await world.done(['publish', '12', '--main', main])
  server = await world.serve()
  browser = await chromium.launch({ executablePath: await browserFile(), args: ['--no-sandbox'] })
  await installed()
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

it('goes from a phone to another folder with the next release', async () => {
  const before = readFileSync(join(player, 'translate_words_map_en'))
  const phone = await open({
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
    javaScriptEnabled: false,
  })
  await phone.goto('/say?release=12')
  await phone.getByLabel('The words, as you see them').fill('Ворота Старого Міста\nзакрто до світанку')
  await phone.getByRole('button', { name: 'Find the text' }).tap()
  await phone.getByLabel('What is wrong').fill('Браму {0} зачинено до світанку')
  await phone.getByRole('button', { name: 'Send' }).tap()
  await phone.getByText('Somebody from the team will read it').waitFor()

  const desk = await open({ viewport: { width: 1200, height: 850 } })
  await signIn(desk, 'mod')
  await desk.goto('/admin/words')
  expect(await desk.locator('section.box').innerText()).toContain('The gate of {0} is closed until dawn')
  expect(await faultsOf(desk)).toEqual([])
  await desk.keyboard.press('1')
  await desk.getByText('it is your text now').waitFor()
  await phone.reload()
  await phone.getByText('It will be in the next release').waitFor()

  await world.done(['publish', '13', '--main', main])
  await installed()
  expect(readFileSync(join(player, 'translate_words_map_en')).equals(before)).toBe(false)
  await phone.reload()
  await phone.getByText('It is in release 13').waitFor()
})

it.each(['light', 'dark'] as const)('has no fault that a machine finds on a phone, %s', async (colorScheme) => {
  const page = await open({ viewport: { width: 390, height: 780 }, colorScheme, bypassCSP: true })
  for (const path of ['/say', '/say?words=Wanderer+number+12+walks', '/say?words=zzzzzzz']) {
    await page.goto(path)
    expect(await faultsOf(page), path).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
  }
})
