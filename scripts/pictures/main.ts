// The pictures of docs/pictures.md: the site of `windrow up --demo` in a real browser, as people see it. After a change of its looks:
// npm run pictures
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

/** The server of the demonstration, whose people get passwords. A machine with a Chinese font shows the reference, too. */
async function serveTeam(data: string): Promise<RunningServer> {
  const server = await serve(['--demo', '--data', data], {}, undefined, 'up')
  for (const person of ['olena', 'max'])
    await done(['user', 'password', person, '--password-stdin', '--data', data, '--quiet'], `${password}\n`)
  return server
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.goto('/admin/sign-in')
  await page.locator('[name=name]').fill(person)
  await page.locator('[name=password]').fill(password)
  await page.locator('main form button').first().click()
  await page.waitForURL('**/admin/')
}

await mkdir(at('docs/pictures'), { recursive: true })
const temporary = temporaryFolder()
const server = await serveTeam(join(temporary.path, 'team'))
const browser = await chromium.launch({ executablePath: await browserFile(), args: ['--no-sandbox'] })
for (const { name, path, person, seen } of PICTURES) {
  const context = await browser.newContext({ baseURL: server.url, ...seen })
  const page = await context.newPage()
  await signIn(page, person)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: at(`docs/pictures/${name}.jpg`), type: 'jpeg', quality: 65 })
  await context.close()
}
await browser.close()
await server.stop()
temporary.remove()
