// `windrow consistency` from outside: what it lists, and proposals that put it right (docs/consistency.md#consistency).
import { afterAll, describe, expect, test } from 'vitest'
import { idOf, textLines } from '../support/game-files.ts'
import { programWorld } from '../support/program-world.ts'

const ROWS = [
  ['The old gate', 'Стара брама'],
  ['The old gate', 'Старі ворота'],
  ['The old gate', 'Стара брама'],
  ['The old gate', 'СТАРА БРАМА!'],
  ['Leave', 'Вихід'],
  ['Way out', 'Вихід'],
  ['Wait 3 days', 'Чекай 4 дні'],
  ['Nothing to see', 'Нічого цікавого'],
] as const

const world = programWorld()
afterAll(() => world.close())
const windrow = (...argv: string[]) => world.run(argv)
const done = (...argv: string[]): Promise<string> => world.done(argv)
const json = (...argv: string[]) => world.json(['consistency', ...argv])
const file = (name: string, texts: Readonly<Record<number, string>>): string =>
  world.file(name, textLines(Object.fromEntries(Object.entries(texts).map(([row, text]) => [idOf(Number(row)), text]))))
const jsonl = (name: string, column: 0 | 1): string =>
  file(name, Object.fromEntries(ROWS.map((row, i) => [i + 1, row[column]])))

await done('import', '--main', jsonl('main.jsonl', 0), '--localized', jsonl('uk.jsonl', 1), '--quiet')
await done('glossary', 'import', world.file('glossary.csv', 'source,forms\ngate,брам*\n'))
await done('user', 'add', 'anna', '--role', 'translator')
await done('user', 'add', 'mod', '--role', 'moderator')
await done('user', 'add', 'guest')

const gate = {
  kind: 'same_source',
  common: 'The old gate',
  message: null,
  suggestion: 'Стара брама',
  variants: [
    { text: 'Стара брама', rows: [1, 3].map((i) => ({ row_id: idOf(i), layer: 'machine', approved: false })) },
    { text: 'Старі ворота', rows: [{ row_id: idOf(2), layer: 'machine', approved: false }] },
    { text: 'СТАРА БРАМА!', rows: [{ row_id: idOf(4), layer: 'machine', approved: false }] },
  ],
  search: { q: '"The old gate"', in: 'source' },
}

describe('the list', () => {
  test('has every kind, each finding with its rows and a search', async () => {
    const { checked, counts, found } = await json()
    expect([checked, counts]).toEqual([8, { same_source: 1, same_text: 1, numbers: 1, terms: 1 }])
    expect(found[0]).toEqual(gate)
    expect(found[1]).toMatchObject({ kind: 'same_text', common: 'Вихід', search: { q: '"Вихід"', in: 'translation' } })
    expect(found[1].variants.map(({ text }: { text: string }) => text)).toEqual(['Leave', 'Way out'])
    expect(found[2]).toMatchObject({ kind: 'numbers', message: expect.stringContaining('Numbers differ') })
    expect(found[3]).toMatchObject({ kind: 'terms', variants: [{ text: 'Старі ворота' }] })
  })

  test('is short lines for people, of one kind where one is asked for', async () => {
    expect(await done('consistency', '--kind', 'same_source')).toBe(
      `same_source  The old gate\n  * Стара брама  (${idOf(1)} ${idOf(3)})\n    Старі ворота  (${idOf(2)})\n    СТАРА БРАМА!  (${idOf(4)})\n8 texts compared: same_source 1`,
    )
  })

  test('has the findings with a row of a label, whole', async () => {
    await done('label', 'add-rule', 'way', 'source', '--pattern', 'way *')
    const { checked, counts, found } = await json('--label', 'Way')
    expect([checked, counts]).toEqual([8, { same_source: 0, same_text: 1, numbers: 0, terms: 0 }])
    expect(found[0].variants.map(({ text }: { text: string }) => text)).toEqual(['Leave', 'Way out'])
    expect((await json('--label', '-')).counts).toEqual({ same_source: 1, same_text: 1, numbers: 1, terms: 1 })
    const end = await windrow('consistency', '--label', 'gates')
    expect([end.code, end.stderr]).toEqual([2, expect.stringContaining('there is no label "gates"')])
  })

  test('has nothing of a layer without texts', async () => {
    expect(await json('--layer', 'manual')).toMatchObject({ checked: 0, found: [] })
  })
})

describe('--fix', () => {
  test.each([
    [2, /--fix needs --as/, ['--fix']],
    [2, /go with --fix/, ['--dry-run']],
    [2, /same_source only/, ['--fix', '--as', 'anna', '--kind', 'terms']],
    [1, /guest may not propose/, ['--fix', '--as', 'guest']],
    [1, /no person named nobody/, ['--fix', '--as', 'nobody']],
  ] as const)('ends with %i and %s', async (code, said, argv) => {
    const end = await windrow('consistency', ...argv)
    expect([end.code, end.stdout, end.stderr]).toEqual([code, '', expect.stringMatching(said)])
  })

  test('proposes for the rows that differ, through the gate; nothing is written before a review', async () => {
    const fix = ['--fix', '--as', 'anna']
    const proposed = { row_id: idOf(2), text: 'Стара брама', outcome: 'proposed', message: null }
    expect((await json(...fix, '--dry-run')).fixes).toEqual([proposed])
    expect(await world.json(['proposal', 'list'])).toEqual([])
    await done('label', 'add-rule', 'gate', 'id', '--pattern', idOf(4))
    expect((await json(...fix, '--label', 'gate', '--dry-run')).fixes).toEqual([])
    expect((await json(...fix)).fixes).toEqual([proposed])
    expect((await json(...fix)).fixes).toEqual([{ ...proposed, outcome: 'unchanged' }])
    expect((await json('--kind', 'same_source')).found).toEqual([gate])
    await done('proposal', 'approve', '1', '--as', 'mod')
    expect((await json('--kind', 'same_source')).counts).toEqual({ same_source: 0 })
  })

  test('says why the gate refuses the text', async () => {
    await done('glossary', 'import', world.file('glossary.csv', 'source,forms\nway,шлях\nleave,іди\n'))
    await done('import', '--main', file('second.jsonl', { 5: 'Leave', 6: 'Leave', 9: 'Leave' }), '--quiet')
    const other = file('other.jsonl', { 5: 'Вихід', 6: 'Вихід', 9: 'Піти' })
    await done('import', '--localized', other, '--overwrite-all', '--quiet')
    const { fixes } = await json('--fix', '--as', 'anna')
    expect(fixes).toEqual([
      { row_id: idOf(9), text: 'Вихід', outcome: 'refused', message: expect.stringContaining('leave') },
    ])
  })
})
