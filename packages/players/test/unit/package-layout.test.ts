// Which files a package of another game may put into its folder.
import { expect, it } from 'vitest'
import { layoutOf } from '../../src/package-layout.ts'

const { nameOf } = layoutOf({ isFolder: true })

it('takes a file of each format that windrow writes', () => {
  const extensions =
    'json arb json5 hjson csv tsv txt po pot xlf xliff yml yaml ftl properties ini cfg int lang rpy ts xml resx resw'
  for (const each of extensions.split(' ')) expect(nameOf(`i18n/uk.${each}`)).toBe(`i18n/uk.${each}`)
})

it.each([
  'package.json',
  'data/Package.JSON',
  'doorstop_config.ini',
  'a.exe',
  '.git/a.json',
  '../a.json',
  'a/../b.json',
])('refuses %s', (path) => expect(nameOf(path)).toBeNull())
