// The bundled sample game: it is what its generator makes, and shows everything a real game's files hold.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeSample } from '../../../../scripts/sample/sample.ts'
import { breaksMarkup } from '../../../../src/domain/text/compare.ts'
import { isServiceText } from '../../../../src/domain/text/service-text.ts'
import { TOKEN_CLASSES } from '../../../../src/domain/text/grammars.ts'
import { scanTokens } from '../../../../src/domain/text/tokens.ts'
import { assertPair } from '../../src/container/container-writer.ts'
import type { OpenOptions } from '../../src/game-text.ts'
import { pairs, readFile } from '../../../../test/vectors/formats/scratch.ts'

const sample = makeSample()
const read = (name: string, role: OpenOptions['role']) =>
  readFile(fileURLToPath(new URL(`../../../../src/sample/${name}`, import.meta.url)), { role })

describe('the bundled sample', () => {
  const FILES = [
    ['translate_words_map_en', 'source', sample.main],
    ['translate_words_map_en_diff', 'diff', sample.diff],
    ['translate_words_map_zh_cn', 'reference', sample.reference],
    ['translate_words_map_zh_cn_diff', 'reference', sample.referenceDiff],
  ] as const
  for (const [name, role, entries] of FILES) {
    it(`${name} holds what the generator makes`, async () => {
      const { text, entries: found } = await read(name, role)
      expect(new Map(pairs(found))).toEqual(new Map(entries.map((entry) => [entry.id, entry.text])))
      expect(found).toHaveLength(entries.length)
      expect(text.warnings()).toEqual([])
    })
  }

  it('is about as large as promised, with changed, added and deleted rows', () => {
    const known = new Map(sample.main.map(({ id, text }) => [id, text]))
    expect(sample.main.length).toBeGreaterThan(350)
    expect(known.size).toBe(sample.main.length)
    expect(new Set(sample.diff.map(({ id }) => id)).size).toBe(sample.diff.length)
    expect(
      sample.diff.filter(({ id, text }) => known.has(id) && text !== null && text !== known.get(id)).length,
    ).toBeGreaterThan(30)
    expect(sample.diff.filter(({ id }) => !known.has(id)).length).toBeGreaterThan(10)
    expect(sample.diff.filter(({ id, text }) => known.has(id) && text === null)).toHaveLength(10)
  })

  it('pairs its main files with their overlays', async () => {
    assertPair(
      (await read('translate_words_map_en', 'source')).text,
      (await read('translate_words_map_en_diff', 'diff')).text,
    )
  })

  it('holds every kind of token', () => {
    const kinds = new Set(sample.main.flatMap(({ text }) => scanTokens(text ?? '', 'keep').map(({ kind }) => kind)))
    expect([...kinds].sort()).toEqual(Object.keys(TOKEN_CLASSES).sort())
  })

  it('holds service rows in both files', () => {
    for (const entries of [sample.main, sample.diff])
      expect(entries.filter(({ text }) => text !== null && isServiceText(text)).length).toBeGreaterThan(1)
  })

  it('keeps the markup of every line in its Chinese twin', () => {
    for (const [source, twin] of [
      [sample.main, sample.reference],
      [sample.diff, sample.referenceDiff],
    ] as const) {
      for (const [at, { id, text }] of source.entries()) {
        expect(twin[at]?.id).toBe(id)
        const broken = breaksMarkup(text ?? '', twin[at]?.text ?? '', 'keep')
        expect(broken ? [text, twin[at]?.text] : null).toBeNull()
      }
    }
  })
})
