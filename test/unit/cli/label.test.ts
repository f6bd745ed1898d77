// `windrow label` and the label of an export's filter, run through the whole command line on a real store.
import { beforeEach, expect, test } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { textLines } from '../../support/game-files.ts'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, run, done, json } = cliFolder()
beforeEach(async () => {
  write('main.jsonl', textLines({ [idOf(1)]: 'Iron Sword', [idOf(2)]: 'Talk to me', [idOf(3)]: 'Bow' }))
  await done('import', '--main', 'main.jsonl')
})
const listOf = (...lines: string[]): string => write('ids.txt', lines.join('\n'))

test('a rule is tried, made, listed with its rows, and removed', async () => {
  const rule = ['source', '--pattern', '*sword', '--pattern', 'bow']
  expect(await json('label', 'try-rule', ...rule)).toEqual({
    rows: 2,
    samples: [
      { row_id: idOf(1), source: 'Iron Sword' },
      { row_id: idOf(3), source: 'Bow' },
    ],
  })
  expect((await run('label', 'add-rule', 'kind:item', ...rule)).stdout).toContain('made rule 1')
  expect(await json('label', 'list')).toEqual([
    {
      label: 'kind:item',
      rows: { manual_fresh: 0, manual_stale: 0, machine_fresh: 0, machine_stale: 0, none: 2 },
      rules: [{ rule: 1, field: 'source', patterns: ['*sword', 'bow'] }],
    },
  ])
  expect((await run('label', 'list')).stdout).toContain('rule 1: source *sword | bow')
  expect((await run('label', 'remove-rule', '1')).code).toBe(0)
  expect(await run('label', 'remove-rule', '1')).toMatchObject({ code: 1 })
  expect((await run('label', 'remove-rule', 'one')).stderr).toContain('RULE is "one"; give its number')
})

test('rows are labelled from a list of ids, and taken back', async () => {
  const none = async (): Promise<number> => (await json('label', 'list'))[0].rows.none
  expect(await json('label', 'give', 'kind:item', '--ids', listOf(idOf(1), '', ` ${idOf(2).toUpperCase()} `))).toEqual({
    label: 'kind:item',
    act: 'give',
    rows: 2,
    changed: 2,
  })
  expect(await none()).toBe(2)
  expect((await run('label', 'take', 'Kind:item', '--ids', listOf(idOf(2)))).stdout).toContain('1 row, 1 of them')
  expect(await none()).toBe(1)
  expect((await run('label', 'reset', 'kind:item', '--ids', listOf(idOf(1)))).code).toBe(0)
  expect(await none()).toBe(0)
  const { code, stderr } = await run('label', 'give', 'kind:item', '--ids', listOf('nonsense'))
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('1 of the ids do not belong to a row, the first is "nonsense"'),
  ])
  expect((await run('label', 'take', 'kind', '--ids', listOf(idOf(1)))).stderr).toContain('there is no label kind')
})

test('labels are made and removed, offered and accepted', async () => {
  expect((await run('label', 'add', ' a,b ')).stderr).toContain('no commas')
  expect((await run('label', 'add', 'place:Kaifeng')).stdout).toContain('made the label place:Kaifeng')
  expect((await run('label', 'add', 'PLACE:Kaifeng')).stderr).toContain('there is already a label place:Kaifeng')
  expect(await json('label', 'offers', '1')).toEqual([])
  expect(await json('label', 'accept', '1', 'place:kaifeng')).toMatchObject({ label: 'place:Kaifeng', changed: 0 })
  expect((await run('label', 'remove', 'place:kaifeng')).code).toBe(0)
  expect(await json('label', 'list')).toEqual([])
})

test('an export takes a label in its filter, and names one that is not there', async () => {
  await run('label', 'give', 'kind:item', '--ids', listOf(idOf(1)))
  const path = at('out.jsonl')
  await done('export', '--filter', 'label=Kind:item', '--to', path)
  const unknown = await run('export', '--filter', 'label=kind:itm', '--to', path)
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there is no label "kind:itm"')])
})

test('statistics count the rows of a label only, and their revisions', async () => {
  await run('label', 'give', 'kind:item', '--ids', listOf(idOf(1), idOf(3)))
  write('localized.jsonl', textLines({ [idOf(1)]: 'Залізний меч', [idOf(2)]: 'Поговори зі мною' }))
  await done('import', '--localized', 'localized.jsonl')
  const machine = { layer: 'machine', origin: 'localized_file_import', provider: null, model: null }
  expect(await json('stats')).toMatchObject({
    rows: 3,
    retired: 0,
    revisions: [{ ...machine, revisions: 2, heads: 2 }],
  })
  expect(await json('stats', '--label', 'Kind:Item')).toMatchObject({
    rows: 2,
    retired: null,
    by_state: { all: 2, none: 1, machine: 1 },
    by_source: { all: 2, main: 2, diff: 0 },
    by_layer: { manual: 0, machine: 1 },
    revisions: [{ ...machine, revisions: 1, heads: 1 }],
  })
  expect(await json('stats', '--label', '-')).toMatchObject({ rows: 1, by_layer: { machine: 1 } })
  expect((await run('stats', '--label', 'kind:item')).stdout).toMatch(/^rows 2\n/)
  expect(await run('stats', '--label', 'kind:sword')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--label: there is no label "kind:sword"'),
  })
})
