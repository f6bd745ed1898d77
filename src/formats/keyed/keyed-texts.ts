// Collects the texts of one document, and refuses what no store can hold.
import { hash } from 'node:crypto'
import { DamagedFile, damagedLine } from '../damage.ts'
import { checkedText } from '../dump/dump-batch.ts'
import { keyedBytesMax, keyedEntriesMax, keyedTextsMax, textBytesMax } from '../limits.ts'
import { quoted } from '../text-entry.ts'
import type { KeyedDocument, KeyedText } from './keyed-format.ts'

/** Why a text is left as it is. */
const REASONS = {
  key: 'a text without a key is left as it is',
  row: 'a row without a text is left as it is',
  inline: 'a unit with inline elements is left as it is',
} as const

export class KeyedTexts {
  readonly #file: string
  readonly #texts: KeyedText[] = []
  readonly #keys = new Set<string>()
  readonly #leftOut = new Map<keyof typeof REASONS, { readonly line: number; count: number }>()
  #units = 0

  /** Throws DamagedFile if the document is too large. */
  constructor(document: string, file: string) {
    this.#file = file
    if (document.length * 3 > keyedBytesMax && Buffer.byteLength(document) > keyedBytesMax) {
      throw new DamagedFile({
        file,
        where: { at: 'byte', byte: keyedBytesMax },
        problem: 'file_too_large',
        expected: keyedBytesMax,
      })
    }
  }

  add(text: KeyedText): void {
    const { key, line } = text
    if (key === '') {
      this.leaveOut('key', line)
      return
    }
    checkedText(text.text, this.#file, line)
    this.#checkKey(key, line)
    this.#units += key.length + text.text.length
    if (this.#units > keyedTextsMax) {
      throw damagedLine(this.#file, line, { problem: 'too_much_text', found: this.#units, expected: keyedTextsMax })
    }
    if (this.#texts.length === keyedEntriesMax) {
      const [found, expected] = [keyedEntriesMax + 1, keyedEntriesMax]
      throw damagedLine(this.#file, line, { problem: 'too_many_entries', found, expected })
    }
    this.#texts.push(text)
  }

  leaveOut(reason: keyof typeof REASONS, line: number): void {
    const seen = this.#leftOut.get(reason)
    if (seen === undefined) this.#leftOut.set(reason, { line, count: 1 })
    else seen.count++
  }

  done(): KeyedDocument {
    const warnings = Array.from(this.#leftOut, ([reason, { line, count }]) => {
      const times = count === 1 ? '' : ` (${count} times)`
      return `${this.#file}, line ${line}: ${REASONS[reason]}${times}`
    })
    return { texts: this.#texts, warnings }
  }

  #checkKey(key: string, line: number): void {
    if (key.length * 3 > textBytesMax && Buffer.byteLength(key) > textBytesMax) {
      const found = Buffer.byteLength(key)
      throw damagedLine(this.#file, line, { problem: 'key_too_long', found, expected: textBytesMax })
    }
    if (!key.isWellFormed()) throw damagedLine(this.#file, line, { problem: 'text_no_unicode' })
    // The engine tells long strings of one length apart by comparing them.
    const known = key.length > 1000 ? hash('sha256', key) : key
    if (this.#keys.has(known)) throw damagedLine(this.#file, line, { problem: 'key_twice', found: quoted(key) })
    this.#keys.add(known)
  }
}
