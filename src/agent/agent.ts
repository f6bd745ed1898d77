// One interface for programs that translate: the shell commands, the MCP server and `windrow translate`. The store is
// open in this process (local.ts) or behind a server (remote.ts). An Agent has one person's rights and quota. The
// refusal of one text is an outcome; a call that fails as a whole throws `AgentRefused`.
import type { Remark } from '../base/remark.ts'
import type { TermFacts } from '../base/term-facts.ts'
import type { GlossaryEntry } from '../domain/checks/glossary.ts'
import type { EarlierPair, LikePair } from '../domain/text/earlier-pairs.ts'
import type { Client } from '../domain/row.ts'
import type { ClaimWork, Layer, RowState, SearchField, SourceFilter, UnchangedReason } from '../domain/vocabulary.ts'

export interface Agent {
  /** Claims free rows: no other agent gets them until the claim ends. */
  takeRows(wanted: TakeRows): Promise<TakenRows>
  /** Makes a claim end in 60 to 3600 seconds from now. Returns null if it has ended already or was given back. */
  renew(claimId: string, seconds: number): Promise<number | null>
  /** Ends a claim, so that others can take its rows. Returns false if it had ended already. */
  giveBack(claimId: string): Promise<boolean>
  /** Lists rows in the order of the game's files, without claiming them. */
  listRows(wanted: ListRows): Promise<RowPage>
  /** Counts the rows of a filter (in the syntax of `parseFilterText`) by patch, the newest first, and by label, the most frequent first. */
  countBy(filter: string): Promise<Readonly<Record<'patch' | 'label', readonly ValueCount[]>>>
  /** Reads rows by ids (16 hex characters, at most 100), in this order; unknown ids are left out. */
  readRows(rowIds: readonly string[]): Promise<readonly AgentRow[]>
  /** The row and its neighbours in the game's files; empty when there is no such row. */
  readAround(rowId: string, eachSide: number): Promise<readonly AgentRow[]>
  /** Official texts of at most 100 rows in these languages, by row. Without rows only the languages are checked. */
  official(
    rowIds: readonly string[],
    languages: readonly string[],
  ): Promise<ReadonlyMap<string, readonly OfficialText[]>>
  /** The latest changes of a row. Null for an unknown row, and always behind a server, whose API does not tell them all. */
  pastOf(rowId: string): Promise<RowPast | null>
  /** Finds rows by words of their texts, in any letter case. Searching a whole game may take seconds. */
  search(wanted: SearchTexts): Promise<FoundRows>
  glossary(): Promise<readonly Term[]>
  /** Proposes at most 50 terms for the glossary. Returns an outcome for each, in the same order. */
  proposeTerms(terms: readonly ProposedTerm[]): Promise<readonly TermOutcome[]>
  brief(): Promise<TeamBrief>
  /**
   * Takes the ids of at most 50 rows. Returns texts of other rows with the same source or a like one, the best first, and approved rows
   * that have a glossary term in common with them.
   */
  known(rowIds: readonly string[], signal: AbortSignal): Promise<KnownTexts>
  /** Translations of texts like the sources of these rows, as examples in a model's prompt; some 300 tokens of them. */
  earlier(rows: readonly AgentRow[]): Promise<readonly EarlierPair[]>
  /** Fills rows (at most 50) from memory, unless the setting is off or this person may not write machine texts. */
  remember(rowIds: readonly string[]): Promise<RememberedRows>
  status(): Promise<AgentStatus>
  /** Tells whether `write` would succeed with these texts now. It writes nothing and costs no quota. */
  check(texts: readonly AgentText[], asProposals?: boolean): Promise<readonly TextOutcome[]>
  /**
   * Writes into the machine layer, or proposals where the person may not write there; never directly into the manual layer. Any
   * number: sent in batches of 50, waiting while the layer is busy or the minute is used up. Sending a text again changes nothing.
   */
  write(texts: readonly AgentText[], origin: TextOrigin): Promise<WrittenTexts>
}

export interface TakeRows {
  readonly work: ClaimWork
  readonly source: SourceFilter
  /** A filter in the syntax of `parseFilterText`, without faults. If it is given, it replaces `work` and `source`. */
  readonly filter?: string
  /** How many rows to take: 1 to 100, or up to 1000 where the store is open in this process. */
  readonly limit: number
  /** How long the claim lasts: 60 to 3600. */
  readonly seconds: number
}

export interface TakenRows {
  /** The claim on the rows that were taken. Null: no row was free. */
  readonly claim: { readonly id: string; readonly endsAtMs: number } | null
  readonly rows: readonly AgentRow[]
  /** How many rows of this work no claim holds. */
  readonly left: number
  readonly heldByOthers: number
  /** If no row was free: when to ask again. Null: this work is finished. */
  readonly retryAfterSeconds: number | null
  /** How many rows were filled from memory during this call; they are not among `rows`. */
  readonly remembered: number
  /** The present version of the team's brief. 0: the team has none. */
  readonly briefVersion: number
}

export interface RememberedRows {
  /** Ids of the rows that memory filled in this call. */
  readonly filled: readonly string[]
  /** Ids of the rows that already had a machine text for their present source. */
  readonly done: readonly string[]
}

export const NOTHING_REMEMBERED: RememberedRows = { filled: [], done: [] }

export interface AgentRow {
  readonly rowId: string
  /** What the game's file calls the row; null: this game has no keys. */
  readonly key: string | null
  /** What the game's file says beside the text. */
  readonly remark: Remark | null
  readonly ordinal: number
  readonly source: string
  /** SHA-256, in hex. */
  readonly sourceHash: string
  readonly isServiceRow: boolean
  /** Tokens that a translation must contain, and how often. */
  readonly keep: Readonly<Record<string, number>>
  readonly reference: string | null
  /** How wide a translation may be, counted in letters of mean width; null: not known. */
  readonly maxLetters: number | null
  /** The row's texts in the game's other languages, for those that were asked for (`withOfficial`). */
  readonly official?: readonly OfficialText[]
  /** How many rows have the same source, including this one. */
  readonly copies: number
  readonly pendingProposals: number
  readonly layers: Readonly<Record<Layer, AgentHead | null>>
  /** For a row whose source changed: the old source and its translation. */
  readonly previous: PreviousText | null
  /** The glossary terms in the source, in the order in which they stand there, each once. */
  readonly terms: readonly Term[]
}

/** What the game itself has for the row in another of its languages. */
export interface OfficialText {
  readonly language: string
  readonly text: string
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
  /** The model of the second reader that kept or bettered the text. */
  readonly reader?: string
}

/** A row's latest changes, newest first. */
export interface RowPast {
  /** Texts that were replaced; an empty one was removed by a revert. */
  readonly earlier: readonly { readonly layer: Layer; readonly revision: number; readonly text: string }[]
  readonly proposals: readonly { readonly id: number; readonly text: string }[]
}

interface PreviousText {
  /** The source that this text translated. Null when the store did not keep it. */
  readonly source: string | null
  readonly translation: string
  readonly layer: Layer
}

export type Term = GlossaryEntry

export interface ProposedTerm {
  readonly source: string
  readonly forms: readonly string[]
  /** The reason for the proposal, for the people who decide about it. */
  readonly note: string
  readonly facts: TermFacts
  /** Rows whose texts show how the term is used. */
  readonly rowIds: readonly string[]
  readonly provider: string
  readonly model: string
}

export type TermOutcome = 'proposed' | 'in_glossary' | 'already_proposed' | 'too_many_of_person' | 'too_many'

export interface TeamBrief {
  /** 0: the team has no brief. */
  readonly version: number
  /** May be empty. */
  readonly text: string
}

export interface KnownTexts {
  /** Texts for the same source. `rowId`: the row that was asked for; at least `rows` rows have this text. */
  readonly texts: readonly {
    readonly rowId: string
    readonly text: string
    readonly layer: Layer
    readonly status: string
    readonly rows: number
  }[]
  /** Translations of like sources; `rowId` is the row that was asked for. */
  readonly like: readonly (LikePair & { readonly rowId: string })[]
  readonly examples: readonly { readonly term: string; readonly source: string; readonly text: string }[]
}

export interface ListRows {
  readonly state: RowState
  readonly source: SourceFilter
  /** A filter in the syntax of `parseFilterText`, without faults. If it is given, it replaces `source`. */
  readonly filter?: string
  /** The page begins behind this ordinal; 0 for the first page. */
  readonly after: number
  /** Rows of a page: 1 to 100. */
  readonly limit: number
}

export interface ValueCount {
  readonly value: string
  readonly rows: number
}

interface RowPage {
  readonly rows: readonly AgentRow[]
  /** What `after` must be for the next page; null on the last page. */
  readonly next: number | null
  /** How many rows all pages have together; null: not counted. */
  readonly total: number | null
}

interface SearchTexts extends ListRows {
  /** The words to search, in the syntax of `parseSearch`; not empty. */
  readonly text: string
  readonly wholeWords: boolean
  readonly fields: readonly SearchField[]
  /** A filter in the syntax of `parseFilterText`; absent: all rows are searched. */
  readonly filter?: string
  readonly signal: AbortSignal
}

interface FoundRows {
  readonly rows: readonly AgentRow[]
  /** What `after` must be for the next call; null when all rows were searched. */
  readonly next: number | null
}

export interface AgentStatus {
  readonly name: string
  readonly role: string
  /** Where this person's texts go. Null: the person may not write. */
  readonly writes: 'machine' | 'proposals' | null
  readonly rows: number
  /** Rows without a translation, not counting service rows. */
  readonly untranslated: number
  readonly stale: number
  readonly quota: AgentQuota
  /** Null where requests are not counted. */
  readonly requestsPerMinute: number | null
  /** The target language as it is set for the store; '' when not set. */
  readonly targetLanguage: string
}

/** Rows that the person may write in a UTC day. */
export interface AgentQuota {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetsAtMs: number
}

export interface AgentText {
  readonly rowId: string
  readonly text: string
  /** Beginning (8 characters or more) of the hash of the translated source. Null: the current source. */
  readonly sourceHash: string | null
  /** Which machine text may be replaced. Null: none, only an empty layer is filled. A number: this revision (0: none). `any`: any text. */
  readonly replaces: number | 'any' | null
  /** The fault that a second reader found in a machine text (docs/api-v2.md#a-second-reader). Absent if the writer is no reader. */
  readonly fault?: string
}

export interface TextOrigin {
  /** Who made the texts, in up to 128 characters. */
  readonly provider: string
  readonly model: string
  /** Also fills the empty machine layer of rows with the same source. */
  readonly copies: boolean
  /** Sends the texts as proposals, even if the person may write machine texts. */
  readonly asProposals?: boolean
  /** The program that translates; absent: it gave no name. */
  readonly client?: Client
}

export interface TextOutcome {
  readonly rowId: string
  /** What became of the text. In a check, `written` and `proposed` mean that it would be. */
  readonly status: 'written' | 'proposed' | 'unchanged' | 'rejected'
  readonly reason: UnchangedReason | null
  /** Results on other rows with the same source; null: the text was not offered to them. */
  readonly copies: TextCopies | null
  readonly errors: readonly TextProblem[]
  readonly warnings: readonly TextProblem[]
}

export interface TextCopies {
  readonly written: number
  readonly refused: number
  /** At most this many rows were not tried yet; sending the same text again continues with them. */
  readonly left: number
}

/** An error or warning about a text, in the words of API v1. */
export interface TextProblem {
  readonly code: string
  /** The rule of the text gate that was broken; null: the problem is none of the gate. */
  readonly rule: string | null
  readonly message: string
  /** Facts about the problem with the names of API v1, and `agent_action`. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface WrittenTexts {
  /** One for each text sent, in order. */
  readonly outcomes: readonly TextOutcome[]
  /** What the person may still write today. Null when nothing was sent. */
  readonly quota: AgentQuota | null
  /** Why the remaining texts were not sent; null: all were. */
  readonly stopped: AgentRefused | null
}

export interface Refusal {
  /** A code of API v1's catalogue (`daily_row_quota_exceeded`), or `unreachable`, `no_answer`. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>
  /** When the call may succeed. Null: trying again does not help. */
  readonly retryAfterSeconds: number | null
}

/** The store or the server refused a call as a whole. */
export class AgentRefused extends Error {
  override readonly name = 'AgentRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
