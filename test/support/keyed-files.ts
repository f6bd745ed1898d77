// What holds for every format of keyed texts (packages/formats/src/keyed).
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { DamagedFile } from '../../packages/formats/src/damage.ts'
import { damageText } from '../../packages/formats/src/damage.ts'
import type { KeyedDocument, KeyedSide } from '../../packages/formats/src/keyed/keyed-format.ts'
import { NO_PROJECT, type Project } from '../../packages/formats/src/keyed/project.ts'
import { KEYED_FORMATS, type KeyedFormatName, translateKeyed } from '../../packages/formats/src/keyed/keyed-formats.ts'

const readAs = (
  format: KeyedFormatName,
  document: string,
  side: KeyedSide = 'source',
  project: Partial<Project> = {},
): KeyedDocument => KEYED_FORMATS[format].read(document, 'game.txt', side, { ...NO_PROJECT, ...project })

/** With the sentences of its warnings. */
export function readKeyed(
  ...asked: Parameters<typeof readAs>
): Omit<KeyedDocument, 'warnings'> & { warnings: readonly string[] } {
  const read = readAs(...asked)
  return { ...read, warnings: read.warnings.map(damageText) }
}

const byKey = ({ texts }: Pick<KeyedDocument, 'texts'>) => new Map(texts.map(({ key, text }) => [key, text]))

/** Texts by key. */
export const textsOf = (
  format: KeyedFormatName,
  document: string,
  side: KeyedSide = 'source',
  project: Partial<Project> = {},
) => Object.fromEntries(byKey(readKeyed(format, document, side, project)))

/** The document with other texts; those that are not given stay. */
export const translated = (
  format: KeyedFormatName,
  document: string,
  texts: Readonly<Record<string, string>> | ((key: string) => string | null),
  project: Partial<Project> = {},
): string =>
  translateKeyed(
    document,
    format,
    readAs(format, document, 'source', project),
    typeof texts === 'function' ? texts : (key) => texts[key] ?? null,
  )

/** The sentence of a refusal. */
export function faultOf(format: KeyedFormatName, document: string): string {
  try {
    readKeyed(format, document)
    return 'nothing is wrong'
  } catch (error) {
    if (error instanceof DamagedFile) return error.message
    throw error
  }
}

/** Any text of a store, with what the formats escape. */
export const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('\\', '"', "'", '\n', '\r', '\t', ',', ';', '/', 'n', 'u0456', 'і', '😀', ' ', '<'),
    }),
  )
  .filter((text) => text.isWellFormed())

/**
 * With the texts that stand in it a document stays as it is. With others it has these under the same keys, and with its own again
 * it says the same. `writable`: what remains of a text that the format cannot hold.
 */
export function expectTextsToComeBack(
  format: KeyedFormatName,
  document: string,
  others: readonly string[],
  writable: (text: string) => string = (text) => text,
): void {
  const before = byKey(readKeyed(format, document, 'translation'))
  expect(translated(format, document, (key) => before.get(key) ?? null)).toBe(document)
  expect(translated(format, document, () => null)).toBe(document)

  const { texts } = readKeyed(format, document)
  const given = new Map(texts.map(({ key }, at) => [key, others[at % others.length] ?? '']))
  const after = translated(format, document, (key) => given.get(key) ?? null)
  const written = byKey(readKeyed(format, after, 'translation'))
  for (const [key, text] of given) expect([key, written.get(key) ?? '']).toEqual([key, writable(text)])
  expect(readKeyed(format, after).texts.map(({ key }) => key)).toEqual([...given.keys()])
  expect(translated(format, after, (key) => given.get(key) ?? null)).toBe(after)
}
