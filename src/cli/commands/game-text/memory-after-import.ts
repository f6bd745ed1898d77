// Fills the rows of an import from memory, or counts what it could fill, by the setting `memory`. New texts may fit any
// row, so an import of translations looks at all rows.
import type { App } from '../../../app/app.ts'
import { rememberRows } from '../../../app/writes/remember-rows.ts'
import { rowsOfPatch } from '../../../app/work/patch-rows.ts'
import { counted } from '../../../base/numeral.ts'
import { runAlone } from '../../../base/slices.ts'
import { importTwinsMax } from '../../../domain/limits.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { actingPerson } from '../../named-person.ts'
import { valueOf } from '../value-of.ts'

/** As the report has them: `could_fill`, or `filled` and the number of the run. */
export type MemoryCounts = Readonly<Record<string, number>>

/** Null: the setting is off, or memory has nothing for these rows. */
export async function memoryAfterImport(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  { sources, localized }: { readonly sources: { readonly number: number } | null; readonly localized: object | null },
): Promise<MemoryCounts | null> {
  const { memory } = app.rules.now().settings
  if (memory === 'off') return null
  const patch = sources === null || localized !== null ? null : String(sources.number)
  const done = valueOf(
    await rememberRows(app, actingPerson(app, args), {
      rows: patch === null ? null : await rowsOfPatch(app, patch),
      isDryRun: memory === 'suggest',
      twinRowsMax: importTwinsMax,
      run: runAlone,
      signal: context.signal,
    }),
  )
  const { number, filled, twins, unsought, left } = done
  if (memory === 'suggest') {
    if (filled === 0) return left.divided === 0 ? null : { could_fill: 0, twins, unsought, ...left }
    const only = patch === null ? '' : ` --filter 'patch=${patch}'`
    context.note(`memory has texts for ${counted(filled, 'row')}: windrow remember${only} fills them`)
    return { could_fill: filled, twins, unsought, ...left }
  }
  return { filled, twins, unsought, ...left, ...(number !== null && { run: number }) }
}
