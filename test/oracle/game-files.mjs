#!/usr/bin/env node
/*
 * game-files.mjs - independent reader, writer and data generator for `translate_words_map_*` containers.
 *
 *   info   FILE [--json]                      what the container holds, and every irregularity found;
 *                                             E_ codes (exit 1) are damage, W_ codes are oddities
 *   dump   FILE OUT.jsonl [--all]             one line per occupied slot (--all adds empty slots)
 *   make   OUT.bin --entries N --shards M --seed S [--lang en|zh] [--longest BYTES]
 *                                             well-formed synthetic container; en and zh of one seed share ids and tokens
 *   make   OUT.bin --diff-of FILE --changed X --added Y --deleted Z --seed S [--lang en|zh]
 *                                             well-formed synthetic overlay for FILE
 *   pack   IN.jsonl OUT.bin [--base FILE]      container of {"id","text","deleted"} lines; --base makes an overlay for FILE
 *   verify A.bin B.bin                        compares structure by structure and entry by entry
 *
 * Plain Node (>= 22.15, for zlib.zstd*), no dependencies. It is an ORACLE: it shares no code with packages/formats/src, on purpose:
 * a mistake in how the format was understood would be in both, and no test that compares them could see it. It favours
 * plainness over the project's rules of size and style, and every text it makes up comes from the word lists in this file.
 *
 * Two spellings of one id are in use, and they are easy to mix up:
 *   id    the 8 key bytes in FILE ORDER as hex        (what the TSV/CSV community uses)
 *   hash  the same u64 as a NUMBER, zero-padded hex   (= id with its bytes reversed)
 */
import fs from 'node:fs'
import zlib from 'node:zlib'

const MAGIC = 0xdeadbeef
const CODEC_ZSTD = 4
const NO_BLOCK = 0xffffffff // index id of a shard that has no block
const TABLE_SEED = 0x595896dc // third u64 of every shard ever seen
const EMPTY = 0x80 // ctrl byte of an empty slot
const SENTINEL = 0xff // ctrl byte at position `capacity`
const CLONES = 16 // mirrored ctrl bytes after the sentinel
const MAX_BLOCK = 64 << 20 // refuse larger uncompressed blocks
const MAX_CAPACITY = (1 << 22) - 1
const MAX_INDEX_BLOCK = 128 << 20

// ------------------------------------------------------------------------------------ reading

/** Collects irregularities; the caller decides which of them are fatal. */
class Report {
  constructor() {
    this.items = []
    this.counts = {}
  }
  add(code, where, detail = '') {
    this.counts[code] = (this.counts[code] ?? 0) + 1
    if (this.items.length < 200) this.items.push({ code, where, detail })
  }
}

/** Thrown for damage that leaves nothing to read. */
class Malformed extends Error {
  constructor(code, detail) {
    super(`${code}: ${detail}`)
    this.code = code
  }
}

/** Offset of the slot array: 24-byte head, ctrl, sentinel, clones, then up to a multiple of 8. */
const slotsAt = (capacity) => Math.ceil((24 + capacity + 1 + CLONES) / 8) * 8

const hex8 = (buf, at) => buf.toString('hex', at, at + 8)
const swapId = (id) => id.match(/../g).reverse().join('')

/** Opens a container: checks the frame, keeps a file descriptor, decodes blocks on demand. */
function openContainer(path, report = new Report()) {
  const fd = fs.openSync(path, 'r')
  const size = fs.fstatSync(fd).size
  if (size < 16) throw new Malformed('E_SHORT_HEADER', `${size} bytes`)
  const head = readAt(fd, 0, 16)
  if (head.readUInt32LE(0) !== MAGIC) {
    const swapped = head.readUInt32BE(0) === MAGIC ? ' (big-endian?)' : ''
    throw new Malformed('E_MAGIC', `0x${head.readUInt32LE(0).toString(16)}${swapped}`)
  }
  const version = head.readUInt32LE(4)
  if (version !== 1) throw new Malformed('E_VERSION', `${version}`)
  const blockCount = head.readUInt32LE(8)
  if (blockCount === 0) throw new Malformed('E_NO_BLOCKS', 'blockCount is 0')
  // The u32 at 12 is both "reserved" and the start offset of block 0.
  if (head.readUInt32LE(12) !== 0) throw new Malformed('E_RESERVED', `${head.readUInt32LE(12)}`)
  const base = 16 + 4 * blockCount
  if (base > size) throw new Malformed('E_TABLE_TRUNCATED', `table ends at ${base}, file at ${size}`)
  const table = readAt(fd, 16, 4 * blockCount)
  const ends = new Float64Array(blockCount + 1)
  for (let i = 0; i < blockCount; i++) {
    ends[i + 1] = table.readUInt32LE(4 * i)
    if (ends[i + 1] < ends[i]) throw new Malformed('E_TABLE_ORDER', `block ${i}`)
    if (base + ends[i + 1] > size) throw new Malformed('E_BLOCK_PAST_EOF', `block ${i}`)
  }
  if (base + ends[blockCount] !== size) {
    throw new Malformed('E_TRAILING_BYTES', `${size - base - ends[blockCount]} after the last block`)
  }

  const readBlock = (i) => {
    const length = ends[i + 1] - ends[i]
    if (length < 9) throw new Malformed('E_BLOCK_SHORT', `block ${i}: ${length} bytes`)
    const buf = readAt(fd, base + ends[i], length)
    if (buf[0] !== CODEC_ZSTD) throw new Malformed('E_CODEC', `block ${i}: codec ${buf[0]}`)
    const packed = buf.readUInt32LE(1)
    const unpacked = buf.readUInt32LE(5)
    if (packed !== length - 9)
      throw new Malformed('E_PACKED_SIZE', `block ${i}: ${packed} declared, ${length - 9} there`)
    const cap = i === 0 ? MAX_INDEX_BLOCK : MAX_BLOCK
    if (unpacked > cap) throw new Malformed('E_UNPACKED_LIMIT', `block ${i}: ${unpacked}`)
    const payload = buf.subarray(9)
    let raw
    try {
      raw = zlib.zstdDecompressSync(payload, { maxOutputLength: unpacked + 1 })
    } catch (e) {
      const code = e.code === 'ERR_BUFFER_TOO_LARGE' ? 'E_UNPACKED_SIZE' : 'E_ZSTD'
      throw new Malformed(code, `block ${i}: ${e.message}`)
    }
    if (raw.length !== unpacked)
      throw new Malformed('E_UNPACKED_SIZE', `block ${i}: ${unpacked} declared, ${raw.length} there`)
    return { raw, payload }
  }

  // Block 0: index.
  const index = readBlock(0).raw
  if (index.length < 16) throw new Malformed('E_INDEX_SHORT', `${index.length} bytes`)
  const totalEntries = Number(index.readBigUInt64LE(0))
  const shardCount = Number(index.readBigUInt64LE(8))
  if (shardCount === 0) throw new Malformed('E_INDEX_NO_SHARDS', 'dataBlockCount is 0')
  if (index.length !== 16 + 4 * shardCount)
    throw new Malformed('E_INDEX_SIZE', `${index.length} bytes for ${shardCount} shards`)
  // blockOf[s] = block that holds shard s, or NO_BLOCK; shardOf = the inverse.
  const blockOf = new Uint32Array(shardCount)
  const shardOf = new Int32Array(blockCount).fill(-1)
  let present = 0
  let last = 0
  for (let s = 0; s < shardCount; s++) {
    const id = index.readUInt32LE(16 + 4 * s)
    blockOf[s] = id
    if (id === NO_BLOCK) continue
    if (id === 0 || id >= blockCount)
      throw new Malformed('E_INDEX_ID_RANGE', `shard ${s}: block ${id} of ${blockCount}`)
    if (shardOf[id] !== -1) throw new Malformed('E_INDEX_ID_TWICE', `block ${id}: shards ${shardOf[id]} and ${s}`)
    if (id < last) report.add('W_INDEX_ORDER', `shard ${s}`)
    last = id
    shardOf[id] = s
    present++
  }
  if (present !== blockCount - 1)
    throw new Malformed('E_BLOCK_ORPHAN', `${blockCount - 1 - present} blocks no shard names`)

  return {
    path,
    fd,
    size,
    version,
    blockCount,
    base,
    ends,
    totalEntries,
    shardCount,
    blockOf,
    shardOf,
    report,
    index,
    readBlock,
    close() {
      fs.closeSync(fd)
    },
  }
}

function readAt(fd, at, length) {
  const buf = Buffer.allocUnsafe(length)
  let got = 0
  while (got < length) {
    const n = fs.readSync(fd, buf, got, length - got, at + got)
    if (n === 0) throw new Malformed('E_READ', `file ends at ${at + got}`)
    got += n
  }
  return buf
}

/**
 * Parses one shard. Never throws: what is wrong goes to `report`, what can be read is returned.
 * Slots: { slot, at (key offset), rel, len, start, end } for occupied ones, in slot order.
 */
function parseShard(raw, where, container, shard, report) {
  const out = { capacity: 0, size: 0, seed: 0n, ctrl: null, slots: [], empties: [], slotsAt: 0, blobAt: 0, ok: false }
  if (raw.length < 24) {
    report.add('E_SHARD_SHORT', where, `${raw.length} bytes`)
    return out
  }
  const capacity = Number(raw.readBigUInt64LE(0))
  const size = Number(raw.readBigUInt64LE(8))
  out.capacity = capacity
  out.size = size
  out.seed = raw.readBigUInt64LE(16)
  if (capacity > MAX_CAPACITY || (capacity & (capacity + 1)) !== 0 || capacity === 0) {
    report.add('E_CAPACITY', where, `${capacity} is not 2^k-1 in range`)
    return out
  }
  if (out.seed !== BigInt(TABLE_SEED)) report.add('W_SEED', where, out.seed.toString(16))
  const S = slotsAt(capacity)
  const blobAt = S + 16 * capacity
  out.slotsAt = S
  out.blobAt = blobAt
  if (raw.length < blobAt) {
    report.add('E_SLOTS_TRUNCATED', where, `${raw.length} < ${blobAt}`)
    return out
  }
  const ctrl = raw.subarray(24, 24 + capacity)
  out.ctrl = ctrl
  if (raw[24 + capacity] !== SENTINEL) report.add('E_SENTINEL', where)
  for (let k = 0; k < CLONES; k++) {
    // A table smaller than the group never mirrors past its own capacity.
    const want = k < capacity ? ctrl[k] : EMPTY
    if (raw[25 + capacity + k] !== want) {
      report.add('W_CLONES', where, `clone ${k}`)
      break
    }
  }
  for (let p = 24 + capacity + 1 + CLONES; p < S; p++) {
    if (raw[p] !== 0) {
      report.add('W_PADDING', where, `offset ${p}`)
      break
    }
  }
  let occupied = 0
  const keys = new Set()
  for (let s = 0; s < capacity; s++) {
    const at = S + 16 * s
    const rel = raw.readUInt32LE(at + 8)
    const len = raw.readUInt32LE(at + 12)
    if (ctrl[s] & 0x80) {
      if (ctrl[s] !== EMPTY)
        report.add(ctrl[s] === 0xfe ? 'W_CTRL_DELETED' : 'E_CTRL', where, `slot ${s}: 0x${ctrl[s].toString(16)}`)
      if (raw.readBigUInt64LE(at) !== 0n || len !== 0) report.add('W_EMPTY_SLOT_DATA', where, `slot ${s}`)
      out.empties.push({ slot: s, at, rel, len })
      continue
    }
    occupied++
    const start = at + 8 + rel
    const e = { slot: s, at, rel, len, start, end: start + len, ok: true }
    if (start < blobAt || e.end > raw.length) {
      report.add('E_VALUE_RANGE', where, `slot ${s}: ${start}+${len} outside ${blobAt}..${raw.length}`)
      e.ok = false
    }
    if (container) {
      const lo = raw.readUInt32LE(at),
        hi = raw.readUInt32LE(at + 4)
      if (hi === 0 && lo === 0) report.add('W_ZERO_KEY', where, `slot ${s}`)
      if (modKey(hi, lo, container.shardCount) !== shard)
        report.add('E_WRONG_SHARD', where, `slot ${s} key ${hex8(raw, at)}`)
    }
    const key = hex8(raw, at)
    if (keys.has(key)) report.add('E_DUPLICATE_KEY', where, key)
    keys.add(key)
    out.slots.push(e)
  }
  if (occupied !== size) report.add('E_SIZE', where, `size ${size}, occupied ${occupied}`)
  out.ok = true
  return out
}

/** (hi * 2^32 + lo) mod m without BigInt; exact while m < 2^21. */
function modKey(hi, lo, m) {
  if (m >= 2097152) return Number(((BigInt(hi) << 32n) | BigInt(lo)) % BigInt(m))
  return ((((hi % m) * (4294967296 % m)) % m) + (lo % m)) % m
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** { text } or { tombstone: true } or { bytes } (neither valid UTF-8 nor a tombstone). */
function decodeValue(bytes) {
  if (bytes.length === 1 && bytes[0] === 0xff) return { tombstone: true }
  try {
    return { text: strict.decode(bytes) }
  } catch {
    return { bytes: bytes.toString('base64') }
  }
}

/** Walks every shard of an open container; a damaged block is reported and skipped. */
function* shards(c) {
  for (let block = 1; block < c.blockCount; block++) {
    const where = `block ${block}`
    let raw, payload
    try {
      ;({ raw, payload } = c.readBlock(block))
    } catch (e) {
      if (!(e instanceof Malformed)) throw e
      c.report.add(e.code, where, e.message)
      continue
    }
    yield {
      block,
      shard: c.shardOf[block],
      raw,
      payload,
      parsed: parseShard(raw, where, c, c.shardOf[block], c.report),
    }
  }
}

// ------------------------------------------------------------------------------------ info

function info(path, asJson) {
  const c = openContainer(path)
  const t = {
    file: path,
    bytes: c.size,
    version: c.version,
    blocks: c.blockCount,
    shards: c.shardCount,
    absentShards: c.shardCount - (c.blockCount - 1),
    indexTotalEntries: c.totalEntries,
    entries: 0,
    tombstones: 0,
    emptyTexts: 0,
    notUtf8: 0,
    sumOfSizes: 0,
    capacities: {},
    load: { min: 1, max: 0 },
    rawBytes: c.index.length,
    textBytes: 0,
    longest: 0,
    sharedInShard: 0,
    storedTwice: 0,
    outOfOrder: 0,
    slackBytes: 0,
    emptySlots: 0,
    emptySlotsAtCursor: 0,
    zstdFrames: {},
    identityReencode: 0,
    seeds: {},
  }
  const bump = (o, k) => {
    o[k] = (o[k] ?? 0) + 1
  }
  for (const { raw, payload, parsed } of shards(c)) {
    t.rawBytes += raw.length
    bump(t.capacities, parsed.capacity)
    bump(t.zstdFrames, '0x' + payload[4].toString(16))
    bump(t.seeds, parsed.seed.toString(16))
    t.sumOfSizes += parsed.size
    if (!parsed.ok) continue
    const load = parsed.slots.length / parsed.capacity
    t.load.min = Math.min(t.load.min, load)
    t.load.max = Math.max(t.load.max, load)
    const first = new Map()
    let cursor = parsed.blobAt
    const byslot = [...parsed.slots, ...parsed.empties].sort((x, y) => x.slot - y.slot)
    for (const e of byslot) {
      if (!('start' in e)) {
        t.emptySlots++
        if (e.at + 8 + e.rel === cursor) t.emptySlotsAtCursor++
        continue
      }
      t.entries++
      if (!e.ok) continue
      const bytes = raw.subarray(e.start, e.end)
      const v = decodeValue(bytes)
      if (v.tombstone) t.tombstones++
      else if (v.bytes !== undefined) {
        t.notUtf8++
        c.report.add('E_UTF8', 'value', `key ${hex8(raw, e.at)}`)
      } else if (e.len === 0) t.emptyTexts++
      t.textBytes += e.len
      if (e.len > t.longest) t.longest = e.len
      const k = bytes.toString('latin1')
      if (first.has(k)) {
        if (first.get(k) === e.start) t.sharedInShard++
        else t.storedTwice++
      } else first.set(k, e.start)
      if (e.start === cursor) cursor = e.end
      else if (e.start > cursor) {
        t.outOfOrder++
        cursor = e.end
      }
    }
    t.slackBytes += raw.length - cursor
    const again = encodeShard(raw, parsed, (e) => raw.subarray(e.start, e.end))
    if (again && again.equals(raw)) t.identityReencode++
  }
  if (t.entries !== t.indexTotalEntries)
    c.report.add('W_TOTAL', 'index', `${t.indexTotalEntries} declared, ${t.entries} carried (normal for an overlay)`)
  t.problems = c.report.counts
  t.firstProblems = c.report.items.slice(0, 12)
  c.close()
  if (Object.keys(t.problems).some((k) => k.startsWith('E_'))) process.exitCode = 1
  if (asJson) console.log(JSON.stringify(t))
  else console.log(JSON.stringify(t, null, 1))
  return t
}

// ------------------------------------------------------------------------------------ dump

function dump(path, outPath, all) {
  const c = openContainer(path)
  const out = lineWriter(outPath)
  let n = 0
  for (const { block, raw, parsed } of shards(c)) {
    for (const e of parsed.slots) {
      const id = hex8(raw, e.at)
      const rec = { block, slot: e.slot, id, hash: swapId(id) }
      if (!e.ok) rec.error = 'E_VALUE_RANGE'
      else Object.assign(rec, decodeValue(raw.subarray(e.start, e.end)))
      out.line(JSON.stringify(rec))
      n++
    }
    if (all) for (const e of parsed.empties) out.line(JSON.stringify({ block, slot: e.slot, empty: true }))
  }
  out.close()
  c.close()
  console.log(JSON.stringify({ dumped: n, out: outPath, bytes: fs.statSync(outPath).size, problems: c.report.counts }))
}

function lineWriter(path) {
  const fd = fs.openSync(path, 'w')
  let parts = [],
    held = 0
  const flush = () => {
    if (held) {
      fs.writeSync(fd, parts.join(''))
      parts = []
      held = 0
    }
  }
  return {
    line(s) {
      parts.push(s, '\n')
      held += s.length + 1
      if (held > 1 << 20) flush()
    },
    close() {
      flush()
      fs.closeSync(fd)
    },
  }
}

// ------------------------------------------------------------------------------------ writing

/** Re-encodes a shard with new values, keeping everything up to the slot array byte for byte. */
function encodeShard(raw, parsed, valueOf) {
  if (!parsed.ok || parsed.slots.some((e) => !e.ok)) return null
  const values = new Map(parsed.slots.map((e) => [e.slot, valueOf(e)]))
  const head = Buffer.from(raw.subarray(0, parsed.blobAt))
  const { blob } = placeValues(head, parsed.slotsAt, parsed.capacity, (slot) => values.get(slot))
  return Buffer.concat([head, ...blob])
}

/**
 * The layout rule of the game's own serializer: walk the slots in order; a value not seen before in this
 * shard goes to the cursor, a repeated one points at its first copy, an empty slot points at the cursor
 * with length 0. Nothing between the values, nothing after them.
 */
function placeValues(head, S, capacity, valueAt) {
  const blob = [],
    first = new Map()
  let cursor = head.length
  for (let s = 0; s < capacity; s++) {
    const field = S + 16 * s + 8
    const v = valueAt(s)
    if (v === undefined) {
      head.writeUInt32LE(cursor - field, field)
      head.writeUInt32LE(0, field + 4)
      continue
    }
    const k = v.toString('latin1')
    let at = first.get(k)
    if (at === undefined) {
      at = cursor
      first.set(k, at)
      blob.push(v)
      cursor += v.length
    }
    head.writeUInt32LE(at - field, field)
    head.writeUInt32LE(v.length, field + 4)
  }
  return { blob, end: cursor }
}

/** Smallest 2^k-1 whose 7/8 load limit holds n (limit = c - floor(c/8), as measured on real shards). */
function capacityFor(n) {
  let c = 1
  while (c - Math.floor(c / 8) < n) c = 2 * c + 1
  return c
}

/** Builds a fresh shard. entries: [{ hi, lo, value: Buffer }]. */
function buildShard(entries) {
  const capacity = capacityFor(entries.length)
  const S = slotsAt(capacity)
  const head = Buffer.alloc(S + 16 * capacity)
  head.writeUInt32LE(capacity, 0)
  head.writeUInt32LE(entries.length, 8)
  head.writeUInt32LE(TABLE_SEED, 16)
  head.fill(EMPTY, 24, 24 + capacity + 1 + CLONES)
  const values = Array.from({ length: capacity })
  for (const e of entries) {
    // The game's hash is unknown. Any 7-bit H2 and any free slot give a file that parsers accept; the GAME
    // would not find these keys, which is fine for synthetic data and is why exporters must never move keys.
    const h = mix32(e.lo ^ mix32(e.hi ^ TABLE_SEED))
    let s = (h >>> 7) & capacity
    while (s === capacity || values[s] !== undefined) s = (s + 1) & capacity
    values[s] = e.value
    head[24 + s] = h & 0x7f
    head.writeUInt32LE(e.lo, S + 16 * s)
    head.writeUInt32LE(e.hi, S + 16 * s + 4)
  }
  head[24 + capacity] = SENTINEL
  for (let k = 0; k < Math.min(CLONES, capacity); k++) head[25 + capacity + k] = head[24 + k]
  const { blob } = placeValues(head, S, capacity, (s) => values[s])
  return Buffer.concat([head, ...blob])
}

/** Streams blocks to disk; the table is written last. Writes OUT.tmp-PID, then renames. */
class ContainerWriter {
  constructor(path, blockCount) {
    this.path = path
    this.tmp = `${path}.tmp-${process.pid}`
    this.fd = fs.openSync(this.tmp, 'w')
    this.head = Buffer.alloc(16 + 4 * blockCount)
    this.head.writeUInt32LE(MAGIC, 0)
    this.head.writeUInt32LE(1, 4)
    this.head.writeUInt32LE(blockCount, 8)
    this.count = blockCount
    this.next = 0
    this.end = 0
    this.pos = this.head.length
    this.held = []
    this.heldBytes = 0
    fs.writeSync(this.fd, this.head, 0, this.head.length, 0)
  }
  block(raw) {
    const packed = zlib.zstdCompressSync(raw, {
      params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 },
      pledgedSrcSize: raw.length,
    })
    const h = Buffer.alloc(9)
    h[0] = CODEC_ZSTD
    h.writeUInt32LE(packed.length, 1)
    h.writeUInt32LE(raw.length, 5)
    this.held.push(h, packed)
    this.heldBytes += 9 + packed.length
    this.end += 9 + packed.length
    if (this.end > 0xffffffff) throw new Error('container would pass 4 GiB')
    this.head.writeUInt32LE(this.end, 16 + 4 * this.next++)
    if (this.heldBytes > 4 << 20) this.flush()
  }
  flush() {
    if (!this.heldBytes) return
    const b = Buffer.concat(this.held)
    fs.writeSync(this.fd, b, 0, b.length, this.pos)
    this.pos += b.length
    this.held = []
    this.heldBytes = 0
  }
  finish() {
    this.flush()
    if (this.next !== this.count) throw new Error(`wrote ${this.next} of ${this.count} blocks`)
    fs.writeSync(this.fd, this.head, 0, this.head.length, 0)
    fs.fsyncSync(this.fd)
    fs.closeSync(this.fd)
    fs.renameSync(this.tmp, this.path)
    return this.pos
  }
}

function indexBlock(total, shardCount, present) {
  const b = Buffer.alloc(16 + 4 * shardCount)
  b.writeBigUInt64LE(BigInt(total), 0)
  b.writeBigUInt64LE(BigInt(shardCount), 8)
  for (let s = 0, id = 1; s < shardCount; s++) b.writeUInt32LE(present(s) ? id++ : NO_BLOCK, 16 + 4 * s)
  return b
}

// ------------------------------------------------------------------------------------ synthetic data

/** 32-bit finalizer (public-domain constants); good enough to scatter ids and to seed a generator. */
function mix32(x) {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

/** A bijection on 64-bit counters (4 Feistel rounds), so distinct numbers give distinct, well-spread keys. */
function keyFor(n, seed) {
  let l = Math.floor(n / 4294967296) >>> 0,
    r = n >>> 0
  for (let i = 0; i < 4; i++) {
    const t = (l ^ mix32(r ^ mix32(seed + i * 0x9e3779b9))) >>> 0
    l = r
    r = t
  }
  return [l, r]
}

/** Small deterministic generator: one instance per text, seeded by (seed, entry, revision). */
class Rng {
  constructor(a) {
    this.s = a >>> 0
  }
  next() {
    this.s = (this.s + 0x9e3779b9) >>> 0
    return mix32(this.s)
  }
  below(n) {
    return Math.floor((this.next() / 4294967296) * n)
  }
  unit() {
    return this.next() / 4294967296
  }
  pick(a) {
    return a[this.below(a.length)]
  }
}

const WORDS = {
  en: {
    sep: ' ',
    stop: '.',
    ask: '?',
    shout: '!',
    comma: ', ',
    open: '"',
    close: '"',
    indent: '\t',
    syllables:
      'al bor cas dre eth fal gorm hel isk jor kem lum mar nev orr pel quin ras sel tor ul vane wex yar zin ash brin cor dov est fen gal'.split(
        ' ',
      ),
    nouns:
      'ferry lantern courier bridge kiln orchard granary bell stirrup inkstone teahouse watchtower millpond saddle ledger quarry shrine harbor loom gatepost satchel compass brazier weaver potter cartwright lamplighter ropewalk drum banner toll well cistern barge reed heron lark ember frost thicket terrace gully ridge hollow meadow'.split(
        ' ',
      ),
    verbs:
      'gather carry mend follow guard repair deliver light count climb cross listen wait trade borrow return hide search drum sweep polish stack unload tether braid'.split(
        ' ',
      ),
    adjs: 'quiet amber crooked northern forgotten spare gilded rain-worn hollow swift patient copper faded outer lower bright second narrow unnamed salted'.split(
      ' ',
    ),
    sites: 'Ferry,Terrace,Gate,Quay,Steps,Mill,Pass,Market,Hollow,Ward'.split(','),
    stats: 'Stamina,Guard,Reach,Poise,Insight,Haste,Resolve,Balance'.split(','),
    ui: 'Confirm,Cancel,Back,Next,Sort,Filter,Claim,Locked,Loading,Details,Preview,Travel,Equip,Remove,Settings,Mailbox'.split(
      ',',
    ),
    level: 'Level',
    gain: 'Gain',
    raises: 'Raises',
    by: 'by',
    press: 'Press',
    to: 'to',
    from: 'from',
    left: 'left',
  },
  zh: {
    sep: '',
    stop: '。',
    ask: '？',
    shout: '！',
    comma: '，',
    open: '“',
    close: '”',
    indent: '　　',
    syllables: '欧 林 塔 维 玛 雷 伊 伦 贝 罗 卡 司 多 艾 默 芬 加 哈 思 约 凯 瑟 洛 曼 米 蕾 纳 迪 奥 佩 奎 鲁'.split(
      ' ',
    ),
    nouns:
      '渡口 灯笼 信使 木桥 窑炉 果园 粮仓 铜钟 马镫 砚台 茶棚 望楼 水塘 鞍具 账册 石场 小庙 港湾 织机 门柱 行囊 罗盘 火盆 织工 陶匠 车匠 灯夫 绳坊 大鼓 旗幡 关卡 水井 蓄池 驳船 芦苇 白鹭 云雀 余烬 寒霜 灌丛 梯田 沟壑 山脊 洼地 草甸'.split(
        ' ',
      ),
    verbs:
      '收集 搬运 修补 跟随 看守 修理 递送 点亮 清点 攀爬 穿过 聆听 等候 交易 借用 归还 隐藏 搜寻 击鼓 清扫 擦亮 堆放 卸下 拴住 编结'.split(
        ' ',
      ),
    adjs: '安静的 琥珀色 歪斜的 北边的 被遗忘的 备用的 鎏金 风化的 空心的 迅捷 耐心的 铜制 褪色的 外侧 下层 明亮的 第二座 狭窄的 无名的 腌制的'.split(
      ' ',
    ),
    sites: '渡,台,门,码头,石阶,磨坊,关,集市,洼,坊'.split(','),
    stats: '耐力,守御,距离,身法,洞察,迅捷,决意,平衡'.split(','),
    ui: '确认,取消,返回,下一步,排序,筛选,领取,未解锁,加载中,详情,预览,前往,装备,移除,设置,邮箱'.split(','),
    level: '等级',
    gain: '获得',
    raises: '提升',
    by: '',
    press: '按',
    to: '以',
    from: '自',
    left: '剩余',
  },
}

/*
 * Shares of the text kinds: [labels, one-liners, effects, dialogue]; the rest are letters.
 * Often repeated texts are mostly labels; the long tail carries the long texts.
 */
const COMMON = [0.62, 0.28, 0.08, 0.019]
const RARE = [0.2, 0.44, 0.2, 0.1545]

/*
 * One text. Its SHAPE (kind, token kinds, ids, numbers) comes from the generator `shape`, its words from
 * `words`, so the English and the Chinese text of one entry carry the same tokens in the same order.
 */
function makeText(shape, words, lang, shares, longest) {
  const w = WORDS[lang]
  const en = lang === 'en'
  const cap = (s) => (en ? s[0].toUpperCase() + s.slice(1) : s)
  const noun = () => words.pick(w.nouns),
    adj = () => words.pick(w.adjs),
    verb = () => words.pick(w.verbs)
  const phrase = () => adj() + w.sep + noun()
  const name = () => {
    const n = 2 + words.below(3)
    let s = ''
    for (let i = 0; i < n; i++) s += words.pick(w.syllables)
    return cap(s)
  }
  const place = () => name() + w.sep + words.pick(w.sites)
  const sentence = (n) => {
    let s = cap(verb()) + w.sep + phrase()
    for (let i = 1; i < n; i++) s += (words.below(3) === 0 ? w.comma : w.sep) + words.pick([verb, phrase, noun])()
    const e = words.below(12)
    return s + (e === 0 ? w.ask : e === 1 ? w.shout : w.stop)
  }
  const hex = () => '#' + (0x100000 + shape.below(0xe00000)).toString(16)
  const colour = () => {
    const k = shape.below(100)
    return k < 60
      ? '#Y'
      : k < 76
        ? '#G'
        : k < 83
          ? '#H'
          : k < 85
            ? '#R'
            : k < 87
              ? '#J'
              : k < 89
                ? '#' + shape.pick('NDCWOL'.split(''))
                : hex()
  }
  const paint = (s) => `${colour()}${s}#E`
  const term = () => {
    // <caption|kind|#C|id> and its rarer forms
    const k = shape.below(20),
      id = shape.pick([780, 781, 782]),
      n = 1 + shape.below(20000),
      c = words.pick(w.stats)
    return k < 15 ? `<${c}|${id}|#C|${n}>` : k < 19 ? `<${c}|${id}|#C|${n}|${n}>` : `<${c}|${id}|#Y>`
  }
  const brace = (i) => {
    const k = shape.below(40)
    return k < 26
      ? `{${i}}`
      : k < 34
        ? '{}'
        : k < 36
          ? `{${i}:.1f}`
          : k < 37
            ? `{${i}:.0%}`
            : `{${shape.pick(['player_name', 'diff_hour:d', 'total_day:d', 'diff_minute:02d', 'standard_value', 'month', 'day'])}}`
  }
  const percent = () => paint(`${1 + shape.below(400)}%`)
  const formula = () => (shape.below(3) === 0 ? `$H$F${shape.below(30) / 10}$E` : `$D$F${shape.below(30) / 10}$E`)

  let r = shape.unit()
  if ((r -= shares[0]) < 0) {
    // names, labels, buttons
    const k = shape.below(20)
    if (k < 5) return name() + w.sep + cap(noun())
    if (k < 9) return place()
    if (k < 12) return `${name()}${en ? ' ' : '·'}${name()}`
    if (k < 13) return shape.below(3) ? `${words.pick(w.ui)}${w.sep}${name()}` : words.pick(w.ui)
    if (k < 15) return `${cap(phrase())} (${place()})`
    if (k < 17) return `${place()} - ${cap(noun())} ${1 + shape.below(60)}`
    if (k < 18) return `${w.level} ${brace(0)} ${name()}`
    if (k < 19) return `[${place()}] ${cap(noun())}`
    return `${name()} ${shape.below(12)}/${1 + shape.below(30)}`
  }
  if ((r -= shares[1]) < 0) {
    // hints, notices, short speech
    const k = shape.below(40)
    const s = sentence(2 + shape.below(6))
    if (k < 9) return `${s} (${brace(0)}/${brace(1)})`
    if (k < 11) return `${w.press}${w.sep}${paint(words.pick(w.ui))}${w.sep}${w.to}${w.sep}${verb()}${w.stop}`
    if (k < 14) return `${w.gain} ${percent()} ${noun()}${w.stop}`
    if (k === 14) return `%s: ${s}`
    if (k === 15) return shape.below(4) ? `${s} %d/%d` : `${s} %d%%`
    if (k === 16) return `${s} ${shape.pick(['$P', '$N'])}`
    if (k === 17) return `${s} $T(${2000 + shape.below(40)})`
    if (k === 18 && shape.below(4) === 0) return `${w.from} @T[wday_${shape.below(7)}, time_${shape.below(24)}] ${s}`
    if (k === 19 && shape.below(4) === 0) return `$link<${cap(phrase())}>^${100000 + shape.below(900000)}^$ ${s}`
    if (k === 20 && shape.below(6) === 0) return `${s} [#${200 + shape.below(100)}]`
    if (k === 21 && shape.below(3) === 0)
      return `<LINK id='${shape.below(9)}' color='${hex()}' goto_id='${shape.below(999)}' is_underline='1'>${cap(phrase())}</LINK>${w.sep}${s}`
    return s
  }
  if ((r -= shares[2]) < 0) {
    // skill and item effects
    const lines = [],
      n = 1 + shape.below(4)
    for (let i = 0; i < n; i++) {
      const k = shape.below(9)
      lines.push(
        k === 0
          ? `${w.raises} ${term()} ${w.by} ${paint(brace(i))}${w.stop}`
          : k === 1
            ? `${sentence(3)} ${percent()}${w.comma}${phrase()}${w.stop}`
            : k === 2
              ? `${w.raises} ${cap(phrase())} ${w.by} ${percent()}${w.stop}`
              : k === 3
                ? `${paint(cap(phrase()))}: ${sentence(4)}`
                : k === 4
                  ? `${sentence(4)} ${brace(i)}s ${w.left}${w.stop}`
                  : k === 5
                    ? `${sentence(3)} ${formula()}${w.stop}`
                    : k === 6 && shape.below(2)
                      ? `$S${sentence(3)}$E ${sentence(2)} $STEADY_${shape.pick(['CRI', 'CON', 'STR'])}:.1f$`
                      : sentence(5),
      )
    }
    return lines.join('\n')
  }
  if ((r -= shares[3]) < 0) {
    // dialogue, lore
    const n = 2 + shape.below(shape.below(8) === 0 ? 9 : 4)
    let s = ''
    for (let i = 0; i < n; i++) {
      const k = shape.below(24)
      let one = sentence(4 + shape.below(6))
      if (k === 0) one = `${w.open}${one}${w.close}`
      else if (k === 1) one = one.slice(0, -1) + (en ? '...' : '……')
      else if (k === 2 && shape.below(3) === 0) one = `<${name()}: ${sentence(3)}>`
      else if (k === 3) one = `${paint(name())}${w.sep}${one}`
      s += (i ? (shape.below(5) === 0 ? '\n' : w.sep) : '') + one
    }
    return s
  }
  // Letters: paragraphs, indents, a signature after CR LF; the longest texts of a file.
  const target = Math.min(longest - 64, 1000 + shape.below(shape.below(12) === 0 ? longest : 1500))
  let s = '',
    bytes = 0
  for (;;) {
    const one = (s ? (words.below(4) === 0 ? '\n\n' + w.indent : w.sep) : '') + sentence(6 + words.below(8))
    const len = Buffer.byteLength(one)
    if (bytes + len > target) break
    s += one
    bytes += len
  }
  return `${s}\r\n${name()}`
}

/*
 * How texts repeat, as published for a real main file of 963,050 entries and 429,887 distinct texts:
 * [rank, share of all entries that use one of the texts up to that rank]. The first three points are guesses.
 */
const REPEAT = [
  [1, 0.012],
  [10, 0.035],
  [100, 0.085],
  [800, 0.162],
  [2000, 0.2128],
  [5000, 0.27],
  [10000, 0.335],
  [20000, 0.4],
  [50000, 0.501],
  [100000, 0.605],
]
const REAL_ENTRIES = 963050
const TAIL_COPIES = 0.13 // of the entries past the last rank, the share that copies another one

/** Number of the text that entry n of `total` carries: equal numbers mean equal texts. */
function textNumber(n, total, seed) {
  const u = mix32(n ^ mix32(seed ^ 0x51ed270b)) / 4294967296
  const last = REPEAT.length - 1
  if (u < REPEAT[last][1]) {
    if (u < REPEAT[0][1]) return 0x80000000
    let k = 1
    while (u >= REPEAT[k][1]) k++
    const [r0, s0] = REPEAT[k - 1],
      [r1, s1] = REPEAT[k]
    const rank = Math.exp(Math.log(r0) + (Math.log(r1) - Math.log(r0)) * ((u - s0) / (s1 - s0)))
    return (0x80000000 + Math.floor(rank * (total / REAL_ENTRIES))) >>> 0
  }
  const v = mix32(n ^ mix32(seed ^ 0x2c1b3c6d)) / 4294967296
  return v < TAIL_COPIES ? Math.floor((v / TAIL_COPIES) * total) : n
}

/** Text of entry n. `revision` > 0 gives the changed text an overlay carries. */
function textOf(n, total, seed, lang, revision, longest) {
  const m = revision ? n : textNumber(n, total, seed)
  const a = mix32(m ^ mix32(seed + 0x1234567 * revision))
  return makeText(new Rng(a), new Rng(mix32(a ^ 0xa5a5a5a5)), lang, m >= 0x80000000 ? COMMON : RARE, longest)
}

function make(outPath, o) {
  if (o['diff-of']) return makeDiff(outPath, o)
  const N = int(o.entries, 'entries', 0, 16e6),
    M = int(o.shards, 'shards', 1, 1e6),
    seed = int(o.seed ?? 1, 'seed', 0, 2 ** 32 - 1) >>> 0
  const lang = langOf(o),
    longest = int(o.longest ?? 8192, 'longest', 2048, 65536)
  // Keys, then a counting sort by shard: 16 bytes per entry, nothing else is held.
  const hi = new Uint32Array(N),
    lo = new Uint32Array(N),
    at = new Uint32Array(M + 1)
  for (let n = 0; n < N; n++) {
    ;[hi[n], lo[n]] = keyFor(n + 1, seed)
    if (hi[n] === 0 && lo[n] === 0) [hi[n], lo[n]] = keyFor(N + 1, seed)
    at[modKey(hi[n], lo[n], M) + 1]++
  }
  for (let s = 0; s < M; s++) at[s + 1] += at[s]
  const order = new Uint32Array(N),
    next = at.slice(0, M)
  for (let n = 0; n < N; n++) order[next[modKey(hi[n], lo[n], M)]++] = n
  let present = 0
  for (let s = 0; s < M; s++) if (at[s + 1] > at[s]) present++
  const w = new ContainerWriter(outPath, 1 + present)
  w.block(indexBlock(N, M, (s) => at[s + 1] > at[s]))
  for (let s = 0; s < M; s++) {
    if (at[s + 1] === at[s]) continue
    const entries = []
    for (let k = at[s]; k < at[s + 1]; k++) {
      const n = order[k]
      entries.push({ hi: hi[n], lo: lo[n], value: Buffer.from(textOf(n, N, seed, lang, 0, longest)) })
    }
    w.block(buildShard(entries))
  }
  const bytes = w.finish()
  console.log(
    JSON.stringify({
      made: outPath,
      entries: N,
      shards: M,
      absentShards: M - present,
      lang,
      seed,
      bytes,
      seconds: seconds(),
    }),
  )
}

function makeDiff(outPath, o) {
  const base = openContainer(o['diff-of'])
  const seed = int(o.seed ?? 1, 'seed', 0, 2 ** 32 - 1) >>> 0,
    lang = langOf(o),
    M = base.shardCount
  const longest = int(o.longest ?? 8192, 'longest', 2048, 65536)
  const X = int(o.changed ?? 0, 'changed', 0, 16e6),
    Y = int(o.added ?? 0, 'added', 0, 16e6),
    Z = int(o.deleted ?? 0, 'deleted', 0, 16e6)
  let his = new Uint32Array(1 << 16),
    los = new Uint32Array(1 << 16),
    n = 0
  const known = new Set()
  for (const { raw, parsed } of shards(base)) {
    for (const e of parsed.slots) {
      if (e.ok && e.len === 1 && raw[e.start] === 0xff) continue // already deleted in FILE
      if (n === his.length) {
        his = grow(his)
        los = grow(los)
      }
      los[n] = raw.readUInt32LE(e.at)
      his[n] = raw.readUInt32LE(e.at + 4)
      n++
    }
  }
  if (Y) for (let k = 0; k < n; k++) known.add(his[k] * 2097152 + (los[k] >>> 11)) // 53-bit fingerprint, enough to avoid base keys
  if (X + Z > n) throw new Error(`--changed + --deleted is ${X + Z}, the base has ${n} live entries`)
  // Partial Fisher-Yates: the first X chosen are changed, the next Z deleted.
  const idx = Uint32Array.from({ length: n }, (_, k) => k),
    r = new Rng(mix32(seed ^ 0xd1ff))
  for (let k = 0; k < X + Z; k++) {
    const j = k + r.below(n - k)
    const t = idx[k]
    idx[k] = idx[j]
    idx[j] = t
  }
  const per = Array.from({ length: M }, () => [])
  const put = (hi, lo, value) => per[modKey(hi, lo, M)].push({ hi, lo, value })
  for (let k = 0; k < X; k++) put(his[idx[k]], los[idx[k]], Buffer.from(textOf(idx[k], n, seed, lang, 1, longest)))
  for (let k = X; k < X + Z; k++) put(his[idx[k]], los[idx[k]], Buffer.from([0xff]))
  for (let k = 0, c = 1; k < Y; c++) {
    const [hi, lo] = keyFor(c, seed ^ 0xadded)
    const f = hi * 2097152 + (lo >>> 11)
    if ((hi === 0 && lo === 0) || known.has(f)) continue
    known.add(f)
    put(hi, lo, Buffer.from(textOf(n + k, n, seed, lang, 1, longest)))
    k++
  }
  const present = per.filter((a) => a.length).length
  const w = new ContainerWriter(outPath, 1 + present)
  // A real overlay states the number of entries AFTER it is applied, not the number it carries.
  w.block(indexBlock(n + Y - Z, M, (s) => per[s].length > 0))
  for (const entries of per) if (entries.length) w.block(buildShard(entries))
  const bytes = w.finish()
  base.close()
  console.log(
    JSON.stringify({
      made: outPath,
      base: base.path,
      changed: X,
      added: Y,
      deleted: Z,
      entries: X + Y + Z,
      shards: M,
      absentShards: M - present,
      totalAfter: n + Y - Z,
      bytes,
      seconds: seconds(),
    }),
  )
}

const grow = (a) => {
  const b = new Uint32Array(a.length * 2)
  b.set(a)
  return b
}

// ------------------------------------------------------------------------------------ pack

/** A container out of JSONL lines {id: 16 hex in file order, text, deleted?}; with a base, an overlay for it. */
function pack(inPath, outPath, basePath) {
  const rows = fs
    .readFileSync(inPath, 'utf8')
    .split('\n')
    .filter((l) => l.trim())
    .map((l) => JSON.parse(l))
  const known = new Set()
  let M = Math.max(1, Math.ceil(rows.length / 256)),
    total = rows.length
  if (basePath) {
    const base = openContainer(basePath)
    M = base.shardCount
    total = base.totalEntries
    for (const { raw, parsed } of shards(base)) for (const e of parsed.slots) known.add(hex8(raw, e.at))
    base.close()
    for (const r of rows) total += r.deleted ? -1 : known.has(r.id) ? 0 : 1
  }
  const per = Array.from({ length: M }, () => [])
  for (const r of rows) {
    const key = Buffer.from(r.id, 'hex'),
      lo = key.readUInt32LE(0),
      hi = key.readUInt32LE(4)
    per[modKey(hi, lo, M)].push({ hi, lo, value: r.deleted ? Buffer.from([0xff]) : Buffer.from(r.text) })
  }
  const w = new ContainerWriter(outPath, 1 + per.filter((a) => a.length).length)
  w.block(indexBlock(total, M, (s) => per[s].length > 0))
  for (const entries of per) if (entries.length) w.block(buildShard(entries))
  console.log(JSON.stringify({ packed: outPath, entries: rows.length, shards: M, total, bytes: w.finish() }))
}

// ------------------------------------------------------------------------------------ verify

/** Exit 0 when entries agree; says at which depth the files agree. */
function verify(aPath, bPath) {
  const a = openContainer(aPath),
    b = openContainer(bPath)
  const out = {
    sameBytes: false,
    sameRawBlocks: true,
    sameIndex: a.index.equals(b.index),
    sameShardCount: a.shardCount === b.shardCount,
    shardsCompared: 0,
    headDiffers: 0,
    ctrlDiffers: 0,
    slotKeyDiffers: 0,
    entriesSame: 0,
    textDiffers: 0,
    onlyInA: 0,
    onlyInB: 0,
    examples: [],
  }
  out.sameBytes = a.size === b.size && sameFile(a.fd, b.fd, a.size)
  const note = (kind, id) => {
    if (out.examples.length < 20) out.examples.push({ kind, id })
  }
  const count = Math.max(a.shardCount, b.shardCount)
  const load = (c, s) => {
    const block = s < c.shardCount ? c.blockOf[s] : NO_BLOCK
    if (block === NO_BLOCK) return null
    try {
      const { raw } = c.readBlock(block)
      return { raw, p: parseShard(raw, `block ${block}`, c, s, c.report) }
    } catch (e) {
      if (!(e instanceof Malformed)) throw e
      c.report.add(e.code, `block ${block}`, e.message)
      return null
    }
  }
  const entriesOf = (x) => {
    const m = new Map()
    if (x) for (const e of x.p.slots) m.set(hex8(x.raw, e.at), e.ok ? x.raw.toString('latin1', e.start, e.end) : null)
    return m
  }
  for (let s = 0; s < count; s++) {
    const x = load(a, s),
      y = load(b, s)
    if (!x && !y) continue
    out.shardsCompared++
    if (!x || !y || !x.raw.equals(y.raw)) out.sameRawBlocks = false
    if (x && y && x.p.ok && y.p.ok) {
      if (!x.raw.subarray(0, 24).equals(y.raw.subarray(0, 24))) out.headDiffers++
      if (!x.raw.subarray(24, x.p.slotsAt).equals(y.raw.subarray(24, y.p.slotsAt))) out.ctrlDiffers++
      if (x.p.capacity === y.p.capacity) {
        for (let k = 0; k < x.p.capacity; k++) {
          const at = x.p.slotsAt + 16 * k
          if (hex8(x.raw, at) !== hex8(y.raw, at)) {
            out.slotKeyDiffers++
            break
          }
        }
      } else out.slotKeyDiffers++
    }
    const A = entriesOf(x),
      B = entriesOf(y)
    for (const [id, v] of A) {
      if (!B.has(id)) {
        out.onlyInA++
        note('onlyInA', id)
      } else if (B.get(id) !== v) {
        out.textDiffers++
        note('textDiffers', id)
      } else out.entriesSame++
    }
    for (const id of B.keys())
      if (!A.has(id)) {
        out.onlyInB++
        note('onlyInB', id)
      }
  }
  out.problemsA = a.report.counts
  out.problemsB = b.report.counts
  a.close()
  b.close()
  console.log(JSON.stringify(out, null, 1))
  if (out.textDiffers || out.onlyInA || out.onlyInB) process.exitCode = 1
}

function sameFile(fa, fb, size) {
  for (let at = 0; at < size; at += 1 << 20) {
    const n = Math.min(1 << 20, size - at)
    if (!readAt(fa, at, n).equals(readAt(fb, at, n))) return false
  }
  return true
}

// ------------------------------------------------------------------------------------ command line

function int(v, name, min, max) {
  const n = Number(v)
  if (v === undefined || v === true || !Number.isInteger(n) || n < min || n > max)
    throw new Error(`--${name} takes an integer from ${min} to ${max}`)
  return n
}
function langOf(o) {
  const l = o.lang ?? 'en'
  if (!WORDS[l]) throw new Error('--lang takes en or zh')
  return l
}
const seconds = () => Math.round(process.uptime() * 100) / 100

function parseArgs(argv) {
  const o = {},
    rest = []
  for (let i = 0; i < argv.length; i++) {
    if (!argv[i].startsWith('--')) {
      rest.push(argv[i])
      continue
    }
    const name = argv[i].slice(2)
    if (name === 'json' || name === 'all') o[name] = true
    else if (
      ['entries', 'shards', 'seed', 'diff-of', 'changed', 'added', 'deleted', 'lang', 'longest', 'base'].includes(name)
    )
      o[name] = argv[++i]
    else throw new Error(`unknown option --${name}`)
  }
  return { o, rest }
}

export {
  openContainer,
  shards,
  parseShard,
  encodeShard,
  buildShard,
  decodeValue,
  slotsAt,
  capacityFor,
  modKey,
  makeText,
  textOf,
  Malformed,
  Report,
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fs.realpathSync(new URL(import.meta.url).pathname)) {
  try {
    const [cmd, ...argv] = process.argv.slice(2)
    const { o, rest } = parseArgs(argv)
    if (cmd === 'info' && rest.length === 1) info(rest[0], o.json)
    else if (cmd === 'dump' && rest.length === 2) dump(rest[0], rest[1], o.all)
    else if (cmd === 'make' && rest.length === 1) make(rest[0], o)
    else if (cmd === 'pack' && rest.length === 2) pack(rest[0], rest[1], o.base)
    else if (cmd === 'verify' && rest.length === 2) verify(rest[0], rest[1])
    else {
      console.error(
        'usage: game-files.mjs info FILE | dump FILE OUT.jsonl | make OUT.bin ... | pack IN.jsonl OUT.bin [--base FILE] | verify A.bin B.bin',
      )
      process.exitCode = 2
    }
  } catch (e) {
    console.error(e instanceof Malformed ? `malformed: ${e.message}` : e.message)
    process.exitCode = 1
  }
}
