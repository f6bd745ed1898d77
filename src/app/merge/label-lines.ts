// The labels in a file of history (docs/merging.md#the-file): a line for each label with its rules, then the rows that
// got or lost it by hand. Ids of labels and rules belong to one store, so the file has names and patterns.
import * as z from 'zod'
import { foldLabel, labelNameOf, patternsFault, RULE_FIELDS } from '../../domain/labels.ts'
import { labelRulesMax, labelsMax } from '../../domain/limits.ts'
import { orPiece, type Piece, piecesOf, ROWS_PER_PIECE, RowSet } from '../../domain/work/row-set.ts'
import {
  allLabelRules,
  allLabels,
  type Hand,
  HANDS,
  handsInPiece,
  type Label,
  type LabelRule,
} from '../../store/records.ts'
import { ordinalOf, readNextOrdinal, readRetiredId } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { createRawRows, hexOf } from '../import/raw-row.ts'
import { parseUserName } from '../people/manage-users.ts'
import { namesOfPeople } from '../people/read-people.ts'

const rowsPerLine = 4_096

export const ordinalsIn = (number: number, rows: Piece): number[] =>
  new RowSet(new Map([[number, rows]])).after(0, ROWS_PER_PIECE)

export function* labelLines(db: Database): Generator<object> {
  const nameOf = namesOfPeople(db)
  const made = ({ userId, atMs }: Label | LabelRule): object => ({ by: userId === null ? null : nameOf(userId), atMs })
  const rules = allLabelRules(db)
  const names = new Map<number, string>()
  for (const label of allLabels(db)) {
    names.set(label.id, label.name)
    const its = rules.filter(({ labelId }) => labelId === label.id)
    yield {
      label: label.name,
      ...made(label),
      rules: its.map((rule) => ({ field: rule.field, patterns: rule.patterns, ...made(rule) })),
    }
  }
  const rawRowOf = createRawRows(db)
  for (let number = 0; names.size > 0 && number * ROWS_PER_PIECE < readNextOrdinal(db); number++) {
    for (const { labelId, hand, rows } of Array.from(handsInPiece(db, number))) {
      const label = names.get(labelId)
      if (label === undefined) continue
      const ids = ordinalsIn(number, rows).flatMap((ordinal) => {
        const id = rawRowOf(ordinal)?.row.id ?? readRetiredId(db, ordinal)
        return id === null ? [] : [hexOf(id)]
      })
      for (let at = 0; at < ids.length; at += rowsPerLine) {
        yield { label, hand, rows: ids.slice(at, at + rowsPerLine) }
      }
    }
  }
}

const made = {
  by: z
    .string()
    .refine((value) => parseUserName(value) === value)
    .nullable(),
  atMs: z.int().min(0).max(8_640_000_000_000_000),
}
const label = z.string().refine((value) => labelNameOf(value) === value)
const rule = z.strictObject({
  field: z.enum(RULE_FIELDS),
  patterns: z
    .array(z.string().refine((pattern) => pattern.normalize('NFC') === pattern))
    .refine((patterns) => patternsFault(patterns) === null),
  ...made,
})
const labelLine = z.strictObject({ label, rules: z.array(rule).max(labelRulesMax), ...made })
const rows = z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(rowsPerLine)
const Line = z.union([labelLine, z.strictObject({ label, hand: z.enum(HANDS), rows })])

export interface FileLabel extends z.infer<typeof labelLine> {
  /** Rows to which people gave the label by hand, and from which they took it: those known here, retired ones too. */
  readonly hands: Readonly<Record<Hand, Map<number, Piece>>>
}

/** The labels of a file, line by line. Takes at most two bits of memory for each label and row of this store. */
export class FileLabels {
  readonly #db: Database
  readonly #labels = new Map<string, FileLabel>()
  lines = 0
  /** How many rows of the file's labels this store never had; a row counts once for each label. */
  unknownRows = 0

  constructor(db: Database) {
    this.#db = db
  }

  get all(): Iterable<FileLabel> {
    return this.#labels.values()
  }

  /** Reads a line. Null: it was a line of labels; else a text that says what was expected in its place. */
  take(value: unknown): string | null {
    this.lines++
    const parsed = Line.safeParse(value)
    if (!parsed.success) return 'a label with its rules, or rows of a label'
    const line = parsed.data
    const key = foldLabel(line.label)
    const known = this.#labels.get(key)
    if ('rules' in line) {
      if (known !== undefined) return 'each label once'
      if (this.#labels.size >= labelsMax) return `at most ${labelsMax} labels`
      this.#labels.set(key, { ...line, hands: { added: new Map(), removed: new Map() } })
      return null
    }
    if (known === undefined) return 'a label whose line comes before its rows'
    const ordinals = line.rows.map((id) => ordinalOf(this.#db, id)).filter((ordinal) => ordinal !== undefined)
    this.unknownRows += line.rows.length - ordinals.length
    const into = known.hands[line.hand]
    for (const [number, piece] of piecesOf(ordinals))
      into.set(number, orPiece(into.get(number) ?? null, piece) ?? piece)
    return null
  }
}
