import { describe, expect, it } from 'vitest'
import { DamagedFile } from '../../src/damage.ts'
import { formatTermList, parseGlossary } from '../../src/glossary-file.ts'

const parse = (value: unknown): unknown =>
  parseGlossary(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'terms.json')
const plain = { caseSensitive: false, doNotTranslate: false, note: '' }

function faultOf(value: unknown): string {
  try {
    parse(value)
    return 'nothing is wrong'
  } catch (error) {
    if (error instanceof DamagedFile) return error.message
    throw error
  }
}

describe('term lists of other tools', () => {
  it('are read as LinguaGacha and AiNiee write them', () => {
    expect(
      parse([
        { src: 'Daria', dst: 'Дарія', info: 'female', regex: false, case_sensitive: true },
        { src: ' Kelvis ', dst: 'Кельвіс', info: '' },
        { src: 'Kelvis', dst: 'Келвіс' },
        { src: 'HP', dst: 'HP' },
        { src: 'Qi', dst: '', info: 'see the brief' },
      ]),
    ).toEqual([
      { source: 'Daria', forms: ['Дарія'], caseSensitive: true, doNotTranslate: false, note: 'female' },
      { ...plain, source: 'Kelvis', forms: ['Кельвіс', 'Келвіс'] },
      { ...plain, source: 'HP', forms: ['HP'], doNotTranslate: true },
      { ...plain, source: 'Qi', forms: [], note: 'see the brief' },
    ])
  })

  it('are read as ParaTranz writes them, and as one object', () => {
    expect(
      parse([{ id: 7, term: 'Sword', translation: 'меч', pos: 'noun', note: 'of iron', variants: ['swords'] }]),
    ).toEqual([{ ...plain, source: 'Sword', forms: ['меч'], note: 'of iron' }])
    expect(parse('\uFEFF{"Sword": "меч"}')).toEqual([{ ...plain, source: 'Sword', forms: ['меч'] }])
  })

  it('are refused with their entry', () => {
    expect(faultOf('[{')).toMatch(/^terms\.json, line 1: the element is not JSON/)
    expect(faultOf([{ src: 'a', dst: 'b' }, { dst: 'c' }])).toMatch(/^terms\.json, entry 2: the row has no term/)
    expect(faultOf([null])).toMatch(/^terms\.json, entry 1: the row has no term/)
    expect(faultOf([{ src: 'a', dst: 5 }])).toMatch(/^terms\.json, entry 1: .*found "5", expected a member "dst"/)
    expect(faultOf([{ src: 'a+', dst: 'b', regex: true }])).toMatch(/entry 1: the term is a pattern; found "a\+"/)
  })

  it('are written, and read back', () => {
    const rows = [
      {
        ...plain,
        source: 'Dark Knight',
        forms: ['Темн* лицар*', 'Лицар'],
        facts: { kind: 'person', meaning: 'the rival' },
      },
      { ...plain, source: 'HP', forms: [], doNotTranslate: true, caseSensitive: true },
      { ...plain, source: 'Qi', forms: [], note: 'only a note' },
    ] as const
    expect(JSON.parse(formatTermList(rows, 'linguagacha'))).toEqual([
      { src: 'Dark Knight', dst: 'Темн лицар', info: 'the rival; person', regex: false, case_sensitive: false },
      { src: 'HP', dst: 'HP', info: '', regex: false, case_sensitive: true },
    ])
    expect(parse(formatTermList(rows, 'paratranz'))).toMatchObject([
      { source: 'Dark Knight', forms: ['Темн лицар'], note: 'the rival; person' },
      { source: 'HP', doNotTranslate: true, caseSensitive: true },
    ])
  })
})
