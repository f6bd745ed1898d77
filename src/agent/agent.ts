// What somebody who translates by program does with a game: one interface for the shell commands, the MCP server and
// `windrow translate`, whether the store is opened here (local.ts) or lies behind a server (remote.ts). Both give the same
// answers in the same words. Whoever holds an Agent acts as one person, with their rights and their quota.
// A refusal of one text is an outcome; whatever keeps a whole call from being done is thrown as `AgentRefused`.
import type { ClaimWork, Layer, RowState, SearchField, SourceFilter, UnchangedReason } from '../domain/vocabulary.ts'

export interface Agent {
  /** Claims rows to work on, so that nobody else is given them meanwhile. */
  takeRows(wanted: TakeRows): Promise<TakenRows>
  /** Lets a claim end so many seconds (60 to 3600) from now. Null: it has ended, or was given back. */
  renew(claimId: string, seconds: number): Promise<number | null>
  /** Ends a claim; its rows are free at once. False: it had ended. */
  giveBack(claimId: string): Promise<boolean>
  /** A page of rows in the order of the game's files, without a claim. */
  listRows(wanted: ListRows): Promise<RowPage>
  /** The rows with these ids (16 hex characters, at most 100) in this order; ids that no visible row has are left out. */
  readRows(rowIds: readonly string[]): Promise<readonly AgentRow[]>
  /** The rows that stand around one in the game's files, that row among them; empty when there is none. */
  readAround(rowId: string, eachSide: number): Promise<readonly AgentRow[]>
  /** What a row held before, and what waits for it; null where only the site tells it: behind a server, and for no row. */
  pastOf(rowId: string): Promise<RowPast | null>
  /** Rows whose texts hold a text, letter case apart. A whole game may take seconds. */
  search(wanted: SearchTexts): Promise<FoundRows>
  /** All terms, in the order in which they were given. */
  glossary(): Promise<readonly Term[]>
  status(): Promise<AgentStatus>
  /** Would these texts be taken now? Writes nothing; costs no quota. */
  check(texts: readonly AgentText[]): Promise<readonly TextOutcome[]>
  /**
   * Writes texts: into the machine layer for whoever may, else as proposals; never directly into the manual layer.
   * Any number: sent in batches of 50, waiting while the layer or the minute is busy. Sending the same texts again
   * changes nothing.
   */
  write(texts: readonly AgentText[], origin: TextOrigin): Promise<WrittenTexts>
}

export interface TakeRows {
  readonly work: ClaimWork
  readonly source: SourceFilter
  /** 1 to 100. */
  readonly limit: number
  /** 60 to 3600. */
  readonly seconds: number
}

export interface TakenRows {
  /** Null: no row could be given. */
  readonly claim: { readonly id: string; readonly endsAtMs: number } | null
  readonly rows: readonly AgentRow[]
  /** Rows of this work that nobody holds. */
  readonly left: number
  readonly heldByOthers: number
  /** With no claim: when to ask again. Null: this work is finished. */
  readonly retryAfterSeconds: number | null
}

/** A row with what it takes to translate it. */
export interface AgentRow {
  readonly rowId: string
  readonly ordinal: number
  readonly source: string
  /** SHA-256 of the source, hex. */
  readonly sourceHash: string
  /** There is nothing to translate in it. */
  readonly isServiceRow: boolean
  /** Tokens that a translation must hold, and how often. */
  readonly keep: Readonly<Record<string, number>>
  /** The Chinese text of the row. */
  readonly reference: string | null
  /** Rows of the game with this very source, this one among them. */
  readonly copies: number
  readonly pendingProposals: number
  readonly layers: Readonly<Record<Layer, AgentHead | null>>
  /** Of a row whose translation is stale: what that was made from, and the translation itself. */
  readonly previous: PreviousText | null
  /** Glossary terms that occur in the source, each once, in its order. */
  readonly terms: readonly Term[]
}

export interface AgentHead {
  readonly revision: number
  readonly text: string
  /** `draft`, `reviewed`, `approved`, `rejected`, or `invalid`. */
  readonly status: string
  /** `fresh`, `stale` or `unverified`. */
  readonly freshness: string
  readonly provider: string | null
  readonly model: string | null
}

/** The latest of each, newest first. */
export interface RowPast {
  /** Texts that others replaced; an empty one was taken away. */
  readonly earlier: readonly { readonly layer: Layer; readonly revision: number; readonly text: string }[]
  /** Proposals that wait for review. */
  readonly proposals: readonly { readonly id: number; readonly text: string }[]
}

interface PreviousText {
  /** Null when the store did not keep it. */
  readonly source: string | null
  readonly translation: string
  readonly layer: Layer
}

export interface Term {
  readonly source: string
  /** Accepted forms; a trailing `*` accepts any ending. */
  readonly forms: readonly string[]
  readonly doNotTranslate: boolean
  readonly caseSensitive: boolean
  readonly note: string
}

interface ListRows {
  readonly state: RowState
  readonly source: SourceFilter
  /** The last ordinal seen; 0 at first. */
  readonly after: number
  /** 1 to 100. */
  readonly limit: number
}

interface RowPage {
  readonly rows: readonly AgentRow[]
  /** `after` of the next page; null on the last. */
  readonly next: number | null
}

interface SearchTexts {
  /** As `parseSearch` reads it, with something in it to look for. */
  readonly text: string
  readonly wholeWords: boolean
  readonly fields: readonly SearchField[]
  /** Only rows of this filter of work, as `parseFilterText` reads it without a fault; absent: any. */
  readonly filter?: string
  readonly state: RowState
  readonly source: SourceFilter
  /** The last ordinal already looked at; 0 at first. */
  readonly after: number
  /** 1 to 100. */
  readonly limit: number
  /** Raised when nobody waits any more. */
  readonly signal: AbortSignal
}

interface FoundRows {
  readonly rows: readonly AgentRow[]
  /** `after` to look on from; null when everything was looked at. */
  readonly next: number | null
}

export interface AgentStatus {
  readonly name: string
  readonly role: string
  /** What `write` does for this person; null: they may write nothing. */
  readonly writes: 'machine' | 'proposals' | null
  readonly rows: number
  /** Rows without a translation, service rows apart. */
  readonly untranslated: number
  readonly stale: number
  readonly quota: AgentQuota
  /** Requests a minute; null where none are counted. */
  readonly requestsPerMinute: number | null
  /** The game's language, as the settings name it; '' when they don't. */
  readonly targetLanguage: string
}

/** Rows a UTC day. */
export interface AgentQuota {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetsAtMs: number
}

export interface AgentText {
  readonly rowId: string
  readonly text: string
  /** The source it was made from: its hash, or the first 8 or more characters of that. Null: whatever the source is now. */
  readonly sourceHash: string | null
  /**
   * May it replace a machine text? Null: no, it only fills an empty layer. A number: the revision that was seen (0: none),
   * another one there now is refused. `any`: whatever is there.
   */
  readonly replaces: number | 'any' | null
}

export interface TextOrigin {
  /** Who serves the model; up to 128 characters. */
  readonly provider: string
  readonly model: string
  /** Gives machine texts to the rows with the same source too, where their machine layer is empty. */
  readonly copies: boolean
}

export interface TextOutcome {
  readonly rowId: string
  /** A check says `written` or `proposed` of a text that would be. */
  readonly status: 'written' | 'proposed' | 'unchanged' | 'rejected'
  /** Why it is unchanged. */
  readonly reason: UnchangedReason | null
  /** What became of the text on the other rows with the same source; null: it was not offered to them. */
  readonly copies: TextCopies | null
  readonly errors: readonly TextProblem[]
  readonly warnings: readonly TextProblem[]
}

export interface TextCopies {
  readonly written: number
  /** The gate refused it there. */
  readonly refused: number
  /** At most so many rows have not been tried: sending the text again goes on. */
  readonly left: number
}

/** What is wrong with a text, in the words of API v1. */
export interface TextProblem {
  readonly code: string
  /** Rule of the text gate; null: none. */
  readonly rule: string | null
  /** Plain English that says what to do. */
  readonly message: string
  /** As API v1 gives them, `agent_action` among them. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface WrittenTexts {
  /** One for each text that was sent, in order. */
  readonly outcomes: readonly TextOutcome[]
  /** Null when nothing was sent. */
  readonly quota: AgentQuota | null
  /** Why the rest was not sent; null: all were. */
  readonly stopped: AgentRefused | null
}

export interface Refusal {
  /** Of the catalogue of API v1 (`daily_row_quota_exceeded`), or `unreachable`, `no_answer`. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>
  /** When to try again; null: it would be refused again. */
  readonly retryAfterSeconds: number | null
}

/** The store or the server refused a whole call. */
export class AgentRefused extends Error {
  override readonly name = 'AgentRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
