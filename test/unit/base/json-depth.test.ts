// How deep JSON is nested, and what stands on it: readers that call themselves for each level.
import { expect, it } from 'vitest'
import { nestsDeeper } from '../../../src/base/json-depth.ts'
import { readProfile } from '../../../src/app/profile-file.ts'
import { readAnswer } from '../../../packages/translator/src/answer.ts'
import { faultOf } from '../../support/keyed-files.ts'

it.each([
  ['{"a":[{}]}', 3, false],
  ['{"a":[{}]}', 2, true],
  ['[[],[],[]]', 2, false],
  [String.raw`["[[[[", "\"[[["]`, 1, false],
  ['["never closed [[[', 1, false],
])('%s', (json, depthMax, isDeeper) => expect(nestsDeeper(json, depthMax)).toBe(isDeeper))

it('a hundred thousand brackets are refused, or no answer', () => {
  for (const open of ['[', '{"a":', '{"a":[']) {
    const deep = open.repeat(100_000)
    expect(faultOf('rpgmaker', deep)).toContain('nesting is too')
    expect(readProfile(deep)).toMatchObject({ refusal: { line: 1, message: expect.stringContaining('nested') } })
    expect(readAnswer(deep, 2, false).texts.size).toBe(0)
  }
})
