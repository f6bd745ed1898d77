import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GENERATED } from '../../../scripts/docs/generated.ts'
import { regenerate, withBlocks } from '../../../scripts/docs/regenerate.ts'
import { LEAVES } from '../../../src/config/schema.ts'
import { FILTER_PARAMETERS } from '../../../src/domain/work/work-filter.ts'
import { SETTING_NAMES } from '../../../src/domain/settings.ts'

let root = ''
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'windrow-docs-'))))
afterEach(() => rmSync(root, { recursive: true }))

const blocks = { numbers: () => 'one $1 two' }
const generated = { files: { 'a.json': () => '{}\n' }, pages: { 'page.md': blocks } }
const page = (inside: string) => `# Page\n<!-- generated:numbers -->\n${inside}<!-- /generated -->\nend\n`

test('what is out of date is written, and told without writing when checking', () => {
  writeFileSync(join(root, 'page.md'), page('old\n'))
  expect(regenerate(root, generated, true)).toEqual({ outdated: ['a.json', 'page.md'], faults: [] })
  expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe(page('old\n'))
  regenerate(root, generated, false)
  expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe(page('\none $1 two\n\n'))
  expect(readFileSync(join(root, 'a.json'), 'utf8')).toBe('{}\n')
  expect(regenerate(root, generated, true)).toEqual({ outdated: [], faults: [] })
})

test('a missing page, a mark that nothing generates and a table without marks are faults', () => {
  expect(regenerate(root, generated, true).faults).toEqual(['page.md is missing'])
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
