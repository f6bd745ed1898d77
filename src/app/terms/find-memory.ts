// Memory: the current translations of rows with the very same source, and of texts like it (find-like.ts). None
// contradicts the glossary. A source of ten thousand rows costs as much as one of a hundred: then the rows with the
// best texts are read first.
import { sha256Hex } from '../../base/bytes.ts'
import type { Turn } from '../../base/turn.ts'
import { memoryRowsMax, memoryTextsMax } from '../../domain/limits.ts'
import { filterOfRank, headOfRank, RANKS } from '../../domain/memory/recall.ts'
import { type Head, sourceTextOf } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { readView, rowsWithSource } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { findWork } from '../work/find-work.ts'
import { findLike, fitsGlossary, type LikeKnown, pairOf } from './find-like.ts'
import { type KnownTo, knownTo } from './known-to.ts'
import { type Asked, type AskedText, readAsked } from './match-terms.ts'

export interface KnownText {
  /** The best head with this text: by rank, then verified before unverified, then the first in the game. */
  readonly head: Head
  readonly layer: Layer
  readonly rowId: string
  /** How many rows have this text in either layer; at least so many if `isWhole` is false. */
  readonly rows: number
}

interface Remembered extends AskedText {
  readonly sourceHash: string
  /** The different texts, best first: by rank, verified before unverified, then the most frequent. */
  readonly texts: readonly KnownText[]
  readonly leftOut: number
  /** False: only some of the rows with this source were read. */
  readonly isWhole: boolean
  readonly like: readonly LikeKnown[]
}

interface Memory {
  readonly texts: readonly Remembered[]
  /** False: the search index has not read all rows yet, so some texts like others may be missing. */
  readonly isSettled: boolean
  readonly unknownIds: readonly string[]
}

/** Finds what memory has for texts or rows, for one person. For a row, its own texts are left out. */
export async function findMemory(app: App, userId: number, request: Asked, turn: Turn): Promise<Memory> {
  const own = knownTo(app, userId)
  const asked = readAsked(app, request)
  const { texts: like, isWhole: isSettled } = await findLike(
    app,
    asked.texts.map(({ text }) => text),
    userId,
    turn,
  )
  const texts: Remembered[] = []
  const rowsOf = new Map<string, RowsOfSource>()
  for (const [at, each] of asked.texts.entries()) {
    if (turn.isOver) await turn.next()
    const sourceHash = each.row?.sourceHash ?? sha256Hex(each.text)
    const rows = rowsOf.get(sourceHash) ?? (await rowsToRead(app, sourceHash))
    rowsOf.set(sourceHash, rows)
    const { ordinals, isWhole } = rows
    const others = ordinals.filter((ordinal) => ordinal !== each.row?.ordinal)
    const all = textsOf(own, others, sourceHash).filter(({ head }) => fitsGlossary(pairOf(app, each.text, head.text)))
    const shown = all.slice(0, memoryTextsMax).map((found) => ({ ...found, rowId: rowIdAt(app, found.ordinal) }))
    texts.push({ ...each, sourceHash, texts: shown, leftOut: all.length - shown.length, isWhole, like: like[at] ?? [] })
  }
  return { texts, isSettled, unknownIds: asked.unknownIds }
}

interface RowsOfSource {
  readonly ordinals: readonly number[]
  readonly isWhole: boolean
}

async function rowsToRead(app: App, sourceHash: string): Promise<RowsOfSource> {
  const all = rowsWithSource(app.store.main, sourceHash)
  if (all.length <= memoryRowsMax) return { ordinals: all, isWhole: true }
  const best = new Set<number>()
  for (const rank of RANKS) {
    const rows = await findWork(app, filterOfRank(rank))
    for (const ordinal of rows.size === 0 ? [] : all) {
      if (!rows.has(ordinal) || best.has(ordinal)) continue
      if (best.size === memoryRowsMax) return { ordinals: [...best], isWhole: false }
      best.add(ordinal)
    }
  }
  return { ordinals: [...best], isWhole: true }
}

interface Found extends Omit<KnownText, 'rowId'> {
  readonly rank: number
  readonly ordinal: number
}

const rowIdAt = ({ store: { main } }: App, ordinal: number): string => readView(main, ordinal)?.rowId ?? ''

/** The texts made for this very source: each text's whole hash is compared, because the index has only a part of it. */
function textsOf({ headsOf }: KnownTo, ordinals: readonly number[], sourceHash: string): readonly Found[] {
  const byText = new Map<string, Found>()
  for (const ordinal of ordinals) {
    const heads = headsOf(ordinal)
    const own = new Set<string>()
    RANKS.forEach((each, rank) => {
      const head = headOfRank(heads, each, sourceHash)
      if (head === null || own.has(head.text)) return
      own.add(head.text)
      const found: Found = { head, layer: each.layer, rank, ordinal, rows: 1 }
      const known = byText.get(head.text)
      const rows = (known?.rows ?? 0) + 1
      byText.set(head.text, { ...(known === undefined || isBetter(found, known) ? found : known), rows })
    })
  }
  return [...byText.values()].sort((a, b) => byWorth(a, b) || b.rows - a.rows || a.ordinal - b.ordinal)
}

const byWorth = (a: Found, b: Found): number => a.rank - b.rank || Number(b.head.isVerified) - Number(a.head.isVerified)

const isBetter = (one: Found, other: Found): boolean => (byWorth(one, other) || one.ordinal - other.ordinal) < 0

/** What is known for a row; `same`: it is the text of a row with exactly this source. */
export type EarlierKnown = Omit<LikeKnown, 'kind' | 'ordinal'> & { readonly kind: LikeKnown['kind'] | 'same' }

/**
 * Translations to show to a model with rows, by row id, the best first: the best one of exactly the same source in another row, then those
 * of texts like it. A row that is not in the game has none.
 */
export async function findEarlier(
  app: App,
  userId: number,
  rowIds: readonly string[],
  turn: Turn,
): Promise<ReadonlyMap<string, readonly EarlierKnown[]>> {
  const { texts } = await findMemory(app, userId, { rowIds }, turn)
  return new Map(
    texts.flatMap(({ row, sourceHash, texts: same, like }) => {
      if (row === null) return []
      const of = { kind: 'same', percent: 100, source: sourceTextOf(row), sourceHash } as const
      return [[row.rowId, [...same.slice(0, 1).map((best) => ({ ...of, ...best })), ...like]] as const]
    }),
  )
}
