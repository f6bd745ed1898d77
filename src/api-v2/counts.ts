// The routes that count rows of work: by the values of a facet, and by patches of the game.
import { countFacets } from '../app/work/count-facets.ts'
import { listPatches, type Patch } from '../app/work/list-patches.ts'
import { readPatch } from '../app/work/read-patch.ts'
import { type Answer, failure, success } from '../api-v1/answer.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import type { Call } from '../api-v1/visit.ts'
import { limitOf, parametersOf } from '../api-v1/query.ts'
import { isoTime } from '../base/time.ts'
import { FAMILIES, isSetIn } from '../domain/work/families.ts'
import { ALL_WORK, type WorkFilter, writeWorkFilter } from '../domain/work/work-filter.ts'
import { asked, askedOfFilter } from './asked.ts'
import { parseNoQuery, wholeNumber } from './lookup-queries.ts'
import { unsettled } from './lookups.ts'
import { filterOf, WORK_NAMES, workFilterOf } from './work-query.ts'

/** GET /facets. */
export const facets = (call: Call): Answer | Promise<Answer> =>
  askedOfFilter(call, parseFacetsQuery, async ({ filter, by }) => {
    const { total, isSettled, facets: counted } = await countFacets(call.app, call.actor.user.id, filter, by)
    return success({ facets: counted }, { total, ...unsettled(isSettled) })
  })

function parseFacetsQuery(query: string, faults: Fault[]): { filter: WorkFilter; by: readonly string[] } {
  const values = parametersOf(query, ['by', 'filter', ...WORK_NAMES], faults)
  const filter = filterOf(values, workFilterOf(values, faults), faults) ?? ALL_WORK
  const by = values.get('by')?.split(',') ?? ['state']
  if (new Set(by).size !== by.length || by.some((family) => !FAMILIES.includes(family))) {
    const message = `must be names from ${FAMILIES.join(', ')}, each once, with commas between them`
    faults.push({ field: 'by', message, allowed: FAMILIES })
  }
  for (const family of by.filter((each) => isSetIn(filter, each))) {
    const message = `${family} is a condition of the filter, so its other values have no rows: leave out one of both`
    faults.push({ field: 'by', message })
  }
  return { filter, by }
}

/** GET /patches. */
export const patches = (call: Call): Answer | Promise<Answer> =>
  asked(
    call,
    (query, faults) => {
      const values = parametersOf(query, ['after', 'limit'], faults)
      const after = wholeNumber('after', { min: 0, max: patchIdMax }, values, 0, faults)
      return { before: after === 0 ? null : after, limit: limitOf(values.get('limit'), faults) }
    },
    async ({ before, limit }) => {
      const { patches: found, next, isSettled } = await listPatches(call.app, before, limit)
      return success({ patches: found.map(patchJson) }, { count: found.length, next, ...unsettled(isSettled) })
    },
  )

const patchIdMax = 999_999_999

/** GET /patches/{patch_id}. */
export const patch = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, async () => {
    const id = Number(call.id)
    const { patches: found, isSettled } = await listPatches(call.app, id + 1, 1)
    const [first] = found
    if (first?.record.id !== id) return noSuchPatch()
    const progress = await readPatch(call.app, call.actor.user.id, id)
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
  })

const noSuchPatch = (): Answer =>
  failure('entry_not_found', {
    message: 'No import of the game’s files has this number.',
    hint: 'GET /api/v2/patches lists them.',
  })

const patchJson = ({ record, size, by, work }: Patch): object => ({
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
