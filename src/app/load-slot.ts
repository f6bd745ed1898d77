// Reads one file of game text to its end, into lean buffers, before anything is written: a damaged file changes nothing.
import { hasCaptions } from '../domain/text/tokens.ts'
import type { GameText } from '../formats/game-text.ts'
import { LoadedSlot } from '../store/slot-load.ts'
import { contentDigest } from './content-digest.ts'

export interface LoadedFile {
  readonly text: GameText
  readonly slot: LoadedSlot
  /** File names as the entries carry them, in the order of their numbers in the slot. */
  readonly fileNames: readonly string[]
  /** SHA-256 over ids and texts, hex: recognises files that windrow exported. */
  readonly digest: string
  /** An id that was left out as damaged; its row stays as it was. Null when nothing was. */
  readonly isSkipped: ((id: string) => boolean) | null
  /** Some text holds a tag with a caption, so the caption policy matters. */
  readonly hasCaptions: boolean
}

/** Loads a file. Throws `DamagedFile`, and what `signal` throws when the user interrupts. */
export async function loadSlot(
  text: GameText,
  signal: AbortSignal,
  onEntries: (count: number) => void,
): Promise<LoadedFile> {
  const slot = new LoadedSlot()
  const digest = contentDigest()
  const fileNames: string[] = []
  const fileNumbers = new Map<string, number>()
  let captions = false
  for await (const batch of text.entries()) {
    signal.throwIfAborted()
    for (const { id, text: value, file, number } of batch) {
      let fileNumber = fileNumbers.get(file)
      if (fileNumber === undefined) {
        fileNumber = fileNames.push(file) - 1
        fileNumbers.set(file, fileNumber)
      }
      slot.add(id, value, fileNumber, number)
      digest.add(id, value)
      captions ||= value !== null && hasCaptions(value)
    }
    onEntries(slot.count)
  }
  const isSkipped = text.skipped().length === 0 ? null : (id: string): boolean => text.isSkipped(id)
  return { text, slot, fileNames, digest: digest.hex(), isSkipped, hasCaptions: captions }
}

/** Reads a file to its end and keeps nothing: whether it is whole. Throws as `loadSlot` does. */
export async function readThrough(
  text: GameText,
  signal: AbortSignal,
  onEntries: (count: number) => void,
): Promise<void> {
  let count = 0
  for await (const batch of text.entries()) {
    signal.throwIfAborted()
    count += batch.length
    onEntries(count)
  }
}
