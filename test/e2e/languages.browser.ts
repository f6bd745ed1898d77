// The main stories in each language of the site, in a real browser: what is pressed is named by the catalogue, so that a word that
// is missing there stops the story.
import { afterAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/admin/language/known-languages.ts'
import type { OpenPage } from './browser-world.ts'
import { browserWorld, faultsOf, gameTexts, PASSWORD, rowId } from './browser-world.ts'

const world = await browserWorld()
const next = { [rowId(1)]: 'A blizzard is swirling there.', [rowId(900)]: 'A new road to the gate' }
await world.windrow(['import', '--main', world.jsonl('next.jsonl', gameTexts(next))])
afterAll(() => world.close())

describe.each(LANGUAGES.map((language) => [language.tag, language] as const))('in %s', (tag, { messages, damage }) => {
  const say = (english: string): string => messages[english] ?? english

  async function signIn(person: string): Promise<OpenPage> {
    const opened = await world.open(null, { locale: tag })
    const { page } = opened
    await page.goto('/admin/sign-in')
    expect(await page.locator('html').getAttribute('lang')).toBe(tag)
    await page.getByLabel(say('Name')).fill(person)
    await page.getByLabel(say('Password')).fill(PASSWORD)
    await page.getByRole('button', { name: say('Sign in') }).click()
    await page.getByRole('button', { name: say('Sign out') }).waitFor()
    return opened
  }

  it('a translator proposes in the workbench', async () => {
    const { page, errors } = await signIn('anna')
    await page.goto(`/admin/bench?job=untranslated&row=${rowId(110 + LANGUAGES.findIndex((each) => each.tag === tag))}`)
    await page.getByLabel(say('Translation'), { exact: true }).fill('Мандрівник іде собі далі')
    await page.getByRole('button', { name: say('Propose and next') }).click()
    await page.locator('#desk .note').first().waitFor()
    expect(errors).toEqual([])
  })

  it('an admin reads the numbers, follows one to its rows, and opens the patch', async () => {
    const { page, errors } = await signIn('owner')
    await page.goto('/admin/statistics')
    await page.getByRole('heading', { name: say('Statistics'), level: 1 }).waitFor()
    await page.goto('/admin/imports')
    await page.getByRole('heading', { name: say('Past imports') }).waitFor()
    await page.goto('/admin/imports/3')
    await page.locator('main details > summary').first().click()
    await page.getByRole('heading', { name: say('The patch') }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: say('New rows') }) })
    await section.getByRole('link', { name: '1', exact: true }).first().click()
    await page.getByText('A new road to the gate').waitFor()
    expect(errors).toEqual([])
  })

  it('the set-up says what each chosen file is taken for', async () => {
    const { page, errors } = await signIn('owner')
    await page.goto('/admin/setup/game')
    const names = [
      'translate_words_map_en',
      'translate_words_map_en_diff',
      'translate_words_map_zh_cn',
      'x_zh_diff.tsv',
    ]
    const buffer = Buffer.from('x')
    await page
      .locator('input[name=game]')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer })))
    const kinds = ["The game's main file", "The game's diff file", 'The Chinese main file', 'The Chinese diff file']
    const lines = kinds.map((kind, at) => `${names[at]}: ${say(kind)}`)
    expect(await page.locator('.taken li').allTextContents()).toEqual(lines)
    expect(await faultsOf(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('an import that failed says why', async () => {
    const { page, errors } = await signIn('owner')
    await page.goto('/admin/imports')
    const buffer = Buffer.from('nothing that a game has')
    const form = page
      .locator('form')
      .filter({ has: page.locator('input[type=file]') })
      .first()
    await form.locator('input[type=file]').first().setInputFiles({ name: 'other.bin', mimeType: 'text/plain', buffer })
    await form.locator('button').first().click()
    const why = page.locator('main [role=alert]').getByText('other.bin')
    await why.waitFor()
    const [problem] = (damage['shape_text'] ?? 'windrow does not know this kind of file').split(';')
    expect(await why.textContent()).toContain(problem)
    expect(errors).toEqual([])
  })
})
