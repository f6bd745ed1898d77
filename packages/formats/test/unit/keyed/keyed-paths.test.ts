// The places of a folder's files are the same however somebody spells the path of the folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keyedPaths } from '../../../src/keyed/keyed-paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'windrow-paths-'))
mkdirSync(join(folder, 'en/ui'), { recursive: true })
for (const file of ['en/a.json', 'en/ui/b.json']) writeFileSync(join(folder, file), '{"a": "b"}')
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  folder,
  folder + sep,
  `${folder}${sep}en${sep}..`,
  `.${sep}${relative('.', folder)}`,
  `.${sep}${relative('.', folder)}${sep}.${sep}`,
])('of %s', async (path) => {
  expect((await keyedPaths(path)).map(({ place }) => place)).toEqual(['en/a.json', 'en/ui/b.json'])
})
