// Names of labels: `kind:item`, `place:Kaifeng`, free ones (docs/decisions.md#labels).
import { labelLengthMax } from '../limits.ts'

/** In a filter: rows without any label. */
export const NO_LABEL = '-'

/** NFC, trimmed, in the letter case given. Null: the name is refused. */
export function labelNameOf(text: string): string | null {
  const name = text.trim().normalize('NFC')
  const length = Array.from(name).length
  if (length < 1 || length > labelLengthMax || name === NO_LABEL) return null
  return /[\p{Cc}\p{Zl}\p{Zp},]/u.test(name) || !name.isWellFormed() ? null : name
}

/** Equal for names of the same label: letter case does not count. */
export const foldLabel = (name: string): string => name.normalize('NFC').toLowerCase()
