import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { docsFaults } from '../../../scripts/docs/budgets.ts'
import { GENERATED } from '../../../scripts/docs/generated.ts'
import { regenerate, withBlocks } from '../../../scripts/docs/regenerate.ts'
import { LEAVES } from '../../../src/config/schema.ts'
import { FILTER_PARAMETERS } from '../../../src/domain/work/work-filter.ts'
import { SETTING_NAMES } from '../../../src/domain/settings.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const { at, write, read } = emptyFolder()

const blocks = { numbers: () => 'one $1 two' }
const generated = { files: { 'a.json': () => '{}\n' }, pages: { 'page.md': blocks } }
const page = (inside: string) => `# Page\n<!-- generated:numbers -->\n${inside}<!-- /generated -->\nend\n`

test('what is out of date is written, and told without writing when checking', () => {
  write('page.md', page('old\n'))
  expect(regenerate(at(), generated, true)).toEqual({ outdated: ['a.json', 'page.md'], faults: [] })
  expect(read('page.md')).toBe(page('old\n'))
  regenerate(at(), generated, false)
  expect(read('page.md')).toBe(page('\none $1 two\n\n'))
  expect(read('a.json')).toBe('{}\n')
  expect(regenerate(at(), generated, true)).toEqual({ outdated: [], faults: [] })
})

test('a missing page, a mark that nothing generates and a table without marks are faults', () => {
  expect(regenerate(at(), generated, true).faults).toEqual(['page.md is missing'])
  const { text, faults } = withBlocks('page.md', '<!-- generated:letters -->\nold\n<!-- /generated -->', blocks)
  expect(text).toContain('old')
  expect(faults).toEqual([
    'page.md: nothing generates "letters"',
    'page.md: the marks <!-- generated:numbers --> and <!-- /generated --> are missing',
  ])
})

test('generated files in the repository are up to date', () => {
  for (const [path, make] of Object.entries(GENERATED.files))
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), path).toBe(make())
})

const blocksOfConfiguration = GENERATED.pages['docs/configuration.md'] ?? {}

test('the tables name every configuration value and every setting', () => {
  const configuration = blocksOfConfiguration['configuration']?.() ?? ''
  for (const leaf of LEAVES) expect(configuration).toContain(`| \`${leaf.name}\` | \`${leaf.env}\` |`)
  const settings = blocksOfConfiguration['settings']?.() ?? ''
  for (const name of SETTING_NAMES) expect(settings).toContain(`| \`${name}\` |`)
})

test('the table of filters names every parameter, and the values of those that take one of a few', () => {
  const page = readFileSync(new URL('../../../docs/filters.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  for (const { name, takes } of FILTER_PARAMETERS) {
    const row = rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``)) ?? ''
    const values = typeof takes === 'string' ? [] : takes.filter((value) => value !== 'any' && value !== 'all')
    expect(
      values.filter((value) => !row.includes(`\`${value}\``)),
      name,
    ).toEqual([])
    expect(row, name).not.toBe('')
  }
})

test('no name is both a configuration value and a setting', () => {
  const settings: readonly string[] = SETTING_NAMES
  expect(LEAVES.map((leaf) => leaf.name).filter((name) => settings.includes(name))).toEqual([])
})

describe('the length of pages', () => {
  // So that tidy does not look for these pages.
  const folder = 'docs'
  const list = '[a](a.md) [b](makers/b.md)'
  const faultsOf = (page: string) =>
    docsFaults(
      new Map([
        [`${folder}/README.md`, list],
        [`${folder}/a.md`, page],
        [`${folder}/makers/b.md`, 'word '.repeat(5_000)],
      ]),
    )

  test('a page is long by what a person reads: not by its reference, its tables from the program and its blocks', () => {
    const long = 'word '.repeat(1_300)
    expect(faultsOf(long)).toEqual([expect.stringContaining('/a.md has 1300 words to read')])
    expect(faultsOf(`text\n\n## Reference\n\n${long}`)).toEqual([])
    expect(faultsOf(`text\n\n<!-- generated:x -->\n${long}\n<!-- /generated -->\n`)).toEqual([])
    expect(faultsOf(`text\n\n\`\`\`sh\n${long}\n\`\`\`\n`)).toEqual([])
    expect(faultsOf(`| ${'| '.repeat(2_000)}`)).toEqual([])
  })

  test('a page that is not in the list, and a README that has grown, are faults', () => {
    expect(docsFaults(new Map([[`${folder}/lost.md`, 'text']]))).toEqual([
      `${folder}/lost.md is not in ${folder}/README.md, so the site does not show it`,
    ])
    expect(docsFaults(new Map([['README.md', 'word '.repeat(751)]]))).toEqual([
      'README.md has 751 words, at most 750: take something out',
    ])
  })
})
