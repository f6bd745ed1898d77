// The files of keyed texts, by format, how they are recognised, and how texts are put into their places.
import { keyJson } from './key-json.ts'
import { keyParatranz } from './key-paratranz.ts'
import { keyPo } from './key-po.ts'
import { keyFluent } from './key-fluent.ts'
import { keyIni } from './key-ini.ts'
import { keyParadox } from './key-paradox.ts'
import { keyProperties } from './key-properties.ts'
import { keyRenpy } from './key-renpy.ts'
import { keyRpgMaker } from './key-rpgmaker.ts'
import { keyAndroid, keyQt, keyResx, keyRimWorld } from './key-xml.ts'
import { keyHjson, keyJson5 } from './key-json5.ts'
import { keyYaml } from './key-yaml.ts'
import { keyCsv, keyTsv } from './key-table.ts'
import { keyXliff } from './key-xliff.ts'
import { type Edit, edited } from '../text-entry.ts'
import type { KeyedDocument, KeyedFormat, Unfinished } from './keyed-format.ts'
import { NO_PROJECT, type Project } from './project.ts'

/** In the order in which a file is recognised. */
export const KEYED_FORMATS = {
  po: keyPo,
  xliff: keyXliff,
  android: keyAndroid,
  resx: keyResx,
  qt: keyQt,
  rimworld: keyRimWorld,
  rpgmaker: keyRpgMaker,
  properties: keyProperties,
  renpy: keyRenpy,
  ini: keyIni,
  fluent: keyFluent,
  paradox: keyParadox,
  yaml: keyYaml,
  json5: keyJson5,
  hjson: keyHjson,
  paratranz: keyParatranz,
  'key-json': keyJson,
  'key-tsv': keyTsv,
  'key-csv': keyCsv,
} as const satisfies Record<string, KeyedFormat>
export type KeyedFormatName = keyof typeof KEYED_FORMATS
const FORMATS = Object.entries(KEYED_FORMATS) as [KeyedFormatName, KeyedFormat][]

/** What a refusal lists. */
export const SHAPES = FORMATS.map(([, { meaning }]) => meaning.replace(/ \(.*$/s, '')).join(', ')

/** `start`: the first lines, without a byte order mark. Undefined: of no known shape. */
export const formatOf = (start: string, name: string, project: Project = NO_PROJECT): KeyedFormatName | undefined =>
  FORMATS.find(
    ([, { isByName, files, looksLike }]) => (!isByName || files.test(name)) && looksLike(start, project),
  )?.[0]

export const mayHaveTexts = (name: string): boolean => FORMATS.some(([, { files }]) => files.test(name))

/**
 * `read`: what the format read of the document, either side. `textOf` null: what stands there stays. All other characters stay, but
 * what says that a translation is unfinished goes once all texts that it speaks of are given.
 */
export function translateKeyed(
  document: string,
  format: KeyedFormatName,
  read: KeyedDocument,
  textOf: (key: string) => string | null,
): string {
  const { write } = KEYED_FORMATS[format]
  const edits: Edit[] = []
  const all = new Map<string, string>()
  const given = new Map<Unfinished, number>()
  for (const { key, start, end, unfinished, write: own = write } of read.texts) {
    const text = textOf(key)
    if (text === null) continue
    if (read.added !== undefined) all.set(key, text)
    const written = own(document.slice(start, end), text)
    if (written === null) continue
    edits.push({ start, end, text: written })
    if (!unfinished) continue
    const texts = (given.get(unfinished) ?? 0) + 1
    given.set(unfinished, texts)
    if (texts === unfinished.texts) edits.push(...unfinished.edits)
  }
  edits.push(...(read.added?.(all) ?? []))
  return edited(document, [
    ...(read.ofLanguage ?? []),
    ...(edits.length === 0 ? [] : (read.whenWritten ?? [])),
    ...edits,
  ])
}
