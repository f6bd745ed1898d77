// The formats of exchange: how a file is read, and what texts from it are called.
import { basename } from 'node:path'
import type { ExchangeFormat } from '../domain/vocabulary.ts'
import { bytesOf, compressionAt } from '../formats/dump/dump-bytes.ts'
import { readParatranz } from '../formats/paratranz.ts'
import { type ReadEntry, readPo } from '../formats/po/po-reader.ts'
import { readXliff } from '../formats/xliff-reader.ts'

interface ReadableFormat {
  readonly read: (path: string) => AsyncGenerator<readonly ReadEntry[]>
  /** The client of its texts, where the file names none. */
  readonly tool: string
}

export const FORMATS: Readonly<Record<ExchangeFormat, ReadableFormat>> = {
  po: { read: readPo, tool: 'windrow exchange' },
  xliff: { read: readXliff, tool: 'XLIFF' },
  paratranz: { read: readParatranz, tool: 'ParaTranz' },
}

/** By its name, for a file to write: `.json` is ParaTranz's. */
export function formatNamed(path: string): ExchangeFormat {
  if (/\.(xlf|xliff)$/i.test(path)) return 'xliff'
  return /\.json$/i.test(path) ? 'paratranz' : 'po'
}

/** By its first character: a list of JSON is ParaTranz's. */
const BEGINNINGS: Readonly<Record<string, ExchangeFormat>> = { '[': 'paratranz', '<': 'xliff' }

export async function formatAt(path: string): Promise<ExchangeFormat> {
  for await (const chunk of bytesOf({ path, name: basename(path), compression: await compressionAt(path) })) {
    const start = chunk
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
    if (start !== '') return BEGINNINGS[start.charAt(0)] ?? 'po'
  }
  return 'po'
}
