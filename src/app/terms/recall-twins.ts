// Finds the text of memory for rows whose source no row with a text has: the text of a twin, with its numbers and
// tokens exchanged (docs/memory.md#memory). The index of likeness finds twins, a millisecond or more a text.
import type { Turn } from '../../base/turn.ts'
import { exchanged, recall, type Remembered } from '../../domain/memory/recall.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { equalFolded } from '../../domain/text/normalize.ts'
import { likeRows } from '../../search/like-rows.ts'
import type { LikeSource } from '../../search/like-candidates.ts'
import { readView } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { rankIn } from './find-like.ts'
import type { KnownTo } from './known-to.ts'
import { passesGate, type Recalled, wasTakenBack, witnessesOf } from './recall-rows.ts'

type Fill = Extract<Recalled, { kind: 'fill' }>

interface TwinsFound {
  readonly fills: readonly Fill[]
  /** False: the index has not read all rows, and going on would read them one by one. */
  readonly isWhole: boolean
}

/** Finds twins for at most 50 rows. */
export async function recallTwins(app: App, own: KnownTo, rows: readonly Row[], turn: Turn): Promise<TwinsFound> {
  if (rows.length === 0) return { fills: [], isWhole: true }
  const rules = app.rules.now()
  const sources = [...new Set(rows.map(sourceTextOf))]
  const { texts, isWhole } = await likeRows(app, sources, rankIn(app, own), turn, false, own.proposed)
  const fills: Fill[] = []
  for (const row of rows) {
    if (turn.isOver) await turn.next()
    const source = sourceTextOf(row)
    const twins = [...(texts[sources.indexOf(source)]?.twins ?? [])].sort((a, b) => a.rank - b.rank)
    for (const twin of twins) {
      const remembered = ofTwin(app, own, twin, source, rules.settings.target_language)
      if (remembered === null || !passesGate(rules, row, remembered.text)) continue
      const { main } = app.store
      if (wasTakenBack(main, row, own.headsOf(row.ordinal), remembered.text)) break
      fills.push({ kind: 'fill', row, remembered, rules })
      break
    }
  }
  return { fills, isWhole }
}

function ofTwin(app: App, own: KnownTo, twin: LikeSource, source: string, language: string): Remembered | null {
  const { main } = app.store
  const hash = readView(main, twin.ordinal)?.sourceHash
  if (hash === undefined) return null
  const witnesses = [...witnessesOf(main, own, hash)].filter((witness) => witness !== null)
  const recalled = recall({ text: twin.source, hash }, witnesses)
  if (recalled.kind !== 'text') return null
  const { donor, stood } = recalled.remembered
  // A text that memory copied is not copied on to twins: else a second run would find what the first one made.
  if (donor.rowId !== stood.rowId || donor.seq !== stood.seq) return null
  const text = exchanged({ source: twin.source, text: recalled.remembered.text }, source, language)
  return text === null || equalFolded(source, text) ? null : { ...recalled.remembered, text }
}
