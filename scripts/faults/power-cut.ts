// What a power cut may leave of a disk. Since a file was last flushed each of its 512-byte sectors has the bytes of any write, or those of
// before; names are kept in a journal, of which a first part is there, at least up to the last flush of a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dice } from '../../test/support/dice.ts'
import type { Call } from './disk.ts'

const sectorBytes = 512

/** A file after a cut: the bytes that are certain, and what lies over them. */
export interface Left {
  readonly kept: Buffer
  readonly over: readonly { readonly at: number; readonly bytes: Buffer }[]
}

export const joined = ({ kept, over }: Left): Buffer => {
  const bytes = Buffer.alloc(over.reduce((end, each) => Math.max(end, each.at + each.bytes.length), kept.length))
  kept.copy(bytes)
  for (const each of over) each.bytes.copy(bytes, each.at)
  return bytes
}

/** Bytes that grow. */
class Bytes {
  #room: Buffer
  size: number

  constructor(bytes: Buffer) {
    this.#room = Buffer.from(bytes)
    this.size = bytes.length
  }

  put(bytes: Buffer, at: number): void {
    const end = at + bytes.length
    if (end > this.#room.length) this.#room = Buffer.concat([this.#room], 2 * end)
    bytes.copy(this.#room, at)
    this.size = Math.max(this.size, end)
  }

  cut(size: number): void {
    this.#room.fill(0, size)
    this.put(Buffer.alloc(0), size)
    this.size = size
  }

  get all(): Buffer {
    return this.#room.subarray(0, this.size)
  }
}

class File {
  /** As processes see it, and as it is on the disk for certain. */
  readonly #live: Bytes
  readonly #kept: Bytes
  /** The last write, and what was there before it. */
  #last: { readonly bytes: Buffer; readonly before: Buffer; readonly at: number } | null = null
  /** The writes of each sector since the last flush, each as the whole sector then. */
  readonly #open = new Map<number, Buffer[]>()

  constructor(bytes: Buffer) {
    this.#live = new Bytes(bytes)
    this.#kept = new Bytes(bytes)
  }

  write(bytes: Buffer, at: number): void {
    const before = Buffer.alloc(bytes.length)
    // Behind the end there was nothing.
    this.#live.all.subarray(at).copy(before)
    this.#last = { bytes, before, at }
    this.#live.put(bytes, at)
    for (let sector = Math.floor(at / sectorBytes); sector * sectorBytes < at + bytes.length; sector++) {
      const now = Buffer.from(this.#live.all.subarray(sector * sectorBytes, (sector + 1) * sectorBytes))
      this.#open.set(sector, [...(this.#open.get(sector) ?? []), now])
    }
  }

  truncate(size: number): void {
    this.flush()
    this.#live.cut(size)
    this.#kept.cut(size)
  }

  flush(): void {
    for (const [sector, writes] of this.#open) this.#kept.put(writes.at(-1) as Buffer, sector * sectorBytes)
    this.#open.clear()
  }

  /** A write that is flushed by itself. What else is open stays open. */
  flushOnly(bytes: Buffer, at: number): void {
    this.#kept.put(bytes, at)
    for (let sector = Math.floor(at / sectorBytes); sector * sectorBytes < at + bytes.length; sector++)
      this.#open.delete(sector)
  }

  /**
   * What a cut leaves: `choose` tells how many of a sector's open writes are there, `tear` how many bytes of the last write, which may end
   * within a sector.
   */
  after(choose: (open: number) => number, tear: ((bytes: number) => number) | null): Left {
    const over = [...this.#open].flatMap(([sector, writes]) => {
      const bytes = writes[choose(writes.length) - 1]
      return bytes === undefined ? [] : [{ at: sector * sectorBytes, bytes }]
    })
    if (tear !== null && this.#last !== null) {
      const { bytes, before, at } = this.#last
      const there = tear(bytes.length)
      over.push({ at, bytes: Buffer.concat([bytes.subarray(0, there), before.subarray(there)]) })
    }
    return { kept: this.#kept.all, over }
  }
}

type Names = Map<string, File>
type Change = (names: Names) => void

/** How much of what is open a cut leaves. */
export type Cut = 'nothing' | 'all' | 'a half' | 'some' | 'torn'
export const CUTS: readonly Cut[] = ['some', 'nothing', 'some', 'a half', 'torn', 'all', 'some']

export class Disk {
  readonly #live: Names = new Map()
  readonly #kept: Names
  #journal: Change[] = []
  /** The file that is being written. */
  #under: File | null = null
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) this.#live.set(path, new File(readFileSync(path)))
    }
    this.#kept = new Map(this.#live)
  }

  /** A call has begun: a cut may come in the middle of what it does. */
  begin({ kind, name, data, offset }: Call): void {
    const file = this.#live.get(name)
    this.#under = kind === 'write' ? (file ?? null) : null
    if (kind === 'create' || (kind === 'truncate' && offset === 0)) {
      const made = new File(Buffer.alloc(0))
      this.#change((names) => names.set(name, made))
    } else if (kind === 'write') file?.write(data, offset)
    else if (kind === 'truncate') file?.truncate(offset)
    else if (kind === 'unlink') this.#change((names) => names.delete(name))
    else if (kind === 'rename') this.#change((names) => rename(names, name, data.toString()))
    else if (kind === 'link' && file !== undefined) this.#change((names) => names.set(data.toString(), file))
  }

  /** It has ended: what it promised is on the disk. */
  end({ kind, name, data, offset, isSynced }: Call): void {
    if (kind === 'write' && isSynced) this.#live.get(name)?.flushOnly(data, offset)
    if (kind !== 'flush') return
    const file = this.#live.get(name)
    if (file !== undefined) return file.flush()
    for (const change of this.#journal) change(this.#kept)
    this.#journal = []
  }

  #change(change: Change): void {
    change(this.#live)
    this.#journal.push(change)
  }

  /** The files after a cut, by their paths in the folder. */
  after(cut: Cut, dice: Dice): Map<string, Left> {
    const names = new Map(this.#kept)
    const share = cut === 'some' ? dice.pick([0.1, 0.5, 0.9]) : 0
    const most = this.#journal.length
    const every = (open: number): number => open
    let halves = 0
    const [changes, choose] = {
      nothing: [0, () => 0] as const,
      all: [most, every] as const,
      torn: [most, every] as const,
      // Sectors are gone through in the order of their first writes.
      'a half': [Math.floor(most / 2), (open: number) => (halves++ % 8 < 4 ? open : 0)] as const,
      some: [dice.below(most + 1), (open: number) => (dice.chance(share) ? 1 + dice.below(open) : 0)] as const,
    }[cut]
    for (const change of this.#journal.slice(0, changes)) change(names)
    const tearOf = (file: File) =>
      cut === 'torn' && file === this.#under ? (bytes: number): number => dice.below(bytes + 1) : null
    return new Map(
      [...names].map(([path, file]) => [path.slice(this.#root.length + 1), file.after(choose, tearOf(file))]),
    )
  }
}

function rename(names: Names, from: string, to: string): void {
  for (const [path, file] of Array.from(names)) {
    if (path !== from && !path.startsWith(`${from}/`)) continue
    names.delete(path)
    names.set(to + path.slice(from.length), file)
  }
}
