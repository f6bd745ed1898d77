// The four slots of `windrow import` (docs/command-line.md#import; docs/rows.md#rows): replaced whole, emptied,
// kept with a warning; what becomes of rows that are added, changed, deleted, retired and back; the document of --json
// and the lines of --report. One game goes through its updates from test to test, beside a running server.
import { afterAll, describe, expect, test } from 'vitest'
import { hashOf } from '../support/import-model.ts'
import { id, openImportWorld } from '../support/import-world.ts'

const world = await openImportWorld()
afterAll(() => world.close())

const counts = (some: Record<string, number>) => ({
  total: 0,
  added: 0,
  changed: 0,
  retired: 0,
  back: 0,
  unchanged: 0,
  unknown: 0,
  ...some,
})
const noHeads = { changed_with_translation: 0, changed_cosmetic_only: 0, heads_now_stale: 0, heads_now_invalid: 0 }
const core = (row: number, ordinal: number, text: string, kind: string, isService = false) => ({
  row_id: id(row),
  ordinal,
  source_text: text,
  source_kind: kind,
  source_hash: hashOf(text),
  is_service_row: isService,
})
const utcDay = (): string => new Date().toISOString().slice(0, 10)

describe('the first import', () => {
  test('takes all four slots and says in one document what it did', async () => {
    const main = world.file('main', {
      [id(0xc)]: 'Welcome home',
      [id(0xa)]: 'You have {0} coins',
      [id(0xb)]: '12:34 {0}',
      [id(0xd)]: 'Raise <Agility|780|#C|15>',
    })
    const diff = world.file('diff', { [id(0xf)]: 'Only in the diff', [id(0xa)]: 'You own {0} coins', [id(0xb)]: null })
    const reference = world.file('zh', { [id(0xa)]: '你有 {0}', [id(0xc)]: '欢迎', [id(0x99)]: '没有' })
    const referenceDiff = world.file('zh_diff', { [id(0xa)]: '你拥有 {0}' })
    const slots = ['--main', main, '--diff', diff, '--reference', reference, '--reference-diff', referenceDiff]
    const { code, stdout, stderr } = await world.windrow('import', ...slots, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      rows: counts({ total: 5, added: 5 }),
      diff: counts({ total: 3, added: 3 }),
      reference: counts({ total: 3, added: 2, unknown: 1 }),
      reference_diff: counts({ total: 1, added: 1 }),
      ...noHeads,
      warnings: [],
      seconds: expect.any(Number),
    })
    // Once, and with the way to change it.
    expect(stderr.match(/translations keep them as in the source/g)).toHaveLength(1)
    expect(stderr).toContain('windrow setting set caption_policy free')
  })

  test('is seen by the running server at once, in the order of the files', async () => {
    const rows = await world.rows()
    expect(rows).toEqual([
      core(0xc, 1, 'Welcome home', 'main'),
      core(0xa, 2, 'You own {0} coins', 'diff'),
      core(0xb, 3, '', 'diff', true),
      core(0xd, 4, 'Raise <Agility|780|#C|15>', 'main'),
      core(0xf, 5, 'Only in the diff', 'diff'),
    ])
  })

  test('keeps both texts and the reference, diff before main', async () => {
    const rows = await world.rows('&fields=sources,reference')
    const text = (value: string) => ({ text: value, text_hash: hashOf(value) })
    expect(rows.map(({ sources, reference }) => ({ ...sources, reference }))).toEqual([
      { main: text('Welcome home'), diff: null, reference: { text: '欢迎', kind: 'main' } },
      {
        main: text('You have {0} coins'),
        diff: text('You own {0} coins'),
        reference: { text: '你拥有 {0}', kind: 'diff' },
      },
      { main: text('12:34 {0}'), diff: text(''), reference: null },
      { main: text('Raise <Agility|780|#C|15>'), diff: null, reference: null },
      { main: null, diff: text('Only in the diff'), reference: null },
    ])
  })
})

describe('the same files again', () => {
  test('change nothing, whatever they are called and wherever their rows stand', async () => {
    const before = new Date(Date.now() + 1).toISOString()
    const main = world.file('main-renamed', {
      [id(0xd)]: 'Raise <Agility|780|#C|15>',
      [id(0xb)]: '12:34 {0}',
      [id(0xa)]: 'You have {0} coins',
      [id(0xc)]: 'Welcome home',
    })
    const same = ['--diff', `${world.folder}/diff`, '--reference', `${world.folder}/zh`]
    expect(await world.imports('--main', main, ...same)).toEqual({
      rows: counts({ total: 5, unchanged: 5 }),
      diff: counts({ total: 3, unchanged: 3 }),
      reference: counts({ total: 3, unchanged: 2, unknown: 1 }),
      ...noHeads,
      warnings: [],
    })
    expect((await world.rows()).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5])
    expect(await world.total(`&updated_since=${before}`)).toBe(0)
  })
})

describe('an update of the game', () => {
  test('with --main alone keeps the diff and warns, naming its file and date', async () => {
    await world.translate({
      [id(0xc)]: 'Ласкаво просимо',
      [id(0xa)]: 'У вас {0} монет',
      [id(0xd)]: 'Підніми <Agility|780|#C|15>',
    })
    const main = world.file('main2', {
      [id(0xc)]: '#YWelcome  home#E',
      [id(0xa)]: 'You had {0} coins',
      [id(0xd)]: 'Raise it',
      [id(0xe)]: 'Added in the update',
    })
    const { code, stdout, stderr } = await world.windrow('import', '--main', main, '--json')
    expect(code).toBe(0)
    const { warnings, warning_facts: facts, ...document } = JSON.parse(stdout)
    expect(document).toEqual({
      rows: counts({ total: 6, added: 1, changed: 2, unchanged: 3 }),
      changed_with_translation: 2,
      changed_cosmetic_only: 1,
      heads_now_stale: 2,
      heads_now_invalid: 1,
      seconds: expect.any(Number),
    })
    expect(warnings).toEqual([expect.stringMatching(/^the diff diff imported on \d{4}-\d\d-\d\d is kept/)])
    expect(warnings[0]).toContain(utcDay())
    expect(facts).toEqual([expect.objectContaining({ code: 'kept_diff', file: 'diff', date: utcDay() })])
    expect(stderr).toContain(`warning: ${warnings[0]}`)
  })

  test('shows its new rows at the end, and its changed ones with heads that are stale or invalid', async () => {
    const rows = await world.rows('&fields=layers')
    expect(rows.map(({ row_id, ordinal, source_text }) => [row_id, ordinal, source_text])).toEqual([
      [id(0xc), 1, '#YWelcome  home#E'],
      [id(0xa), 2, 'You own {0} coins'],
      [id(0xb), 3, ''],
      [id(0xd), 4, 'Raise it'],
      [id(0xf), 5, 'Only in the diff'],
      [id(0xe), 6, 'Added in the update'],
    ])
    const shown = rows.map(({ layers }) => layers.machine && [layers.machine.status, layers.machine.freshness])
    expect(shown).toEqual([['draft', 'stale'], ['draft', 'fresh'], null, ['invalid', 'stale'], null, null])
    expect(await world.total('&state=stale')).toBe(2)
  })

  test('that takes texts back makes their heads what they were', async () => {
    expect(await world.imports('--main', `${world.folder}/main`)).toMatchObject({
      rows: counts({ total: 5, changed: 2, retired: 1, unchanged: 3 }),
      heads_now_stale: 0,
      heads_now_invalid: 0,
    })
    const rows = await world.rows('&fields=layers&state=machine')
    expect(rows.map(({ layers }) => [layers.machine.status, layers.machine.freshness])).toEqual([
      ['draft', 'fresh'],
      ['draft', 'fresh'],
      ['draft', 'fresh'],
    ])
    expect(await world.total('&state=stale')).toBe(0)
  })
})

describe('a row without a source', () => {
  test('is retired: gone from lists, counts and cards', async () => {
    const { status, json } = await world.ask(`/rows/${id(0xe)}`)
    expect([status, json.error]).toEqual([404, 'entry_not_found'])
    expect(await world.total('')).toBe(5)
    const diff = world.file('diff2', { [id(0xa)]: 'You own {0} coins' })
    expect(await world.imports('--diff', diff)).toMatchObject({
      rows: counts({ total: 4, changed: 1, retired: 1, unchanged: 3 }),
      diff: counts({ total: 1, retired: 2, unchanged: 1 }),
    })
    expect((await world.rows()).map(({ row_id }) => row_id)).toEqual([id(0xc), id(0xa), id(0xb), id(0xd)])
  })

  test('comes back where it was, with its translation', async () => {
    await world.imports('--no-diff', '--allow-retire')
    await world.imports('--main', world.file('less', { [id(0xc)]: 'Welcome home', [id(0xb)]: '12:34 {0}' }))
    expect((await world.rows()).map(({ ordinal }) => ordinal)).toEqual([1, 3])
    const report = `${world.folder}/back.jsonl`
    const document = await world.imports('--main', `${world.folder}/main`, '--report', report)
    expect(document.rows).toEqual(counts({ total: 4, back: 2, unchanged: 2 }))
    const rows = await world.rows('&fields=layers')
    expect(rows.map(({ ordinal, layers }) => [ordinal, layers.machine?.text ?? null])).toEqual([
      [1, 'Ласкаво просимо'],
      [2, 'У вас {0} монет'],
      [3, null],
      [4, 'Підніми <Agility|780|#C|15>'],
    ])
    // Its source differs from the one that the translation was made against.
    expect(rows[1]?.layers.machine.freshness).toBe('stale')
    expect(document.heads_now_stale).toBe(1)
  })
})

describe('an emptied slot', () => {
  test('loses its texts, and the main text is the source again', async () => {
    await world.imports('--diff', `${world.folder}/diff`, '--reference-diff', `${world.folder}/zh_diff`)
    expect(await world.total('&source=diff')).toBe(3)
    expect(await world.imports('--no-diff', '--no-reference', '--no-reference-diff')).toEqual({
      rows: counts({ total: 4, changed: 2, retired: 1, unchanged: 2 }),
      diff: counts({ retired: 3 }),
      reference: counts({ retired: 2 }),
      reference_diff: counts({ retired: 1 }),
      ...noHeads,
      changed_with_translation: 1,
      heads_now_stale: 1,
      warnings: [],
    })
    expect(await world.total('&source=diff')).toBe(0)
    const rows = await world.rows('&fields=reference')
    expect(rows.map(({ source_kind, reference }) => [source_kind, reference])).toEqual(
      Array.from({ length: 4 }, () => ['main', null]),
    )
  })

  test('is not warned of any more', async () => {
    expect((await world.imports('--main', `${world.folder}/main`)).warnings).toEqual([])
  })
})

describe('--dry-run', () => {
  test('prints what the import would, and changes nothing', async () => {
    const localized = world.file('uk', { [id(0xe)]: 'Додано в оновленні', [id(0xc)]: 'Інше', [id(0x98)]: 'x' })
    const sources = ['--main', `${world.folder}/main2`, '--diff', `${world.folder}/diff`]
    const argv = [...sources, '--reference', `${world.folder}/zh`, '--localized', localized]
    const before = [await world.rows('&fields=sources,reference,layers'), await world.total('')]
    const tried = await world.imports(...argv, '--dry-run')
    expect([await world.rows('&fields=sources,reference,layers'), await world.total('')]).toEqual(before)
    expect(tried.localized.written).toBe(1)
    expect(await world.imports(...argv)).toEqual({ ...tried, import: expect.any(Number) })
    const { stdout } = await world.windrow('import', ...argv, '--dry-run')
    expect(stdout).toContain('dry run: nothing was changed')
  })
})

describe('--report', () => {
  test('writes a line for each affected row, and only for those', async () => {
    await world.imports('--no-diff', '--no-reference', '--main', `${world.folder}/main`, '--allow-retire')
    const path = `${world.folder}/report.jsonl`
    const main = world.file('main3', { [id(0xc)]: 'Welcome, {1}', [id(0xb)]: '12:34 {0}', [id(0x7)]: 'Seven' })
    const zh = world.file('zh3', { [id(0xb)]: '零' })
    const document = await world.imports('--main', main, '--reference', zh, '--report', path)
    const lines = world
      .read('report.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const line = (row: number, ordinal: number, change: string, before: string | null, after: string | null) => ({
      row_id: id(row),
      ordinal,
      change,
      before,
      after,
      has_translation: false,
      cosmetic_only: false,
      heads_now_stale: 0,
      heads_now_invalid: 0,
    })
    const translated = { has_translation: true }
    const ordinal = lines.find(({ row_id }) => row_id === id(0x7)).ordinal
    expect(lines).toEqual([
      {
        ...line(0xc, 1, 'changed', 'Welcome home', 'Welcome, {1}'),
        ...translated,
        heads_now_stale: 1,
        heads_now_invalid: 1,
      },
      { ...line(0xa, 2, 'retired', 'You have {0} coins', null), ...translated },
      { ...line(0xd, 4, 'retired', 'Raise <Agility|780|#C|15>', null), ...translated },
      line(0x7, ordinal, 'added', null, 'Seven'),
      line(0xb, 3, 'reference', null, '零'),
    ])
    expect(document.rows).toEqual(counts({ total: 3, added: 1, changed: 1, retired: 2, unchanged: 1 }))
  })

  test('that can not be written ends the import before it begins', async () => {
    const main = world.file('main4', { [id(0xc)]: 'Never imported' })
    const { code, stderr } = await world.windrow('import', '--main', main, '--report', `${world.folder}/no/where`)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: the report .*no[\\/]where cannot be written/)])
    expect((await world.rows())[0].source_text).toBe('Welcome, {1}')
  })
})
