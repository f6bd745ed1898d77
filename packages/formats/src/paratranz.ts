// Reads and writes a file of ParaTranz (paratranz.cn), entry by entry: a JSON list of objects with `key`, `original`, `translation`,
// `stage` and `context`. Stages: 0 untranslated, 1 translated, 2 disputed, 3 checked, 5 reviewed, 9 locked, −1 hidden.
import { basename } from 'node:path'
import type { ByteSink } from '../../../src/base/bytes.ts'
import { damagedLine } from './damage.ts'
import { bytesOf, compressionAt } from './dump/dump-bytes.ts'
import { elementsOf, type JsonElement } from './dump/json-elements.ts'
import type { ReadEntry } from './po-reader.ts'
import type { WrittenEntry } from './po-writer.ts'
import { quoted } from './text-entry.ts'
import { writeEntries } from './text-writer.ts'

const [untranslated, translated, disputed] = [0, 1, 2]

/** Reads a file; a disputed text counts as fuzzy. Throws DamagedFile, perhaps only at the end: read everything before using any entry. */
export async function* readParatranz(path: string): AsyncGenerator<readonly ReadEntry[]> {
  const file = basename(path)
  const chunks = bytesOf({ path, name: file, compression: await compressionAt(path) })
  for await (const elements of elementsOf(chunks, file, '[')) yield elements.map((each) => entryIn(each, file))
}

function entryIn({ line, text: json }: JsonElement, file: string): ReadEntry {
  const { key, original, translation, stage, context } = membersOf(json, file, line)
  const textOf = (value: unknown, member: string): string => {
    if (typeof value === 'string') return value
    throw damagedLine(file, line, { problem: 'text_member', member, found: quoted(json) })
  }
  return {
    line,
    comments: typeof context === 'string' ? context.split('\n').map((each) => each.trim()) : [],
    isFuzzy: stage === disputed,
    hasPlural: false,
    context: textOf(key, 'key'),
    id: textOf(original, 'original'),
    text: textOf(translation ?? '', 'translation'),
  }
}

/** The members of an object in JSON; none if the value is no object. */
function membersOf(json: string, file: string, line: number): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(json) as object | null) }
  } catch {
    throw damagedLine(file, line, { problem: 'element_no_json', found: quoted(json) })
  }
}

/** Writes a file, which appears complete or not at all. Returns the number of entries. */
export const writeParatranz = (
  to: string | ByteSink,
  batches: AsyncIterable<readonly WrittenEntry[]>,
  signal: AbortSignal,
): Promise<number> => writeEntries(to, LIST, batches, signal)

const LIST = {
  header: '',
  entry: (entry: WrittenEntry, at: number) => `${at === 0 ? '[\n' : ',\n'}${JSON.stringify(objectOf(entry))}`,
  end: (entries: number) => (entries === 0 ? '[]\n' : '\n]\n'),
}

const objectOf = ({
  comments,
  isFuzzy,
  previousId,
  context: key,
  id: original,
  text: translation,
  place,
}: WrittenEntry) => ({
  key,
  original,
  translation,
  stage: translation === '' ? untranslated : isFuzzy ? disputed : translated,
  context: [
    ...comments,
    ...(place === '' ? [] : [`place: ${place}`]),
    ...(previousId === null ? [] : [`was: ${previousId.replaceAll('\n', '\\n')}`]),
  ].join('\n'),
})
