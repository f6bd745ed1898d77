// Writes translated copies of a game's own file of keyed texts: every character that is no text stays.
import { basename } from 'node:path'
import { writeWhole } from '../../base/whole-file.ts'
import type { Common, TranslatedContainer, TwinRequest } from '../container/container-writer.ts'
import { readKeyedFile, unknownFile } from './keyed-file.ts'
import { idOfKey } from './keyed-paths.ts'
import type { KeyedDocument } from './keyed-format.ts'
import { KEYED_FORMATS, translateKeyed } from './keyed-formats.ts'

interface TranslateKeyed extends Pick<Common, 'template' | 'signal'> {
  /** The template's place in the game's folder; empty: it is the only file. */
  readonly place: string
  readonly twins: readonly TwinRequest[]
}

const NOTHING: KeyedDocument = { texts: [], warnings: [] }

/** As `translateContainers`: all copies in one pass. Throws DamagedFile for a template that is none. */
export async function translateKeyedFiles({
  template,
  place,
  signal,
  twins,
}: TranslateKeyed): Promise<readonly TranslatedContainer[]> {
  const name = basename(template)
  const { document, format } = await readKeyedFile(template, name)
  // In a folder, a file of another shape is copied.
  if (format === null && place === '') throw unknownFile(name, document)
  const read = format === null ? NOTHING : KEYED_FORMATS[format].read(document, name, 'source')
  const chosen = twins.map(() => new Map<string, string>())
  for (const { key, text } of read.texts) {
    const id = idOfKey(place, key)
    for (const [at, { textOf, onEntry }] of twins.entries()) {
      const translation = textOf(id, text)
      if (translation !== null) chosen[at]?.set(key, translation)
      onEntry?.(id, text, translation ?? text)
    }
  }
  const made = chosen.map((texts) =>
    format === null ? document : translateKeyed(document, format, read, (key) => texts.get(key) ?? null),
  )
  const outcomes: TranslatedContainer[] = []
  for (const [at, { out }] of twins.entries()) {
    signal?.throwIfAborted()
    const bytes = Buffer.from(made[at] ?? document)
    await writeWhole(out, (file) => file.writeFile(bytes))
    outcomes.push({
      entries: read.texts.length,
      translated: chosen[at]?.size ?? 0,
      tooLong: 0,
      empty: 0,
      deletionMarkers: 0,
      sizeBytes: bytes.length,
      warnings: at === 0 ? read.warnings : [],
      sameAs: made.flatMap((other, place) => (place < at && other === made[at] ? [place] : [])),
    })
  }
  return outcomes
}
