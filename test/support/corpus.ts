// Texts of real games, for tests that run where WINDROW_CORPUS names their folder. They are under licences of their own and stay where
// they are. A dump of pixel-dungeon has a text for each row id; a packed file has pairs of a source and what people shipped for it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Undefined: there are none, and what needs them is left out. */
export const corpus = process.env['WINDROW_CORPUS']

export const dumpPath = (name: string): string => join(corpus ?? '', 'pixel-dungeon', `${name}.jsonl`)

const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

/** The texts of a dump, in its order; null: the row is deleted. */
export function readDump(path: string): Map<string, string | null> {
  const lines = linesOf(readFileSync(path, 'utf8')) as { id: string; text: string; deleted?: boolean }[]
  return new Map(lines.map(({ id, text, deleted }) => [id, deleted === true ? null : text]))
}

/** The same without what is deleted. */
export const readTexts = (path: string): Map<string, string> =>
  new Map([...readDump(path)].filter((entry): entry is [string, string] => entry[1] !== null))

export type Pair = readonly [source: string, text: string]

/** What people shipped in a language for the rows of pixel-dungeon's versions. */
export const dumpPairs = (language: string, versions = ['main', 'diff-1', 'diff-2']): readonly Pair[] =>
  versions.flatMap((version) => {
    const texts = readTexts(dumpPath(`${version}.${language}`))
    return [...readTexts(dumpPath(version))].flatMap(([id, source]): Pair[] => {
      const text = texts.get(id)
      return text === undefined ? [] : [[source, text]]
    })
  })

/** The folders of packed pairs. */
export const PACKED = ['pixel-dungeon/languages', 'openloco'] as const

export const packedLanguages = (game: (typeof PACKED)[number]): readonly string[] =>
  readdirSync(join(corpus ?? '', game)).flatMap((file) => /^(.*)\.jsonl\.gz$/.exec(file)?.[1] ?? [])

/** The pairs of a packed file; none, where the game has not this language. */
export function packedPairs(game: (typeof PACKED)[number], language: string): readonly Pair[] {
  const path = join(corpus ?? '', game, `${language}.jsonl.gz`)
  return existsSync(path) ? (linesOf(gunzipSync(readFileSync(path)).toString()) as Pair[]) : []
}
