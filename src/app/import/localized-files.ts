// The request, the result and the files of an import of translations.
import type { LocalizedRules, LocalizedSkip } from '../../domain/decide-localized.ts'
import type { Finding } from '../../domain/finding.ts'
import type { LeftOut } from '../../domain/reports/import-report.ts'
import { hasCaptions } from '../../domain/text/tokens.ts'
import { assertPair } from '../../formats/container/container-writer.ts'
import type { FormatName, GameText } from '../../formats/game-text.ts'
import { isOfAnotherGame } from '../rules.ts'
import { openGameText } from '../../formats/open-game-text.ts'
import { freshen } from '../../store/view.ts'
import { ordinalOf, RowFinder } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { skippedWarning } from './left-out.ts'

interface LocalizedPaths {
  readonly main?: string
  readonly diff?: string
  readonly mainName?: string
  readonly diffName?: string
  /** Absent: recognised by content. */
  readonly format?: FormatName
  readonly skipDamaged?: boolean
}

export interface ImportLocalized extends LocalizedRules, LocalizedPaths {
  readonly dryRun: boolean
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
  /** Includes texts with invalid markup. */
  written: number
  readonly unchanged: { same_text: number; already_filled: number; diff_priority: number }
  unknown: number
  invalid: number
}

export interface LocalizedFile {
  readonly slot: 'localized' | 'localized_diff'
  readonly text: GameText
  /** The file is a translation of the game's main file; known after reading to its end. */
  isOfMainFile: boolean
  isOfWholeGame: boolean
  hasCaptions: boolean
}

export async function openLocalized(app: App, request: LocalizedPaths): Promise<LocalizedFile[]> {
  freshen(app.store)
  const options = {
    role: 'localized',
    isKeyed: isOfAnotherGame(app),
    isKnownId: (id: string) => ordinalOf(app.store.main, id) !== undefined,
    ...(request.format !== undefined && { format: request.format }),
    ...(request.skipDamaged !== undefined && { skipDamaged: request.skipDamaged }),
  } as const
  const open = async (path: string, name: string | undefined, slot: LocalizedFile['slot']): Promise<LocalizedFile> => ({
    slot,
    text: await openGameText(path, name === undefined ? options : { ...options, name }),
    isOfMainFile: slot === 'localized',
    isOfWholeGame: false,
    hasCaptions: false,
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
    file.hasCaptions ||= batch.some(({ text }) => text !== null && hasCaptions(text))
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

/** Call it after `readToItsEnd`. */
export function warningsOf({ text, isOfWholeGame }: LocalizedFile): string[] {
  const ofWholeGame = `${text.name} holds rows that only the diff file has, so it is read as a translation of the whole game`
  return [...text.warnings(), ...(isOfWholeGame ? [ofWholeGame] : []), ...skippedWarning(text)]
}
