// An agent that calls a server, or the same routes inside the process (local.ts): API v2, and v1 for checks. It waits as long
// as the server asks for, and finds the glossary terms of a source by itself.
import { compileGlossary, glossaryTermsIn } from '../domain/checks/glossary.ts'
import { type EarlierPair, earlierPairs, type LikePair } from '../domain/text/earlier-pairs.ts'
import { batchItemsMax, lookupTextsMax } from '../domain/limits.ts'
import { clientMembers } from '../domain/revision.ts'
import type { Markup } from '../domain/profile.ts'
import {
  type Agent,
  type AgentRow,
  AgentRefused,
  type AgentStatus,
  type AgentText,
  type KnownTexts,
  type ListRows,
  NOTHING_REMEMBERED,
  type ProposedTerm,
  type RememberedRows,
  type TakenRows,
  type TakeRows,
  type TeamBrief,
  type Term,
  type TermOutcome,
  type TextOrigin,
  type TextOutcome,
  type ValueCount,
} from './agent.ts'
import {
  CARD_FIELDS,
  type ClaimCard,
  type ContextCard,
  type ItemCard,
  knownOf,
  type MemoryCard,
  type OfficialCards,
  officialOf,
  outcomeOf,
  earlierOf,
  type QuotaCard,
  quotaOf,
  type RowCard,
  rowOf,
  type StatusCard,
  statusOf,
  type TermCard,
  termOf,
} from './remote-answers.ts'
import { hashToSend, isShort, type Patience, patiently, type SentBatch, sendTexts } from './send-texts.ts'
import { asking, type Answered, type Asked, type Server } from './server-calls.ts'

export type Ask = (request: Asked) => Promise<Answered>

/** Reads the whole hashes of the rows' sources. Needed for texts that give no hash, or only its beginning. */
type CurrentHashes = (texts: readonly AgentText[]) => Promise<ReadonlyMap<string, string>>

/** `newKey` makes an idempotency key. */
export const remoteAgent = (server: Server, patience: Patience, newKey: () => string): Agent =>
  agentOver(asking(server, patience), patience, newKey)

/** `once` asks without waiting. `ownGlossary` gives the present terms; without it the terms of the first look are kept. */
export function agentOver(
  once: Ask,
  patience: Patience,
  newKey: () => string | undefined,
  ownGlossary?: () => Promise<Terms>,
): Agent {
  const call: Ask = (request) => patiently(patience, () => once(request))
  const get = async (path: string, query?: Asked['query'], signal?: AbortSignal) =>
    await call({ method: 'GET', path: `/api/v2${path}`, ...(query !== undefined && { query }), signal })
  const glossary = ownGlossary ?? remembered(() => readGlossary(get))
  const identity = remembered(async () => statusOf((await get('/status')).data as StatusCard))
  const rowsOf = async (cards: unknown): Promise<AgentRow[]> => {
    const { termsIn } = await glossary()
    return (cards as { rows: readonly RowCard[] }).rows.map((card) => rowOf(card, termsIn))
  }
  const pageOf = async ({ data, meta }: Answered) => ({
    rows: await rowsOf(data),
    next: (meta as { next: number | null }).next,
    total: (meta as { total?: number }).total ?? null,
  })
  const found = async (query: Readonly<Record<string, string>>) =>
    await rowsOf((await get('/rows', { ...query, fields: CARD_FIELDS })).data)
  const currentHashes: CurrentHashes = async (texts) => {
    const ids = texts.filter(isShort).map(({ rowId }) => rowId)
    const rows = ids.length === 0 ? [] : await found({ ids: ids.join(',') })
    return new Map(rows.map(({ rowId, sourceHash }) => [rowId, sourceHash]))
  }
  return {
    takeRows: async (wanted) => await takeRows(call, wanted, newKey(), rowsOf),
    renew: async (claimId, seconds) => {
      const renewed = await unlessGone(call({ method: 'PUT', path: claimPath(claimId), body: { ttl_s: seconds } }))
      return renewed === null ? null : Date.parse((renewed.data as { claim: ClaimCard }).claim.expires_at)
    },
    giveBack: async (claimId) => (await unlessGone(call({ method: 'DELETE', path: claimPath(claimId) }))) !== null,
    listRows: async ({ filter, ...wanted }) => {
      const { source, ...page } = queryOf(wanted)
      const rows = filter === undefined ? { source } : membersOf(filter)
      return await pageOf(await get('/rows', { ...page, ...rows, fields: CARD_FIELDS }))
    },
    countBy: (filter) => readCounts(get, filter),
    readRows: async (rowIds) => (rowIds.length === 0 ? [] : await found({ ids: rowIds.join(',') })),
    readAround: async (rowId, eachSide) => await found({ around: rowId, each_side: String(eachSide) }),
    official: async (rowIds, languages) => {
      const rows = rowIds.length === 0 ? { limit: '1' } : { ids: rowIds.join(',') }
      return officialOf((await get('/rows', { ...rows, official: languages.join(',') })).data as OfficialCards)
    },
    pastOf: async () => null,
    search: async ({ text, wholeWords, fields, filter, signal, ...page }) => {
      const within = String(new URLSearchParams(membersOf(filter ?? '')))
      const whole = { ...(wholeWords && { whole_words: '1' }), ...(within !== '' && { filter: within }) }
      const query = { ...queryOf(page), ...whole, text, in: fields.join(','), fields: CARD_FIELDS }
      return await pageOf(await get('/search', query, signal))
    },
    glossary: async () => (await glossary()).terms,
    proposeTerms: (terms) => proposeTerms(call, terms),
    brief: () => readBrief(get),
    known: (rowIds, signal) => readKnown(call, rowIds, signal),
    earlier: (rows) => readEarlier(call, rows),
    remember: async (rowIds) => await fillFromMemory(call, (await identity()).writes, rowIds),
    status: async () => statusOf((await get('/status')).data as StatusCard),
    check: async (texts, proposes) => await checkTexts(call, await isMachine(identity, proposes), texts, currentHashes),
    write: async (texts, origin) => {
      const toMachine = await isMachine(identity, origin.asProposals)
      const prepare = async (batch: readonly AgentText[]) => {
        const current = await currentHashes(batch)
        const items = batch.map((text) => itemOf(text, toMachine, current, origin))
        const idempotencyKey = newKey()
        return () => sendBatch(once, { items, ...clientMembers(origin.client) }, idempotencyKey)
      }
      return await sendTexts(texts, prepare, patience)
    },
  }
}

async function fillFromMemory(
  call: Ask,
  writes: AgentStatus['writes'],
  rowIds: readonly string[],
): Promise<RememberedRows> {
  if (rowIds.length === 0 || writes === null) return NOTHING_REMEMBERED
  const asked = call({ method: 'POST', path: '/api/v2/memory/fill', body: { row_ids: rowIds } })
  // A server of an earlier version fills nothing for those who may only propose.
  const notYet = writes === 'machine' ? [] : ['forbidden_permission', 'forbidden_ability']
  return ((await unlessRefused(asked, notYet))?.data ?? NOTHING_REMEMBERED) as RememberedRows
}

async function readKnown(call: Ask, rowIds: readonly string[], signal: AbortSignal): Promise<KnownTexts> {
  const asked = { method: 'POST', body: { row_ids: rowIds }, signal } as const
  const { data: memory } = await call({ ...asked, path: '/api/v2/memory' })
  const { data: context } = await call({ ...asked, path: '/api/v2/context' })
  return knownOf(memory as MemoryCard, context as ContextCard)
}

async function readEarlier(call: Ask, rows: readonly AgentRow[]): Promise<readonly EarlierPair[]> {
  const pairs = new Map<string, readonly LikePair[]>()
  for (let at = 0; at < rows.length; at += lookupTextsMax) {
    const body = { row_ids: rows.slice(at, at + lookupTextsMax).map(({ rowId }) => rowId) }
    const { data } = await call({ method: 'POST', path: '/api/v2/memory', body })
    for (const [rowId, like] of earlierOf(data as MemoryCard, rows)) pairs.set(rowId, like)
  }
  return earlierPairs(rows.map(({ rowId, terms }) => ({ terms, like: pairs.get(rowId) ?? [] })))
}

const claimPath = (claimId: string): string => `/api/v2/claims/${claimId}`

/** True: the texts go into the machine layer. False: they become proposals. */
const isMachine = async (identity: () => Promise<AgentStatus>, asProposals = false): Promise<boolean> =>
  !asProposals && (await identity()).writes === 'machine'

/** Calls `read` once and keeps its result, but not a failure. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => {
    known ??= read().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

const queryOf = ({ state, source, after, limit }: Omit<ListRows, 'filter'>) => ({
  state,
  source,
  after: String(after),
  limit: String(limit),
})

async function readCounts(get: (path: string, query: Asked['query']) => Promise<Answered>, filter: string) {
  const { data } = await get('/facets', { filter, by: 'patch,label' })
  const { patch, label } = (data as { facets: Record<'patch' | 'label', { values: readonly ValueCount[] }> }).facets
  return { patch: patch.values, label: label.values }
}

/** The filter's parameters without the empty ones, because an empty one means any value. */
const membersOf = (filter: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(filter)].filter(([, value]) => value !== ''))

interface Terms {
  readonly terms: readonly Term[]
  readonly termsIn: (source: string) => readonly Term[]
}

async function readGlossary(get: (path: string) => Promise<Answered>): Promise<Terms> {
  const { data, meta } = await get('/glossary')
  const terms = (data as { terms: readonly TermCard[] }).terms.map(termOf)
  const { markup } = meta as { markup: Markup }
  const compiled = compileGlossary(terms)
  const termsIn = (source: string): Term[] => [
    ...new Set(glossaryTermsIn(source, compiled, markup).map(({ entry }) => entry)),
  ]
  return { terms, termsIn }
}

async function proposeTerms(call: Ask, terms: readonly ProposedTerm[]): Promise<readonly TermOutcome[]> {
  const items = terms.map(({ facts, rowIds, ...term }) => ({ ...term, ...facts, evidence: rowIds }))
  const { data } = await call({ method: 'POST', path: '/api/v2/glossary/proposals', body: { items } })
  const { items: cards } = data as { items: readonly { readonly reason?: TermOutcome }[] }
  return cards.map(({ reason = 'proposed' }) => reason)
}

async function takeRows(
  call: Ask,
  { work, source, filter, limit, seconds }: TakeRows,
  idempotencyKey: string | undefined,
  rowsOf: (data: unknown) => Promise<AgentRow[]>,
): Promise<TakenRows> {
  const rows = filter === undefined ? { work, source } : { filter: membersOf(filter) }
  const body = { ...rows, limit, ttl_s: seconds, fields: CARD_FIELDS }
  const { data, meta, retryAfterSeconds } = await call({ method: 'POST', path: '/api/v2/claims', body, idempotencyKey })
  const { claim } = data as { claim: ClaimCard | null }
  // An earlier server sends no version, and does not say what memory filled.
  const {
    left,
    held_by_others: heldByOthers,
    brief_version: briefVersion = 0,
    remembered = 0,
  } = meta as { left: number; held_by_others: number; brief_version?: number; remembered?: number }
  return {
    claim: claim === null ? null : { id: claim.id, endsAtMs: Date.parse(claim.expires_at) },
    rows: await rowsOf(data),
    left,
    heldByOthers,
    retryAfterSeconds: claim === null ? retryAfterSeconds : null,
    remembered,
    briefVersion,
  }
}

/** The team's brief. A server of an earlier version has no such address, which counts as no brief. */
async function readBrief(get: (path: string) => Promise<Answered>): Promise<TeamBrief> {
  const found = await unlessGone(get('/brief'))
  return found === null ? { version: 0, text: '' } : (found.data as TeamBrief)
}

/** The answer about a claim, or null when the claim has ended. */
const unlessGone = (asked: Promise<Answered>): Promise<Answered | null> =>
  unlessRefused(asked, ['entry_not_found', 'not_found'])

async function unlessRefused(asked: Promise<Answered>, codes: readonly string[]): Promise<Answered | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AgentRefused && codes.includes(error.refusal.code)) return null
    throw error
  }
}

async function checkTexts(
  call: Ask,
  isMachine: boolean,
  texts: readonly AgentText[],
  currentHashes: CurrentHashes,
): Promise<TextOutcome[]> {
  const layer = isMachine ? 'machine' : 'manual'
  const outcomes: TextOutcome[] = []
  for (let at = 0; at < texts.length; at += batchItemsMax) {
    const batch = texts.slice(at, at + batchItemsMax)
    const current = await currentHashes(batch)
    const items = batch.map((text) => ({ ...sentText(text, current), layer }))
    const { data } = await call({ method: 'POST', path: '/api/v1/translations/validate', body: { items } })
    const accepted = isMachine ? 'written' : 'proposed'
    outcomes.push(...(data as { items: readonly ItemCard[] }).items.map((item) => outcomeOf(item, accepted)))
  }
  return outcomes
}

const sentText = (text: AgentText, current: ReadonlyMap<string, string>) => ({
  row_id: text.rowId,
  text: text.text,
  source_hash: hashToSend(text, current.get(text.rowId.toLowerCase()) ?? null),
})

function itemOf(
  text: AgentText,
  isMachine: boolean,
  current: ReadonlyMap<string, string>,
  { provider, model, copies }: TextOrigin,
): object {
  const item = sentText(text, current)
  const { replaces, fault } = text
  if (!isMachine) return { ...item, layer: 'manual', mode: 'proposal' }
  return {
    ...item,
    layer: 'machine',
    provider,
    model,
    overwrite: replaces !== null,
    copies,
    ...(typeof replaces === 'number' && { expected_revision: replaces }),
    ...(fault !== undefined && { fault }),
  }
}

async function sendBatch(once: Ask, body: object, idempotencyKey: string | undefined): Promise<SentBatch> {
  const sent = await once({ method: 'POST', path: '/api/v2/translations', body, idempotencyKey })
  const outcomes = (sent.data as { items: readonly ItemCard[] }).items.map((item) => outcomeOf(item, 'written'))
  return { outcomes, quota: quotaOf((sent.meta as { quota: QuotaCard }).quota) }
}
