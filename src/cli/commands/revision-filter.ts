// The options of `log` and `revert` that select revisions.
import type { App } from '../../app/app.ts'
import { findKey } from '../../app/people/manage-keys.ts'
import { parseTime } from '../../base/time.ts'
import type { RevisionFilter } from '../../domain/revert.ts'
import { viaBatch, viaImport, viaMemory, viaRevert, viaSample } from '../../domain/revision.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { ordinalOfRow } from '../../app/rows/read-row.ts'
import { wasThere } from '../../app/undo/read-log.ts'
import type { CommandContext, ParsedArgs, OptionSpec } from '../command.ts'
import { Failure, Usage } from '../failure.ts'
import { namedPerson } from '../named-person.ts'
import { valueOf } from './value-of.ts'
import { KEY, LAYER, NAME, ROW, TEXT, TIME } from '../options.ts'

export const number = { kind: 'integer', placeholder: 'N', min: 1 } as const

/** Options that select revisions; a revision must fit all that are given. */
export const REVISION_FILTERS: readonly OptionSpec[] = [
  { name: 'row', summary: 'Of this row; may be repeated', value: ROW, isRepeatable: true },
  { name: 'layer', summary: 'Of this layer', value: LAYER },
  { name: 'person', summary: 'Written by this person', value: NAME },
  { name: 'key', summary: 'Written with this key: its id, or its first 12 characters', value: KEY },
  { name: 'provider', summary: 'Made by this provider', value: TEXT },
  { name: 'model', summary: 'Made by this model', value: TEXT },
  {
    name: 'batch',
    summary: 'Of the batch with this idempotency key',
    value: KEY,
    excludes: ['import', 'memory', 'sample', 'revert'],
  },
  {
    name: 'import',
    summary: 'Of the import of translations with this number',
    value: number,
    excludes: ['memory', 'sample', 'revert'],
  },
  {
    name: 'memory',
    summary: 'Of the run of windrow remember with this number',
    value: number,
    excludes: ['sample', 'revert'],
  },
  { name: 'sample', summary: 'Accepted by the sample with this number', value: number, excludes: ['revert'] },
  { name: 'from-memory-of', summary: 'Taken by memory from a text of this row', value: ROW },
  { name: 'revert', summary: 'Of the revert with this number', value: number },
  { name: 'since', summary: 'Written at this time or later', value: TIME },
  { name: 'until', summary: 'Written before this time', value: TIME },
]

/** The filter of the options. Throws Failure for a name that does not exist, Usage for a wrong time. */
export function revisionFilterOf(app: App, args: ParsedArgs): RevisionFilter {
  const [rows, person, donor] = [args.texts('row'), args.text('person'), args.text('from-memory-of')]
  return {
    ordinals: rows.length === 0 ? null : new Set(rows.map((typed) => knownRow(app, typed).ordinal)),
    layer: (args.text('layer') ?? null) as Layer | null,
    personId: person === undefined ? null : namedPerson(app, person).id,
    keyId: keyOf(app, args.text('key')),
    provider: args.text('provider') ?? null,
    model: args.text('model') ?? null,
    donorRowId: donor === undefined ? null : knownRow(app, donor).rowId,
    via: viaOf(app, args),
    sinceMs: timeOf(args, 'since'),
    untilMs: timeOf(args, 'until'),
  }
}

export const askedOf = (args: ParsedArgs): Record<string, string> =>
  Object.fromEntries(
    REVISION_FILTERS.flatMap(({ name, value, isRepeatable }) => {
      const said =
        isRepeatable === true
          ? args.texts(name).join(' ')
          : value?.kind === 'integer'
            ? args.integer(name)
            : args.text(name)
      return said === undefined || said === '' ? [] : [[name, String(said)]]
    }),
  )

/** The time given with an option; null without the option. */
function timeOf(args: ParsedArgs, option: string): number | null {
  const text = args.text(option)
  if (text === undefined) return null
  const timeMs = parseTime(text)
  if (timeMs !== null) return timeMs
  throw new Usage(`--${option} ${text} is not a time; write 2026-11-21 or 2026-11-21T14:30Z`)
}

/** The time given with `--at`, which may not be in the future; null without it. */
export function momentOf({ clock }: CommandContext, args: ParsedArgs): number | null {
  const atMs = timeOf(args, 'at')
  if (atMs === null || atMs <= clock.nowMs()) return atMs
  throw new Usage(
    `--at ${args.text('at') ?? ''} lies in the future; write a time that has passed, in UTC or with its zone`,
  )
}

function knownRow(app: App, typed: string): { readonly rowId: string; readonly ordinal: number } {
  // The first column of `windrow rows` begins with the id.
  const [rowId = ''] = typed.toLowerCase().split('.')
  const ordinal = /^[0-9a-f]{16}$/.test(rowId) ? ordinalOfRow(app, rowId) : undefined
  if (ordinal === undefined)
    throw new Failure(`there is no row ${typed}; windrow search finds rows`, { code: 'not_found' })
  return { rowId, ordinal }
}

/** The number of a key. A revoked key is no longer stored, but its number is still valid here. */
function keyOf(app: App, typed: string | undefined): number | null {
  if (typed === undefined) return null
  const found = findKey({ db: app.store.main }, typed)
  return !found.ok && /^\d{1,9}$/.test(typed) ? Number(typed) : valueOf(found).id
}

const BY_NUMBER = [
  ['import', viaImport],
  ['memory', viaMemory],
  ['sample', viaSample],
  ['revert', viaRevert],
] as const

function viaOf(app: App, args: ParsedArgs): string | null {
  const batch = args.text('batch')
  if (batch !== undefined) return viaBatch(batch)
  for (const [option, via] of BY_NUMBER) {
    const number = args.integer(option)
    if (number === undefined) continue
    if (wasThere(app, option, number)) return via(number)
    throw new Failure(`--${option} ${number}: there was none with this number; windrow log shows the numbers`, {
      code: 'not_found',
    })
  }
  return null
}
