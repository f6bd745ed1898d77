// An import of game files into an open store, as a test asks for one: whatever doubts there are, it goes on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { importGameFiles } from '../../src/app/import/import-game-files.ts'
import type { ImportHooks, ImportReport, ImportRequest } from '../../src/app/import/import-request.ts'
import { textLines } from './game-files.ts'

const CHOICES = { format: null, isDryRun: false, allowRetire: true, skipDamaged: false, force: true, userId: null }
const NO_SLOTS = { main: null, diff: null, reference: null, reference_diff: null }
/** What a person would be asked about is refused. */
export const DOUBTS_END = { allowRetire: false, force: false }

/** Imports into these slots; the others stay as they are. */
export const importSlots = (
  app: App,
  slots: Partial<ImportRequest['slots']>,
  choices: Partial<Omit<ImportRequest, 'slots'>> = {},
  hooks: Partial<ImportHooks> = {},
): Promise<ImportReport> =>
  importGameFiles(
    app,
    { slots: { ...NO_SLOTS, ...slots }, ...CHOICES, ...choices },
    { signal: new AbortController().signal, onRow: null, onProgress: () => {}, ...hooks },
  )

/** Imports official texts, by language and row id. */
export async function importOfficial(
  app: App,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<ImportReport> {
  const official = Object.entries(texts).map(([language, rows]) => {
    const path = join(app.store.folder, '..', `official-${language}.jsonl`)
    writeFileSync(path, textLines(rows))
    return { language, part: 'main' as const, file: { path } }
  })
  return await importSlots(app, {}, { official })
}
