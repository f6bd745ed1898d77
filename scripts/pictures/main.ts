// The pictures of docs/pictures.md: the site with the sample game in a real browser, as people see it. After a change of its looks:
// npm run pictures
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserFile } from '../../test/e2e/browser-file.ts'
import { programWorld } from '../../test/support/program-world.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const sample = (name: string): string => at(`src/sample/translate_words_map_${name}`)
const password = 'correct horse battery'

/** Machine texts, and better ones that a volunteer proposes. */
const TEXTS: Readonly<Record<string, { readonly machine: string; readonly proposed?: string }>> = {
  'I forgive you. My umbrella does not.': {
    machine: 'Я прощаю тебе. Моя парасолька ні.',
    proposed: 'Я тобі пробачаю. А моя парасолька — ні.',
  },
  'The map is right. The mountain is wrong.': {
    machine: 'Мапа правильна. Гора неправильна.',
    proposed: 'Мапа не бреше. Помилилася гора.',
  },
  'Rest. The road has never once complained of waiting.': {
    machine: 'Відпочинь. Дорога ніколи не скаржилася на очікування.',
    proposed: 'Перепочинь. Дорога ще жодного разу не поскаржилася, що чекала.',
  },
  'You fight like a poet. It is not praise.': { machine: 'Ти б’єшся, мов поет. Це не похвала.' },
  'Read letters twice. They change.': { machine: 'Читай листи двічі. Вони змінюються.' },
  'The shop restocks at dawn.': { machine: 'Крамниця поповнює товар на світанку.' },
  'Hidden path found!': { machine: 'Знайдено потаємну стежку!' },
  'You cannot climb in the rain.': { machine: 'Під дощем лізти вгору не можна.' },
}

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

const world = programWorld()
const windrow = (argv: readonly string[], input?: string): Promise<string> => world.done([...argv, '--quiet'], input)

/** The sample with some texts, a term and proposals. A machine with a Chinese font shows the reference, too. */
async function makeTeam(): Promise<void> {
  const references = ['--reference', sample('zh_cn'), '--reference-diff', sample('zh_cn_diff')]
  await windrow(['import', '--main', sample('en'), '--diff', sample('en_diff'), ...references])
  await windrow(['setting', 'set', 'target_language', 'uk'])
  await windrow(['user', 'add', 'olena', '--role', 'admin', '--password-stdin'], `${password}\n`)
  await windrow(['user', 'add', 'max', '--role', 'translator', '--password-stdin'], `${password}\n`)
  await windrow(['glossary', 'import', world.file('terms.csv', 'source,forms\numbrella,парасольк*\n')])
  const rows = (await windrow(['export', '--to', '-', '--text', 'main']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly id: string; readonly text: string })
  const lines = (kind: 'machine' | 'proposed'): string =>
    rows
      .flatMap(({ id, text }) =>
        TEXTS[text]?.[kind] === undefined ? [] : [`${JSON.stringify({ row_id: id, text: TEXTS[text][kind] })}\n`],
      )
      .join('')
  await windrow(['write', '-', '--as', 'olena', '--model', 'gemma-3-27b'], lines('machine'))
  await windrow(['write', '-', '--as', 'max', '--model', 'by hand'], lines('proposed'))
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.goto('/admin/sign-in')
  await page.locator('[name=name]').fill(person)
  await page.locator('[name=password]').fill(password)
  await page.locator('main form button').first().click()
  await page.waitForURL('**/admin/')
}

await mkdir(at('docs/pictures'), { recursive: true })
await makeTeam()
const server = await world.serve()
const browser = await chromium.launch({ executablePath: await browserFile(), args: ['--no-sandbox'] })
for (const { name, path, person, seen } of PICTURES) {
  const context = await browser.newContext({ baseURL: server.url, ...seen })
  const page = await context.newPage()
  await signIn(page, person)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: at(`docs/pictures/${name}.png`) })
  await context.close()
}
await browser.close()
await world.close()
