// Checks the store's file page by page, because LMDB trusts its pages and a damaged one can end the process. Every page
// reachable from the newest header must be of the right kind, lie in the file, be reached once, and hold its entries
// inside itself, ascending, between the bounds of its parent.
//
// LMDB page (psize bytes, little-endian):  0 u64 number, 8 u64 txn, 18 u16 kind, 20 u16 lower, 22 u16 upper (overflow:
// u32 pages at 20), 24 u16[] entry offsets (from 24). Entry: u16 lo, u16 hi, u16 flags, u16 key bytes, key, data.
// Headers are pages 0 and 1: 24 u32 magic, 28 u32 version, 48 and 96 the two trees (u32 psize, …, 40 u64 root), 144
// last page, 152 txn.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const magic = 0xbeefc0de
const headBytes = 24
const BRANCH = 1
const LEAF = 2
const OVERFLOW = 4
const META = 8
const BIG_DATA = 1
const noPage = 0xffff_ffff_ffff_ffffn
/** A tree that is deeper has a circle: LMDB's own cursors reach half as deep. */
const depthMax = 64
const twoPagesMin = 8192

interface Header {
  readonly pageBytes: number
  readonly txn: bigint
  readonly lastPage: number
  readonly roots: readonly (number | null)[]
}

/** The first damage of the file, as a sentence. If others may write, the caller must hold a read transaction open. */
export function* fileDamage(path: string): Generator<number, string | null> {
  const fd = openSync(path, 'r')
  try {
    const header = newestHeader(fd)
    if (typeof header === 'string') return header
    const size = fstatSync(fd).size
    const needed = (header.lastPage + 1) * header.pageBytes
    const walk = new PageWalk(fd, header, size)
    for (const root of header.roots) {
      if (root === null) continue
      const fault = yield* walk.tree(root)
      if (fault !== null) {
        return size < needed ? `${fault} (it is ${size} bytes long and should have ${needed}: cut short?)` : fault
      }
    }
    return null
  } finally {
    closeSync(fd)
  }
}

/**
 * Damage that the headers and roots show, in a few small reads; `unborn`: nothing was ever written. A file that ends
 * before its last page is walked: if the page is free, that is no damage. Needs no transaction: after a concurrent
 * commit it looks again.
 */
export function headerDamage(path: string): string | null {
  const fd = openSync(path, 'r')
  try {
    for (;;) {
      const header = newestHeader(fd)
      const fault = typeof header === 'string' ? header : rootDamage(fd, path, header)
      if (fault === null) return null
      const after = newestHeader(fd)
      if (typeof header === 'string' && typeof after === 'string') return isUnborn(fd) ? 'unborn' : fault
      if (typeof header !== 'string' && typeof after !== 'string' && header.txn === after.txn) return fault
    }
  } finally {
    closeSync(fd)
  }
}

function rootDamage(fd: number, path: string, header: Header): string | null {
  const size = fstatSync(fd).size
  const walk = new PageWalk(fd, header, size)
  for (const root of header.roots) {
    const fault = root === null ? null : walk.pageFault(root, BRANCH | LEAF)
    if (fault !== null) return fault
  }
  if (size >= (header.lastPage + 1) * header.pageBytes) return null
  const steps = fileDamage(path)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

function isUnborn(fd: number): boolean {
  if (fstatSync(fd).size >= twoPagesMin) return false
  const bytes = Buffer.alloc(headBytes + 144)
  const header = readSync(fd, bytes, 0, bytes.length, 0) < bytes.length ? null : headerOf(bytes)
  return header !== null && header.txn === 0n && header.roots.every((root) => root === null)
}

function newestHeader(fd: number): Header | string {
  const bytes = Buffer.alloc(headBytes + 144)
  if (readSync(fd, bytes, 0, bytes.length, 0) < bytes.length) return 'the file is too short for its header'
  const pageBytes = bytes.readUInt32LE(48)
  const first = headerOf(bytes)
  if (first === null) return 'page 0 is not the header of a store'
  const second = readSync(fd, bytes, 0, bytes.length, pageBytes) < bytes.length ? null : headerOf(bytes)
  if (second === null) return 'page 1 is not the header of a store'
  return second.txn > first.txn ? second : first
}

function headerOf(bytes: Buffer): Header | null {
  const pageBytes = bytes.readUInt32LE(48)
  const isHeader =
    (bytes.readUInt16LE(18) & META) !== 0 &&
    bytes.readUInt32LE(24) === magic &&
    pageBytes >= 512 &&
    pageBytes <= 65_536 &&
    (pageBytes & (pageBytes - 1)) === 0
  if (!isHeader) return null
  const rootAt = (at: number): number | null => {
    const root = bytes.readBigUInt64LE(at)
    return root === noPage ? null : Number(root)
  }
  return {
    pageBytes,
    txn: bytes.readBigUInt64LE(152),
    lastPage: Number(bytes.readBigUInt64LE(144)),
    roots: [rootAt(88), rootAt(136)],
  }
}

interface Step {
  readonly page: number
  readonly depth: number
  /** The keys of the page are at or above `from` and below `to`; null: no bound. */
  readonly bounds: readonly [from: Buffer | null, to: Buffer | null]
}

class PageWalk {
  readonly #fd: number
  readonly #header: Header
  readonly #size: number
  readonly #seen: Uint8Array
  readonly #page: Buffer
  #pages = 0

  constructor(fd: number, header: Header, size: number) {
    this.#fd = fd
    this.#header = header
    this.#size = size
    this.#seen = new Uint8Array(Math.ceil((Math.min(header.lastPage, size / header.pageBytes) + 1) / 8))
    this.#page = Buffer.alloc(header.pageBytes)
  }

  /** Walks a tree from its root. Yields the number of pages done; returns the first damage, or null. */
  *tree(root: number): Generator<number, string | null> {
    const open: Step[] = [{ page: root, depth: 0, bounds: [null, null] }]
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const fault = this.pageFault(step.page, BRANCH | LEAF) ?? this.#claim(step.page, 1)
      if (fault !== null) return fault
      if (step.depth > depthMax) return `page ${step.page} lies deeper than any tree is`
      const inside = this.#entries(step, open)
      if (inside !== null) return inside
      if (++this.#pages % 1024 === 0) yield this.#pages
    }
    return null
  }

  /** Returns why the page is unusable, or null. */
  pageFault(page: number, kinds: number): string | null {
    const { pageBytes, lastPage } = this.#header
    if (page < 2 || page > lastPage) return `a tree names page ${page}, and there are ${lastPage + 1}`
    if ((page + 1) * pageBytes > this.#size) return `page ${page} lies beyond the end of the file`
    readSync(this.#fd, this.#page, 0, pageBytes, page * pageBytes)
    const kind = this.#page.readUInt16LE(18)
    if (this.#page.readBigUInt64LE(0) !== BigInt(page)) return `page ${page} is damaged: it carries another number`
    if ((kind & kinds) === 0 || (kind & ~kinds) !== 0) return `page ${page} is damaged: kind ${kind}`
    return null
  }

  #claim(page: number, count: number): string | null {
    for (let at = page; at < page + count; at++) {
      const mask = 1 << (at & 7)
      if (((this.#seen[at >> 3] ?? 0xff) & mask) !== 0) return `page ${at} is used twice`
      this.#seen[at >> 3] = (this.#seen[at >> 3] as number) | mask
    }
    return null
  }

  #entries({ page, depth, bounds: [from, to] }: Step, open: Step[]): string | null {
    const damaged = (what: string): string => `page ${page} is damaged: ${what}`
    const bytes = this.#page
    const room = bytes.length - headBytes
    const isLeaf = bytes.readUInt16LE(18) === LEAF
    const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)]
    if (lower % 2 !== 0 || lower > upper || upper > room) return damaged('its bounds')
    let keyBefore = from
    let child: Step | null = null
    const overflows: [page: number, count: number][] = []
    for (let i = 0; i < lower / 2; i++) {
      const offset = bytes.readUInt16LE(headBytes + 2 * i)
      if (offset < upper || offset + 8 > room) return damaged(`entry ${i} lies outside`)
      const at = headBytes + offset
      const flags = bytes.readUInt16LE(at + 4)
      const keyEnd = at + 8 + bytes.readUInt16LE(at + 6)
      if (keyEnd > bytes.length) return damaged(`the key of entry ${i} lies outside`)
      const key = bytes.subarray(at + 8, keyEnd)
      const low = bytes.readUInt32LE(at)
      if (!isLeaf) {
        // A branch page's first key is empty: its child has the branch page's lower bound.
        const begins = i === 0 ? from : Buffer.from(key)
        if (child !== null) open.push({ ...child, bounds: [child.bounds[0], begins] })
        child = { page: low + flags * 0x1_0000_0000, depth: depth + 1, bounds: [begins, to] }
        if (i === 0) continue
      } else if ((flags & ~BIG_DATA) !== 0) return damaged(`entry ${i} is of an unknown kind`)
      else if ((flags & BIG_DATA) === 0) {
        if (keyEnd + low > bytes.length) return damaged(`the value of entry ${i} lies outside`)
      } else {
        if (keyEnd + headBytes > bytes.length) return damaged(`the value of entry ${i} lies outside`)
        overflows.push([Number(bytes.readBigUInt64LE(keyEnd)), Math.ceil((low + headBytes) / bytes.length)])
      }
      // LMDB sorts lists of free pages by number, and data by bytes.
      const isBehind = keyBefore === null || isAscending(keyBefore, key) || (keyBefore === from && key.equals(from))
      if (!isBehind || (to !== null && !isAscending(key, to))) return damaged(`entry ${i} is out of order`)
      keyBefore = Buffer.from(key)
    }
    if (child !== null) open.push(child)
    return this.#overflows(overflows)
  }

  #overflows(overflows: readonly (readonly [page: number, count: number])[]): string | null {
    for (const [page, count] of overflows) {
      const fault = this.pageFault(page, OVERFLOW)
      if (fault !== null) return fault
      const stored = this.#page.readUInt32LE(20)
      if (stored < count || page + stored - 1 > this.#header.lastPage) return `page ${page} is damaged: its length`
      if ((page + count) * this.#header.pageBytes > this.#size) return `page ${page} lies beyond the end of the file`
      const twice = this.#claim(page, stored)
      if (twice !== null) return twice
    }
    return null
  }
}

function isAscending(before: Buffer, key: Buffer): boolean {
  if (Buffer.compare(before, key) < 0) return true
  return before.length === 8 && key.length === 8 && before.readBigUInt64LE(0) < key.readBigUInt64LE(0)
}
