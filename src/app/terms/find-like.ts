// Translations of texts like a given one (search/like-rows.ts): twins first, then the nearest; of equal ones manual
// before machine and approved before draft (domain/memory/recall.ts). None contradicts the glossary, and each text comes
// once, with its best row.
import { sha256Hex } from '../../base/bytes.ts'
import type { Turn } from '../../base/turn.ts'
import { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { exampleLengthMax, likeTextsMax } from '../../domain/limits.ts'
import { bestOf, RANKS } from '../../domain/memory/recall.ts'
import type { Head } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { LikeSource, LikeText } from '../../search/like-candidates.ts'
import { likeRows } from '../../search/like-rows.ts'
import { readView } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { type KnownTo, knownTo } from './known-to.ts'

export function pairOf(app: App, source: string, text: string): TextPair {
  const { gate, glossary } = app.rules.now()
  return new TextPair({ source, text, rules: gate, glossary, waivers: NO_WAIVERS })
}

/** Whether a translation has the words that the glossary demands. Only such a text may be shown as an example. */
export const fitsGlossary = ({ termNeeds }: TextPair): boolean => termNeeds.every(({ isPresent }) => isPresent)

export interface LikeKnown {
  readonly kind: 'twin' | 'near'
  /** How alike the two sources are, in percent (domain/text/likeness.ts). */
  readonly percent: number
  readonly source: string
  readonly sourceHash: string
  readonly head: Head
  readonly layer: Layer
  readonly rowId: string
  readonly ordinal: number
}

interface FoundLike {
  /** For each text asked about the translations of texts like it, at most `likeTextsMax`. */
  readonly texts: readonly (readonly LikeKnown[])[]
  /** False: the index has not read all rows yet, so some were not compared. */
  readonly isWhole: boolean
}

/** `userId`: whose own proposals are known, too; null: nobody's. */
export async function findLike(
  app: App,
  texts: readonly string[],
  userId: number | null,
  turn: Turn,
): Promise<FoundLike> {
  const own = knownTo(app, userId)
  const found = await likeRows(app, texts, rankIn(app, own), turn, true, own.proposed)
  const known: (readonly LikeKnown[])[] = []
  for (const text of found.texts) {
    if (turn.isOver) await turn.next()
    known.push(bestAmong(app, own, text))
  }
  return { texts: known, isWhole: found.isWhole }
}

/** The rank of a row's best text, in the form that `likeRows` wants. */
export const rankIn =
  ({ store: { main } }: App, { headsOf }: KnownTo) =>
  (ordinal: number): number | null => {
    const heads = headsOf(ordinal)
    if (heads.manual === null && heads.machine === null) return null
    return bestOf(heads, readView(main, ordinal)?.sourceHash ?? '')?.rank ?? null
  }

function bestAmong(app: App, own: KnownTo, { twins, near }: LikeText): readonly LikeKnown[] {
  const best: LikeKnown[] = []
  for (const each of [...twins, ...near].sort(byWorth)) {
    const known = each.source.length > exampleLengthMax ? null : knownAt(app, own, each)
    if (known === null || best.some(({ head }) => head.text === known.head.text)) continue
    if (fitsGlossary(pairOf(app, known.source, known.head.text))) best.push(known)
    if (best.length === likeTextsMax) break
  }
  return best
}

const byWorth = (a: LikeSource, b: LikeSource): number =>
  b.percent - a.percent || a.rank - b.rank || a.ordinal - b.ordinal

/** The translation of a row that is like the text; null: the row has changed since it was found. */
function knownAt(
  { store: { main } }: App,
  { headsOf }: KnownTo,
  { ordinal, source, percent }: LikeSource,
): LikeKnown | null {
  const row = readView(main, ordinal)
  const best = row === null ? null : bestOf(headsOf(ordinal), row.sourceHash)
  if (row === null || best === null || best.head.text.length > exampleLengthMax) return null
  const { rowId, sourceHash } = row
  if (sourceHash !== sha256Hex(source)) return null
  const { layer } = RANKS[best.rank] as (typeof RANKS)[number]
  return {
    kind: percent === 100 ? 'twin' : 'near',
    percent,
    source,
    sourceHash,
    head: best.head,
    layer,
    rowId,
    ordinal,
  }
}
