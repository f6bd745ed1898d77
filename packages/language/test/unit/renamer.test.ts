// A term's new translation in the place of the old one: case and number by the declensions of both, capitals as they stood, and
// nothing where it is not clear.
import { describe, expect, it } from 'vitest'
import type { TermFacts } from '../../../../src/base/term-facts.ts'
import { createRename } from '../../src/renamer.ts'

interface Asked {
  readonly from: string
  readonly to: string
  readonly language?: string
  readonly facts?: TermFacts
  readonly written?: readonly string[]
}

/** `?`: not clear; null: no form of the old translation. */
function renamed({ from, to, language = 'uk', facts = {}, written = [to] }: Asked): (text: string) => string | null {
  const rename = createRename({ from, to, language, facts, written })
  return (text) => {
    const done = rename(text)
    return done === null ? null : (done.text ?? '?')
  }
}

describe.each([
  ['uk', 'Темний лицар', 'Чорний воїн', 'бачу Темного лицаря', 'бачу Чорного воїна', 'Темні лицарі', 'Чорні воїни'],
  ['ru', 'Тёмный рыцарь', 'Чёрный воин', 'темному рыцарю', 'чёрному воину', 'Темные рыцари', 'Чёрные воины'],
  ['pl', 'Mroczny rycerz', 'Czarny wojownik', 'Mrocznym rycerzem', 'Czarnym wojownikiem', 'rycerz', null],
] as const)('%s: %s, %s', (language, from, to, one, oneDone, other, otherDone) => {
  it('keeps case and number', () => {
    const rename = renamed({ from, to, language, facts: { kind: 'person' } })
    expect([rename(one), rename(other)]).toEqual([oneDone, otherDone])
  })
})

it('changes the gender, where the case is clear', () => {
  const rename = renamed({ from: 'Мохійський пагорб', to: 'Гора моїстів', facts: { kind: 'place' } })
  expect(rename('На Мохійському пагорбі, з Мохійського пагорба')).toBe('На Горі моїстів, з Гори моїстів')
  expect(rename('Мохійським пагорбом')).toBe('Горою моїстів')
  // Nominative or accusative: «Гора» or «Гору».
  expect(rename('Мохійський пагорб')).toBe('?')
  expect(rename('З Мохійського пагорба видно Мохійський пагорб')).toBe('?')
  const unknown = renamed({ from: 'Мохійський пагорб', to: 'Гора моїстів' })
  expect([unknown('з Мохійського пагорба'), unknown('пагорб')]).toEqual(['?', null])
})

it('asks the written forms where a case may have several', () => {
  const change = { from: 'Мохійський пагорб', to: 'Моїстський пік', facts: { kind: 'place' } } as const
  expect(renamed(change)('з Мохійського пагорба')).toBe('?')
  const written = ['Моїстський пік', 'Моїстського піка']
  expect(renamed({ ...change, written })('з Мохійського пагорба')).toBe('з Моїстського піка')
  const own = { kind: 'place', inflection: 'none' } as const
  expect(renamed({ ...change, written, facts: own })('з Мохійського пагорба')).toBe('з Моїстського піка')
  expect(renamed({ ...change, written, facts: own })('на Мохійському пагорбі')).toBe('?')
})

it('keeps capitals, and whole words only', () => {
  const rename = renamed({ from: 'villa', to: 'casa', language: 'it' })
  expect(rename('La villa, Villa e VILLA')).toBe('La casa, Casa e CASA')
  expect([rename('villaggio'), rename('le ville')]).toEqual([null, null])
  expect(renamed({ from: 'a.b (c)', to: 'd', language: '' })('a.b (c) axb (c)')).toBe('d axb (c)')
  expect(renamed({ from: 'воин*', to: 'лицар' })('воина')).toBe(null)
})
