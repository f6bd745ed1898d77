// Beginnings of files on which a careless pattern takes longer than anybody waits: each is told within the time of a test.
import { expect, it } from 'vitest'
import { ownKindOf } from '../../../src/file-kinds.ts'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import { textsOf } from '../../../../../test/support/keyed-files.ts'

const BEGINNINGS = {
  'a banner of slashes': `${'/'.repeat(4_000)}\n{"a":"b"}`,
  'lines of comments': `${'// a  \n'.repeat(500)}{"a":"b"}`,
  'comments that end again and again': `${'/**/ '.repeat(800)}PART`,
  'stars in a comment': `/*${'*'.repeat(4_000)}`,
  'blank lines': `${'\n'.repeat(4_000)}en:\n`,
  'comments with blank lines': `${'# c\n\n'.repeat(1_000)}en:\n  a: b\n`,
  'quotes that nothing closes': `a = {${'"\\'.repeat(2_000)}`,
}

it.each(Object.entries(BEGINNINGS))('%s', (_, start) => {
  expect(ownKindOf(start)).toBeNull()
  for (const name of ['a.json', 'a.yml', 'a.ftl', 'a.ini']) expect([name, typeof formatOf(start, name)]).toHaveLength(2)
})

it.each(['json5', 'hjson'] as const)('all of a %s file on one line', (format) => {
  const members = Array.from({ length: 200_000 }, (_, i) => `"k${i}":"${i}"`)
  expect(textsOf(format, `{${members.join(',')}}`)['k199999']).toBe('199999')
})
