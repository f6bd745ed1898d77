// What a power cut may leave of a disk. Since a file was last flushed each of its 512-byte sectors has the bytes of any write, or those of
// before; names are kept in a journal, of which a first part is there, at least up to the last flush of a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from './disk.ts'
import type { Dice } from './random.ts'

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

interface Last {
  readonly bytes: Buffer
  readonly before: Buffer
  readonly at: number
}

class File {
  /** As processes see it, and as it is on the disk for certain. */
  readonly #live: Bytes
  readonly #kept: Bytes
  /** The last write, and what was there before it. */
  #last: Last = { bytes: Buffer.alloc(0), before: Buffer.alloc(0), at: 0 }
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

  /** What a cut leaves: `choose` tells how many of a sector's open writes are there. */
  after(choose: (open: number) => number): Left {
    const over = [...this.#open].flatMap(([sector, writes]) => {
      const bytes = writes[choose(writes.length) - 1]
      return bytes === undefined ? [] : [{ at: sector * sectorBytes, bytes }]
    })
    return { kept: this.#kept.all, over }
  }

  /** The same, and of the last write the first part that `choose` tells, which may end within a sector. */
  torn(left: Left, choose: (bytes: number) => number): Left {
    const { bytes, before, at } = this.#last
    const there = choose(bytes.length)
    return {
      ...left,
      over: [...left.over, { at, bytes: Buffer.concat([bytes.subarray(0, there), before.subarray(there)]) }],
    }
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
    const changes = {
      nothing: 0,
      all: most,
      'a half': Math.floor(most / 2),
      some: dice.below(most + 1),
      torn: most,
    }[cut]
    for (const change of this.#journal.slice(0, changes)) change(names)
    let halves = 0
    const choose = (open: number): number =>
      ({
        nothing: () => 0,
        all: () => open,
        torn: () => open,
        // Sectors are gone through in the order of their first writes.
        'a half': () => (halves++ % 8 < 4 ? open : 0),
        some: () => (dice.chance(share) ? 1 + dice.below(open) : 0),
      })[cut]()
    const left = (file: File): Left =>
      cut === 'torn' && file === this.#under
        ? file.torn(file.after(choose), (bytes) => dice.below(bytes + 1))
        : file.after(choose)
    return new Map([...names].map(([path, file]) => [path.slice(this.#root.length + 1), left(file)]))
  }
}

function rename(names: Names, from: string, to: string): void {
  for (const [path, file] of Array.from(names)) {
    if (path !== from && !path.startsWith(`${from}/`)) continue
    names.delete(path)
    names.set(to + path.slice(from.length), file)
  }
}
