// Decides which texts of translated files are written, by what the store has and what was decided before. Hot: a file has a
// million texts.
import { crc32 } from 'node:zlib'
import { findingOf, TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { functionalTokens, printfOrder } from '../../domain/checks/kept-tokens.ts'
import { hasForeignCharacters } from '../../domain/checks/whole-text.ts'
import {
  decideLocalized,
  type LocalizedDecision,
  type LocalizedRules,
  type LocalizedSkip,
} from '../../domain/decide-localized.ts'
import type { Finding } from '../../domain/finding.ts'
import type { LeftOut } from '../../domain/import-report.ts'
import { type GrammarName, grammarsOf, type Markup } from '../../domain/profile.ts'
import { type NewRevision, newRevision } from '../../domain/revision.ts'
import { type Heads, type Row, type RowWithHeads, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { isBlank } from '../../domain/text/normalize.ts'
import { excessSize } from '../../domain/text/row-size.ts'
import { assertPair } from '../../../packages/formats/src/container/container-writer.ts'
import type { FormatName, GameText } from '../../../packages/formats/src/game-text.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import type { TextEntry } from '../../../packages/formats/src/text-entry.ts'
import { ordinalOf, RowFinder } from '../../store/rows.ts'
import { freshen } from '../../store/view.ts'
import type { App } from '../app.ts'
import { openingOf } from '../project.ts'
import type { WorkRefusal } from '../refused.ts'
import { notesOf, optionOf, skippedWarning } from './left-out.ts'

interface LocalizedPaths {
  readonly main?: string
  readonly diff?: string
  readonly mainName?: string
  readonly diffName?: string
  /** The format of the file; absent: it is recognised by its content. */
  readonly format?: FormatName
  readonly skipDamaged?: boolean
  /** Places of source files in the folder that the store does not know yet. */
  readonly places?: readonly string[]
}

export interface ImportLocalized extends LocalizedRules, LocalizedPaths {
  readonly dryRun: boolean
  /** Writes only rows that have no text at all. */
  readonly onlyEmpty?: boolean
  readonly authorId?: number | null
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
  readonly report?: (row: LocalizedRow) => void
  readonly onLeftOut?: (left: LeftOut) => void
}

export interface LocalizedRow {
  readonly rowId: string
  readonly ordinal: number
  readonly change: 'localized'
  readonly before: string | null
  readonly after: string
  readonly isInvalid: boolean
  readonly findings: readonly Pick<Finding, 'rule' | 'message' | 'details'>[]
}

/** The member `localized` of what `import --json` prints. */
export interface LocalizedCounts extends Record<LocalizedSkip, number> {
  /** How many texts were written, those with invalid markup included. */
  written: number
  readonly unchanged: { same_text: number; already_filled: number; diff_priority: number }
  unknown: number
  invalid: number
}

interface LocalizedFile {
  readonly slot: 'localized' | 'localized_diff'
  readonly text: GameText
  /** True: the file translates the game's main file, which is known when it was read to its end. */
  isOfMainFile: boolean
  isOfWholeGame: boolean
}

export async function openLocalized(app: App, request: LocalizedPaths): Promise<LocalizedFile[]> {
  freshen(app.store)
  const options = {
    role: 'localized',
    ...openingOf(app, request.places),
    isKnownId: (id: string) => ordinalOf(app.store.main, id) !== undefined,
    ...(request.format !== undefined && { format: request.format }),
    ...(request.skipDamaged !== undefined && { skipDamaged: request.skipDamaged }),
  } as const
  const open = async (path: string, name: string | undefined, slot: LocalizedFile['slot']): Promise<LocalizedFile> => ({
    slot,
    text: await openGameText(path, name === undefined ? options : { ...options, name }),
    isOfMainFile: slot === 'localized',
    isOfWholeGame: false,
  })
  const main = request.main === undefined ? null : await open(request.main, request.mainName, 'localized')
  const diff = request.diff === undefined ? null : await open(request.diff, request.diffName, 'localized_diff')
  if (main !== null && diff !== null) assertPair(main.text, diff.text)
  return [main, diff].filter((file) => file !== null)
}

/**
 * Checks a file and counts its entries. A TSV or CSV with rows that only the diff has is a translation of the whole
 * game, as `export --to` writes it, so its texts count for the diff's rows too.
 */
export async function readToItsEnd(app: App, file: LocalizedFile, signal: AbortSignal | undefined): Promise<number> {
  let entries = 0
  const asks = file.isOfMainFile && (file.text.format === 'tsv' || file.text.format === 'csv')
  for await (const batch of file.text.entries()) {
    signal?.throwIfAborted()
    entries += batch.length
    if (!asks || file.isOfWholeGame) continue
    const rows = new RowFinder(app.store.main, app.store.files)
    file.isOfWholeGame = batch.some(({ id, text }) => {
      const found = text === null ? null : rows.find(id)
      return found !== null && !found.isInMain
    })
  }
  if (file.isOfWholeGame) file.isOfMainFile = false
  return entries
}

/** Warnings about a file; call it after `readToItsEnd`. */
export function warningsOf({ text, isOfWholeGame }: LocalizedFile): WorkRefusal[] {
  const ofWholeGame = { code: 'of_whole_game', file: text.name } as const
  return [...notesOf(text), ...(isOfWholeGame ? [ofWholeGame] : []), ...skippedWarning(text)]
}

export interface Pass {
  readonly app: App
  readonly request: ImportLocalized
  readonly counts: LocalizedCounts
  readonly files: readonly LocalizedFile[]
  readonly total: number
  /** The markup by which texts are judged. If the setting changes meanwhile, the import ends. */
  readonly policy: Markup
  readonly isInvalid: (source: string, text: string) => boolean
  /** How many texts of another game each grammar of markup refused. */
  readonly refusedBy: Map<GrammarName, number>
}

interface Decided extends RowWithHeads {
  readonly decision: LocalizedDecision
  readonly text: string
  /** True: the text breaks the row's markup. Not checked, and so false, for a text that is not written. */
  readonly isInvalid: boolean
}

interface Judging {
  readonly headsOf: (row: Row, text: string | null) => Heads
  readonly onWrite: (decided: Decided) => void
  readonly afterBatch: (isEndOfFile: boolean) => Promise<void>
}

/** Decides about the texts in the order of the files. Those that are not written are counted and reported. */
export async function judgeAll(pass: Pass, { headsOf, onWrite, afterBatch }: Judging): Promise<void> {
  const { app, request, total } = pass
  let done = 0
  for (const file of pass.files) {
    const rows = new RowFinder(app.store.main, app.store.files)
    for await (const batch of file.text.entries()) {
      request.signal?.throwIfAborted()
      for (const entry of batch) {
        const decided = decide(pass, rows, entry, file, headsOf)
        if (decided?.decision === 'write') onWrite(decided)
        else leaveOut(pass, decided, entry, file)
      }
      done += batch.length
      request.onProgress?.(done, total)
      await afterBatch(false)
    }
    await afterBatch(true)
  }
}

function decide(
  { request, isInvalid }: Pass,
  rows: RowFinder,
  entry: TextEntry,
  { isOfMainFile }: LocalizedFile,
  headsOf: Judging['headsOf'],
): Decided | null {
  const found = rows.find(entry.id)
  if (found === null) return null
  const row = rows.rowOf(found)
  const text = entry.text === null || isBlank(entry.text) ? null : entry.text
  const heads = headsOf(row, text)
  const isOfMain = isOfMainFile && entry.layer === undefined
  const said = {
    text,
    isTooLong: text !== null && excessSize(text) !== null,
    isOfMainFile: isOfMain,
    isOriginal: entry.layer === null,
    hasForeignCharacters: text !== null && hasForeignCharacters(sourceTextOf(row), text),
  }
  const decided = decideLocalized(row, heads.machine, said, request)
  const hasText = request.onlyEmpty === true && (heads.machine ?? heads.manual) !== null
  const decision = decided === 'write' && hasText ? 'already_filled' : decided
  if (decision !== 'write' || text === null) return { row, heads, decision, text: '', isInvalid: false }
  return { row, heads, decision, text, isInvalid: isInvalid(sourceTextOf(row), text) }
}

/** How the report words each decision. `same_text` is missing, because a text that the row has already is not reported. */
const TOLD: Readonly<Record<Exclude<LocalizedDecision, 'write' | 'same_text'>, string>> = {
  source_equal: 'the text is the same as the source',
  empty: 'the text is empty',
  already_filled: 'the row has a machine text, which these options do not replace',
  diff_priority: 'the source of this row is the diff, and the text was made for the main file',
  deleted: 'the diff deletes this row',
  too_long: 'the text is longer than a row can hold',
  control_characters: 'the text has control characters that the source does not have',
}

function leaveOut({ request, counts }: Pass, decided: Decided | null, entry: TextEntry, file: LocalizedFile): void {
  const tell = (change: 'unknown' | 'skipped', reason: string): void =>
    request.onLeftOut?.({
      slot: optionOf(file.slot),
      rowId: entry.id,
      change,
      place: `entry ${entry.number}`,
      reason,
    })
  if (decided === null) {
    counts.unknown++
    return tell('unknown', 'no row has this id')
  }
  const { decision } = decided
  if (decision === 'write') return
  if (decision === 'same_text' || decision === 'already_filled' || decision === 'diff_priority')
    counts.unchanged[decision]++
  else counts[decision]++
  if (decision !== 'same_text') tell('skipped', TOLD[decision])
}

export function noteWritten(
  { app, request, counts, policy, refusedBy }: Pass,
  { rowId, ordinal, source }: { readonly rowId: string; readonly ordinal: number; readonly source: () => string },
  before: string | null,
  { text, isInvalid }: Pick<Decided, 'text' | 'isInvalid'>,
): void {
  counts.written++
  if (isInvalid) {
    counts.invalid++
    for (const name of grammarsOf(policy))
      if (breaksMarkup(source(), text, `+${name}`)) refusedBy.set(name, (refusedBy.get(name) ?? 0) + 1)
  }
  const findings = isInvalid && request.report !== undefined ? findingsOf(app, source(), text) : []
  request.report?.({ rowId, ordinal, change: 'localized', before, after: text, isInvalid, findings })
}

function findingsOf({ rules }: App, source: string, text: string): LocalizedRow['findings'] {
  const { gate, glossary } = rules.now()
  const pair = new TextPair({ source, text, rules: gate, glossary, waivers: NO_WAIVERS })
  return [functionalTokens, printfOrder].flatMap((check) => {
    const fault = check.run(pair)
    if (fault === null) return []
    const { rule, message, details } = findingOf(check, fault, pair)
    return [{ rule, message, details }]
  })
}

export const localizedRevision = (text: string, sourceHash: string, authorId: number | null): NewRevision =>
  newRevision({ text, origin: 'localized_file_import', sourceHash, authorId })

/**
 * The texts that a dry run would write, so that a second file is judged as after the first. Keeps length and checksum: eight bytes a row.
 */
export class PlannedTexts {
  readonly #fingerprints: Float64Array

  constructor(nextOrdinal: number) {
    this.#fingerprints = new Float64Array(nextOrdinal)
  }

  add(ordinal: number, text: string): void {
    this.#fingerprints[ordinal] = fingerprintOf(text)
  }

  /** The row's heads as the import would leave them. `text`: the text that is being judged. */
  over(heads: Heads, { ordinal, sourceHash }: Row, text: string | null): Heads {
    const fingerprint = this.#fingerprints[ordinal] ?? 0
    if (fingerprint === 0) return heads
    const planned = text !== null && fingerprintOf(text) === fingerprint ? text : ''
    const revision = localizedRevision(planned, sourceHash, null)
    return { ...heads, machine: { seq: 0, ...revision, createdAtMs: 0, isInvalid: false } }
  }
}

const fingerprintOf = (text: string): number => (text.length + 1) * 2 ** 32 + crc32(text)
