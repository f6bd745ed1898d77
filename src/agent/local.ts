// An agent on a store that is open in this process. Rights, quota, claims and the gate are those of API v1 and v2.
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { claimableOfFilter, claimableOfWork } from '../app/claims/claimable.ts'
import {
  findAround,
  findByIds,
  findByText,
  findPage,
  findPageOfWork,
  type PageOfWork,
} from '../app/claims/find-rows.ts'
import { giveBackClaim, renewClaim } from '../app/claims/keep-claim.ts'
import { readClaimedRows } from '../app/claims/read-claimed-rows.ts'
import { readWorkStatus } from '../app/claims/read-work-status.ts'
import { unknownLabelIn } from '../app/labels/read-labels.ts'
import { takeOpenRows } from '../app/claims/take-open-rows.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { readHistory } from '../app/rows/read-history.ts'
import type { Asked } from '../app/terms/asked-texts.ts'
import { officialOfRows, unknownOfficial } from '../app/rows/official-of-rows.ts'
import { ordinalOfRow } from '../app/rows/read-row.ts'
import { findContext } from '../app/terms/find-context.ts'
import { findEarlier } from '../app/terms/find-earlier.ts'
import { findMemory } from '../app/terms/find-memory.ts'
import { suggest } from '../app/suggestions/suggest.ts'
import { briefVersionOf, currentBrief } from '../app/upkeep/brief.ts'
import { listTerms } from '../app/upkeep/read-glossary.ts'
import { rememberForAgent } from '../app/writes/remember-for-agent.ts'
import { validateBatch } from '../app/writes/validate-batch.ts'
import { type BatchOutcome, writeBatch } from '../app/writes/write-batch.ts'
import type { WriteItem } from '../app/writes/write-item.ts'
import type { Result } from '../base/result.ts'
import { Turn } from '../base/turn.ts'
import { effectiveAbilities, NO_KEY } from '../domain/access.ts'
import { claimantOf } from '../domain/claim.ts'
import { type EarlierPair, earlierPairs } from '../domain/text/earlier-pairs.ts'
import { contextExamplesDefault } from '../domain/limits.ts'
import type { User } from '../domain/people.ts'
import { parseSearch } from '../search/query.ts'
import { parseFilterText } from '../domain/work/work-address.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import type { Ability, Layer } from '../domain/vocabulary.ts'
import {
  AgentRefused,
  type Agent,
  type AgentQuota,
  type AgentRow,
  type AgentStatus,
  type AgentText,
  type KnownTexts,
  type ProposedTerm,
  type TermOutcome,
  NOTHING_REMEMBERED,
  type RememberedRows,
  type TakenRows,
  type TakeRows,
  type TeamBrief,
  type TextOrigin,
} from './agent.ts'
import { outcomeOf, outcomeOfCheck, refusedBatch, refusedBy, refusedSearch, refusedTake } from './local-outcomes.ts'
import { agentRows, knownTexts, pairOfLike, pastOf, termOf } from './local-rows.ts'
import { hashToSend, isShort, type Patience, patiently, type SentBatch, sendTexts } from './send-texts.ts'

/** Earlier texts of a layer, and proposals, that an agent sees. */
const latestShown = 5

/** Without a key, the role gives the rights. `turnOf` spaces long calls, so that other requests are answered meanwhile. */
export function localAgent(
  app: App,
  actor: Actor,
  patience: Patience,
  turnOf: () => Turn = () => new Turn(actor.user.id),
): Agent {
  const { user, key } = actor
  const layer: Layer = claimantOf(user, key)?.layer ?? 'manual'
  const needs = (ability: Ability): void => {
    beginRequest(app)
    if (!effectiveAbilities(user.role, user.state, key ?? NO_KEY).includes(ability))
      throw refusedBy('forbidden_ability')
  }
  const reading = <T>(read: () => T): T => {
    needs('rows:read')
    return read()
  }
  const page = ({ rows, next }: PageOfWork) => ({ rows: agentRows(app, rows), next })
  return {
    takeRows: (wanted) => {
      const turn = reading(turnOf)
      return patiently(patience, async () => {
        // A tool that gets few rows of a large work calls again and again.
        if (turn.isOver) await turn.next()
        return await takeRows(app, actor, wanted, turn)
      })
    },
    renew: async (id, seconds) => endOf(renewClaim(app, actor, id, seconds)),
    giveBack: async (id) => giveBackClaim(app, actor, id).ok,
    listRows: async ({ filter, ...wanted }) => {
      needs('rows:read')
      if (filter === undefined) return page(findPage(app, wanted, layer))
      return page(await findPageOfWork(app, checkedFilter(app, filter), wanted, layer))
    },
    readRows: async (rowIds) => reading(() => agentRows(app, findByIds(app, rowIds, layer))),
    readAround: async (rowId, eachSide) => reading(() => agentRows(app, findAround(app, rowId, eachSide, layer))),
    official: (rowIds, languages) => officialOf(app, rowIds, languages, reading(turnOf)),
    pastOf: async (rowId) => {
      const history = reading(() => readHistory(app, rowId, user, latestShown))
      return history === null ? null : pastOf(history)
    },
    search: async ({ text, wholeWords, fields, filter, signal, ...wanted }) => {
      needs('rows:read')
      const query = parseSearch(text, wholeWords)
      const within = filter === undefined ? null : parseFilterText(filter)
      if (query === null || (within !== null && within.fault !== null)) return { rows: [], next: null }
      const chosen = { fields: new Set(fields), filter: within?.filter ?? null, updatedSinceMs: null }
      const search = { ...wanted, ...chosen, query }
      return await patiently(patience, async () => {
        const found = await findByText(app, user, search, layer, signal)
        if (!found.ok) throw refusedSearch()
        return page(found.value)
      })
    },
    glossary: async () => reading(() => listTerms(app).map(termOf)),
    proposeTerms: (terms) => {
      const turn = reading(turnOf)
      return patiently(patience, () => proposeTerms(app, actor, terms, turn))
    },
    brief: async () => reading(() => briefIn(app)),
    known: (rowIds, signal) => known(app, user, { rowIds }, patience, { turn: reading(turnOf), signal }),
    earlier: (rows) => earlierThan(app, rows, reading(turnOf)),
    remember: (rowIds) => patiently(patience, () => remember(app, actor, rowIds, reading(turnOf))),
    status: async () => reading(() => statusOf(app, actor)),
    check: async (texts, asProposals) => {
      needs('translations:validate')
      const to = asProposals === true ? 'manual' : layer
      const items = withHashes(app, texts, to).map((text) => ({ ...text, layer: to }))
      const outcomes = await validateBatch(app, actor, items, (_, judgement) => judgement, turnOf())
      return outcomes.map((judgement, i) => outcomeOfCheck(texts[i]?.rowId ?? '', judgement))
    },
    write: (texts, origin) => {
      const prepare = async (batch: readonly AgentText[]) => () =>
        writeTexts(app, actor, origin.asProposals === true ? 'manual' : layer, batch, origin, turnOf())
      return sendTexts(texts, prepare, patience)
    },
  }
}

async function officialOf(app: App, rowIds: readonly string[], languages: readonly string[], turn: Turn) {
  const unknown = unknownOfficial(app, languages)
  if (unknown !== null)
    throw invalid(unknown.message, 'an import brings further languages', { allowed: unknown.allowed })
  const ordinals = rowIds.map((rowId) => ordinalOfRow(app, rowId) ?? 0)
  const texts = await officialOfRows(app, ordinals, languages, turn)
  return new Map(rowIds.map((rowId, at) => [rowId, texts[at] ?? []]))
}

async function known(
  app: App,
  user: User,
  asked: Asked,
  patience: Patience,
  { turn, signal }: { readonly turn: Turn; readonly signal: AbortSignal },
): Promise<KnownTexts> {
  const memory = await findMemory(app, asked, turn)
  return await patiently(patience, async () => {
    const found = await findContext(app, user, { asked, examples: contextExamplesDefault }, turn, signal)
    if (!found.ok) throw refusedSearch()
    return knownTexts(memory, found.value)
  })
}

async function earlierThan(app: App, rows: readonly AgentRow[], turn: Turn): Promise<readonly EarlierPair[]> {
  const earlier = await findEarlier(
    app,
    rows.map(({ rowId }) => rowId),
    turn,
  )
  return earlierPairs(rows.map(({ rowId, terms }) => ({ terms, like: (earlier.get(rowId) ?? []).map(pairOfLike) })))
}

async function proposeTerms(
  app: App,
  actor: Actor,
  terms: readonly ProposedTerm[],
  turn: Turn,
): Promise<readonly TermOutcome[]> {
  const items = terms.map(({ source, forms, note, facts, ...from }) => {
    const isSaid = Object.keys(facts).length > 0
    const what = { source, forms, caseSensitive: false, doNotTranslate: false, note, ...(isSaid && { facts }) }
    return { kind: 'term', what, ...from } as const
  })
  const suggested = await suggest(app, actor, 'term', items, turn)
  if (!suggested.ok)
    throw refusedBatch(suggested.refusal.code === 'busy' ? { code: 'layer_busy' } : suggested.refusal, actor)
  return suggested.value.map((outcome) => ('reason' in outcome ? (outcome.reason as TermOutcome) : 'proposed'))
}

function briefIn(app: App): TeamBrief {
  const brief = currentBrief(app)
  return { version: brief?.id ?? 0, text: brief?.text ?? '' }
}

const endOf = (renewed: Result<{ readonly endsAtMs: number }, unknown>): number | null =>
  renewed.ok ? renewed.value.endsAtMs : null

function checkedFilter(app: App, text: string): WorkFilter {
  const asked = parseFilterText(text)
  if (asked.fault !== null) throw new Error(`broken assumption: the filter was checked: ${asked.fault}`)
  const message = unknownLabelIn(app, asked.filter)
  if (message !== null) throw invalid(message)
  return asked.filter
}

const invalid = (message: string, hint = '', details = {}): AgentRefused =>
  new AgentRefused({ code: 'invalid_request', message, hint, details, retryAfterSeconds: null })

async function remember(app: App, actor: Actor, rowIds: readonly string[], turn: Turn): Promise<RememberedRows> {
  const idOf = new Map(rowIds.flatMap((rowId) => [[ordinalOfRow(app, rowId) ?? 0, rowId] as const]))
  const settled = await rememberForAgent(app, actor, [...idOf.keys()], turn)
  if (!settled.ok) {
    if (settled.refusal.code === 'forbidden_ability') return NOTHING_REMEMBERED
    throw refusedBatch(settled.refusal.code === 'busy' ? { code: 'layer_busy' } : settled.refusal, actor)
  }
  const idsOf = (ordinals: readonly number[]): string[] => ordinals.flatMap((ordinal) => idOf.get(ordinal) ?? [])
  return { filled: idsOf(settled.value.filled), done: idsOf(settled.value.done) }
}

async function takeRows(
  app: App,
  actor: Actor,
  { work, source, filter, ...wanted }: TakeRows,
  turn: Turn,
): Promise<TakenRows> {
  const claimable =
    filter === undefined ? claimableOfWork(app, work, source) : await claimableOfFilter(app, checkedFilter(app, filter))
  const taken = await takeOpenRows(app, actor, { ...wanted, work: claimable, request: null }, turn)
  if (!taken.ok) throw refusedTake(taken.refusal, actor)
  const { claim, left, heldByOthers, retryAfterSeconds, remembered } = taken.value
  const rows: AgentRow[] = claim === null ? [] : agentRows(app, readClaimedRows(app, claim.ordinals, claim.layer))
  const of = claim === null ? null : { id: claim.id, endsAtMs: claim.endsAtMs }
  return { claim: of, rows, left, heldByOthers, retryAfterSeconds, remembered, briefVersion: briefVersionOf(app) }
}

function statusOf(app: App, actor: Actor): AgentStatus {
  const { quotaLimit: limit, quotaUsed: used, resetsAtMs, ...status } = readWorkStatus(app, actor)
  return { ...status, quota: { limit, used, remaining: Math.max(0, limit - used), resetsAtMs } }
}

function withHashes<T extends AgentText>(app: App, texts: readonly T[], layer: Layer): (T & { sourceHash: string })[] {
  const short = texts.filter(isShort).map(({ rowId }) => rowId)
  const current = new Map(findByIds(app, short, layer).map(({ row }) => [row.rowId, row.sourceHash]))
  return texts.map((text) => {
    const rowId = text.rowId.toLowerCase()
    return { ...text, rowId, sourceHash: hashToSend(text, current.get(rowId) ?? null) }
  })
}

async function writeTexts(
  app: App,
  actor: Actor,
  layer: Layer,
  texts: readonly AgentText[],
  { provider, model, copies, client }: TextOrigin,
  turn: Turn,
): Promise<SentBatch> {
  beginRequest(app)
  const isMachine = layer === 'machine'
  const items = withHashes(app, texts, layer).map(
    ({ rowId, text, sourceHash, replaces, fault }): WriteItem => ({
      rowId,
      text,
      layer,
      mode: 'proposal',
      overwrite: isMachine && replaces !== null,
      sourceHash,
      provider: isMachine ? provider : null,
      model: isMachine ? model : null,
      expectedRevision: isMachine && typeof replaces === 'number' ? replaces : null,
      copies: isMachine && copies,
      ...(client !== undefined && { client }),
      ...(isMachine && fault !== undefined && { fault }),
    }),
  )
  let outcome: BatchOutcome | null = null
  // Without an idempotency key no answer is stored, so its body is not needed.
  const written = await writeBatch(
    app,
    actor,
    { items, idempotencyKey: null, bodyDigest: '' },
    {
      problems: () => '',
      body: (made) => {
        outcome = made
        return ''
      },
    },
    turn,
  )
  if (!written.ok) throw refusedBatch(written.refusal, actor)
  if (outcome === null) throw new Error('broken assumption: a batch that was written has an outcome')
  const { items: made, quota } = outcome as BatchOutcome
  return { outcomes: made.map(outcomeOf), quota: quota satisfies AgentQuota }
}
