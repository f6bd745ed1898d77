// Each fault that is planted for the engines (scripts/faults/plants.ts) still has its place in the sources, once.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PLANTS } from '../../../scripts/faults/plants.ts'

it.each(Object.entries(PLANTS))('%s', (_, { file, from }) =>
  expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split(from)).toHaveLength(2),
)
