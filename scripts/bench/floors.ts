// Which ratios of a short run lie beyond their floors: falls that no noise explains, such as a forgotten index.
import type { WorkResult } from './report.ts'
import type { Work } from './works.ts'

/** A sentence for each ratio of a work that is beyond its floor; what was not measured has not fallen. */
export function fallenIn(
  { name, limits }: Pick<Work, 'name' | 'limits'>,
  { ratios }: Pick<WorkResult, 'ratios'>,
): string[] {
  return limits.flatMap((limit) => {
    const { of, against, kind, floor } = limit
    const ratio = ratios.find((each) => each.kind === kind && each.of === of && each.against === against)
    if (ratio === undefined || ('atLeast' in limit ? ratio.median >= floor : ratio.median <= floor)) return []
    const [is, wanted] = [ratio.median.toPrecision(3), `${'atLeast' in limit ? 'at least' : 'at most'} ${floor}`]
    return [`${name} has fallen: ${of} against ${against} is ${is}, and a short run has ${wanted}`]
  })
}
