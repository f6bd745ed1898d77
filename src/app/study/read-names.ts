// A candidate of the study with what the texts of its rows say: the reference and the translations, at most 64 of each.
import { gameLayerOf, type Row } from '../../domain/row.ts'
import { type Candidate, displayName } from '../../domain/study/candidates.ts'
import { NAME_SIGNS, type NameSign } from '../../domain/study/name-signs.ts'
import { scoreOf, strengthMin, strengthOf } from '../../domain/study/termhood.ts'
import { UnitCounts } from '../../domain/study/units.ts'
import { type Wordings, wordingsOf } from '../../domain/study/wordings.ts'
import { lastOrdinal, readHeads, readReference, readRow } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'

interface StudiedWording {
  readonly text: string
  /** Of the texts that were looked at. */
  readonly texts: number
  readonly rowIds: readonly string[]
}

export interface StudiedName {
  readonly key: string
  readonly name: string
  readonly spellings: readonly string[]
  readonly signs: readonly NameSign[]
  readonly rows: number
  /** Different sources. */
  readonly texts: number
  /** How likely it is a term; higher is likelier. Not bounded. */
  readonly score: number
  readonly rowIds: readonly string[]
  /** What the references of its rows have in common; null: nothing, or there are none. */
  readonly reference: string | null
  /** Translations that were looked at, at most 64. */
  readonly looked: number
  /** The share of the most frequent wording among them; null: fewer than two. */
  readonly agreement: number | null
  readonly wordings: readonly StudiedWording[]
}

const rowsPerBreath = 4
/** The beginning of a long text is enough. */
const textLengthMax = 600
/** Of which the languages' usual words are learnt. */
const sampleRows = 4_000

/** Those that are likely enough. `textOf`: takes the tokens out. */
export function* readNames(
  app: App,
  db: Database,
  candidates: readonly Candidate[],
  textOf: (text: string) => string,
): Generator<void, StudiedName[]> {
  const beginningOf = (text: string): string => textOf(text.slice(0, textLengthMax))
  const read = (ordinal: number): ReadRow | null => {
    const row = readRow(db, app.store.files, ordinal)
    if (row === null) return null
    const own = readReference(db, ordinal)
    const [reference, text] = [own?.diff ?? own?.main ?? null, gameText(db, row)]
    return {
      rowId: row.rowId,
      reference: reference === null ? null : beginningOf(reference),
      text: text === null ? null : beginningOf(text),
    }
  }
  const all = { reference: new UnitCounts(), text: new UnitCounts() }
  const last = lastOrdinal(db)
  const every = Math.max(1, Math.ceil(last / sampleRows))
  for (let ordinal = 0; ordinal <= last; ordinal += every) {
    const row = read(ordinal)
    if (row?.reference) all.reference.add(row.reference)
    if (row?.text) all.text.add(row.text)
    if (ordinal % (every * rowsPerBreath) === 0) yield
  }
  const names: StudiedName[] = []
  for (const candidate of candidates) {
    const rows: ReadRow[] = []
    for (const [at, ordinal] of candidate.places.values.entries()) {
      const row = read(ordinal)
      if (row !== null) rows.push(row)
      if (at % rowsPerBreath === 0) yield
    }
    const labels = candidate.labels.flatMap((ordinal) => read(ordinal) ?? [])
    const sides: StudiedSides = { reference: null, text: null }
    for (const side of SIDES) {
      yield
      sides[side] = sideOf(side, candidate, rows, labels, { all, rows: last })
    }
    const name = nameOf(candidate, rows, sides)
    if (name !== null) names.push(name)
  }
  return names
}

interface ReadRow {
  readonly rowId: string
  readonly reference: string | null
  readonly text: string | null
}

function gameText(db: Database, row: Row): string | null {
  const heads = readHeads(db, row.ordinal)
  const layer = gameLayerOf(row, heads)
  return layer === null ? null : (heads[layer]?.text ?? null)
}

const SIDES = ['reference', 'text'] as const
type Side = (typeof SIDES)[number]
type StudiedSides = Record<Side, StudiedSide | null>

function nameOf(
  candidate: Candidate,
  rows: readonly ReadRow[],
  { reference: references, text: texts }: StudiedSides,
): StudiedName | null {
  const strength = strengthOf(candidate, {
    withLabel: largest(references?.withLabel, texts?.withLabel),
    fit: largest(references?.fit, texts?.fit),
  })
  if (strength < strengthMin) return null
  const [best] = texts?.wordings ?? []
  return {
    key: candidate.key,
    name: displayName(candidate),
    spellings: [...candidate.spellings.keys()],
    signs: NAME_SIGNS.filter((sign) => candidate.signs[sign] > 0),
    rows: candidate.rows,
    texts: candidate.texts,
    score: scoreOf(candidate, strength),
    rowIds: rows.slice(0, rowsShown).map(({ rowId }) => rowId),
    reference: references?.wordings[0]?.text ?? null,
    looked: texts?.looked ?? 0,
    agreement: texts === null || texts.looked < 2 ? null : (best?.texts ?? 0) / texts.looked,
    wordings: texts?.wordings ?? [],
  }
}

const rowsShown = 5

const largest = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null ? (other ?? null) : Math.max(one, other ?? 0)

interface StudiedSide {
  readonly looked: number
  readonly wordings: readonly StudiedWording[]
  readonly fit: number
  readonly withLabel: number | null
}

/** Null: the rows have no such texts. */
function sideOf(
  side: Side,
  { rows: withName }: Candidate,
  rows: readonly ReadRow[],
  labels: readonly ReadRow[],
  { all, rows: allTexts }: { readonly all: Readonly<Record<Side, UnitCounts>>; readonly rows: number },
): StudiedSide | null {
  const having = rows.filter((row) => row[side] !== null)
  if (having.length === 0) return null
  const texts = having.map((row) => row[side] as string)
  const label = labels.find((row) => row[side])?.[side] ?? null
  const { wordings, fit, withLabel }: Wordings = wordingsOf(texts, label, { all: all[side], allTexts, withName })
  return {
    looked: having.length,
    fit,
    withLabel,
    wordings: wordings.map(({ text, texts: places }) => ({
      text,
      texts: places.length,
      rowIds: places.slice(0, rowsShown).map((place) => (having[place] as ReadRow).rowId),
    })),
  }
}
