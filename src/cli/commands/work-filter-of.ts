// The options --filter and --label of commands that work on many rows.
import type { App } from '../../app/app.ts'
import { unknownLabelIn } from '../../app/labels/read-labels.ts'
import { findWork } from '../../app/work/find-work.ts'
import { savedFilterNamed } from '../../app/work/saved-filters.ts'
import {
  ALL_WORK,
  isEmptyFilter,
  parseFilterText,
  type WorkFilter,
  writeWorkFilter,
} from '../../domain/work/work-filter.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import type { ParsedArgs } from '../command.ts'
import { Usage } from '../failure.ts'

/** The filter of --filter: written as in an address, `layer=machine&model=x`, or the name of a saved filter. */
export function filterOf(app: App, args: ParsedArgs): { readonly filter?: WorkFilter } {
  const text = args.text('filter')
  if (text === undefined) return {}
  if (!text.includes('=')) {
    const saved = savedFilterNamed(app, text)
    if (!saved.ok) throw new Usage(`--filter: ${saved.refusal}`)
    return { filter: withLabel(app, saved.value, 'filter') }
  }
  const asked = parseFilterText(text)
  if (asked.fault !== null) throw new Usage(`--filter: ${asked.fault}`)
  return { filter: withLabel(app, asked.filter, 'filter') }
}

/**
 * The text of --filter, for agents: their store may be behind a server, which checks the labels. A filter without parameters is refused,
 * because it would take every row. `app`: the local store, which knows the names of saved filters; null: a server.
 */
export function filterTextOf(args: ParsedArgs, app: App | null): string | undefined {
  const text = args.text('filter')
  if (text === undefined) return undefined
  if (!text.includes('=')) {
    const { filter } = app === null ? {} : filterOf(app, args)
    if (filter !== undefined) return writeWorkFilter(filter).toString()
    throw new Usage(
      '--filter: names of saved filters work only on the local store, with --as; give parameters instead, such as layer=none',
    )
  }
  const { fault } = parseFilterText(text)
  if (fault !== null) throw new Usage(`--filter: ${fault}`)
  if (isEmptyFilter(text)) throw new Usage('--filter: give at least one parameter, such as layer=none')
  return text
}

/** The rows with the label of --label; null: the option is not given. Service rows and retired ones have no labels. */
export async function labelledRows(app: App, args: ParsedArgs): Promise<RowSet | null> {
  const label = args.text('label')
  if (label === undefined) return null
  return await findWork(app, withLabel(app, { ...ALL_WORK, label }, 'label'))
}

function withLabel(app: App, filter: WorkFilter, option: 'filter' | 'label'): WorkFilter {
  const fault = unknownLabelIn(app, filter)
  if (fault !== null) throw new Usage(`--${option}: ${fault}`)
  return filter
}
