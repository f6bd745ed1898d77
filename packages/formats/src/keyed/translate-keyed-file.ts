// Writes translated copies of a game's own file of keyed texts: every character that is no text stays.
import { createReadStream, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { readSmall, smallBytesMax } from '../../../../src/base/read-small.ts'
import type { Common, TranslatedContainer, TwinRequest } from '../container/container-writer.ts'
import { DamagedFile, damageText } from '../damage.ts'
import type { Edit } from '../text-entry.ts'
import { bytesOf, readKeyedFile } from './keyed-file.ts'
import { idOfKey } from './keyed-paths.ts'
import { languageOf, likenessOf } from './language-names.ts'
import { translateKeyed } from './keyed-formats.ts'
import { NO_PROJECT, type Project } from './project.ts'
import { readTexts } from './read-project.ts'

interface TranslateKeyed extends Pick<Common, 'template' | 'signal'> {
  /** The template's place in the game's folder; empty: it is the only file. */
  readonly place: string
  /** It has no texts of this game: copied as it is. */
  readonly isCopied?: boolean
  readonly project?: Project
  readonly twins: readonly TwinRequest[]
}

/**
 * As `translateContainers`: all copies in one pass, but not synced: a game may have thousands of them, so the caller syncs
 * all at once. Throws DamagedFile for a template that is none; in a folder it is copied.
 */
export async function translateKeyedFiles(request: TranslateKeyed): Promise<readonly TranslatedContainer[]> {
  if (request.isCopied === true) return await copied(request)
  try {
    return await translated(request)
  } catch (error) {
    const isWhole = request.place === '' || (error instanceof DamagedFile && error.damage.problem.startsWith('target_'))
    if (isWhole || !(error instanceof DamagedFile)) throw error
    return await copied(request)
  }
}

async function translated({
  template,
  place,
  project = NO_PROJECT,
  signal,
  twins,
}: TranslateKeyed): Promise<readonly TranslatedContainer[]> {
  // What a name says of a file, it may say in a folder's.
  const name = place === '' ? basename(template) : place
  const file = await readKeyedFile(template, name, project)
  const { document, format, encoding } = file
  const read = readTexts(file, name, 'source', project)
  const chosen = twins.map(() => new Map<string, string>())
  for (const { key, text } of read.texts) {
    const id = idOfKey(place, key)
    for (const [at, { textOf, onEntry }] of twins.entries()) {
      const translation = textOf(id, text)
      if (translation !== null) chosen[at]?.set(key, translation)
      onEntry?.(id, text, translation ?? text)
    }
  }
  if (read.unwritable && chosen.some(({ size }) => size > 0)) {
    throw new DamagedFile({ file: name, where: { at: 'file' }, ...read.unwritable })
  }
  const made = chosen.map((texts, at) => {
    const ofLanguage = (read.ofLanguage ?? []).map((edit) =>
      document.slice(edit.start, edit.end) === stemOf(name) ? likeName(edit, twins[at]?.called ?? '') : edit,
    )
    return translateKeyed(document, format, { ...read, ofLanguage }, (key) => texts.get(key) ?? null)
  })
  const outcomes: TranslatedContainer[] = []
  for (const [at, { out }] of twins.entries()) {
    signal?.throwIfAborted()
    const bytes = bytesOf(made[at] ?? document, encoding)
    await writeFile(out, bytes)
    outcomes.push({
      ...NOTHING,
      entries: read.texts.length,
      translated: chosen[at]?.size ?? 0,
      sizeBytes: bytes.length,
      warnings: at === 0 ? read.warnings.map(damageText) : [],
      sameAs: made.flatMap((other, place) => (place < at && other === made[at] ? [place] : [])),
    })
  }
  return outcomes
}

const stemOf = (name: string): string => basename(name).replace(/\.[^.]*$/, '')

/** Where a file is named as the language that it says, the translated one is, too: `uk:` in `uk.yml` beside `en-US.yml`. */
function likeName(edit: Edit, called: string): Edit {
  const [said, named] = [languageOf(edit.text), languageOf(stemOf(called))]
  return said !== null && named !== null && likenessOf(said, named) > 0 ? { ...edit, text: stemOf(called) } : edit
}

const NOTHING = { entries: 0, translated: 0, tooLong: 0, empty: 0, deletionMarkers: 0, warnings: [] } as const

async function copied({ template, signal, twins }: TranslateKeyed): Promise<readonly TranslatedContainer[]> {
  const { size: sizeBytes } = statSync(template)
  for (const { out } of twins) {
    const isSmall = sizeBytes <= smallBytesMax
    await writeFile(out, isSmall ? await readSmall(template, sizeBytes) : createReadStream(template, { signal }))
  }
  return twins.map((_, at) => ({ ...NOTHING, sizeBytes, sameAs: [...Array(at).keys()] }))
}
