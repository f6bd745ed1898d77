// Values of a field of the filter of work that takes one of a few.
import * as fc from 'fast-check'
import { FILTER_PARAMETERS, type WorkFilter } from '../../src/domain/work/work-filter.ts'

export const oneOf = <M extends keyof WorkFilter>(member: M): fc.Arbitrary<WorkFilter[M]> =>
  fc.constantFrom(...(FILTER_PARAMETERS.find(({ name }) => name === member)?.takes as readonly WorkFilter[M][]))
