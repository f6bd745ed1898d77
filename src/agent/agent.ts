// One interface for programs that translate: the shell commands, the MCP server and `windrow translate`. The store is
// open in this process (local.ts) or behind a server (remote.ts). An Agent has one person's rights and quota. The
// refusal of one text is an outcome; a call that fails as a whole throws `AgentRefused`.
import type { TermFacts } from '../base/term-facts.ts'
import type { EarlierPair, LikePair } from '../domain/text/earlier-pairs.ts'
import type { Client } from '../domain/row.ts'
import type { ClaimWork, Layer, RowState, SearchField, SourceFilter, UnchangedReason } from '../domain/vocabulary.ts'

export interface Agent {
  /** No other agent gets the rows. */
  takeRows(wanted: TakeRows): Promise<TakenRows>
  /** Makes a claim end in 60 to 3600 seconds. Null: it has ended or was given back. */
  renew(claimId: string, seconds: number): Promise<number | null>
  /** Others can then take its rows. False: the claim had ended already. */
  giveBack(claimId: string): Promise<boolean>
  /** In the order of the game's files; claims nothing. */
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
  /** Null for an unknown row, and behind a server, where it can't be read. */
  pastOf(rowId: string): Promise<RowPast | null>
  /** Ignores letter case. A whole game may take seconds. */
  search(wanted: SearchTexts): Promise<FoundRows>
  glossary(): Promise<readonly Term[]>
  /** At most 50. An outcome for each term, in their order. */
  proposeTerms(terms: readonly ProposedTerm[]): Promise<readonly TermOutcome[]>
  brief(): Promise<TeamBrief>
  /**
   * Takes at most 50 rows. Gives texts of others with the same source or a like one, best first, and approved rows with
   * a glossary term in common.
   */
  known(rowIds: readonly string[], signal: AbortSignal): Promise<KnownTexts>
  /** Translations of texts like the sources of these rows, for a model's prompt: some 300 tokens. */
  earlier(rows: readonly AgentRow[]): Promise<readonly EarlierPair[]>
  /** Fills rows (at most 50) from memory, unless the setting is off or this person may not write machine texts. */
  remember(rowIds: readonly string[]): Promise<RememberedRows>
  status(): Promise<AgentStatus>
  /** Would these texts be accepted now, as `write` would send them? Writes nothing and costs no quota. */
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
  /** Replaces work and source; in the syntax of `parseFilterText`, without faults. */
  readonly filter?: string
  /** 1 to 100; on the local store to 1000. */
  readonly limit: number
  /** 60 to 3600. */
  readonly seconds: number
}

export interface TakenRows {
  /** Null: no row was free. */
  readonly claim: { readonly id: string; readonly endsAtMs: number } | null
  readonly rows: readonly AgentRow[]
  /** Rows of this work that no claim holds. */
  readonly left: number
  readonly heldByOthers: number
  /** Without a claim: when to ask again. Null: this work is finished. */
  readonly retryAfterSeconds: number | null
  /** Rows that memory filled meanwhile; not among the others. */
  readonly remembered: number
  /** The present version of the team's brief; 0: there is none. */
  readonly briefVersion: number
}

export interface RememberedRows {
  /** Filled now. */
  readonly filled: readonly string[]
  /** Rows that had a machine text for the present source before. */
  readonly done: readonly string[]
}

export const NOTHING_REMEMBERED: RememberedRows = { filled: [], done: [] }

export interface AgentRow {
  readonly rowId: string
  /** What the game's file calls the row; null: this game has no keys. */
  readonly key: string | null
  readonly ordinal: number
  readonly source: string
  /** SHA-256, in hex. */
  readonly sourceHash: string
  readonly isServiceRow: boolean
  /** Tokens that a translation must contain, and how often. */
  readonly keep: Readonly<Record<string, number>>
  readonly reference: string | null
  /** How wide a translation may be, in letters of mean width; null: not known. */
  readonly maxLetters: number | null
  /** In the languages that were asked for (`withOfficial`). */
  readonly official?: readonly OfficialText[]
  /** Rows with the same source, including this one. */
  readonly copies: number
  readonly pendingProposals: number
  readonly layers: Readonly<Record<Layer, AgentHead | null>>
  /** The old source of a stale row, and its translation. */
  readonly previous: PreviousText | null
  /** Glossary terms in the source, in its order, each once. */
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
  /** Replaced texts; an empty one was removed by a revert. */
  readonly earlier: readonly { readonly layer: Layer; readonly revision: number; readonly text: string }[]
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
  /** Accepted translations of the term; a trailing `*` accepts any ending. */
  readonly forms: readonly string[]
  readonly doNotTranslate: boolean
  readonly caseSensitive: boolean
  readonly note: string
  readonly facts?: TermFacts
}

export interface ProposedTerm {
  readonly source: string
  readonly forms: readonly string[]
  /** For those who decide. */
  readonly note: string
  readonly facts: TermFacts
  /** Rows that show it. */
  readonly rowIds: readonly string[]
  readonly provider: string
  readonly model: string
}

export type TermOutcome = 'proposed' | 'in_glossary' | 'already_proposed' | 'too_many_of_person' | 'too_many'

export interface TeamBrief {
  /** 0: there is none. */
  readonly version: number
  /** May be empty. */
  readonly text: string
}

export interface KnownTexts {
  /** `rowId`: the row asked for; at least `rows` rows have the text. */
  readonly texts: readonly {
    readonly rowId: string
    readonly text: string
    readonly layer: Layer
    readonly status: string
    readonly rows: number
  }[]
  /** Translations of like sources, by the row asked for. */
  readonly like: readonly (LikePair & { readonly rowId: string })[]
  readonly examples: readonly { readonly term: string; readonly source: string; readonly text: string }[]
}

export interface ListRows {
  readonly state: RowState
  readonly source: SourceFilter
  /** Replaces the source; in the syntax of `parseFilterText`, without faults. */
  readonly filter?: string
  /** Only rows after this ordinal; 0 for the first page. */
  readonly after: number
  /** 1 to 100. */
  readonly limit: number
}

export interface ValueCount {
  readonly value: string
  readonly rows: number
}

interface RowPage {
  readonly rows: readonly AgentRow[]
  /** `after` of the next page; null on the last. */
  readonly next: number | null
  /** Rows of all pages; null: not counted. */
  readonly total: number | null
}

interface SearchTexts {
  /** In the syntax of `parseSearch`, not empty. */
  readonly text: string
  readonly wholeWords: boolean
  readonly fields: readonly SearchField[]
  /** In the syntax of `parseFilterText`; absent: all rows. */
  readonly filter?: string
  readonly state: RowState
  readonly source: SourceFilter
  /** The last ordinal already searched; 0 for the first page. */
  readonly after: number
  /** 1 to 100. */
  readonly limit: number
  readonly signal: AbortSignal
}

interface FoundRows {
  readonly rows: readonly AgentRow[]
  /** `after` of the next call; null when all rows were searched. */
  readonly next: number | null
}

export interface AgentStatus {
  readonly name: string
  readonly role: string
  /** Null: this person may not write. */
  readonly writes: 'machine' | 'proposals' | null
  readonly rows: number
  /** Rows without a translation, not counting service rows. */
  readonly untranslated: number
  readonly stale: number
  readonly quota: AgentQuota
  /** Null where requests are not counted. */
  readonly requestsPerMinute: number | null
  /** From the settings; '' when not set. */
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
  /** Null: only fills an empty machine layer. A number: replaces only this revision (0: none). `any`: replaces any text. */
  readonly replaces: number | 'any' | null
  /** From a second reader (docs/agents.md#a-second-reader), for machine texts. Absent if the writer is no reader. */
  readonly fault?: string
}

export interface TextOrigin {
  /** Up to 128 characters. */
  readonly provider: string
  readonly model: string
  /** Also fills the empty machine layer of rows with the same source. */
  readonly copies: boolean
  /** Proposals, also by a person who may write machine texts. */
  readonly asProposals?: boolean
  /** The program that translates; absent: it has no name. */
  readonly client?: Client
}

export interface TextOutcome {
  readonly rowId: string
  /** In a check, `written` and `proposed` mean: it would be. */
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
  /** Upper bound of the rows not tried yet; sending the text again continues. */
  readonly left: number
}

/** An error or warning about a text, in the words of API v1. */
export interface TextProblem {
  readonly code: string
  /** The rule of the text gate; null: none. */
  readonly rule: string | null
  readonly message: string
  /** As in API v1, with `agent_action`. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface WrittenTexts {
  /** One for each text sent, in order. */
  readonly outcomes: readonly TextOutcome[]
  /** Null when nothing was sent. */
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
  /** Null: trying again does not help. */
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
