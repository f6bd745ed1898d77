// The files of translators’ tools: how each format is read and what its texts are called, the text with which a row goes into
// one, and the receipt, a comment that says what was given out.
import { basename } from 'node:path'
import type { AgentHead, AgentRow } from '../../../../src/agent/agent.ts'
import { sha256Hex } from '../../../../src/base/bytes.ts'
import type { ExchangeFormat, Layer } from '../../../../src/domain/vocabulary.ts'
import { bytesOf, compressionAt } from '../../../formats/src/dump/dump-bytes.ts'
import { readParatranz } from '../../../formats/src/paratranz.ts'
import { type ReadEntry, readPo } from '../../../formats/src/po-reader.ts'
import { readXliff } from '../../../formats/src/xliff-reader.ts'

interface ReadableFormat {
  readonly read: (path: string) => AsyncGenerator<readonly ReadEntry[]>
  /** The client that is recorded for texts of such a file, unless the file names one. */
  readonly tool: string
}

export const FORMATS: Readonly<Record<ExchangeFormat, ReadableFormat>> = {
  po: { read: readPo, tool: 'windrow exchange' },
  xliff: { read: readXliff, tool: 'XLIFF' },
  paratranz: { read: readParatranz, tool: 'ParaTranz' },
}

/** The format of a file to write, by its name: `.json` is ParaTranz's. */
export function formatNamed(path: string): ExchangeFormat {
  if (/\.(xlf|xliff)$/i.test(path)) return 'xliff'
  return /\.json$/i.test(path) ? 'paratranz' : 'po'
}

/** The format of a file to read, by its first character: a list of JSON is ParaTranz's. */
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

// The text with which a row goes into a file for translators' tools, and the receipt: a comment that says what windrow gave out, so
// that a file which comes back tells which texts somebody touched, for which source, over which text (docs/exchange.md#the-receipt).
//
//     windrow: row=0102030405060708 source=HASH revision=3 text=machine:HASH fuzzy

export interface Offer {
  /** The layer of the offered text. Null: the row has no text to offer, and `text` is empty. */
  readonly layer: Layer | null
  readonly text: string
  /** True: somebody should look at the text, because it is a machine's draft or not for the game as it is. */
  readonly isFuzzy: boolean
}

const isStale = ({ freshness }: AgentHead): boolean => freshness === 'stale'
const isForGame = (head: AgentHead): boolean => !['rejected', 'invalid'].includes(head.status) && !isStale(head)

/** Which text of a row is offered: the first that fits, so texts for the game before those to be put right, and never a rejected one. */
const OFFERS: readonly {
  readonly layer: Layer
  readonly fits: (head: AgentHead) => boolean
  readonly isFuzzy: (head: AgentHead) => boolean
}[] = [
  { layer: 'manual', fits: (head) => head.status === 'approved' && !isStale(head), isFuzzy: () => false },
  { layer: 'machine', fits: isForGame, isFuzzy: ({ status }) => status === 'draft' },
  { layer: 'manual', fits: ({ status }) => status !== 'rejected', isFuzzy: () => true },
  { layer: 'machine', fits: ({ status }) => status !== 'rejected', isFuzzy: () => true },
]

export function offerOf({ layers }: Pick<AgentRow, 'layers'>): Offer {
  for (const { layer, fits, isFuzzy } of OFFERS) {
    const head = layers[layer]
    if (head !== null && head.text !== '' && fits(head)) return { layer, text: head.text, isFuzzy: isFuzzy(head) }
  }
  return { layer: null, text: '', isFuzzy: false }
}

export const isManualInGame = ({ layer, isFuzzy }: Offer): boolean => layer === 'manual' && !isFuzzy

export const revisionOfMachine = ({ layers }: Pick<AgentRow, 'layers'>): number => layers.machine?.revision ?? 0

export interface Receipt {
  /** Null: the file is of an earlier windrow, whose receipts name no row. */
  readonly rowId: string | null
  readonly sourceHash: string
  /** The revision of the machine text that the row had; 0: it had none. */
  readonly revision: number
  readonly textHash: string
  readonly wasFuzzy: boolean
}

const textHashKept = 16
export const hashOfText = (text: string): string => sha256Hex(text).slice(0, textHashKept)

export function receiptText(row: AgentRow, { layer, text, isFuzzy }: Offer): string {
  const given = `text=${layer ?? 'none'}:${hashOfText(text)}${isFuzzy ? ' fuzzy' : ''}`
  return `windrow: row=${row.rowId} source=${row.sourceHash} revision=${revisionOfMachine(row)} ${given}`
}

const RECEIPT =
  /^windrow: (?:row=([0-9a-f]{16}) )?source=([0-9a-f]{64}) revision=(\d{1,10}) text=(?:manual|machine|none):([0-9a-f]{16})( fuzzy)?$/

/** Reads the receipt. Null: the tool dropped it, or the file is not from windrow. */
export function receiptIn(comments: readonly string[]): Receipt | null {
  for (const comment of comments) {
    const [, rowId = null, sourceHash, revision, textHash, fuzzy] = RECEIPT.exec(comment) ?? []
    if (sourceHash === undefined || textHash === undefined) continue
    return { rowId, sourceHash, revision: Number(revision), textHash, wasFuzzy: fuzzy !== undefined }
  }
  return null
}
