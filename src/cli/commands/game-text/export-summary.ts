// What `windrow export` says when its files are written: for each of them what the game gets, in a player's words. Zeros are left out.
import type { ExportedFile } from '../../../app/export/export-game-files.ts'
import type { ExportCounts } from '../../../app/export/choose-game-text.ts'
import { counted, numeral } from '../../../base/numeral.ts'

const TRANSLATED: Readonly<Record<keyof ExportCounts['layers'], string>> = {
  manual: 'by people',
  machine: 'by machine',
}

/** Why a text stays as the game has it. */
const KEPT: Readonly<Record<keyof ExportCounts['fallback'], string>> = {
  untranslated: 'without a translation',
  stale: 'stale',
  rejected: 'rejected',
  invalid: 'with a translation that would break the game',
  not_approved: 'not approved',
  too_long: 'too long for the game',
  control_characters: 'with characters that would break the game',
  outside_filter: 'outside the filter',
  outside_edition: 'left out by the edition',
  overlaid: 'replaced by the diff file',
  other_source: 'with another source here',
  template_differs: 'not as they were imported',
}

/** The most files that get a line each; more share one. */
const filesShownMax = 12

/** `all`: the sum of the files. `isSame`: nothing was written, because the last export had the same. */
export function exportSummary(files: readonly ExportedFile[], all: ExportCounts, isSame: boolean): string[] {
  const done = (path: string): string => (isSame ? `nothing changed: ${path} is the last export` : `wrote ${path}`)
  if (files.length <= filesShownMax)
    return files.map(
      (file) =>
        `${done(file.path)}: ${file.entries + file.deletionMarkers === 0 ? 'as the game has it' : told(file, file)}`,
    )
  const deletionMarkers = files.reduce((sum, file) => sum + file.deletionMarkers, 0)
  const name = `${counted(files.length, 'file', 'files')}, the first is ${files[0]?.path}`
  return [`${done(name)}: ${told(all, { deletionMarkers })}`]
}

function told({ layers, fallback }: ExportCounts, { deletionMarkers }: Pick<ExportedFile, 'deletionMarkers'>): string {
  const translated = group(layers, TRANSLATED)
  const kept = group(fallback, KEPT)
  return [
    translated.sum === 0 ? 'no text translated' : `${counted(translated.sum, 'text')} translated (${translated.parts})`,
    ...(kept.sum === 0
      ? []
      : [`${numeral(kept.sum)} as the game has ${kept.sum === 1 ? 'it' : 'them'} (${kept.parts})`]),
    ...(deletionMarkers === 0 ? [] : [`${numeral(deletionMarkers)} deleted by the diff file`]),
  ].join(', ')
}

function group<Name extends string>(
  counts: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
): { readonly sum: number; readonly parts: string } {
  const found = (Object.keys(words) as Name[]).filter((name) => counts[name] > 0)
  return {
    sum: found.reduce((sum, name) => sum + counts[name], 0),
    parts: found.map((name) => `${numeral(counts[name])} ${words[name]}`).join(', '),
  }
}
