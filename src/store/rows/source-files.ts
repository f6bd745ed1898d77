// The files that rows came from: their names, which rows hold as two-byte numbers, and the pairs that they come in, a main file
// and its diff.
import type { Database } from '../file/environment.ts'
import { blockOf, keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'
import type { FurtherSlot } from './ordinals.ts'
import { type RowView, rowView } from './row-block.ts'

export const fileNumberMax = 0xffff

/**
 * Names of imported files. Rows hold two-byte numbers; a number never changes its name. Names never change, so they may
 * be cached.
 */
export class FileNames {
  readonly #names = new Map<number, string>()
  readonly #db: () => Database
  constructor(db: () => Database) {
    this.#db = db
  }

  nameOf = (file: number): string => {
    const name = this.#names.get(file) ?? getRecord<string>(this.#db(), keyOfU32('file', file))
    // An import asks for names of files that it has yet to write down.
    if (name !== undefined) this.#names.set(file, name)
    return name ?? ''
  }

  /** The names of all files, in the order of their numbers. */
  all(): string[] {
    const db = this.#db()
    return [...keysUnder(db, { prefix: Buffer.from([TABLES.file]) })].map((key) => getRecord<string>(db, key) ?? '')
  }

  /** The numbers of these files. A new name gets the next one and goes into `added`, for `addNames`. Null: too many files. */
  numbersFor(names: readonly string[], added: Map<string, number>): number[] | null {
    const db = this.#db()
    const numbers = new Map<string, number>()
    let last = 0
    for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.file]) })) {
      last = key.readUInt32BE(1)
      numbers.set(getRecord<string>(db, key) ?? '', last)
    }
    for (const [name, number] of added) numbers.set(name, (last = number))
    const found = names.map((name) => {
      let number = numbers.get(name)
      if (number === undefined) {
        number = ++last
        numbers.set(name, number)
        added.set(name, number)
      }
      return number
    })
    return last > fileNumberMax ? null : found
  }

  /** Stores new names with their numbers. It must be called inside a write. */
  addNames(added: ReadonlyMap<string, number>): void {
    for (const [name, number] of added) putRecord(this.#db(), keyOfU32('file', number), name)
  }
}

// Source files come in pairs, a main file and its diff. The first pair has no name and is the one that the slots `main` and `diff`
// mean. Further ones are known by what follows the language in their files' names (`small` in `translate_words_map_en__small`), and
// have a number from 1 on, which each of their rows holds.
//
// A row belongs to the first pair that has its key: the texts of its block are from there. The texts of further pairs lie here as
// well, whole, in blocks like those of rows, so that a key that leaves one pair goes on with the next.

/** The most further pairs: a row's flags have three bits for the number of its pair. */
export const furtherPairsMax = 7

export interface SourcePair {
  readonly number: number
  readonly name: string
}

const pairsKey = keyOf('meta', 'source_pairs')

/** The further pairs, by number. */
export const readPairs = (db: Database): readonly SourcePair[] =>
  (getRecord<readonly (string | null)[]>(db, pairsKey) ?? []).flatMap((name, at) =>
    name === null ? [] : [{ number: at + 1, name }],
  )

/** The number of the pair with this name, 0 for the first pair, whose name is empty. Undefined: it was never imported. */
export const numberOfPair = (db: Database, name: string): number | undefined =>
  name === '' ? 0 : readPairs(db).find((pair) => pair.name === name)?.number

export function putPairs(db: Database, pairs: readonly SourcePair[]): void {
  const names: (string | null)[] = []
  for (const { number, name } of pairs) {
    while (names.length < number) names.push(null)
    names[number - 1] = name
  }
  if (names.length > 0) putRecord(db, pairsKey, names)
  else if (db.doesExist(pairsKey)) void db.remove(pairsKey)
}

export const slotOfPair = (pair: string, slot: 'main' | 'diff'): FurtherSlot =>
  `__${pair}${slot === 'diff' ? '_diff' : ''}`

/** The key number of a pair's block in the table `pair_row`, which has the blocks of all pairs. */
export const blockInPair = (pair: number, block: number): number => pair * 2 ** 24 + block
export const pairOfBlock = (number: number): { readonly pair: number; readonly block: number } => ({
  pair: Math.floor(number / 2 ** 24),
  block: number % 2 ** 24,
})

/** A row's texts in a further pair; null: it has none there. The view's block is a copy. */
export function readPairRow(db: Database, pair: number, ordinal: number): RowView | null {
  const bytes = db.getBinary(keyOfU32('pair_row', blockInPair(pair, blockOf(ordinal))))
  return bytes === undefined ? null : rowView(Buffer.from(bytes), ordinal)
}

/** What a further pair has for a row in place of its source. */
export interface OtherSource {
  readonly pair: string
  readonly text: string
}

export const readOtherSources = (
  db: Database,
  { ordinal, sourceHash }: { readonly ordinal: number; readonly sourceHash: string },
): readonly OtherSource[] =>
  readPairs(db).flatMap(({ number, name }) => {
    const row = readPairRow(db, number, ordinal)
    if (row === null || row.sourceHash === sourceHash) return []
    const { start, end } = row.source
    return [{ pair: name, text: row.bytes.toString('utf8', start, end) }]
  })
