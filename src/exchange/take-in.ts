// Takes a translators' file in, through the write of every agent: batches of 50, each judged by the gate. The file is read to its
// end before the first write, so that a damaged one changes nothing; both passes keep one batch in memory.
import type { Agent, AgentQuota, AgentRefused, AgentText, TextOrigin, TextOutcome } from '../agent/agent.ts'
import { batchItemsMax } from '../domain/limits.ts'
import type { ExchangeFormat } from '../domain/vocabulary.ts'
import { headerFields, isHeader } from '../formats/po/po-reader.ts'
import { FORMATS, formatAt } from './file-formats.ts'
import { type Candidate, glance, type How, type LeftAlone, REFUSED, type Refused, settle } from './decide-entry.ts'

export interface ExchangeFile {
  readonly format: ExchangeFormat
  /** Without the header. */
  readonly entries: number
  readonly header: ReadonlyMap<string, string>
}

/** Reads the whole file. Throws DamagedFile. */
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

/** Returns why the rest was not sent; null: all was. */
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
