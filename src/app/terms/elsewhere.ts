// Memory from elsewhere (docs/memory.md#memory-from-elsewhere): another store, or a file that has sources beside translations.
import { sha256Hex } from '../../base/bytes.ts'
import { isOpenToMemory, type Recall, Witnesses } from '../../domain/memory/recall.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { readKeyedFile } from '../../../packages/formats/src/keyed/keyed-file.ts'
import { KEYED_FORMATS } from '../../../packages/formats/src/keyed/keyed-formats.ts'
import { NO_PROJECT } from '../../../packages/formats/src/keyed/project.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { knownTo } from './known-to.ts'
import { passesGate, type Recalled, wasTakenBack, witnessesOf } from './recall-rows.ts'

type FromThere =
  | { readonly kind: 'text'; readonly text: string; readonly isVerified: boolean }
  | { readonly kind: 'divided' }
  | { readonly kind: 'nothing' }

export interface Elsewhere {
  /** As the texts' origin names it. */
  readonly name: string
  readonly recall: (row: Row) => FromThere
}

/** The other store must stay open. Its texts come by the order that memory has in a store. */
export function storeElsewhere({ store: { main } }: App, name: string): Elsewhere {
  const game = knownTo(main, null)
  const recall = (row: Row): FromThere => {
    const heard = new Witnesses({ text: sourceTextOf(row), hash: row.sourceHash })
    for (const witness of witnessesOf(main, game, row.sourceHash)) if (witness !== null) heard.add(witness)
    const found: Recall = heard.decide()
    return found.kind === 'text' ? { ...found.remembered, kind: 'text' } : found
  }
  return { name, recall }
}

interface Files {
  readonly path: string
  /** Has the translations by the same keys; null: they stand beside the sources. */
  readonly translationPath: string | null
  readonly name: string
  readonly language: string
}

/** Reads a file of translators or of a game. Of a source that stands there in two ways nothing is taken. Throws DamagedFile. */
export async function fileElsewhere({
  path,
  translationPath,
  name,
  language,
}: Files): Promise<Elsewhere & { readonly sources: number }> {
  const project = { ...NO_PROJECT, targetLanguage: language }
  const textsOf = async (from: string, side: 'source' | 'translation') => {
    const { document, format } = await readKeyedFile(from, name, project)
    return KEYED_FORMATS[format].read(document, name, side, project).texts
  }
  const translations =
    translationPath === null ? await textsOf(path, 'translation') : await textsOf(translationPath, 'source')
  const byKey = new Map(translations.map(({ key, text }) => [key, text]))
  const bySource = new Map<string, FromThere>()
  for (const { key, text: source } of await textsOf(path, 'source')) {
    const text = byKey.get(key)
    if (text === undefined || text === source) continue
    const hash = sha256Hex(source)
    const before = bySource.get(hash)
    const isOther = before !== undefined && !(before.kind === 'text' && before.text === text)
    bySource.set(hash, isOther ? { kind: 'divided' } : { kind: 'text', text, isVerified: true })
  }
  const recall: Elsewhere['recall'] = ({ sourceHash }) => bySource.get(sourceHash) ?? { kind: 'nothing' }
  return { name, recall, sources: bySource.size }
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
  return {
    kind: 'fill',
    row,
    rules,
    remembered: { text, isVerified, sourceHash: row.sourceHash, from: elsewhere.name },
  }
}
