// A running server with a small game and one person of each kind, and a real Chromium that looks at it.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserFile } from './browser-file.ts'
import { textLines } from '../support/game-files.ts'
import { hangMs } from '../support/hang.ts'
import { idsTwice } from '../support/ids-twice.ts'
import type { RunningServer } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'

export const PASSWORD = 'correct horse battery'
export const PEOPLE = { owner: 'super_admin', anna: 'translator', mod: 'moderator', guest: 'user' } as const
export type Person = keyof typeof PEOPLE

export const rowId = (number: number): string => number.toString(16).padStart(16, '0')

const ENGLISH: Readonly<Record<string, string>> = {
  [rowId(1)]: 'A blizzard is swirling here.',
  [rowId(2)]: 'Press {0} to open the gate of %s',
  [rowId(3)]: 'The <Agility|780|#C|15> of the hero',
  [rowId(4)]: '12345',
  [rowId(5)]: 'First line\nsecond line',
  ...Object.fromEntries(Array.from({ length: 120 }, (_, i) => [rowId(100 + i), `Wanderer number ${i} walks on`])),
}
const UKRAINIAN: Readonly<Record<string, string>> = {
  [rowId(1)]: 'Тут вирує заметіль.',
  [rowId(3)]: '<Agility|780|#C|15> героя',
}
const CHINESE: Readonly<Record<string, string>> = { [rowId(1)]: '这里正在刮暴风雪。', [rowId(2)]: '按{0}打开%s的大门' }

export interface OpenPage {
  readonly page: Page
  /** Errors of the console and of scripts so far. */
  readonly errors: string[]
}

export interface BrowserWorld {
  readonly browser: Browser
  readonly server: RunningServer
  readonly folder: string
  /** A page in a context of its own; given a person, signed in. */
  open(person: Person | null, options?: BrowserContextOptions): Promise<OpenPage>
  /** Runs a command on the server's data. */
  windrow(argv: readonly string[], input?: string): Promise<string>
  /** A dump of texts in the folder. */
  jsonl(name: string, texts: Readonly<Record<string, string>>): string
  close(): Promise<void>
}

/** Texts of the game, with some of them changed. */
export const gameTexts = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...ENGLISH,
  ...changes,
})

/** WINDROW_SLOW: how many milliseconds a form waits for its answer, as with a far server; each story holds then, too. */
const slowMs = Number(process.env['WINDROW_SLOW'] ?? 0)

export async function slowDown(context: BrowserContext, ms = slowMs): Promise<void> {
  await context.route('**/admin/**', async (route) => {
    const isForm = route.request().method() === 'POST' && !route.request().url().endsWith('/bench/check')
    if (isForm) await new Promise((resolve) => setTimeout(resolve, ms))
    await route.fallback()
  })
}

/** `env`: of the server. */
export async function browserWorld(env?: Readonly<Record<string, string>>): Promise<BrowserWorld> {
  const world = programWorld()
  const windrow = (argv: readonly string[], input?: string): Promise<string> => world.done([...argv, '--quiet'], input)
  const jsonl = (name: string, texts: Readonly<Record<string, string>>): string => world.file(name, textLines(texts))
  const files = ['--main', jsonl('main.jsonl', ENGLISH), '--reference', jsonl('zh.jsonl', CHINESE)]
  await windrow(['import', ...files, '--localized', jsonl('uk.jsonl', UKRAINIAN)])
  for (const [name, role] of Object.entries(PEOPLE))
    await windrow(['user', 'add', name, '--role', role, '--password-stdin'], `${PASSWORD}\n`)
  const server = await world.serve([], env)
  const browser = await chromium.launch({ executablePath: await browserFile(), args: ['--no-sandbox'] })
  return {
    browser,
    server,
    folder: world.folder,
    windrow,
    jsonl,
    async open(person, options = {}) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1200, height: 850 },
        ...options,
      })
      context.setDefaultTimeout(hangMs)
      if (slowMs > 0) await slowDown(context)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      if (person !== null) await signIn(page, person)
      return { page, errors }
    },
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

export async function signIn(page: Page, person: string, password = PASSWORD): Promise<void> {
  await page.goto('/admin/sign-in')
  await page.getByLabel('Name').fill(person)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** What axe-core finds on a page, in words; ids that stand twice and targets of less than 24 px too, which it does not look for by itself. */
export async function faultsOf(page: Page): Promise<string[]> {
  const twice = idsTwice(await page.content()).map((id) => `${id} is the id of two elements`)
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Not a script element: the site's own content policy forbids those.
  await page.evaluate(source)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } }
    interface AxeViolation {
      readonly id: string
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
    }
    const { violations } = await axe.run({ rules: { 'target-size': { enabled: true } } })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  })
  return [...twice, ...found]
}
