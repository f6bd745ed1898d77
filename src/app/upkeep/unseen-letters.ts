// Letters and signs of translations that no official text of the game has, in any language that is here: the game's font may lack them
// (docs/text-gate.md#letters-that-the-game-may-lack). One pass over all rows; a letter is a code point.
import { cellsOf } from '../../domain/cell.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { createOfficialReader, officialLanguages, readHeads, readReference, scanRows } from '../../store/rows.ts'
import { openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import { nextTurn } from '../import/tell-sources.ts'

export interface UnseenLetter {
  readonly letter: string
  /** `U+0491`. */
  readonly code: string
  /** How many rows have it in a translation, and the first of them. */
  readonly rows: number
  readonly rowId: string
}

interface Counted {
  rows: number
  lastOrdinal: number
  readonly rowId: string
}

const codePoints = 0x11_0000
const beyondOneUnit = 0xffff

/** The most frequent first. `onRows` gets the number of rows done. */
export async function findUnseenLetters(
  { store }: App,
  signal: AbortSignal,
  onRows: (done: number) => void,
): Promise<readonly UnseenLetter[]> {
  const official = new Uint8Array(codePoints)
  const counted = new Map<number, Counted>()
  const snapshot = openSnapshot(store)
  const { db } = snapshot
  const officialIn = createOfficialReader(db, officialLanguages(db))
  const seen = (text: string | null | undefined): void => eachLetter(text ?? '', (code) => (official[code] = 1))
  let done = 0
  try {
    for (const block of scanRows(db, store.files, cellsOf('all', 'all'))) {
      for (const scanned of block) {
        const row = scanned.row()
        seen(row.main?.text)
        seen(sourceTextOf(row))
        const reference = readReference(db, row.ordinal)
        seen(reference?.main)
        seen(reference?.diff)
        for (const { text } of officialIn(row.ordinal)) seen(text)
        const heads = scanned.hasHeads ? readHeads(db, row.ordinal) : null
        for (const layer of LAYERS)
          eachLetter(heads?.[layer]?.text ?? '', (code) => count(counted, code, row.ordinal, row.rowId))
      }
      onRows((done += block.length))
      await nextTurn()
      signal.throwIfAborted()
    }
  } finally {
    snapshot.close()
  }
  return [...counted]
    .filter(([code]) => official[code] === 0)
    .map(([code, { rows, rowId }]) => ({ letter: String.fromCodePoint(code), code: nameOf(code), rows, rowId }))
    .sort((a, b) => b.rows - a.rows)
}

function eachLetter(text: string, visit: (code: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number
    if (code > beyondOneUnit) at++
    visit(code)
  }
}

function count(counted: Map<number, Counted>, code: number, ordinal: number, rowId: string): void {
  const known = counted.get(code)
  if (known === undefined) counted.set(code, { rows: 1, lastOrdinal: ordinal, rowId })
  else if (known.lastOrdinal !== ordinal) {
    known.rows++
    known.lastOrdinal = ordinal
  }
}

const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
