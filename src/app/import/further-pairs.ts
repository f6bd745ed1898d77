// Which further pairs of source files an import replaces, told by the names of its files (docs/rows.md#further-pairs).
import { basename } from 'node:path'
import type { SlotCounts } from '../../domain/import-report.ts'
import type { Role } from '../../../packages/formats/src/game-text.ts'
import { type NamedFile, namedFile } from '../../domain/game-language.ts'
import { type FurtherSlot, furtherPairsMax, readPairs, readSlot, slotOfPair } from '../../store/rows.ts'
import { putPairs } from '../../store/change-rows.ts'
import type { Database } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import type { MergedPair, PairInput } from './merge-pairs.ts'
import type { LoadedFile } from './spooled-file.ts'
import { isFile, type SlotInput, type SourceInputs } from './slot-map.ts'

/** A given file. Its `name` is by default the last part of its path. */
interface FurtherFile {
  readonly path: string
  readonly name?: string
}

export interface FurtherRequest {
  readonly files: readonly FurtherFile[]
  /** Names of pairs (`small`) and diffs (`small_diff`) that lose all their texts. */
  readonly emptied: readonly string[]
}

type Wanted = FurtherFile | 'empty' | null

interface WantedPair {
  readonly name: string
  readonly main: Wanted
  readonly diff: Wanted
}

/** The further pairs that the request names. `main`: the name of the first pair's main file, if it is known. Throws Refused. */
function wantedPairs(db: Database, { files, emptied }: FurtherRequest, main: string | null): WantedPair[] {
  const stored = readPairs(db)
  const planned = new Map<string, { main: Wanted; diff: Wanted }>()
  for (const what of emptied) {
    const name = what.replace(/_diff$/, '')
    if (!stored.some((pair) => pair.name === name)) throw new Refused({ code: 'no_such_pair', name: what })
    planned.set(name, { main: what === name ? 'empty' : (planned.get(name)?.main ?? null), diff: 'empty' })
  }
  for (const file of files) {
    const name = file.name ?? basename(file.path)
    const { pair, slot } = furtherNamed(name, main)
    const of = planned.get(pair) ?? { main: null, diff: null }
    if (of[slot] !== null) throw new Refused({ code: 'given_twice', name, pair })
    of[slot] = file
    planned.set(pair, of)
  }
  for (const [name, { main: ofPair, diff }] of planned) {
    const hasMain = ofPair === null ? readSlot(db, slotOfPair(name, 'main')) !== undefined : ofPair !== 'empty'
    if (diff !== null && diff !== 'empty' && !hasMain)
      throw new Refused({ code: 'diff_alone', name: nameOf(diff), pair: name })
  }
  return [...planned].map(([name, wanted]) => ({ name, ...wanted }))
}

const nameOf = ({ path, name }: FurtherFile): string => name ?? basename(path)

function furtherNamed(name: string, main: string | null): NamedFile {
  const named = namedFile(name)
  if (named === null || named.pair === '') throw new Refused({ code: 'names_no_pair', name })
  const expected = main === null ? null : namedFile(main)
  if (expected !== null && expected.language !== named.language)
    throw new Refused({ code: 'other_language', name, language: named.language, expected: expected.language })
  return named
}

export interface LoadedPair extends SourceInputs {
  readonly name: string
}

interface Loading {
  /** The name of the first pair's main file; null: it is not known. */
  readonly main: string | null
  /** The first pair's files of this import. */
  readonly files: readonly LoadedFile[]
  readonly load: (slot: FurtherSlot, role: Role, wanted: Wanted) => Promise<SlotInput>
}

/** Reads the files of further pairs. Throws Refused if two files have the same texts, and whatever `load` throws. */
export async function loadPairs(
  db: Database,
  request: FurtherRequest | undefined,
  { main, files, load }: Loading,
): Promise<LoadedPair[]> {
  const seen = [...files]
  const loadOne = async (slot: FurtherSlot, role: Role, wanted: Wanted): Promise<SlotInput> => {
    const input = await load(slot, role, wanted)
    if (!isFile(input)) return input
    const other = seen.find(({ entries, digests }) => entries.count > 0 && digests[0] === input.digests[0])
    if (other !== undefined) throw new Refused({ code: 'same_texts', file: input.text.name, other: other.text.name })
    seen.push(input)
    return input
  }
  const loaded: LoadedPair[] = []
  for (const wanted of request === undefined ? [] : wantedPairs(db, request, main))
    loaded.push({
      name: wanted.name,
      main: await loadOne(slotOfPair(wanted.name, 'main'), 'source', wanted.main),
      diff: await loadOne(slotOfPair(wanted.name, 'diff'), 'diff', wanted.diff),
    })
  return loaded
}

/** All further pairs, stored and new, in the order of their numbers. Call it when it is the import's turn. Throws Refused. */
export function numberedPairs(db: Database, loaded: readonly LoadedPair[]): PairInput[] {
  const stored = readPairs(db)
  const free = Array.from({ length: furtherPairsMax }, (_, at) => at + 1).filter(
    (number) => !stored.some((pair) => pair.number === number),
  )
  const added = loaded.filter(({ name }) => !stored.some((pair) => pair.name === name))
  if (added.length > free.length) throw new Refused({ code: 'too_many_pairs', max: furtherPairsMax })
  const pairs = [...stored, ...added.map(({ name }, at) => ({ name, number: free[at] as number }))]
  return pairs
    .map((pair) => ({ main: null, diff: null, ...loaded.find(({ name }) => name === pair.name), pair }))
    .sort((one, other) => one.pair.number - other.pair.number)
}

/** Stores which pairs exist. Call it after their slots are stored, because a pair without a main file is forgotten. */
export const rememberPairs = (db: Database, pairs: readonly PairInput[]): void =>
  putPairs(
    db,
    pairs.map(({ pair }) => pair).filter(({ name }) => readSlot(db, slotOfPair(name, 'main')) !== undefined),
  )

export interface PairCounts {
  readonly name: string
  readonly main: SlotCounts | null
  readonly diff: SlotCounts | null
  /** Keys that an earlier pair has too: with the same text, and with another one. */
  readonly shared: number
  readonly others: number
}

/** What changed in the pairs for which this import has files. */
export const pairCounts = (pairs: readonly PairInput[], merged: readonly MergedPair[]): PairCounts[] =>
  merged.flatMap(({ pair: { name, number }, main, diff, shared, others }) => {
    const given = pairs.find(({ pair }) => pair.number === number)
    if (given === undefined || (given.main === null && given.diff === null)) return []
    return [{ name, main: given.main && main, diff: given.diff && diff, shared, others }]
  })
