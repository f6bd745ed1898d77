// Decides which rows memory fills (docs/memory.md#memory), and which text it puts into them, from rows with the same source or
// from a twin.
import { type Donor, donorOf } from '../donor.ts'
import { isPendingHead } from '../proposal.ts'
import { gameLayerOf, type Head, type Heads, isStale, type Row, shownStatus } from '../row.ts'
import type { TokenKind } from '../text/grammars.ts'
import { equalFolded } from '../text/normalize.ts'
import { scanTokens } from '../text/tokens.ts'
import type { Layer } from '../vocabulary.ts'
import { ALL_WORK, type WorkFilter } from '../work/work-filter.ts'

/**
 * Which rows memory fills (docs/memory.md#memory). The row has no text for the game, and its machine layer none for
 * the present source.
 */
export const isOpenToMemory = (row: Pick<Row, 'sourceHash' | 'isServiceRow'>, heads: Heads): boolean =>
  !row.isServiceRow &&
  gameLayerOf(row, heads) === null &&
  (heads.machine === null || isStale(heads.machine, row.sourceHash))

export interface Rank {
  readonly layer: Layer
  readonly status: 'approved' | 'reviewed' | 'draft'
}

/**
 * The ranks of translations, the best first, for memory and for examples. Rejected and invalid texts, and those made from another
 * source, have none.
 */
export const RANKS: readonly Rank[] = [
  { layer: 'manual', status: 'approved' },
  { layer: 'manual', status: 'reviewed' },
  { layer: 'manual', status: 'draft' },
  { layer: 'machine', status: 'approved' },
  { layer: 'machine', status: 'reviewed' },
  { layer: 'machine', status: 'draft' },
]

/** The ranks of texts that may be examples. */
export const APPROVED: readonly Rank[] = RANKS.filter(({ status }) => status === 'approved')

export const headOfRank = (heads: Heads, { layer, status }: Rank, sourceHash: string): Heads[Layer] => {
  const head = heads[layer]
  return head !== null && shownStatus(head) === status && !isStale(head, sourceHash) ? head : null
}

/** The best text of a row; null: it has none with a rank. */
export function bestOf(heads: Heads, sourceHash: string): { readonly rank: number; readonly head: Head } | null {
  for (const [rank, each] of RANKS.entries()) {
    const head = headOfRank(heads, each, sourceHash)
    if (head !== null) return { rank, head }
  }
  return null
}

export const filterOfRank = ({ layer, status }: Rank): WorkFilter => ({
  ...ALL_WORK,
  layer,
  status,
  freshness: 'current',
  findings: 'valid',
})

/** A row with the source, by which its place in the game is known. */
export interface Witness {
  readonly rowId: string
  readonly heads: Heads
}

export interface Remembered {
  readonly text: string
  readonly donor: Donor
  /** The current text's row and revision: the donor, or a draft that memory made of the donor. */
  readonly stood: Donor
  /** The hash of the source for which the text was made: for a twin, another one than the row's. */
  readonly sourceHash: string
  /** True: the donor's writer named the source for which the text was made. */
  readonly isVerified: boolean
}

/** A text that memory took from elsewhere: another store or a file, by name. */
export interface BroughtIn extends Pick<Remembered, 'text' | 'sourceHash' | 'isVerified'> {
  readonly from: string
}

export type Recall =
  | { readonly kind: 'text'; readonly remembered: Remembered }
  | { readonly kind: 'divided'; readonly texts: readonly string[] }
  | { readonly kind: 'nothing' }

export const NOTHING: Recall = { kind: 'nothing' }

interface Candidate extends Omit<Remembered, 'sourceHash'> {
  readonly rank: number
  votes: number
  createdAtMs: number
}

interface Source {
  readonly text: string
  readonly hash: string
}

/**
 * Chooses the text that memory puts into the rows with one source (docs/memory.md#memory). A row gives the text that
 * it has in the game, or that the asker has proposed for it: approved manual texts come first, then the asker's proposals, then
 * approved, reviewed and other machine texts; of equals the most frequent, then the newest.
 */
export function recall(source: Source, witnesses: Iterable<Witness>): Recall {
  const heard = new Witnesses(source)
  for (const witness of witnesses) heard.add(witness)
  return heard.decide()
}

/** Takes the rows with one source one after the other. Its cost grows with the number of different texts, not of rows. */
export class Witnesses {
  readonly #source: Source
  readonly #candidates = new Map<string, Candidate>()
  readonly #approved = new Set<string>()
  readonly #rejected = new Set<string>()

  constructor(source: Source) {
    this.#source = source
  }

  add({ rowId, heads }: Witness): void {
    const { text, hash } = this.#source
    const { machine } = heads
    if (machine?.status === 'rejected' && !isStale(machine, hash)) this.#rejected.add(machine.text)
    const isProposed = isPendingHead(heads.manual) && heads.manual?.sourceHash === hash
    const layer = isProposed ? 'manual' : gameLayerOf({ sourceHash: hash }, heads)
    const head = layer === null ? null : heads[layer]
    if (layer === null || head === null) return
    if (!this.#candidates.has(head.text) && equalFolded(text, head.text)) return
    if (head.status === 'approved') this.#approved.add(head.text)
    addTo(this.#candidates, candidateOf(rowId, layer, head))
  }

  decide(): Recall {
    if (this.#approved.size > 1) return { kind: 'divided', texts: [...this.#approved] }
    let best: Candidate | undefined
    for (const each of this.#candidates.values()) {
      if (each.rank >= unreviewed && this.#rejected.has(each.text)) continue
      if (best === undefined || isBefore(each, best)) best = each
    }
    if (best === undefined) return NOTHING
    const { text, donor, stood, isVerified } = best
    return { kind: 'text', remembered: { text, donor, stood, isVerified, sourceHash: this.#source.hash } }
  }
}

/** Among equal candidates the last one given counts: it is the text that was just written. */
const isBefore = (a: Candidate, b: Candidate): boolean =>
  (a.rank - b.rank || b.votes - a.votes || b.createdAtMs - a.createdAtMs) <= 0

/** The rank of machine texts that no reviewer marked. */
const unreviewed = RANKS.length - 1

/** A draft of memory counts as its donor and has no vote: a copy is no second opinion. */
function candidateOf(rowId: string, layer: Layer, head: Head): Candidate {
  const { text, seq, isVerified, createdAtMs } = head
  const status = shownStatus(head)
  const rank = RANKS.findIndex((each) => each.layer === layer && each.status === status)
  const donor = status === 'draft' ? donorOf(head) : null
  const stood = { rowId, layer, seq }
  return { text, isVerified, createdAtMs, rank, votes: donor === null ? 1 : 0, donor: donor ?? stood, stood }
}

function addTo(candidates: Map<string, Candidate>, next: Candidate): void {
  const known = candidates.get(next.text)
  if (known === undefined) return void candidates.set(next.text, next)
  const isBetter = next.rank < known.rank || (next.rank === known.rank && next.votes > 0 && known.votes === 0)
  const votes = known.votes + next.votes
  const createdAtMs = Math.max(known.createdAtMs, next.createdAtMs)
  candidates.set(next.text, { ...(isBetter ? next : known), votes, createdAtMs })
}

// The text of a twin with its numbers and tokens exchanged (docs/memory.md#memory). Twins differ in numbers and
// tokens only, so one's text becomes the other's if the exchange has exactly one reading, and the words around its
// numbers need no other form.

/** A number or token of a text, with its place. */
interface Part {
  readonly kind: TokenKind | 'digits'
  readonly text: string
  readonly start: number
  readonly end: number
}

const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu

/** Tokens of white space are no parts, because they must be the same in both sources. */
const WHITE_SPACE: readonly (TokenKind | 'digits')[] = ['lineBreak', 'carriageReturn', 'tab']

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  const addNumbers = (end: number): void => {
    for (const { 0: number, index } of text.slice(from, end).matchAll(NUMBER)) {
      parts.push({ kind: 'digits', text: number, start: from + index, end: from + index + number.length })
    }
  }
  for (const { kind, start, end } of scanTokens(text, 'free')) {
    if (WHITE_SPACE.includes(kind)) continue
    addNumbers(start)
    parts.push({ kind, text: text.slice(start, end), start, end })
    from = end
  }
  addNumbers(text.length)
  return parts
}

/** The text with a mark in place of each part: two twins must have the same for an exchange. */
function frameOf(text: string, parts: readonly Part[]): string {
  let [frame, from] = ['', 0]
  for (const { kind, start, end } of parts) {
    frame += `${text.slice(from, start)}\0${kind}\0`
    from = end
  }
  return frame + text.slice(from)
}

interface Pair {
  readonly source: string
  readonly text: string
}

/**
 * The translation of the twin, with numbers and tokens of the other source. `language`: its tag, or ''. Null: a person or a model has to
 * decide.
 */
export function exchanged({ source, text }: Pair, twin: string, language: string): string | null {
  const [before, after, parts] = [partsOf(source), partsOf(twin), partsOf(text)]
  if (before.length !== after.length || frameOf(source, before) !== frameOf(twin, after)) return null
  const places = placesOf(before, after, parts)
  if (places === null) return null
  let [made, from] = ['', 0]
  for (const { at, of } of [...places].sort((a, b) => a.at.start - b.at.start)) {
    const next = after[of] as Part
    if (next.kind === 'digits' && !keepsItsForm(source, before[of] as Part, text, at, next, language)) return null
    made += text.slice(from, at.start) + next.text
    from = at.end
  }
  return made + text.slice(from)
}

/** A part of the text, and the number of the source's part that it repeats. */
interface Place {
  readonly at: Part
  readonly of: number
}

/** Places in the text of the parts that change: each once, or all in the same order. */
function placesOf(before: readonly Part[], after: readonly Part[], parts: readonly Part[]): readonly Place[] | null {
  const changed = before.flatMap(({ text }, at) => (text === after[at]?.text ? [] : [at]))
  const isAlike = parts.length === before.length && parts.every(({ text }, at) => text === before[at]?.text)
  if (isAlike) return changed.map((of) => ({ at: parts[of] as Part, of }))
  const places: Place[] = []
  for (const of of changed) {
    const { text } = before[of] as Part
    const [at, ...others] = parts.filter((part) => part.text === text)
    if (at === undefined || others.length > 0 || before.filter((part) => part.text === text).length > 1) return null
    places.push({ at, of })
  }
  return places
}

/** The letters after a number may depend on it: `5-та`, `3’te`, `1er`, `2가`. Units do not, nor do scripts without endings. */
const ENDING =
  /^[-'’:.º]?(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr})[\p{L}º°]/u
const KOREAN_PARTICLE = /^(?:을|를|이|가|은|는|과|와|으로|로)(?!\p{L})/u
const ORDINAL = /^(?:st|nd|rd|th)\b/i
/** An article that depends on the number: `l’8`, `a 5` and `az 5`. */
const ELISION = /\p{L}['’]$/u
const HUNGARIAN_ARTICLE = /(?:^|\P{L})az? $/iu

function keepsItsForm(source: string, old: Part, text: string, at: Part, next: Part, language: string): boolean {
  const [follows, asked] = [text.slice(at.end), source.slice(old.end)]
  const hasUnit = /^\p{L}/u.test(asked) && !ORDINAL.test(asked)
  if (ENDING.test(follows) && !hasUnit) return false
  if (KOREAN_PARTICLE.test(follows) && at.text.at(-1) !== next.text.at(-1)) return false
  const precedes = text.slice(0, at.start)
  if (ELISION.test(precedes) || (language.startsWith('hu') && HUNGARIAN_ARTICLE.test(precedes))) return false
  return isSameForm(old.text, next.text, language)
}

/** A number's marks: thousands and decimals are marked by language, so only numbers with the same marks are exchanged. */
const shapeOf = (number: string): string =>
  number.length > 3 && !/[.,]/.test(number) ? 'thousands' : number.replaceAll(/\p{Nd}+/gu, '')

function isSameForm(old: string, next: string, language: string): boolean {
  if (language === '') return false
  const rules = rulesOf(language)
  const [a, b] = [valueOf(old), valueOf(next)]
  return a !== null && b !== null && shapeOf(old) === shapeOf(next) && rules.select(a) === rules.select(b)
}

/** The value of a number. Null: it has digits of another script, or is none, as `1.2.3`. */
function valueOf(number: string): number | null {
  const plain = number.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null
}

const known = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const rules = known.get(language) ?? new Intl.PluralRules(language)
  known.set(language, rules)
  return rules
}

/** True: a twin of this text can differ from it, because it has numbers or tokens. */
export const hasParts = (source: string): boolean => partsOf(source).length > 0
