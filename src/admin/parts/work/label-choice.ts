// The condition that rows have a label, as a field of filters and as in an address.
import { labelNamed, listLabels } from '../../../app/labels/read-labels.ts'
import { NO_LABEL } from '../../../domain/labels/label.ts'
import { parseWorkFilter } from '../../../domain/work/work-address.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { query, type Visit } from '../../visit.ts'
import { select } from '../fields.ts'

/** Empty in a game without labels. */
export function labelChoice({ app }: Visit, label: string | null): Html {
  const names = listLabels(app).map(({ name }) => name)
  if (names.length === 0 && label === null) return html``
  const known = label === null || label === NO_LABEL ? (label ?? '') : labelNamed(app, label)
  const unknown = known === undefined && label !== null ? [[label, say`${label} (no such label)`] as const] : []
  return select(
    'label',
    say`Label`,
    [['', say`any`], [NO_LABEL, say`without a label`], ...names.map((name) => [name, name] as const), ...unknown],
    known ?? label ?? '',
  )
}

/** Null: none, or not a possible name of a label. */
export const askedLabel = (visit: Visit): string | null =>
  parseWorkFilter({ get: (name) => (name === 'label' ? query(visit, name) : null) }).filter.label
