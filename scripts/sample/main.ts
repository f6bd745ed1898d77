// Writes the bundled sample game into src/sample: what `windrow up` fills an empty store with. Named like the game's own
// files. Run after changing the word lists: npm run sample
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildContainer } from '../../test/support/container-builder.ts'
import { makeSample, shardCount } from './sample.ts'

const folder = new URL('../../src/sample/', import.meta.url)
const { main, diff, reference, referenceDiff } = makeSample()
const known = new Set(main.map(({ id }) => id))
const deleted = diff.filter(({ text }) => text === null).length
const added = diff.filter(({ id }) => !known.has(id)).length
const totalAfter = main.length + added - deleted

const FILES = [
  { name: 'translate_words_map_en', entries: main, totalEntries: main.length },
  { name: 'translate_words_map_en_diff', entries: diff, totalEntries: totalAfter },
  { name: 'translate_words_map_zh_cn', entries: reference, totalEntries: reference.length },
  { name: 'translate_words_map_zh_cn_diff', entries: referenceDiff, totalEntries: totalAfter },
]

for (const { name, entries, totalEntries } of FILES) {
  const bytes = buildContainer({ entries, shardCount, totalEntries })
  writeFileSync(fileURLToPath(new URL(name, folder)), bytes)
  console.log(`${name}: ${entries.length} entries, ${bytes.length} bytes`)
}
