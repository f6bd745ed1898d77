// Takes a translators' file in, through the write of every agent: batches of 50, each judged by the gate. The file is read to its
// end before the first write, so that a damaged one changes nothing; both passes keep one batch in memory.
import type {
  Agent,
  AgentQuota,
  AgentRefused,
  AgentRow,
  AgentText,
  TextOrigin,
  TextOutcome,
} from '../../../../src/agent/agent.ts'
import { sha256Hex } from '../../../../src/base/bytes.ts'
import { batchItemsMax } from '../../../../src/domain/limits.ts'
import type { ExchangeFormat } from '../../../../src/domain/vocabulary.ts'
import { headerFields, isHeader, type ReadEntry } from '../../../formats/src/po-reader.ts'
import {
  formatAt,
  FORMATS,
  hashOfText,
  isManualInGame,
  type Offer,
  offerOf,
  type Receipt,
  receiptIn,
  revisionOfMachine,
} from './file-formats.ts'

// Decides from plain values what becomes of an entry of a translators' file: left alone, refused by name, or given to the ordinary
// write, whose rules and gate decide the rest (docs/exchange.md#what-is-written).

export type EntryRead = Omit<ReadEntry, 'line'>

export interface How {
  /** True: the texts become machine texts; false: proposals. */
  readonly isMachine: boolean
  /** True: a text may replace any machine text. */
  readonly overwrites: boolean
  readonly takesFuzzy: boolean
}

/** An entry that can be judged only with its row. */
interface Candidate {
  readonly rowId: string
  readonly entry: EntryRead
  readonly receipt: Receipt | null
}

export type LeftAlone = 'untouched' | 'untranslated'

type Glance =
  | { readonly is: 'left'; readonly why: LeftAlone }
  | { readonly is: 'unreadable'; readonly problem: string }
  | { readonly is: 'candidate'; readonly candidate: Candidate }

/** Judges an entry by itself, without the store, which settles nearly all entries of a file that comes back. */
export function glance(entry: EntryRead): Glance {
  const { context, hasPlural, text, comments, isFuzzy } = entry
  const receipt = receiptIn(comments)
  // Some tools drop the context, or number the units.
  const rowId = context !== null && /^[0-9a-fA-F]{16}$/.test(context) ? context.toLowerCase() : receipt?.rowId
  if (rowId === null || rowId === undefined)
    return {
      is: 'unreadable',
      problem:
        'it does not name its row: put the row id (16 hex characters) into msgctxt, the id of the trans-unit or the key ' +
        "of ParaTranz, or keep windrow's comment",
    }
  if (hasPlural) return { is: 'unreadable', problem: 'it has plural forms: a row has one text' }
  if (text === '') return { is: 'left', why: 'untranslated' }
  const isAsGiven = receipt !== null && receipt.textHash === hashOfText(text) && (isFuzzy || !receipt.wasFuzzy)
  if (isAsGiven) return { is: 'left', why: 'untouched' }
  return { is: 'candidate', candidate: { rowId, entry, receipt } }
}

/** Codes of refusals before the write. `stale_head` and `already_filled` are also the write's own; here a dry run can show them. */
const REFUSED = {
  fuzzy: 'The text is still marked fuzzy: remove the mark when it is done, or import such texts with --fuzzy.',
  manual_in_game: 'This row has a manual text in the game, so a machine text would not be seen: send a proposal.',
  stale_head: 'The machine text was replaced after the file was made.',
  already_filled:
    'The row has a machine text, and the file does not say which one it replaces: --overwrite replaces it.',
} as const
type Refused = keyof typeof REFUSED

type Settled =
  | { readonly is: 'left'; readonly why: LeftAlone }
  | { readonly is: 'refused'; readonly code: Refused }
  | { readonly is: 'text'; readonly text: AgentText }

/** Judges an entry with its row. `row` is null if the store has no such row; the write then refuses the text. */
export function settle({ rowId, entry, receipt }: Candidate, row: AgentRow | null, how: How): Settled {
  const sourceHash = receipt?.sourceHash ?? sha256Hex(entry.id)
  const sent = (replaces: AgentText['replaces']): Settled => ({
    is: 'text',
    text: { rowId, text: entry.text, sourceHash, replaces },
  })
  if (row === null) return sent(null)
  const offer = offerOf(row)
  if (isThere(entry, row, offer, how)) return { is: 'left', why: 'untouched' }
  if (entry.isFuzzy && !how.takesFuzzy) return { is: 'refused', code: 'fuzzy' }
  if (!how.isMachine || sourceHash !== row.sourceHash) return sent(null)
  if (isManualInGame(offer)) return { is: 'refused', code: 'manual_in_game' }
  if (how.overwrites) return sent('any')
  const revision = revisionOfMachine(row)
  if (receipt === null) return revision === 0 ? sent(null) : { is: 'refused', code: 'already_filled' }
  return receipt.revision === revision ? sent(revision) : { is: 'refused', code: 'stale_head' }
}

/** A text that is offered as fuzzy and comes back without that mark is confirmed, as a proposal or for the present source. */
function isThere({ text, isFuzzy }: EntryRead, { layers }: AgentRow, offer: Offer, { isMachine }: How): boolean {
  if (text === offer.text && (isFuzzy || !offer.isFuzzy)) return true
  return isMachine && text === layers.machine?.text && layers.machine.freshness !== 'stale'
}

export interface ExchangeFile {
  readonly format: ExchangeFormat
  /** How many entries the file has, not counting its header. */
  readonly entries: number
  readonly header: ReadonlyMap<string, string>
}

/** Reads the file to its end. Throws DamagedFile. */
export async function lookAtFile(path: string, signal: AbortSignal): Promise<ExchangeFile> {
  const format = await formatAt(path)
  let entries = 0
  let header: ReadonlyMap<string, string> = new Map()
  for await (const batch of FORMATS[format].read(path)) {
    signal.throwIfAborted()
    for (const entry of batch) {
      if (isHeader(entry)) header = headerFields(entry)
      else entries++
    }
  }
  return { format, entries, header }
}

/** The translator's name without the mail address; null if the file names none. */
export function authorIn({ header }: ExchangeFile): string | null {
  const name = (header.get('Last-Translator') ?? '').replace(/<[^>]*>/g, '').trim()
  return name === '' || name === 'FULL NAME' || name === 'Automatically generated' ? null : name
}

interface TakeIn extends How {
  readonly path: string
  readonly format: ExchangeFormat
  readonly isDryRun: boolean
  readonly origin: TextOrigin
  readonly signal: AbortSignal
  readonly onOutcomes: (outcomes: readonly TextOutcome[], quota: AgentQuota | null) => void
  readonly onUnreadable: (line: number, problem: string) => void
  readonly onLeft: (why: LeftAlone) => void
  readonly onProgress: (entries: number) => void
}

/** Writes the texts of a file. Returns why the rest was not sent; null: all were sent. */
export async function takeIn(agent: Agent, request: TakeIn): Promise<AgentRefused | null> {
  let done = 0
  let waiting: Candidate[] = []
  for await (const batch of FORMATS[request.format].read(request.path)) {
    for (const entry of batch) {
      if (isHeader(entry)) continue
      request.signal.throwIfAborted()
      request.onProgress(++done)
      const seen = glance(entry)
      if (seen.is === 'left') request.onLeft(seen.why)
      else if (seen.is === 'unreadable') request.onUnreadable(entry.line, seen.problem)
      else if (waiting.push(seen.candidate) === batchItemsMax) {
        const stopped = await send(agent, waiting, request)
        if (stopped !== null) return stopped
        waiting = []
      }
    }
  }
  return waiting.length === 0 ? null : await send(agent, waiting, request)
}

async function send(agent: Agent, candidates: readonly Candidate[], request: TakeIn): Promise<AgentRefused | null> {
  const ids = [...new Set(candidates.map(({ rowId }) => rowId))]
  const rows = new Map((await agent.readRows(ids)).map((row) => [row.rowId, row]))
  const texts: AgentText[] = []
  const refused: TextOutcome[] = []
  for (const candidate of candidates) {
    const settled = settle(candidate, rows.get(candidate.rowId) ?? null, request)
    if (settled.is === 'text') texts.push(settled.text)
    else if (settled.is === 'left') request.onLeft(settled.why)
    else refused.push(outcomeOf(candidate.rowId, settled.code))
  }
  request.onOutcomes(refused, null)
  if (texts.length === 0) return null
  if (request.isDryRun) {
    request.onOutcomes(await agent.check(texts, !request.isMachine), null)
    return null
  }
  const { outcomes, quota, stopped } = await agent.write(texts, request.origin)
  request.onOutcomes(outcomes, quota)
  return stopped
}

const outcomeOf = (rowId: string, code: Refused): TextOutcome => ({
  rowId,
  status: 'rejected',
  reason: null,
  copies: null,
  errors: [{ code, rule: null, message: REFUSED[code], details: {} }],
  warnings: [],
})
