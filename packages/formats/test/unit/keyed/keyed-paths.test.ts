// The places of a folder's files are the same however somebody spells the path of the folder.
import { relative, sep } from 'node:path'
import { expect, it } from 'vitest'
import { keyedPaths } from '../../../src/keyed/keyed-paths.ts'
import { emptyFolder } from '../../../../../test/support/empty-folder.ts'

const { at, write } = emptyFolder('file')
const folder = at()
for (const file of ['en/a.json', 'en/ui/b.json']) write(file, '{"a": "b"}')

it.each([
  folder,
  folder + sep,
  `${folder}${sep}en${sep}..`,
  `.${sep}${relative('.', folder)}`,
  `.${sep}${relative('.', folder)}${sep}.${sep}`,
])('of %s', async (path) => {
  expect((await keyedPaths(path)).map(({ place }) => place)).toEqual(['en/a.json', 'en/ui/b.json'])
})
