// A profile as a file: what it sets, how a store's own is written, and what a fault says.
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { profileOf, profileSchema, readProfile } from '../../../src/app/profile-file.ts'
import { DEFAULT_SETTINGS } from '../../../src/domain/settings.ts'

const FROGS = `{
  // Comments and trailing commas may stand in it.
  "$schema": "profile.schema.json",
  "about": "Frogs",
  "only": ["i18n/*.json", "lang/*.csv"],
  "keys": "!*.note",
  "target_language": "uk",
  "markup": ["printf", "tags"],
  "tokens": [{ "token": "%*%", "inside": "word" }, { "token": "<c=*>", "closed_by": "</c>" }],
}`

it('gives the settings of its members, and is written again from them', () => {
  const read = readProfile(`\uFEFF${FROGS}`)
  expect(read).toEqual({
    ok: true,
    value: {
      only: 'i18n/*.json, lang/*.csv',
      keys: '!*.note',
      target_language: 'uk',
      markup: 'printf,tags',
      tokens: '[{"token":"%*%","inside":"word"},{"token":"<c=*>","closed_by":"</c>"}]',
    },
  })
  const settings = { ...DEFAULT_SETTINGS, profile: 'generic', ...(read.ok && read.value) } as typeof DEFAULT_SETTINGS
  const written = profileOf(settings)
  expect(readProfile(written)).toEqual({ ok: true, value: { profile: 'generic', ...(read.ok && read.value) } })
  const isValid = new Ajv2020.default({ strict: false }).compile(profileSchema())
  for (const text of [written, FROGS.replace(/ *\/\/.*\n/, '').replace(',\n}', '\n}')]) {
    expect([isValid(JSON.parse(text)), isValid.errors]).toEqual([true, null])
  }
  expect(isValid({ skp: '' })).toBe(false)
})

describe('a fault', () => {
  it.each([
    ['{\n"only": [}', 2, 'the JSON is not well formed (value expected)'],
    ['', 1, 'the JSON is not well formed'],
    ['[]', 1, 'a profile is an object'],
    ['{\n\n"skp": []}', 3, 'a profile has no "skp"; did you mean "skip"?'],
    ['{"colour": 1}', 1, 'a profile has no "colour"; it has profile, source_language'],
    [
      '{\n"markup": ["printf", "tagz"]}',
      2,
      '"markup" can\'t be ["printf","tagz"]; it takes none, or some of qt, printf',
    ],
    ['{\n"target_language": "Ukrainish"}', 2, '"target_language" can\'t be "Ukrainish"; it takes a language tag'],
    ['{"skip": 5}', 1, '"skip" can\'t be 5; it takes a list of patterns'],
    ['{"tokens": [\n{"token": "%*%"},\n{"token": "%", "insid": "word"}]}', 3, 'token 2: a token has no "insid"'],
    ['{"tokens": [\n{"inside": "word"}]}', 2, 'token 1: say what it looks like'],
    ['{\n"tokens": {}}', 2, 'tokens is a list'],
  ])('of %j is in line %i: %s', (text, line, message) => {
    expect(readProfile(text)).toMatchObject({ ok: false, refusal: { line, message: expect.stringContaining(message) } })
  })
})
