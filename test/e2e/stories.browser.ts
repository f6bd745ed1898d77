// What people come for, in a real browser with scripts and without: first run, keys, settings, review, rows, imports.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { serve, temporaryFolder } from '../support/program.ts'
import { browserWorld, gameTexts, rowId } from './browser-world.ts'

const world = await browserWorld()
afterAll(() => world.close())

/** The address that the focused link leads to. */
const focused = "document.activeElement?.getAttribute('href') ?? ''"

/** What the page says of what was just done, a refusal too: so a failing test names it. */
const note = (page: Page) => page.locator('main > [role=status], main > [role=alert]').first().textContent()

/** What the workbench says of the last step. */
const done = (page: Page, words: string) => page.locator('#desk .note').getByText(words).waitFor()

async function propose(page: Page, row: string, text: string): Promise<void> {
  await page.goto(`/admin/bench?layer=any&row=${row}&write=1`)
  await page.getByLabel('Translation', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Propose and next' }).click()
  await done(page, 'a reviewer will look at it')
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  /** Rows of its own for each run of a story. */
  const row = (number: number): string => rowId(100 + number + (javaScriptEnabled ? 0 : 50))

  it('the first start is set up by the printed link, once', async () => {
    const temporary = temporaryFolder()
    const server = await serve(['--data', join(temporary.path, 'data')])
    await expect.poll(() => server.log()).toMatch(/\/admin\/setup\?code=/)
    const link = /http:\S+\/admin\/setup\?code=\S+/.exec(server.log())?.[0] ?? ''
    const { page, errors } = await world.open(null, { javaScriptEnabled })
    await page.goto(link)
    await page.getByLabel('New password').fill('a first password')
    await page.getByLabel('The same again').fill('a first password')
    await page.getByLabel('Language you translate into').selectOption('uk')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: "Bring your game's texts" }).waitFor()
    await page.getByRole('button', { name: 'Look at a sample game first' }).click()
    await page.locator('#desk').waitFor()
    await page.goto(`${server.url}/admin/setup/game`)
    await page.getByLabel("Drop the game's files here").setInputFiles(world.jsonl('own.jsonl', gameTexts()))
    await page.getByRole('button', { name: 'Upload and import' }).click()
    await page.locator('.source-text').getByText('A blizzard is swirling here.').waitFor()
    expect(errors).toEqual([])
    expect((await page.goto(link))?.status()).toBe(403)
    await page.goto(`${server.url}/admin/profile`)
    expect(await page.locator('main').textContent()).toContain('Super admin')
    await server.stop()
    temporary.remove()
  })

  it('a moderator makes the API key, sees it once, and it works', async () => {
    const { page, errors } = await world.open('mod', { javaScriptEnabled })
    await page.goto('/admin/profile')
    await page.getByLabel('Name (optional)').first().fill('night bot')
    await page.getByRole('button', { name: 'Create new key' }).click()
    const secret = (await page.locator('#secret').textContent()) ?? ''
    expect(secret).toMatch(/^wdr_[0-9a-f]{60}$/)
    await expect(page.getByText('never used').first().isVisible()).resolves.toBe(true)
    await expect(page.getByRole('button', { name: 'Copy', exact: true }).isVisible()).resolves.toBe(javaScriptEnabled)
    const me = await fetch(`${world.server.url}/api/v1/me`, { headers: { 'X-API-Key': secret } })
    expect(me.status).toBe(200)
    await page.goto('/admin/profile')
    expect(await page.content()).not.toContain(secret)
    await page.getByText('Delete', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    expect(await note(page)).toContain('The key is deleted')
    const dead = await fetch(`${world.server.url}/api/v1/me`, { headers: { 'X-API-Key': secret } })
    expect(dead.status).toBe(401)
    expect(errors).toEqual([])
  })

  it('a translator makes an agent key with a deny, and revokes it', async () => {
    const { page, errors } = await world.open('anna', { javaScriptEnabled })
    await page.goto('/admin/profile')
    await page.getByText('New agent key').click()
    await page.getByLabel('Deny translations:propose').check()
    await expect(page.getByLabel('Grant translations:write-machine').isDisabled()).resolves.toBe(true)
    await page.getByLabel('Requests per minute').fill('9')
    await page.getByRole('button', { name: 'Create agent key' }).click()
    const secret = (await page.locator('#secret').textContent()) ?? ''
    const me = await fetch(`${world.server.url}/api/v1/me`, { headers: { 'X-API-Key': secret } })
    const { data } = (await me.json()) as { data: { limits: object; effective_abilities: string[] } }
    expect(data.limits).toEqual({ requests_per_minute: 9 })
    expect(data.effective_abilities).toEqual(['rows:read', 'translations:validate'])
    await page
      .getByRole('link', { name: /^Change wdr_/ })
      .first()
      .click()
    await page.getByText('Revoke', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    expect(await note(page)).toContain('The key is revoked')
    expect(errors).toEqual([])
  })

  it('a changed setting takes effect at the next request', async () => {
    const key = await world.windrow(['key', 'create', '--user', 'anna'])
    const ask = async (): Promise<number> =>
      (await fetch(`${world.server.url}/api/v1/me`, { headers: { 'X-API-Key': key } })).status
    const { page, errors } = await world.open('owner', { javaScriptEnabled })
    for (const [choice, status] of [
      ['off', 403],
      ['on', 200],
    ] as const) {
      await page.goto('/admin/settings')
      await page.getByLabel('API v1 answers').selectOption(choice)
      await page.getByRole('button', { name: 'Save' }).click()
      expect(await note(page)).toContain('Saved')
      expect(await ask()).toBe(status)
    }
    expect(errors).toEqual([])
  })

  it('a proposal goes from the translator through the queue into the game', async () => {
    const { page: anna, errors } = await world.open('anna', { javaScriptEnabled })
    for (const number of [1, 2, 3]) await propose(anna, row(number), `Мандрівник ${number} іде далі`)
    const { page: mod, errors: others } = await world.open('mod', { javaScriptEnabled })
    await mod.goto('/admin/proposals')
    await mod.locator('tbody th a').first().click()
    await mod.getByRole('button', { name: 'Approve', exact: true }).click()
    await done(mod, 'approved')
    await (javaScriptEnabled ? mod.locator('.bar [data-opens]') : mod.locator('#edit > summary')).click()
    await mod.getByLabel('Translation', { exact: true }).fill('Мандрівник номер 2 йде далі')
    await mod.getByRole('button', { name: 'Approve this wording' }).click()
    await done(mod, 'approved with your wording')
    await mod.locator('summary').filter({ hasText: 'Reject' }).click()
    await mod.getByLabel('Why it is rejected').fill('Бракує числа')
    await mod.getByRole('button', { name: 'Reject with this reason' }).click()
    await done(mod, 'rejected')
    const texts = []
    for (const number of [1, 2, 3]) {
      await anna.goto(`/admin/rows/${row(number)}`)
      texts.push((await anna.locator('main').textContent())?.includes('In the gamethe manual text'))
    }
    expect(texts).toEqual([true, true, false])
    await anna.goto('/admin/proposals?status=rejected')
    await anna.locator('tbody th a').first().click()
    await anna.locator('#desk').getByText('Бракує числа').first().waitFor()
    expect([...errors, ...others]).toEqual([])
  })

  it('ticked proposals are approved together', async () => {
    const { page: anna } = await world.open('anna', { javaScriptEnabled })
    await propose(anna, row(4), 'Мандрівник іде собі далі')
    await propose(anna, row(5), 'Мандрівник пішов собі далі')
    const { page: owner, errors } = await world.open('owner', { javaScriptEnabled })
    await owner.goto('/admin/proposals')
    for (const box of await owner.getByRole('checkbox').all()) await box.check()
    await owner.getByRole('button', { name: 'Approve the ticked ones' }).click()
    await owner.getByRole('heading', { name: '2 proposals approved' }).waitFor()
    expect(errors).toEqual([])
  })

  it('a row is found, written in the list of its search, and brought back to an earlier text', async () => {
    const { page, errors } = await world.open('mod', { javaScriptEnabled })
    await page.goto('/admin/rows')
    await page
      .locator('input[name=q]')
      .first()
      .fill(javaScriptEnabled ? 'WANDERER NUMBER 6 ' : 'wanderer number 56')
    await page.locator('input[name=q]').first().press('Enter')
    await page.locator('tbody th a').first().click()
    const list = new URL(page.url()).searchParams
    expect(list.get('q')).toMatch(/wanderer number/i)
    for (const text of ['Мандрівник іде', 'Мандрівник пішов']) {
      await page.goto(`/admin/bench?${list.toString()}&write=1`)
      await page.getByLabel('Translation', { exact: true }).fill(text)
      await page.getByRole('button', { name: 'Save and next' }).click()
      await done(page, 'saved as the manual text')
      expect(new URL(page.url()).searchParams.get('q')).toBe(list.get('q'))
    }
    await page.goto(`/admin/rows/${list.get('row')}`)
    expect(await page.locator('.history ins').first().textContent()).toContain('пішов')
    await page.getByRole('button', { name: 'Make revision 1 the manual text' }).click()
    expect(await page.getByLabel('Manual text').first().textContent()).toBe('Мандрівник іде')
    await page.getByRole('link', { name: 'Workbench' }).last().click()
    await page.locator('#desk').waitFor()
    expect(errors).toEqual([])
  })

  it('an upload is imported and shows its report', async () => {
    const { page, errors } = await world.open('owner', { javaScriptEnabled })
    await page.goto('/admin/imports')
    const added = { [rowId(900 + Number(javaScriptEnabled))]: 'Somebody new arrives' }
    await page.getByLabel("The game's main file").setInputFiles(world.jsonl('upload.jsonl', gameTexts(added)))
    await page.getByRole('button', { name: 'Upload and import' }).click()
    await page.getByRole('heading', { name: 'Report' }).waitFor()
    expect(await page.locator('main').textContent()).toContain('upload.jsonl')
    await page.goto('/admin/rows?q=Somebody+new')
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(errors).toEqual([])
  })

  it('people are added, and cannot come in when they are blocked', async () => {
    const name = javaScriptEnabled ? 'Іван' : 'Марія'
    const { page } = await world.open('owner', { javaScriptEnabled })
    await page.goto('/admin/people')
    const form = page.locator('form[action="/admin/people"]')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Role').selectOption('moderator')
    await form.getByLabel('Password').fill('their own password')
    await form.getByRole('button', { name: 'Add' }).click()
    expect(await note(page)).toContain('added')
    await page.getByLabel('State').selectOption('blocked')
    await page.getByRole('button', { name: 'Save' }).click()
    const { page: theirs } = await world.open(null, { javaScriptEnabled })
    await theirs.goto('/admin/')
    await theirs.getByLabel('Name').fill(name)
    await theirs.getByLabel('Password').fill('their own password')
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    expect(await theirs.getByRole('alert').textContent()).toContain('wrong, or the account is not active')
  })

  it('the glossary and the statistics are read and changed', async () => {
    const { page, errors } = await world.open('owner', { javaScriptEnabled })
    await page.goto('/admin/glossary')
    await page.getByLabel('Term in the source').fill(javaScriptEnabled ? 'gate' : 'hero')
    await page.getByLabel('Accepted forms').fill('брам*\nворот*')
    await page.getByRole('button', { name: 'Add' }).click()
    expect(await note(page)).toContain('The term is saved')
    await page.goto(`/admin/rows/${rowId(2)}`)
    if (javaScriptEnabled) expect(await page.locator('mark').textContent()).toBe('gate')
    await page.goto('/admin/statistics')
    await page.getByRole('heading', { name: 'By person' }).waitFor()
    expect(errors).toEqual([])
  })
})

describe('with scripts only', () => {
  it('a list is walked by keys, and its rows open on the workbench in that list', async () => {
    const { page: anna } = await world.open('anna')
    for (const number of [30, 31, 32]) await propose(anna, rowId(100 + number), `Мандрівник ${number} стоїть тут`)
    const { page, errors } = await world.open('mod')
    await page.goto('/admin/proposals?order=oldest')
    await page.keyboard.press('j')
    const first = await page.evaluate<string>(focused)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await page.evaluate<string>(focused)).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${first}`)
    expect(first).toContain('/admin/bench?job=proposals&row=')
    await page.keyboard.press('a')
    await done(page, 'approved')
    expect(new URL(page.url()).searchParams.get('job')).toBe('proposals')
    expect(errors).toEqual([])
  })

  it('files dropped on an import find their fields by their names', async () => {
    const { page, errors } = await world.open('owner')
    await page.goto('/admin/imports')
    const taken = await page.evaluate<string[]>(`(() => {
      const form = document.querySelector('form.takes-files')
      const dataTransfer = new DataTransfer()
      for (const name of ['translate_words_map_en_diff', 'translate_words_map_zh_cn', 'texts.jsonl'])
        dataTransfer.items.add(new File(['x'], name))
      form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      return [...form.querySelectorAll('input[type=file]')].flatMap(({ name, files }) =>
        [...files].map((file) => name + ': ' + file.name))
    })()`)
    expect(taken).toEqual([
      'main: texts.jsonl',
      'diff: translate_words_map_en_diff',
      'reference: translate_words_map_zh_cn',
    ])
    expect(errors).toEqual([])
  })

  it('a new secret is copied with one click', async () => {
    const { page } = await world.open('guest', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/admin/profile')
    await page.getByText('New agent key').click()
    await page.getByRole('button', { name: 'Create agent key' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(await page.locator('#secret').textContent())
  })
})
