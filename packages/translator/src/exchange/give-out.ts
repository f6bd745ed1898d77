// Rows as entries of a translators' file, page by page, so that a game of any size takes the memory of a page.
import type { Agent, AgentRow, ListRows, Term } from '../../../../src/agent/agent.ts'
import { keepText, keyText, toLine } from '../../../../src/agent/text-lines.ts'
import type { ByteSink } from '../../../../src/base/bytes.ts'
import { rowsLimitMax } from '../../../../src/domain/limits.ts'
import type { ExchangeFormat } from '../../../../src/domain/vocabulary.ts'
import { writeParatranz } from '../../../formats/src/paratranz.ts'
import { writePo, type WrittenEntry } from '../../../formats/src/po-writer.ts'
import { writeXliff } from '../../../formats/src/xliff-writer.ts'
import { offerOf, receiptText } from './file-formats.ts'

interface GiveOut {
  readonly format: ExchangeFormat
  readonly to: string | ByteSink
  readonly rows: Pick<ListRows, 'state' | 'source' | 'filter'>
  readonly nowMs: number
  /** The program that writes the file, such as `windrow 0.1.0`. */
  readonly generator: string
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}

/** Writes rows into a file and returns their number. Service rows are left out, because they have nothing to translate. */
export async function giveOut(
  agent: Agent,
  { format, to, rows, nowMs, generator, signal, onProgress }: GiveOut,
): Promise<number> {
  const pages = pagesOf(agent, rows, onProgress)
  if (format === 'paratranz') return await writeParatranz(to, pages, signal)
  const { name, targetLanguage } = await agent.status()
  if (format === 'xliff') return await writeXliff(to, { targetLanguage, generator }, pages, signal)
  const time = `${new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ')}+0000`
  const header = {
    'Project-Id-Version': 'windrow',
    'POT-Creation-Date': time,
    'PO-Revision-Date': time,
    'Last-Translator': toLine(name),
    'Language-Team': targetLanguage || 'none',
    ...(targetLanguage !== '' && { Language: targetLanguage.replace('-', '_') }),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'X-Generator': generator,
  }
  return await writePo(to, header, pages, signal)
}

async function* pagesOf(
  agent: Agent,
  wanted: GiveOut['rows'],
  onProgress: GiveOut['onProgress'],
): AsyncGenerator<readonly WrittenEntry[]> {
  let done = 0
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Agent['listRows']>> = await agent.listRows({ ...wanted, after, limit: rowsLimitMax })
    const entries = page.rows.filter((row) => !row.isServiceRow).map(entryOf)
    yield entries
    onProgress((done += entries.length))
    after = page.next
  }
}

export function entryOf(row: AgentRow): WrittenEntry {
  const offer = offerOf(row)
  const { previous } = row
  const isOfOldSource = offer.layer !== null && row.layers[offer.layer]?.freshness === 'stale'
  return {
    comments: [
      receiptText(row, offer),
      ...commentOf('key', keyText(row)),
      ...commentOf('note', row.remark?.note ?? ''),
      ...(row.reference === null ? [] : [`zh: ${toLine(row.reference)}`]),
      ...commentOf('keep', keepText(row)),
      ...row.terms.map(termLine),
    ],
    isFuzzy: offer.isFuzzy,
    previousId: isOfOldSource && previous?.layer === offer.layer ? previous.source : null,
    context: row.rowId,
    id: row.source,
    text: offer.text,
    keep: Object.keys(row.keep),
    maxLetters: row.maxLetters,
    place: row.remark?.place ?? '',
    maxLength: row.remark?.maxLength ?? null,
  }
}

const commentOf = (name: string, text: string): string[] => (text === '' ? [] : [`${name}: ${toLine(text)}`])

function termLine({ source, forms, doNotTranslate, note }: Term): string {
  const accepted = doNotTranslate ? ['(as it is)', ...forms] : forms
  return toLine(`term: ${source} = ${accepted.join(' | ')}${note === '' ? '' : ` (${note})`}`)
}
