// The one record that every reader of game text gives, and the one error with which every reader refuses a file.
import { isHex } from '../base/bytes.ts'

/** A text of the game under its key. */
export interface TextEntry {
  /** 16 lower-case hex digits: the key's 8 bytes in file order. */
  readonly id: string
  /** `null` is a deletion marker; `''` is a text without characters. */
  readonly text: string | null
  /** The name of the file the text came from (a dump may name the game file it was made of). */
  readonly file: string
  /** 1-based line or entry number in that file. */
  readonly number: number
  /** Only where a dump of ours carries it: the layer the text was exported from, `null` for an original text. */
  readonly layer?: string | null
}

interface Damage {
  /** The file's base name. */
  readonly file: string
  /** `byte 12`, `line 4`, `block 3 at byte 4711`, `block 3, slot 17`. */
  readonly place: string
  readonly problem: string
  readonly found: string
  readonly expected: string
}

/** A file that can't be taken as it is; the message is one sentence that says where, what was found and what was expected. */
export class DamagedFile extends Error {
  readonly file: string
  readonly place: string
  readonly problem: string
  readonly found: string
  readonly expected: string
  /** True when reading with `skipDamaged` would leave this out and go on. */
  readonly isSkippable: boolean

  constructor(damage: Damage, isSkippable = false) {
    super(`${damage.file}, ${damage.place}: ${damage.problem}; found ${damage.found}, expected ${damage.expected}`)
    this.name = 'DamagedFile'
    this.file = damage.file
    this.place = damage.place
    this.problem = damage.problem
    this.found = damage.found
    this.expected = damage.expected
    this.isSkippable = isSkippable
  }
}

/** A file that can't be read to its end, whatever it holds; the message says what to do. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** A file that is another one than it was when it was opened, or became shorter. */
export const changedFile = (name: string): UnreadableFile =>
  new UnreadableFile(
    `${name} changed while it was read; nothing was changed: wait until the program that writes it is done, then try again`,
  )

/** The id in lower case, or `null` when it isn't 16 hex digits. */
export function parseHexId(text: string): string | null {
  if (/^[0-9a-f]{16}$/.test(text)) return text
  return isHex(text, 16) ? text.toLowerCase() : null
}

/** The same key with its 8 bytes in the other order. */
export function reversedId(id: string): string {
  let reversed = ''
  for (let at = 14; at >= 0; at -= 2) reversed += id.slice(at, at + 2)
  return reversed
}

/** Found text as it goes into a message: short, on one line, quoted. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
