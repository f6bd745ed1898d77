// A request, or several, for each route of the APIs and each tool of MCP.
import { setImmediate as nextRound } from 'node:timers/promises'
import { V2_ROUTES } from '../../../src/api-v2/routes.ts'
import { rowsLimitMax } from '../../../src/domain/limits.ts'
import { idOf } from '../../support/game-store.ts'
import { type Ask, bothTo, type EqualRowsWorld, equalRows, machineTo, SOURCE_HASH } from './equal-rows-world.ts'

/** Of each route: the status of its answers, and requests that may cost much where many rows have one source. */
export type Samples = Readonly<Record<string, readonly [number, ...Ask[]]>>

const fifty = <T>(item: (at: number) => T): { items: T[] } => ({
  items: Array.from({ length: 50 }, (_, at) => item(at)),
})
const machineItem = (number: number, text: string) => ({
  row_id: idOf(number),
  text,
  layer: 'machine',
  source_hash: SOURCE_HASH,
  provider: 'p',
  model: 'm',
})
const words = (nth: number): string => `Стара брама зачинена${'.'.repeat(1 + (nth % 3))}`
const row = idOf(1)
const fiftyRows = Array.from({ length: 50 }, (_, at) => idOf(at * 600 + 1))
const lastRow = idOf(equalRows)

/** Of addresses of API v2 that take no id, which need no sample of their own: the largest page. */
const pagesOfV2 = (api: EqualRowsWorld['api']): Samples =>
  Object.fromEntries(
    V2_ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map(({ path, parameters = {} }) => {
      const page = 'limit' in parameters ? `?limit=${rowsLimitMax}` : ''
      return [`GET /api/v2${path}`, [200, api('GET', `/api/v2${path}${page}`)]]
    }),
  )

/** Samples of API v1 and v2, the legacy endpoint and MCP. */
export function samplesOfApis({ api, legacy, mcp, tool, bare }: EqualRowsWorld): Samples {
  /** Takes a claim, and asks for something of it in another round of the loop. */
  const ofClaim =
    (method: string, body?: object): Ask =>
    async (nth) => {
      const { text } = await api('POST', '/api/v2/claims', { limit: 10 })(nth)
      const { data } = JSON.parse(text) as { data: { claim: { id: string } } }
      await nextRound()
      return await api(method, `/api/v2/claims/${data.claim.id}`, body)(nth)
    }
  /** Takes rows, and asks a tool with a text for each in another round of the loop. */
  const withHeld =
    (ask: (texts: Readonly<Record<string, string>>) => Ask): Ask =>
    async (nth) => {
      const { text } = await tool('take_rows', { count: 100 })(nth)
      const numbers = Array.from(text.matchAll(/(?:\\n|")(\d+)\\t/g), ([, number = '']) => number)
      if (numbers.length !== 100) throw new Error(text)
      await nextRound()
      return await ask(Object.fromEntries(numbers.map((number) => [number, words(nth)])))(nth)
    }
  return {
    ...pagesOfV2(api),
    'GET /api/v1/me': [200, api('GET', '/api/v1/me')],
    'GET /api/v1/rows': [
      200,
      api('GET', '/api/v1/rows?limit=100&fields=core,sources,reference,layers,tokens&include_total=1'),
      api('GET', '/api/v1/rows?limit=100&state=manual&updated_since=2027-01-01'),
    ],
    'GET /api/v1/rows/{row_id}': [200, api('GET', `/api/v1/rows/${row}`)],
    'GET /api/v1/taxonomy': [200, api('GET', '/api/v1/taxonomy')],
    'POST /api/v1/translations/validate': [
      200,
      api('POST', '/api/v1/translations/validate', (nth: number) =>
        fifty((at) => ({ row_id: idOf(at + 1), text: words(nth), layer: 'machine' })),
      ),
    ],
    'POST /api/v1/translations': [
      200,
      api('POST', '/api/v1/translations', (nth: number) =>
        fifty((at) => machineItem(20_001 + nth * 50 + at, words(nth))),
      ),
    ],
    'POST /api/v2/claims': [
      201,
      api('POST', '/api/v2/claims', { limit: 100 }),
      api('POST', '/api/v2/claims', { filter: { layer: 'none' }, limit: 100 }),
    ],
    'PUT /api/v2/claims/{claim_id}': [200, ofClaim('PUT', { ttl_s: 60 })],
    'DELETE /api/v2/claims/{claim_id}': [204, ofClaim('DELETE')],
    'GET /api/v2/rows': [
      200,
      api('GET', '/api/v2/rows?limit=100&fields=core,sources,reference,layers,tokens'),
      api('GET', '/api/v2/rows?limit=100&layer=leading&freshness=current&state=machine'),
      api('GET', `/api/v2/rows?around=${lastRow}&each_side=20`),
      api('GET', `/api/v2/rows?ids=${Array.from({ length: 100 }, (_, at) => idOf(at * 7 + 1)).join()}`),
    ],
    'GET /api/v2/rows/{row_id}/history': [200, api('GET', `/api/v2/rows/${lastRow}/history?limit=100`)],
    'GET /api/v2/rows/{row_id}/comments': [200, api('GET', `/api/v2/rows/${lastRow}/comments`)],
    'GET /api/v2/proposals': [
      200,
      api('GET', '/api/v2/proposals?limit=100'),
      api('GET', '/api/v2/proposals?status=rejected&author=me&limit=100'),
    ],
    'GET /api/v2/proposals/{proposal_id}': [200, api('GET', '/api/v2/proposals/1')],
    'POST /api/v2/proposals/{proposal_id}/approve': [
      200,
      async (nth) => await api('POST', `/api/v2/proposals/${321 + nth}/approve`, { version: 1 })(nth),
    ],
    'POST /api/v2/proposals/{proposal_id}/reject': [
      200,
      async (nth) => await api('POST', `/api/v2/proposals/${331 + nth}/reject`, { version: 1, reason: 'no' })(nth),
    ],
    'GET /api/v2/search': [
      200,
      api('GET', '/api/v2/search?text=gate+closed&limit=100'),
      api('GET', '/api/v2/search?text=nowhere&limit=100'),
      api('GET', '/api/v2/search?text=gate&limit=100&filter=layer%3Dmanual%26status%3Dapproved'),
    ],
    'GET /api/v2/facets': [
      200,
      api('GET', '/api/v2/facets?by=state,patch,model,provider,author,reviewer,origin,status'),
      api('GET', '/api/v2/facets?by=layer,freshness,findings,game,proposals,source&patch=1'),
    ],
    'GET /api/v2/patches/{patch_id}': [200, api('GET', '/api/v2/patches/1')],
    'GET /api/v2/events': [
      200,
      api('GET', '/api/v2/events?limit=100'),
      api('GET', '/api/v2/events?kind=people.joined'),
    ],
    'POST /api/v2/glossary/match': [200, api('POST', '/api/v2/glossary/match', { row_ids: fiftyRows })],
    'POST /api/v2/glossary/proposals': [
      200,
      api('POST', '/api/v2/glossary/proposals', (nth: number) =>
        fifty((at) => ({ source: `term ${nth} ${at}`, forms: ['слово'] })),
      ),
    ],
    'GET /api/v2/glossary/proposals': [200, api('GET', '/api/v2/glossary/proposals?status=all&limit=100')],
    'POST /api/v2/labels/rows': [
      200,
      api('POST', '/api/v2/labels/rows', (nth: number) => ({ label: `by ${nth}`, act: 'give', row_ids: fiftyRows })),
    ],
    'POST /api/v2/labels/proposals': [
      200,
      api('POST', '/api/v2/labels/proposals', (nth: number) =>
        fifty((at) => ({
          label: `kind:${nth}`,
          act: 'give',
          row_ids: fiftyRows.map((_, n) => idOf(at * 600 + n + 1)),
        })),
      ),
    ],
    'GET /api/v2/labels/proposals': [200, api('GET', '/api/v2/labels/proposals?status=all&limit=100')],
    'POST /api/v2/memory': [
      200,
      api('POST', '/api/v2/memory', { row_ids: fiftyRows }),
      api('POST', '/api/v2/memory', { texts: ['The old gate is closed.'] }),
    ],
    'POST /api/v2/memory/fill': [200, api('POST', '/api/v2/memory/fill', { row_ids: fiftyRows })],
    'POST /api/v2/context': [
      200,
      api('POST', '/api/v2/context', { row_ids: fiftyRows }),
      api('POST', '/api/v2/context', { texts: ['The old gate is closed.'], examples: 5 }),
    ],
    'POST /api/v2/translations': [
      200,
      api('POST', '/api/v2/translations', (nth: number) =>
        fifty((at) => ({ ...machineItem(bothTo + nth * 50 + at, words(nth)), overwrite: true, copies: true })),
      ),
    ],
    'ALL /api/translations-api.php': [405, bare('GET', '/api/translations-api.php')],
    'ALL /*': [404, bare('POST', '/api/translations-api.php/')],
    'legacy propose': [200, legacy((nth: number) => ({ row_id: idOf(22_000 + nth), user_translate_text: words(nth) }))],
    'legacy update_ai_translated_text': [
      200,
      legacy((nth: number) => ({
        action: 'update_ai_translated_text',
        row_id: idOf(22_100 + nth),
        ai_translated_text: words(nth),
        overwrite_ai_translated_text: true,
      })),
    ],
    'legacy show_info': [200, legacy({ action: 'show_info', row_id: lastRow })],
    'tools/list': [200, mcp('tools/list')],
    'resources/list': [200, mcp('resources/list')],
    'prompts/list': [200, mcp('prompts/list')],
    'tools take_rows': [200, tool('take_rows', { count: 100 })],
    'tools write': [200, withHeld((texts) => tool('write', { texts, model: 'm' }))],
    'tools check': [200, withHeld((texts) => tool('check', { texts }))],
    'tools look': [200, tool('look', (nth: number) => ({ n: machineTo + 9_000 + nth }))],
    'tools search': [200, tool('search', { text: 'gate', limit: 100 })],
    'tools glossary': [200, tool('glossary')],
    'tools propose_terms': [
      200,
      tool('propose_terms', { terms: fifty((at) => ({ source: `word ${at}`, forms: ['слово'] })).items, model: 'm' }),
    ],
    'tools status': [200, tool('status')],
    'tools give_back': [200, withHeld(() => tool('give_back'))],
    'tools review_queue': [200, tool('review_queue', { count: 50 })],
    'tools decide': [
      200,
      tool('decide', (nth: number) => ({
        decisions: Array.from({ length: 20 }, (_, at) => ({ proposal: `${200 + nth * 20 + at}.1`, approve: true })),
      })),
    ],
    'resources guide': [200, mcp('resources/read', { uri: 'windrow://guide' })],
    'resources brief': [200, mcp('resources/read', { uri: 'windrow://brief' })],
    'resources taxonomy': [200, mcp('resources/read', { uri: 'windrow://taxonomy' })],
    'prompts translate': [200, mcp('prompts/get', { name: 'translate', arguments: {} })],
  }
}
