// What the people and agents of a simulated year ask, made up from a seed and from what the model knows, and what of an answer is
// compared with the model's.
import { hashOf } from '../../test/support/import-model.ts'
import type { Dice } from '../../test/support/dice.ts'
import type { Item, Person, Role, Said, State, YearModel } from './year-model.ts'
import type { Answer, Ask, SimulatedServer } from './year-server.ts'

export interface Asked {
  readonly what: string
  /** It changes something, so a careful client sends it again if no answer came. */
  readonly isChange: boolean
  /** Changes the model as the request changes the store, and gives the answer that it must have. */
  readonly apply: (model: YearModel, nowMs: number) => Said
  /** Gives what of the answer is compared; `heard` is called if it arrived. */
  readonly send: (server: SimulatedServer) => Promise<{ readonly said: Said; readonly heard?: () => void }>
  /** Of a batch. */
  readonly batch?: { readonly by: Person; readonly items: readonly Item[]; readonly key: string }
  /** Of a page. */
  readonly walk?: Walk
  /** Those that it may write. */
  readonly rows?: readonly string[]
}

interface Request extends Pick<Asked, 'what' | 'apply' | 'batch' | 'walk' | 'rows'> {
  readonly ask: Ask
  /** What of a good answer is compared. */
  readonly shown: (answer: Answer) => unknown
  readonly onAnswer?: (answer: Answer) => void
}

const asked = ({ ask, shown, onAnswer, ...more }: Request): Asked => ({
  ...more,
  isChange: ask.method === 'POST',
  async send(server) {
    const answer = await server.ask(ask)
    const said = { status: answer.status, body: answer.status === 200 ? shown(answer) : errorOf(answer) }
    return { said, heard: () => (answer.status === 200 ? onAnswer?.(answer) : undefined) }
  },
})

/** A walk through the pages of a list, which goes on for days. */
export interface Walk {
  readonly state: State
  readonly sinceMs: number | null
  cursor: string | null
  lastOrdinal: number
}

export const named = (role: Role, count: number, word: string): Person[] =>
  Array.from({ length: count }, (_, n) => {
    const name = `${word} ${n}`
    return { name, role, secret: `wdr_${hashOf(name).slice(0, 60)}`, quota: n % 4 === 3 ? 12 : null }
  })

export const AGENTS = named('admin', 10, 'agent')
export const PEOPLE = [
  ...named('translator', 13, 'translator'),
  ...named('moderator', 5, 'moderator'),
  ...named('admin', 2, 'admin'),
]
const REVIEWERS = PEOPLE.filter(({ role }) => role !== 'translator')

// ---------------------------------------------------------------- texts

const WORDS = ['sword', 'gate', 'wanderer', 'mountain', 'tale', 'river', 'smith', 'night']

/** A source: mostly with words and a token, now and then nothing that needs a translation. */
export function madeSource(dice: Dice, id: number): string {
  if (dice.chance(0.06)) return dice.pick(['12:34', '{0}', ''])
  const token = dice.pick(['', ' {0}', ' {1}', ' {0} {1}'])
  return `The ${dice.pick(WORDS)} of the old ${dice.pick(WORDS)}${token}, row ${id}, told ${dice.below(4)} times`
}

/** A translation of a source: mostly a good one, else one with a fault. */
function madeText(dice: Dice, source: string): string {
  const tokens = (source.match(/\{\d\}/g) ?? []).join(' ')
  const good = `Старий переказ${tokens === '' ? '' : ` ${tokens}`}, рядок ${dice.below(6)}`
  if (dice.chance(0.75)) return good
  return dice.pick(['', ' \u200b', source, `${good} {7}`, `${good}\u0007`, `${good}${' дуже довгий'.repeat(40)}`])
}

function madeItem(dice: Dice, model: YearModel, layer: Item['layer'], mode: Item['mode']): Item {
  const { ids } = model
  // Few rows are asked for often, so that requests meet on them.
  const id = dice.chance(0.03)
    ? 'ffffffffffffffff'
    : (ids[dice.chance(0.5) ? dice.below(Math.min(8, ids.length)) : dice.below(ids.length)] as string)
  const source = model.sourceOf(id) ?? 'nothing'
  const source_hash = dice.chance(0.05) ? '0'.repeat(64) : hashOf(source)
  const common = { row_id: id, text: madeText(dice, source), source_hash, layer }
  if (layer === 'manual') return { ...common, ...(mode !== undefined && { mode }) }
  return { ...common, provider: 'faults', model: dice.pick(['m-1', 'm-2']), overwrite: dice.chance(0.5) }
}

// ---------------------------------------------------------------- requests

// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes
type Json = any

/** Of a text that is refused its faults, else the name of the error. */
const errorOf = ({ status, body }: Answer): object =>
  status === 422 && body.error !== 'save_failed'
    ? { codes: body.details.errors.map(({ code }: Json) => code).toSorted() }
    : { error: body.error }

function shownBatch(answer: Answer): unknown {
  const items = answer.body.data.items.map(({ row_id, ok, status, errors, details, ...more }: Json) => {
    if (ok !== (status !== 'rejected')) throw new Error(`ok is ${ok} with ${status}`)
    const codes = errors.map(({ code }: Json) => code).toSorted()
    const own = errors[0]?.details?.proposal_id
    return {
      row_id,
      status,
      ...(more.proposal_id !== undefined && { proposal_id: more.proposal_id, proposal_version: more.proposal_version }),
      ...(status === 'rejected' && { codes }),
      ...(details?.reason !== undefined && { reason: details.reason }),
      ...(own !== undefined && { proposal_id: own }),
    }
  })
  return { items, meta: answer.body.meta, ...(answer.isReplayed && { replayed: true }) }
}

/** These members of an answer. */
const only =
  (names: string) =>
  (from: Json): object =>
    Object.fromEntries(names.split(' ').map((name) => [name, from[name]]))

const card = only('row_id ordinal source_text source_kind source_hash is_service_row sources layers')
const revision = only('revision text status author reviewed_by source_hash proposal_id updated_at')
const waiting = only('id row_id author text stale')

/** `number` becomes the key of a batch. */
type Make = (dice: Dice, model: YearModel, number: string, walks: Walk[]) => Asked

function batch(by: Person, items: readonly Item[], key: string): Asked {
  return asked({
    what: `${by.name} writes ${items.map(({ row_id, layer, mode }) => `${row_id.slice(-3)} ${mode ?? layer}`).join(', ')} (${key})`,
    ask: { method: 'POST', path: '/api/v1/translations', secret: by.secret, body: { items }, idempotencyKey: key },
    apply: (model, nowMs) => model.write(by, key, items, nowMs),
    shown: shownBatch,
    batch: { by, items, key },
    rows: items.map(({ row_id }) => row_id),
  })
}

const machineBatch: Make = (dice, model, number) => {
  const items = Array.from({ length: 1 + dice.below(6) }, () => madeItem(dice, model, 'machine', undefined))
  return batch(dice.pick(AGENTS), items, number)
}

const manualBatch: Make = (dice, model, number) => {
  const by = dice.pick(PEOPLE)
  const mode =
    by.role !== 'translator' && dice.chance(0.4)
      ? 'direct'
      : dice.pick(['proposal', undefined, undefined, 'direct'] as const)
  const items = Array.from({ length: 1 + dice.below(3) }, () => madeItem(dice, model, 'manual', mode))
  return batch(by, items, number)
}

/** A text of another team, by one of its people for each layer. */
export function teamBatch(dice: Dice, model: YearModel, key: string, people: readonly Person[]): Asked {
  const layer = dice.pick(['manual', 'machine'] as const)
  return batch(
    people[layer === 'manual' ? 0 : 1] as Person,
    [madeItem(dice, model, layer, layer === 'manual' ? 'direct' : undefined)],
    key,
  )
}

/** A key that was used before, mostly with the same body, perhaps long ago. */
export const again = ({ by, items, key }: NonNullable<Asked['batch']>, dice: Dice): Asked =>
  batch(by, dice.chance(0.8) ? items : items.map((item) => ({ ...item, text: `${item.text}!` })), key)

const decision: Make = (dice, model, ...more) => {
  const pending = model.proposals.filter(({ status }) => status === 'pending')
  const all = dice.chance(0.9) ? pending : model.proposals
  if (all.length === 0) return machineBatch(dice, model, ...more)
  const proposal = dice.pick(all)
  const by = dice.chance(0.95) ? dice.pick(REVIEWERS) : dice.pick(PEOPLE)
  const source = model.sourceOf(proposal.row)
  const wanted = dice.chance(0.3)
    ? { reason: 'Not as the others' }
    : source !== null && dice.chance(0.5)
      ? { source_hash: hashOf(source) }
      : {}
  const verb = 'reason' in wanted ? 'reject' : 'approve'
  return asked({
    what: `${by.name} ${verb}s ${proposal.id}`,
    rows: [proposal.row],
    ask: {
      method: 'POST',
      path: `/api/v2/proposals/${proposal.id}/${verb}`,
      secret: by.secret,
      body: { version: 1, ...wanted },
    },
    apply: (state, nowMs) => state.decide(by, proposal.id, wanted, nowMs),
    shown({ body, isReplayed }) {
      const { proposal: now, final_text } = body.data
      return { id: now.id, status: now.status, final: final_text, ...(isReplayed && { replayed: true }) }
    },
  })
}

const read = (path: string, { secret }: Person = PEOPLE[0] as Person): Ask => ({ method: 'GET', path, secret })

const oneRow: Make = (dice, model) => rowAsked(dice.pick(model.ids))

export const rowAsked = (id: string): Asked =>
  asked({
    what: `a card of ${id.slice(-3)}`,
    ask: read(`/api/v1/rows/${id}`),
    apply: (state) => state.card(id),
    shown: ({ body }) => card(body.data.row),
  })

export const historyAsked = (id: string): Asked =>
  asked({
    what: `the history of ${id.slice(-3)}`,
    ask: read(`/api/v2/rows/${id}/history?limit=100`),
    apply: (state) => state.history(id, historyShown),
    shown({ body }) {
      const of = (wanted: string): object[] =>
        body.data.revisions.filter(({ layer }: Json) => layer === wanted).map(revision)
      return { manual: of('manual').slice(0, historyShown), machine: of('machine').slice(0, historyShown) }
    },
  })

/** So many of the latest revisions of each layer are on the first page, whatever the other layer has. */
const historyShown = 40
export const queueAsked = (): Asked =>
  asked({
    what: 'the queue',
    ask: read('/api/v2/proposals?limit=100', REVIEWERS[0]),
    apply: (state) => state.queue(100),
    shown: ({ body }) => body.data.proposals.map(waiting),
  })

const STATES: readonly State[] = ['all', 'none', 'machine', 'manual', 'stale']
const walksMax = 4

const nextPage: Make = (dice, model, _, walks) => {
  if (walks.length < walksMax)
    walks.push({
      state: dice.pick(STATES),
      sinceMs: dice.chance(0.3) ? model.lastMs - dice.below(40) * 86_400_000 : null,
      cursor: null,
      lastOrdinal: 0,
    })
  return pageAsked(dice.pick(walks), 1 + dice.below(30), (ended) => walks.splice(walks.indexOf(ended), 1))
}

export function pageAsked(walk: Walk, limit: number, onEnd: (walk: Walk) => void): Asked {
  const { state, sinceMs, cursor, lastOrdinal } = walk
  const query = new URLSearchParams({
    limit: String(limit),
    state,
    include_total: '1',
    fields: 'sources,layers',
    ...(sinceMs !== null && { updated_since: new Date(sinceMs).toISOString() }),
    ...(cursor !== null && { cursor }),
  })
  return asked({
    what: `${limit} rows ${state} behind ${lastOrdinal}${sinceMs === null ? '' : ` since ${new Date(sinceMs).toISOString()}`}`,
    ask: read(`/api/v1/rows?${query.toString()}`),
    apply: (model) => model.page(state, sinceMs, lastOrdinal, limit),
    shown({ body: { data, meta } }) {
      return { rows: data.rows.map(card), count: meta.count, has_more: meta.has_more, total: meta.total_matching }
    },
    walk,
    onAnswer({ body: { data, meta } }) {
      walk.cursor = meta.next_cursor ?? null
      walk.lastOrdinal = data.rows.at(-1)?.ordinal ?? lastOrdinal
      if (walk.cursor === null) onEnd(walk)
    },
  })
}

const MAKES: readonly Make[] = [
  machineBatch,
  machineBatch,
  machineBatch,
  manualBatch,
  manualBatch,
  manualBatch,
  decision,
  decision,
  oneRow,
  nextPage,
  nextPage,
]

/** The next request of somebody. */
export const madeRequest: Make = (dice, ...more) => dice.pick(MAKES)(dice, ...more)
