// Learns the letters of the store's languages for the gate (LANG_06): from up to 4,000 sources and 4,000 translations
// for the game, spread over all rows. Learns from 200 translations on, and again from twice as many or for another
// target language.
import { type Run, runAlone, runInSlices } from '../../base/slices.ts'
import { CELLS_WITH_HEADS } from '../../domain/cell.ts'
import { gameTextOf, NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import { bare } from '../../domain/text/service-text.ts'
import { LetterLearner } from '../../../packages/language/src/letter-grams.ts'
import { scan } from '../../domain/text/tokens.ts'
import { putLetters, readLetters } from '../../store/indexes.ts'
import {
  chunkOf,
  hasBit,
  lastOrdinal,
  readCellCounts,
  readHeads,
  readRow,
  ROWS_PER_CHUNK,
  rowsInCells,
} from '../../store/rows.ts'
import { freshen } from '../../store/view.ts'
import type { App } from '../app.ts'

const textsMin = 200
const textsMax = 4_000
const rowsPerStep = 64

/** Learns the letters. False: the signal aborted it, or there was nothing new to learn. */
export async function learnLetters(app: App, run: Run, signal?: AbortSignal): Promise<boolean> {
  freshen(app.store)
  const { settings, gate } = app.rules.now()
  const language = settings.target_language
  const { main, files, derived } = app.store
  const counts = readCellCounts(main)
  const translated = CELLS_WITH_HEADS.reduce((sum, cell) => sum + (counts[cell] as number), 0)
  if (language === '' || translated < textsMin || isKnown(readLetters(derived), language, translated)) return false
  const learner = new LetterLearner()
  const textOf = (text: string): string => bare(text, scan(text, gate.markup))
  const last = lastOrdinal(main)
  const everySource = Math.max(1, Math.floor(last / textsMax))
  const everyText = Math.max(1, Math.floor(translated / textsMax))
  let [first, seen, texts] = [0, 0, 0]
  const read = (): boolean => {
    const filled = rowsInCells(main, CELLS_WITH_HEADS, chunkOf(first))
    for (let ordinal = first; ordinal < first + rowsPerStep; ordinal++) {
      const isText = hasBit(filled, ordinal % ROWS_PER_CHUNK) && seen++ % everyText === 0
      if (!isText && ordinal % everySource !== 0) continue
      const row = readRow(main, files, ordinal)
      if (row === null) continue
      const source = sourceTextOf(row)
      if (ordinal % everySource === 0) learner.addFirst(textOf(source))
      const { layer, text } = gameTextOf(row, isText ? readHeads(main, ordinal) : NO_HEADS)
      if (layer === null || text === source) continue
      learner.addSecond(textOf(text))
      texts++
    }
    first += rowsPerStep
    return first <= last
  }
  if (!(await run(read, signal)) || texts < textsMin) return false
  await putLetters(derived, run === runAlone ? 'at once' : 'in turn', {
    language,
    texts: translated,
    weights: learner.weights(),
  })
  return true
}

function isKnown(known: ReturnType<typeof readLetters>, language: string, translated: number): boolean {
  if (known === null || known.language !== language) return false
  return translated < 2 * known.texts || known.texts >= textsMax
}

const restMs = 2_000

/** Learns the letters anew whenever they are outdated, until the signal. Its timer does not keep the process alive. */
export function keepLetters(app: App, signal: AbortSignal): void {
  const look = async (): Promise<void> => {
    await learnLetters(app, runInSlices, signal).catch((error: unknown) =>
      app.log.warn('the letters of the target language could not be learnt', { err: error }),
    )
    rest()
  }
  const rest = (): void => {
    if (!signal.aborted) setTimeout(() => void look(), restMs).unref()
  }
  rest()
}
