// Files that leave windrow: what a spreadsheet would run as a formula, and where an export may write.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../support/program.ts'
import { setPasswords, SiteClient } from '../support/site-client.ts'
import { send } from '../support/v1-client.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

const formula = '=HYPERLINK("http://evil.example","look")'
const world = await v1World({ bot: { user: 'mike', role: 'moderator', options: ['--bot'] } })
const folder = join(world.data, '..')
const terms = join(folder, 'terms.csv')
writeFileSync(terms, `source,forms,note\nBlade,клинок,"${formula.replaceAll('"', '""')}"\n+1,-2,@SUM(A1)\n`)
await world.windrow('glossary', 'import', terms)
await world.windrow('user', 'add', formula, '--role', 'user')
const body = {
  row_id: ROWS.spare1,
  update_ai_translated_text: true,
  ai_translated_text: 'Перший запасний рядок',
  provider: formula,
  model: '-1',
}
await send(world.server.port, { method: 'POST', path: '/api/translations-api.php', key: world.keys.bot, body })
await setPasswords(world.data, [formula])
const guest = await new SiteClient(world.server).signIn(formula)
afterAll(() => world.close())

/** Cells of a CSV text that a spreadsheet takes for a formula; none of these texts holds a line break. */
const formulasIn = (csv: string): string[] =>
  csv
    .trim()
    .split(/\r?\n/)
    .flatMap((line) => line.match(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [])
    .map((cell) => cell.replace(/^,/, '').replace(/^"/, ''))
    .filter((cell) => /^[=+\-@\t\r]/.test(cell))

describe('a spreadsheet', () => {
  test.each(['/admin/glossary/export?for=spreadsheet', '/admin/statistics/csv?table=models'])(
    'finds no formula in %s',
    async (path) => {
      // Statistics are counted beside the requests.
      await expect.poll(async () => (await guest.get(path)).text).toContain('HYPERLINK')
      expect(formulasIn((await guest.get(path)).text)).toEqual([])
    },
  )

  test('the glossary for importing comes back as it is', async () => {
    const { text } = await guest.get('/admin/glossary/export')
    expect(formulasIn(text)).toContain('+1')
    const copy = join(folder, 'copy.csv')
    writeFileSync(copy, text)
    await world.windrow('glossary', 'import', copy)
    expect((await guest.get('/admin/glossary/export')).text).toBe(text)
  })
})

describe('glossary export', () => {
  const exportTo = (path: string, ...more: string[]) => run(['glossary', 'export', path, ...more, '--data', world.data])

  test('a link keeps its place, and the file that it leads to is replaced whole, as by every export', async () => {
    const precious = join(folder, 'precious.txt')
    const link = join(folder, 'link.csv')
    writeFileSync(precious, 'precious')
    symlinkSync(precious, link)
    expect((await exportTo(link)).code).toBe(1)
    expect((await exportTo(link, '--force')).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(precious, 'utf8')).toContain('Blade')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a link that leads nowhere is there too: nothing is made behind it', async () => {
    const [target, link] = [join(folder, 'nowhere.csv'), join(folder, 'dangling.csv')]
    symlinkSync(target, link)
    expect((await exportTo(link)).code).toBe(1)
    expect(existsSync(target)).toBe(false)
  })

  test('leaves nothing beside its file, and refuses a folder', async () => {
    const place = join(folder, 'place')
    mkdirSync(place)
    expect((await exportTo(join(place, 'terms.csv'))).code).toBe(0)
    expect(readdirSync(place)).toEqual(['terms.csv'])
    const refused = await exportTo(place, '--force')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is a folder') })
  })
})
