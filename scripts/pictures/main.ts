// The pictures of docs/pictures: the site of `windrow up --demo` in a real browser, as people see it. Four for docs/pictures.md, and a
// sheet for each of ten pages, in three sizes, light and dark, on which makers judge its looks (docs/makers/desk.md). After a change of
// its looks: npm run pictures
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserFile } from '../../test/e2e/browser-file.ts'
import { done, type RunningServer, serve, temporaryFolder } from '../../test/support/program.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const password = 'correct horse battery'

interface Picture {
  readonly name: string
  readonly path: string
  readonly person: 'olena' | 'max'
  readonly seen: BrowserContextOptions
}

const WIDE = { viewport: { width: 1280, height: 760 } }
const PHONE = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true }
const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '/admin/', person: 'olena', seen: { ...WIDE, locale: 'en' } },
  { name: 'review', path: '/admin/bench?job=proposals', person: 'olena', seen: { ...WIDE, locale: 'en' } },
  {
    name: 'translate',
    path: '/admin/bench?job=drafts',
    person: 'olena',
    seen: { ...WIDE, locale: 'uk', colorScheme: 'dark' },
  },
  { name: 'phone', path: '/admin/bench?job=untranslated', person: 'max', seen: { ...PHONE, locale: 'pl' } },
]

/** Names of sheets, and their pages. */
const SHEETS = {
  overview: '/admin/',
  translate: '/admin/bench?job=untranslated',
  review: '/admin/bench?job=proposals',
  decide: '/admin/decide',
  rows: '/admin/rows',
  glossary: '/admin/glossary',
  patch: '/admin/imports/2',
  statistics: '/admin/statistics',
  activity: '/admin/activity',
  settings: '/admin/settings',
}
const SIZES: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 1920, height: 1080 } },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
]
/** Of each picture on a sheet, in pixels. */
const shownHeight = 420

/** The server of the demonstration, whose people get passwords. A machine with a Chinese font shows the reference, too. */
async function serveTeam(data: string): Promise<RunningServer> {
  const server = await serve(['--demo', '--data', data], {}, undefined, 'up')
  for (const person of ['olena', 'max'])
    await done(['user', 'password', person, '--password-stdin', '--data', data, '--quiet'], `${password}\n`)
  return server
}

async function signedIn(person: string, seen: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...seen })
  const page = await context.newPage()
  await page.goto('/admin/sign-in')
  await page.locator('[name=name]').fill(person)
  await page.locator('[name=password]').fill(password)
  await page.locator('main form button').first().click()
  await page.waitForURL('**/admin/')
  return page
}

async function open(page: Page, path: string): Promise<Page> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page
}

/** Puts pictures side by side, the light ones above the dark ones. */
async function sheet(name: string, shots: readonly Buffer[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1680, height: 2 * shownHeight + 24 } })
  const images = shots.map(
    (shot) => `<img height="${shownHeight}" src="data:image/png;base64,${shot.toString('base64')}">`,
  )
  await page.setContent(
    `<body style="margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:8px">${images.join('')}`,
  )
  await page.screenshot({ path: at(`docs/pictures/pages/${name}.jpg`), type: 'jpeg', quality: 60 })
  await page.close()
}

await mkdir(at('docs/pictures/pages'), { recursive: true })
const temporary = temporaryFolder()
const server = await serveTeam(join(temporary.path, 'team'))
const browser = await chromium.launch({ executablePath: await browserFile(), args: ['--no-sandbox'] })
for (const { name, path, person, seen } of PICTURES) {
  const page = await open(await signedIn(person, seen), path)
  await page.screenshot({ path: at(`docs/pictures/${name}.jpg`), type: 'jpeg', quality: 65 })
  await page.context().close()
}
const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  SIZES.map((size) => ({ ...size, colorScheme, locale: 'en' })),
)
const pages: Page[] = []
for (const view of views) pages.push(await signedIn('olena', view))
for (const [name, path] of Object.entries(SHEETS)) {
  const shots: Buffer[] = []
  for (const page of pages) shots.push(await (await open(page, path)).screenshot())
  await sheet(name, shots)
}
await browser.close()
await server.stop()
temporary.remove()
