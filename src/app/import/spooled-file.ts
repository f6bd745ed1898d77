// One file of game text, read whole into a temporary file: a damaged file changes nothing, the entries can be read in any order,
// and memory stays small.
//
// Each record begins at a multiple of 4 bytes, so that its position fits into 32 bits:
//   0   u32      length of the text in bytes
//   4   u32      number of the entry in its file
//   8   u16      number of its file's name
//   10  u8       1: deletion marker
//   12  8 bytes  row id
//   20  UTF-8
import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../base/alive.ts'
import { writeHex } from '../../base/bytes.ts'
import { isHeld, whenFreeSync } from '../../base/held-files.ts'
import { SourceLetters } from '../../../packages/language/src/translated-sources.ts'
import { hasCaptions } from '../../domain/text/tokens.ts'
import type { GameText } from '../../../packages/formats/src/game-text.ts'
import { fileNumberMax, type RawText } from '../../store/rows.ts'
import { contentDigest } from '../content-digest.ts'
import { Refused } from '../refused.ts'

const headBytes = 20
const idAt = 12
const alignment = 4
const gatheredBytesMax = 1024 * 1024
/** How much is read at once: much where entries are read in file order, little where they lie apart. */
const aheadBytes = 256 * 1024
const jumpBytes = 4 * 1024

/** Entries in a temporary file, by their positions (`places`). Bytes that it returns are valid until the call after the next. */
class SpooledFile {
  count = 0
  readonly #path: string
  readonly #file: number
  #isUnlinked = false
  #gathered = Buffer.allocUnsafe(gatheredBytesMax)
  #filled = 0
  #writtenBytes = 0
  /** Two windows in turn, because a main text and the one that it is compared with may lie far apart. */
  #windows = [Buffer.alloc(0), Buffer.alloc(0)]
  #window = Buffer.alloc(0)
  #windowAt = 0

  /** Removes the file's name at once where the system can, so that the file is gone when the process ends. */
  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'wx+', 0o600)
    if (process.platform === 'win32') return
    rmSync(path)
    this.#isUnlinked = true
  }

  /** Adds an entry. `file`: the number of the file's name. `text`: null for a deletion marker. */
  add(id: string, text: string | null, file: number, number: number): void {
    const most = headBytes + 3 * (text?.length ?? 0) + alignment
    if (this.#filled + most > this.#gathered.length) this.#flush(most)
    const at = this.#filled
    const bytes = this.#gathered
    const length = text === null ? 0 : bytes.write(text, at + headBytes)
    bytes.writeUInt32LE(length, at)
    bytes.writeUInt32LE(number, at + 4)
    bytes.writeUInt16LE(file, at + 8)
    bytes.writeUInt16LE(text === null ? 1 : 0, at + 10)
    writeHex(id, bytes, at + idAt, headBytes - idAt)
    this.#filled = aligned(at + headBytes + length)
    this.count++
  }

  #flush(room: number): void {
    for (let done = 0; done < this.#filled; ) {
      done += writeSync(this.#file, this.#gathered, done, this.#filled - done, this.#writtenBytes + done)
    }
    this.#writtenBytes += this.#filled
    this.#filled = 0
    if (room > this.#gathered.length) this.#gathered = Buffer.allocUnsafe(room)
  }

  /** Writes what is left. Call it after the last entry, before reading. */
  finish(): void {
    this.#flush(0)
    this.#gathered = Buffer.alloc(0)
  }

  *places(): Generator<number> {
    for (let at = 0; at < this.#writtenBytes; ) {
      yield at / alignment
      const head = this.#seek(at, headBytes)
      at = aligned(at + headBytes + this.#window.readUInt32LE(head))
    }
  }

  /** The id at this place, as a view of its 8 bytes. */
  idAt(place: number): Buffer {
    const head = this.#seek(place * alignment, headBytes)
    return this.#window.subarray(head + idAt, head + headBytes)
  }

  textAt(place: number): RawText {
    const at = place * alignment
    const start = this.#seek(at, headBytes)
    const length = this.#window.readUInt32LE(start)
    const head = this.#seek(at, headBytes + length)
    const window = this.#window
    return {
      file: window.readUInt16LE(head + 8),
      number: window.readUInt32LE(head + 4),
      isDeleted: window[head + 10] === 1,
      bytes: window.subarray(head + headBytes, head + headBytes + length),
    }
  }

  /** Loads the bytes at `at` into the window, unless they are there; returns where in the window they begin. */
  #seek(at: number, length: number): number {
    const from = at - this.#windowAt
    if (from >= 0 && from + length <= this.#window.length) return from
    const isAhead = from >= 0 && from <= this.#window.length + jumpBytes
    this.#fill(at, Math.max(length, isAhead ? aheadBytes : jumpBytes))
    if (this.#window.length < length) throw new Error(`the spooled file ends before byte ${at + length}`)
    return 0
  }

  #fill(at: number, bytes: number): void {
    let [room = Buffer.alloc(0), other = room] = this.#windows
    if (room.length < bytes) room = Buffer.allocUnsafeSlow(Math.max(bytes, aheadBytes))
    const wanted = Math.min(bytes, this.#writtenBytes - at)
    let got = 0
    while (got < wanted) {
      const read = readSync(this.#file, room, got, wanted - got, at + got)
      if (read === 0) break
      got += read
    }
    this.#window = room.subarray(0, got)
    this.#windowAt = at
    this.#windows = [other, room]
  }

  close(): void {
    closeSync(this.#file)
    if (!this.#isUnlinked) removeSpool(this.#path)
  }
}

/** Removes a temporary file. One that another program holds open stays until the next import. */
function removeSpool(path: string): void {
  try {
    whenFreeSync(() => rmSync(path, { force: true }))
  } catch (error) {
    if (!isHeld(error)) throw error
  }
}

const aligned = (at: number): number => Math.ceil(at / alignment) * alignment

export interface LoadedFile {
  readonly text: GameText
  readonly entries: SpooledFile
  /** Names of the files; a file's number is its place here. */
  readonly fileNames: readonly string[]
  /** SHA-256 (hex) over ids and texts of each file. An import knows by it files that windrow exported. */
  readonly digests: readonly string[]
  /** Whether the file of this number had a damaged entry for the row, so that the row keeps its text. Null: no entry was damaged. */
  readonly isSkipped: ((id: string, file: number) => boolean) | null
  readonly hasCaptions: boolean
  readonly letters: SourceLetters
}

/**
 * Reads a file of game text to its end into a temporary file before anything is written, so that a damaged file changes
 * nothing. The caller closes `entries`. Throws `DamagedFile`, or the reason of `signal`.
 */
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

export interface Spools extends Disposable {
  open(slot: string): SpooledFile
}

const NAME = /^import-(\d+)-\w+\.spool$/

/** Makes the temporary files of an import, and removes those that a killed one left. */
export function openSpools(folder: string): Spools {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeSpool(join(folder, name))
  }
  const opened: SpooledFile[] = []
  return {
    open(slot) {
      const spool = new SpooledFile(join(folder, `import-${process.pid}-${slot}.spool`))
      opened.push(spool)
      return spool
    },
    [Symbol.dispose]() {
      for (const spool of opened) spool.close()
    },
  }
}
