import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOCKS, FILES } from '../../../scripts/docs/generated.ts'
import { regenerate, withBlocks } from '../../../scripts/docs/regenerate.ts'
import { LEAVES } from '../../../src/config/schema.ts'
import { SETTING_NAMES } from '../../../src/domain/settings.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'windrow-docs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const generated = { files: { 'a.json': () => '{}\n' }, blocks: { numbers: () => 'one $1 two' } }
const page = (inside: string) => `# Page\n<!-- generated:numbers -->\n${inside}<!-- /generated -->\nend\n`

test('what is out of date is written, and told without writing when checking', () => {
  writeFileSync(join(root, 'README.md'), page('old\n'))
  expect(regenerate(root, generated, true)).toEqual({ outdated: ['a.json', 'README.md'], faults: [] })
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe(page('old\n'))
  regenerate(root, generated, false)
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe(page('\none $1 two\n\n'))
  expect(readFileSync(join(root, 'a.json'), 'utf8')).toBe('{}\n')
  expect(regenerate(root, generated, true)).toEqual({ outdated: [], faults: [] })
})

test('a missing page, a mark that nothing generates and a table without marks are faults', () => {
  expect(regenerate(root, generated, true).faults).toEqual(['README.md is missing'])
  const { text, faults } = withBlocks('<!-- generated:letters -->\nold\n<!-- /generated -->', generated.blocks)
  expect(text).toContain('old')
  expect(faults).toEqual([
    'README.md: nothing generates "letters"',
    'README.md: the marks <!-- generated:numbers --> and <!-- /generated --> are missing',
  ])
})

test('generated files in the repository are up to date', () => {
  for (const [path, make] of Object.entries(FILES)) {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), path).toBe(make())
  }
})

test('the tables name every configuration value and every setting', () => {
  const configuration = BLOCKS['configuration']?.() ?? ''
  for (const leaf of LEAVES) expect(configuration).toContain(`| \`${leaf.name}\` | \`${leaf.env}\` |`)
  const settings = BLOCKS['settings']?.() ?? ''
  for (const name of SETTING_NAMES) expect(settings).toContain(`| \`${name}\` |`)
})

test('no name is both a configuration value and a setting', () => {
  const settings: readonly string[] = SETTING_NAMES
  expect(LEAVES.map((leaf) => leaf.name).filter((name) => settings.includes(name))).toEqual([])
})
