// Reads a file of game text to its end into a temporary file before anything is written, so that a damaged file changes nothing.
import { SourceLetters } from '../../../domain/checks/language/translated-sources.ts'
import { hasCaptions } from '../../../domain/text/tokens.ts'
import type { GameText } from '../../../formats/game-text.ts'
import { fileNumberMax } from '../../../store/rows.ts'
import { Refused } from '../../refused.ts'
import { contentDigest } from '../../content-digest.ts'
import { SpooledFile } from './spooled-file.ts'

export interface LoadedFile {
  readonly text: GameText
  readonly entries: SpooledFile
  /** Names of the files, in the order of their numbers. */
  readonly fileNames: readonly string[]
  /** SHA-256 (hex) over ids and texts of the file, or of each file of a folder; recognises files that windrow exported. */
  readonly digests: readonly string[]
  /** Whether a row that came from the file of this number was left out as damaged, so that it stays as it was. Null: none was. */
  readonly isSkipped: ((id: string, file: number) => boolean) | null
  readonly hasCaptions: boolean
  readonly letters: SourceLetters
}

/** The caller closes `entries`. Throws `DamagedFile`, or the reason of `signal`. */
export async function loadSlot(
  text: GameText,
  entries: SpooledFile,
  { targetLanguage, nameOf }: { readonly targetLanguage: string; readonly nameOf: (file: number) => string },
  signal: AbortSignal,
  onEntries: (count: number) => void,
): Promise<LoadedFile> {
  let digest = contentDigest()
  const digests: string[] = []
  const fileNames: string[] = []
  const fileNumbers = new Map<string, number>()
  const letters = new SourceLetters(targetLanguage)
  let captions = false
  for await (const batch of text.entries()) {
    signal.throwIfAborted()
    for (const { id, text: value, file, number } of batch) {
      let fileNumber = fileNumbers.get(file)
      if (fileNumber === undefined) {
        fileNumber = fileNames.push(file) - 1
        if (fileNumber > fileNumberMax) throw new Refused({ code: 'too_many_files', max: fileNumberMax })
        fileNumbers.set(file, fileNumber)
        if (text.keys !== undefined && fileNumber > 0) {
          digests.push(digest.hex())
          digest = contentDigest()
        }
      }
      entries.add(id, value, fileNumber, number)
      digest.add(id, value)
      if (value !== null) letters.add(value)
      captions ||= value !== null && hasCaptions(value)
    }
    onEntries(entries.count)
  }
  entries.finish()
  const isWhole = text.keys === undefined && text.skipped().length === 0
  const isSkipped = isWhole ? null : (id: string, file: number): boolean => text.isSkipped(id, nameOf(file))
  return { text, entries, fileNames, digests: [...digests, digest.hex()], isSkipped, hasCaptions: captions, letters }
}
