// Memory from elsewhere (docs/memory.md#memory-from-elsewhere): another store, or a file that has sources beside translations.
import { basename } from 'node:path'
import { sha256Hex } from '../../base/bytes.ts'
import { isOpenToMemory, recall } from '../../domain/memory/recall.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import type { KeyedSide } from '../../../packages/formats/src/keyed/keyed-format.ts'
import { readKeyedFile } from '../../../packages/formats/src/keyed/keyed-file.ts'
import { KEYED_FORMATS } from '../../../packages/formats/src/keyed/keyed-formats.ts'
import { languageOf, likenessOf } from '../../../packages/formats/src/keyed/language-names.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { projectOf } from '../project.ts'
import { knownTo } from './known-to.ts'
import { DecidedSources, passesGate, type Recalled, wasTakenBack, witnessesOf } from './recall-rows.ts'

type FromThere =
  | { readonly kind: 'text'; readonly text: string; readonly isVerified: boolean }
  | { readonly kind: 'divided' }
  | { readonly kind: 'nothing' }

export interface Elsewhere {
  /** As the texts' origin names it. */
  readonly name: string
  /** Of its texts, a BCP 47 tag; '': it does not say. */
  readonly language: string
  readonly recall: (row: Row) => FromThere
}

/** The other store must stay open. Its texts come by the order that memory has in a store. */
export function storeElsewhere(app: App, name: string): Elsewhere {
  const { store, rules } = app
  const { main } = store
  const game = knownTo(app, null)
  const decided = new DecidedSources<FromThere>()
  const decide = (row: Row, hash: string): FromThere => {
    const witnesses = [...witnessesOf(main, game, hash)].filter((witness) => witness !== null)
    const found = recall({ text: sourceTextOf(row), hash }, witnesses)
    return found.kind === 'text' ? { ...found.remembered, kind: 'text' } : found
  }
  const recallOnce = (row: Row): FromThere => {
    const known = decided.get(row.sourceHash)
    if (known !== undefined) return known
    const found = decide(row, row.sourceHash)
    decided.set(row.sourceHash, found)
    return found
  }
  return { name, language: rules.now().settings.target_language, recall: recallOnce }
}

/**
 * Reads a file of translators or of a game. `translationPath`: the file that has the translations by the same keys; null: they
 * stand beside the sources. Of a source that stands there in two ways nothing is taken. Throws DamagedFile.
 */
export async function fileElsewhere(
  app: App,
  name: string,
  path: string,
  translationPath: string | null,
): Promise<Elsewhere & { readonly sources: number }> {
  const project = projectOf(app.rules.now().settings)
  const opened = async (from: string, asked = project) => {
    const file = basename(from)
    const { document, format } = await readKeyedFile(from, file, asked)
    return { document, read: (side: KeyedSide) => KEYED_FORMATS[format].read(document, file, side, asked) }
  }
  const original = await opened(path)
  // The column of sources may be absent beside translations of their own.
  const target = translationPath === null ? original : await opened(translationPath, { ...project, sourceColumn: '' })
  const translated = target.read(translationPath === null ? 'translation' : 'source')
  const { texts } = translated.isBilingual === true ? target.read('translation') : translated
  const said = translated.ofLanguage?.map(({ start, end }) => languageOf(target.document.slice(start, end)) ?? '')
  const byKey = new Map(texts.map(({ key, text }) => [key, text]))
  const bySource = new Map<string, FromThere>()
  for (const { key, text: source } of original.read('source').texts) {
    const text = byKey.get(key)
    if (text === undefined || text === source) continue
    const hash = sha256Hex(source)
    const before = bySource.get(hash)
    const isOther = before !== undefined && !(before.kind === 'text' && before.text === text)
    bySource.set(hash, isOther ? { kind: 'divided' } : { kind: 'text', text, isVerified: true })
  }
  const ofSource: Elsewhere['recall'] = ({ sourceHash }) => bySource.get(sourceHash) ?? { kind: 'nothing' }
  return { name, language: said?.[0] ?? '', recall: ofSource, sources: bySource.size }
}

/** Whether its texts are of another language than this store's translation, as far as both say theirs. */
export function isOfOther({ rules }: App, { language }: Elsewhere): boolean {
  const { target_language: ours } = rules.now().settings
  return ours !== '' && language !== '' && likenessOf(ours, language) === 0
}

/** What elsewhere has for a row that is open to memory; null: nothing. */
export function recallElsewhere(
  app: App,
  elsewhere: Elsewhere,
  ordinal: number,
): Exclude<Recalled, { kind: 'alone' }> | null {
  const { main, files } = app.store
  const row = readRow(main, files, ordinal)
  const heads = readHeads(main, ordinal)
  const found = row === null || !isOpenToMemory(row, heads) ? null : elsewhere.recall(row)
  if (row === null || found === null || found.kind === 'nothing') return null
  if (found.kind === 'divided') return { kind: 'left', row, why: found.kind }
  const { text, isVerified } = found
  const rules = app.rules.now()
  if (!passesGate(rules, row, text)) return { kind: 'left', row, why: 'refused' }
  if (wasTakenBack(main, row, heads, text)) return { kind: 'left', row, why: 'taken_back' }
  const remembered = { text, isVerified, sourceHash: row.sourceHash, from: elsewhere.name }
  return { kind: 'fill', row, rules, remembered }
}
