// `windrow glossary` (docs/command-line.md#glossary; docs/glossary.md), run through the whole command line on
// a real store.
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../src/store/records/audit.ts'
import { readGeneration } from '../../../src/store/records/settings.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, read, run, json } = cliFolder()

async function importText(text: string, ...options: string[]) {
  write('terms.csv', text)
  return await run('glossary', 'import', 'terms.csv', '--json', ...options)
}

const listed = (): Promise<{ source: string; forms: string[] }[]> => json('glossary', 'list')
const sources = async (): Promise<string[]> => (await listed()).map(({ source }) => source)

describe('glossary import', () => {
  test('replaces the whole list, in the order of the file', async () => {
    await importText('source,forms\nQi,ці\nJianghu,цзянху\n')
    const { code, stdout } = await importText('source,forms\nWind,вітер|вітр*\nQi,ки\n')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ added: 1, updated: 1, removed: 1, unchanged: 0, total: 2 })
    expect(await listed()).toEqual([
      {
        source: 'Wind',
        forms: ['вітер', 'вітр*'],
        case_sensitive: false,
        do_not_translate: false,
        note: '',
        made_forms: [],
      },
      { source: 'Qi', forms: ['ки'], case_sensitive: false, do_not_translate: false, note: '', made_forms: [] },
    ])
  })

  test('--merge updates in place, appends what is new, and removes nothing', async () => {
    await importText('source,forms\nQi,ці\nWind,вітер\n')
    const { stdout } = await importText('source,forms\nSword,меч\nQi,ки\nWind,вітер\n', '--merge')
    expect(JSON.parse(stdout)).toEqual({ added: 1, updated: 1, removed: 0, unchanged: 1, total: 3 })
    expect(await sources()).toEqual(['Qi', 'Wind', 'Sword'])
    expect((await listed())[0]?.forms).toEqual(['ки'])
  })

  test('--merge takes a term as the same whatever its white space, and its letter case unless it minds case', async () => {
    await importText('source,forms,case_sensitive\nInner  Qi,а,\nQi,ці,true\n')
    await importText('source,forms,case_sensitive\ninner qi,б,\nqi,в,true\nQi,г,\n', '--merge')
    expect(await listed()).toMatchObject([
      { source: 'inner qi', forms: ['б'], case_sensitive: false },
      { source: 'Qi', forms: ['ці'], case_sensitive: true },
      { source: 'qi', forms: ['в'], case_sensitive: true },
      { source: 'Qi', forms: ['г'], case_sensitive: false },
    ])
  })

  test('reads what a term says, keeps it through a merge of a file without it, and writes it', async () => {
    const told =
      'source,forms,kind,gender,force,meaning\nWind,вітер,person,masculine,advice,"a thief, not the weather"\nQi,ці,,,,\n'
    await importText(told)
    const [wind, qi] = await listed()
    const facts = { kind: 'person', gender: 'masculine', force: 'advice', meaning: 'a thief, not the weather' }
    expect(wind).toMatchObject(facts)
    expect(qi).not.toHaveProperty('kind')
    await importText('source,forms\nWind,вітру\n', '--merge')
    expect((await listed())[0]).toMatchObject({ forms: ['вітру'], ...facts })
    expect((await run('glossary', 'export')).stdout).toContain(
      'note,kind,gender,force,meaning\nWind,вітру,false,false,,person,',
    )
    await importText('source,forms,kind\nWind,вітер,\n', '--merge')
    expect((await listed())[0]).not.toHaveProperty('meaning')
    const { code, stderr } = await importText('source,forms,kind\nWind,вітер,thief\n')
    expect([code, stderr]).toEqual([1, expect.stringContaining('kind must be one of person, place')])
  })

  test('refuses a file that names one term twice, and changes nothing', async () => {
    await importText('source,forms\nWind,вітер\n')
    const { code, stdout, stderr } = await importText('source,forms\nInner Qi,а\ninner  qi,б\n')
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'invalid' } }])
    expect(stderr).toMatch(/^error: .*"Inner Qi" and "inner {2}qi".*\n$/)
    expect(await sources()).toEqual(['Wind'])
  })

  test('refuses a damaged file with its line, and changes nothing', async () => {
    await importText('source,forms\nWind,вітер\n')
    const { code, stderr } = await importText('source,forms\nQi,ці\n,б\n')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: terms\.csv, line 3: .*nothing was changed\n$/)
    expect(await sources()).toEqual(['Wind'])
  })

  test('leaves an audit entry and a new generation, and neither when nothing changed', async () => {
    await importText('source,forms\nQi,ці\n')
    await importText('source,forms\nQi,ці\n')
    await importText('source,forms\nQi,ці\n', '--merge')
    const store = openStore(at('windrow-data'), { nowMs: () => 0, monotonicMs: () => 0 })
    const entries = [...auditEntries(store.main)]
    const generation = readGeneration(store.main, 'glossary')
    await store.close()
    expect(generation).toBe(1)
    expect(entries).toMatchObject([
      { userId: null, action: 'glossary.import', subject: 'terms.csv', details: { added: 1, total: 1 } },
    ])
  })
})

describe('glossary export', () => {
  const text =
    'source,forms,case_sensitive,do_not_translate,note\n"Qi, inner",ці|ки*,true,false,"one ""two"""\nQi,,false,true,\n'

  test('writes to standard output what import reads', async () => {
    await importText(text)
    expect(await run('glossary', 'export')).toEqual({ code: 0, stdout: text, stderr: '' })
  })

  test('writes a file, TSV too, that gives the same list again', async () => {
    await importText(text)
    const before = await listed()
    expect((await run('glossary', 'export', 'out.tsv', '--format', 'tsv')).code).toBe(0)
    expect(read('out.tsv')).toContain('source\tforms\tcase_sensitive')
    await importText('source,forms\n')
    expect(await listed()).toEqual([])
    await run('glossary', 'import', 'out.tsv')
    expect(await listed()).toEqual(before)
  })

  test('keeps a file that exists unless told to replace it', async () => {
    await importText(text)
    write('out.csv', 'mine')
    const refused = await run('glossary', 'export', 'out.csv')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('--force')
    expect(read('out.csv')).toBe('mine')
    expect((await run('glossary', 'export', 'out.csv', '--force')).code).toBe(0)
    expect(read('out.csv')).toBe(text)
  })

  test('an unknown format is wrong usage', async () => {
    expect((await run('glossary', 'export', '--format', 'xml')).code).toBe(2)
  })
})
