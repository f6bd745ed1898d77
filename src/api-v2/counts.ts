// The addresses that count rows of work: by the values of a facet, and by patches of the game.
import * as z from 'zod'
import { countFacets } from '../app/work/count-facets.ts'
import { listPatches, type Patch as Found } from '../app/work/list-patches.ts'
import { readPatch } from '../app/work/read-patch.ts'
import { type Answer, failure, success } from '../api-v1/answer.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import { isoTime } from '../base/time.ts'
import { FAMILIES, isSetIn } from '../domain/work/families.ts'
import { ALL_WORK, type WorkFilter, writeWorkFilter } from '../domain/work/work-filter.ts'
import { afterPage, asking, each, LIMIT, type Declared } from './declared.ts'
import { unsettled } from './lookups.ts'
import { answer, count, id, nameShapes, Settled, Time } from './shapes.ts'
import { FILTER, filterOf, WORK_NAMES, workFilterOf } from './work-query.ts'

const facets = asking({
  name: 'facets',
  path: '/facets',
  summary: 'Rows of a filter by the values of its parameters, or by state of GET /rows',
  description:
    'Each count is meta.total of GET /rows with the filter and this value (layer=any, if the filter is empty).',
  query: {
    parameters: {
      by: { description: `With commas, of ${FAMILIES.join(', ')}`, schema: { type: 'string', default: 'state' } },
      filter: FILTER,
    },
    also: WORK_NAMES,
    read: facetsQuery,
  },
  gives: answer(
    {
      facets: z.record(
        z.string(),
        z.looseObject({
          values: z.array(z.looseObject({ value: z.string(), rows: count })).describe('The most frequent 100'),
          more: count.describe('Further values'),
        }),
      ),
    },
    { total: count, is_settled: Settled.optional() },
  ),
  run: async (call, { filter, by }) => {
    const { total, isSettled, facets: counted } = await countFacets(call.app, call.actor.user.id, filter, by)
    return success({ facets: counted }, { total, ...unsettled(isSettled) })
  },
})

function facetsQuery(
  values: ReadonlyMap<string, string>,
  faults: Fault[],
): { filter: WorkFilter; by: readonly string[] } {
  const filter = filterOf(values, workFilterOf(values, faults), faults) ?? ALL_WORK
  const by = values.get('by')?.split(',') ?? ['state']
  if (new Set(by).size !== by.length || by.some((family) => !FAMILIES.includes(family))) {
    const message = `must be names from ${FAMILIES.join(', ')}, each once, with commas between them`
    faults.push({ field: 'by', message, allowed: FAMILIES })
  }
  for (const family of by.filter((each) => isSetIn(filter, each))) {
    const message = `${family} is a condition of the filter, so its other values have no rows: leave one of the two out`
    faults.push({ field: 'by', message })
  }
  return { filter, by }
}

const Patch = z.looseObject({
  id: id.describe('For the parameter patch'),
  time: Time,
  files: z.array(z.looseObject({ part: z.string(), name: z.string() })),
  by: z.looseObject({ id, name: z.string() }).nullable(),
  added: count,
  changed: count,
  gone: count,
  rows: count.nullable().describe('Added and changed rows to translate; null: unknown'),
  handled: count.nullable().describe('Of these, with a current text'),
})
nameShapes({ Patch })

const patchIdMax = 999_999_999

const patches = asking({
  name: 'patches',
  path: '/patches',
  summary: 'Imports of the game, newest first',
  query: each({ after: afterPage(undefined, patchIdMax), limit: LIMIT }),
  gives: answer({ patches: z.array(Patch) }, { count, next: id.nullable(), is_settled: Settled.optional() }),
  run: async (call, { after, limit }) => {
    const { patches: found, next, isSettled } = await listPatches(call.app, after === 0 ? null : after, limit)
    return success({ patches: found.map(patchJson) }, { count: found.length, next, ...unsettled(isSettled) })
  },
})

const patch = asking({
  name: 'patch',
  path: '/patches/{patch_id}',
  summary: 'One import, with its rows by state',
  gives: answer(
    {
      patch: z.intersection(
        Patch,
        z.looseObject({
          states: z
            .array(
              z.looseObject({
                part: z.string(),
                state: z.string(),
                rows: count,
                filter: z.record(z.string(), z.string()),
              }),
            )
            .nullable(),
        }),
      ),
    },
    { is_settled: Settled.optional() },
  ),
  run: async (call) => {
    const number = Number(call.id)
    const { patches: found, isSettled } = await listPatches(call.app, number + 1, 1)
    const [first] = found
    if (first?.record.id !== number) return noSuchPatch()
    const progress = await readPatch(call.app, call.actor.user.id, number)
    const states = typeof progress === 'string' ? null : progress.states
    return success(
      {
        patch: {
          ...patchJson(first),
          states:
            states?.map(({ touch, state, rows, filter }) => ({
              part: touch,
              state: state === 'nothing' ? 'none' : state,
              rows,
              filter: Object.fromEntries(writeWorkFilter(filter)),
            })) ?? null,
        },
      },
      unsettled(isSettled),
    )
  },
})

const noSuchPatch = (): Answer =>
  failure('entry_not_found', {
    message: 'No import of the game’s files has this number.',
    hint: 'GET /api/v2/patches lists them.',
  })

const patchJson = ({ record, size, by, work }: Found): object => ({
  id: record.id,
  time: isoTime(record.atMs),
  files: record.files.map(({ slot, fileName }) => ({ part: slot, name: fileName })),
  by,
  added: size.added,
  changed: size.changed,
  gone: size.retired,
  rows: work?.rows ?? null,
  handled: work?.handled ?? null,
})

export const COUNTS: readonly Declared[] = [facets, patches, patch]
