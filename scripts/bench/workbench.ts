// node scripts/bench/workbench.ts [DATA]: how long the next item of the workbench takes to come up behind a decision, a proposal
// and a skip: over HTTP, with the processor time of the server for it, and from the key to the picture in Chromium. DATA is a
// store that may be written to; without it one of generated files is made, and removed at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packed from '@sparticuz/chromium'
import { chromium, type Page } from 'playwright-core'
import { FULL } from './bench.ts'
import { spreadOf } from './measure.ts'
import { processorUs, run, type Server, startServer } from './processes.ts'
import { fillWindrow, makeGameFiles, serveWindrow, windrow } from './stores.ts'

/** Of each step; a quarter more before them is not counted. */
const times = 40
const warmUps = times / 4
/** As long as a step may take at all. */
const msMax = 30_000
const password = 'only for measuring'

/** A list of work, what is done with an item of it, and keys. What is proposed in the first is approved in the last. */
const JOBS = [
  { job: 'untranslated', act: 'save', codes: ['KeyJ'] },
  { job: 'drafts', act: 'approve', codes: ['KeyJ', 'KeyA'] },
  { job: 'proposals', act: 'approve', codes: [] },
] as const
type Job = (typeof JOBS)[number]

/** What a page holds in its form, as a browser would send it. */
function formOf(page: string): URLSearchParams {
  const desk = /<form[^>]* id="desk"[^]*?<\/form>/.exec(page)?.[0]
  if (desk === undefined) throw new Error('the workbench has nothing to do')
  const fields = desk.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return new URLSearchParams(Array.from(fields, ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
}

/** Asks as the browser of somebody who is signed in. */
type Ask = (path: string, body?: URLSearchParams) => Promise<{ readonly to: string | null; readonly text: string }>

const asking =
  (server: Server, cookie: string): Ask =>
  async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body }
    const headers = { cookie, 'Accept-Encoding': 'identity' }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers, redirect: 'manual' })
    return { to: answer.headers.get('location'), text: await answer.text() }
  }

interface Steps {
  /** Milliseconds. */
  readonly wall: number[]
  readonly processor: number[]
}

/** Does a step again and again. */
async function measured(server: Server, step: () => Promise<boolean>): Promise<Steps> {
  const steps: Steps = { wall: [], processor: [] }
  for (let done = -warmUps; done < times; ) {
    const [startedUs, startedMs] = [processorUs(server.pid) ?? 0, performance.now()]
    const counts = await step()
    const wall = performance.now() - startedMs
    if (!counts) continue
    if (done++ < 0) continue
    steps.wall.push(wall)
    steps.processor.push(((processorUs(server.pid) ?? 0) - startedUs) / 1000)
  }
  return steps
}

/** What the machine makes of an answer that costs next to nothing, in the same minutes. */
async function yardstick(server: Server, ask: Ask): Promise<Steps> {
  const icon = /href="(\/admin\/assets\/icon[^"]+)"/.exec((await ask('/admin/')).text)?.[1] ?? ''
  return await measured(server, async () => (await ask(icon)).text !== '')
}

/** Skips through a list; then does each item, which leads to the next one. */
async function overHttp(server: Server, ask: Ask, { job, act }: Job): Promise<Record<string, Steps>> {
  let page = (await ask(`/admin/bench?job=${job}`)).text
  const skip = async (): Promise<boolean> => {
    const next = /<a class="button" rel="next" href="([^"]+)"/.exec(page)?.[1]
    page = (await ask(next?.replaceAll('&amp;', '&') ?? `/admin/bench?job=${job}`)).text
    return true
  }
  const decide = async (): Promise<boolean> => {
    const form = formOf(page)
    if (act === 'save') {
      form.set('how', 'proposal')
      form.set('text', `Ї ${sourceOf(page)}`)
    }
    const { to } = await ask(`/admin/bench/${act}`, form)
    if (to === null) return await skip().then(() => false)
    page = (await ask(to)).text
    return true
  }
  return { skip: await measured(server, skip), [act]: await measured(server, decide) }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** The source of the row in front of one. */
const sourceOf = (page: string): string =>
  (/data-fill="([^"]*)" data-key="copy"/.exec(page)?.[1] ?? '').replace(
    /&(#?\w+);/g,
    (all, name: string) => ENTITIES[name] ?? all,
  )

/** In the page: presses a key, and gives the time to the picture of what it brought. */
const pressed = (code: string): string => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('${code} brought nothing')), ${msMax})
  const at = performance.now()
  document.addEventListener('htmx:afterSwap', () =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at))), { once: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { code: '${code}', bubbles: true }))
})`

/** Presses a key that leads to the next item, again and again. */
async function inBrowser(page: Page, job: string, code: string): Promise<number[]> {
  await page.goto(`/admin/bench?job=${job}`)
  const shown: number[] = []
  while (shown.length < warmUps + times) shown.push(await page.evaluate<number>(pressed(code)))
  return shown.slice(warmUps)
}

function say(name: string, values: readonly number[]): void {
  const { median, high } = spreadOf(values)
  const most = Math.max(...values)
  process.stdout.write(
    `${name}: ${median.toFixed(1)} ms (three in four at most ${high.toFixed(1)}, all at most ${most.toFixed(1)})\n`,
  )
}

async function measureOn(server: Server): Promise<void> {
  const browser = await chromium.launch({ executablePath: await packed.executablePath(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${server.port}` })
    const page = await context.newPage()
    await page.goto('/admin/sign-in')
    await page.getByLabel('Name').fill('bench')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    const cookies = await context.cookies()
    const ask = asking(server, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    for (const each of JOBS) {
      say(`${each.job}: an icon, over HTTP`, (await yardstick(server, ask)).wall)
      for (const [name, { wall, processor }] of Object.entries(await overHttp(server, ask, each))) {
        say(`${each.job}, ${name}, over HTTP`, wall)
        say(`${each.job}, ${name}, processor time of the server`, processor)
      }
      for (const code of each.codes) say(`${each.job}, ${code}, to the picture`, await inBrowser(page, each.job, code))
    }
  } finally {
    await browser.close()
  }
}

async function main(): Promise<void> {
  const [, , given] = process.argv
  const folder = mkdtempSync(join(tmpdir(), 'windrow-workbench-'))
  const data = given ?? join(folder, 'data')
  try {
    if (given === undefined) await fillWindrow(data, await makeGameFiles(folder, FULL.sizes))
    await run([...windrow, 'user', 'password', 'bench', '--password-stdin', '--data', data, '--quiet'], `${password}\n`)
    // Nobody works as fast as this.
    for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
      await run([...windrow, 'setting', 'set', name, '1000000', '--data', data, '--quiet'])
    const server = await startServer(serveWindrow(data))
    try {
      await measureOn(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
