// A delta of a release: the texts by which its files differ from those of an earlier release (docs/releases.md#deltas).
// Packed bytes differ nearly everywhere when some thousand texts do, so a delta has texts, and the files are made again:
// JSON lines in one zstd frame.
//
//   {"format":"windrow-delta","version":1,"level":12,"zstd":"1.5.7","files":[{"name","template":{"name","sha256"},"before","after"}]}
//   {"file":0,"id":"0123456789abcdef","text":"…"}     text null: the template's own
//
// An entry of the new file has the text of its line; without a line that of the earlier file, and if that has none, the
// template's.
import { constants, zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import { zstdFrame } from '../../../src/base/zstd.ts'
import { openShards, type ShardReader } from '../../formats/src/container/container-shards.ts'

export interface DeltaFile {
  readonly name: string
  /** The game's own file, from which the new one is made. */
  readonly template: { readonly name: string; readonly sha256: string }
  /** SHA-256 of the file in the earlier release and in this one. */
  readonly before: string
  readonly after: string
}

export interface DeltaText {
  readonly id: string
  /** The entry's text. Null: it has the one of the template. */
  readonly text: string | null
}

export interface Delta {
  /** Level and version of zstd with which blocks are packed: with others the bytes would differ. */
  readonly level: number
  readonly zstd: string
  readonly files: readonly DeltaFile[]
  /** For each file, in the order of `files`: the texts by the ids of their entries. */
  readonly texts: readonly ReadonlyMap<string, string | null>[]
}

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^\w{1,100}$/)
const HEAD = z.object({
  format: z.literal('windrow-delta'),
  version: z.literal(1),
  level: z.number().int().min(1).max(22),
  zstd: z.string().max(40),
  files: z
    .array(z.object({ name, template: z.object({ name, sha256: digest }), before: digest, after: digest }))
    .min(1)
    .max(64),
})
const LINE = z.object({
  file: z.number().int().min(0),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  text: z.string().nullable(),
})

/** The most bytes of an unpacked delta, some 400,000 texts. With more, the package is no longer than the delta. */
const unpackedBytesMax = 64 * 1024 * 1024
/** A text of 65,536 bytes, each escaped, is the longest line. */
const lineBytesMax = 1024 * 1024
const packedLevel = 12

/**
 * Finds the texts that differ between two releases. Null: a delta can't make the files, because the number of shards changed, or blocks
 * with the same content are packed in another way. Throws DamagedFile.
 */
export async function textsBetween(paths: {
  readonly before: string
  readonly after: string
  readonly template: string
}): Promise<readonly DeltaText[] | null> {
  const opened: ShardReader[] = []
  try {
    for (const path of [paths.before, paths.after, paths.template]) opened.push(await openShards(path))
    const [before, after, template] = opened as [ShardReader, ShardReader, ShardReader]
    if (!opened.every(({ shardCount }) => shardCount === after.shardCount)) return null
    const texts: DeltaText[] = []
    for (const shard of after.shards) {
      const packed = before.blockOf(shard)
      if (packed !== null && after.blockOf(shard)?.equals(packed) === true) continue
      const raw = after.rawOf(shard)
      if (raw !== null && before.rawOf(shard)?.equals(raw) === true) return null
      texts.push(...textsOfShard(shard, { before, after, template }))
    }
    return texts
  } finally {
    for (const each of opened) each.close()
  }
}

function textsOfShard(
  shard: number,
  { before, after, template }: Readonly<Record<'before' | 'after' | 'template', ShardReader>>,
): DeltaText[] {
  const [earlier, own] = [before.textsOf(shard), template.textsOf(shard)]
  return Array.from(after.textsOf(shard)).flatMap(([id, text]) => {
    const source = own.get(id) ?? null
    const without = earlier.get(id) ?? source
    return text === null || text === without ? [] : [{ id, text: text === source ? null : text }]
  })
}

export async function packDelta({
  level,
  zstd,
  files,
  texts,
}: Omit<Delta, 'texts'> & {
  /** For each file, in the order of `files`: the texts that changed. */
  readonly texts: readonly (readonly DeltaText[])[]
}): Promise<Buffer> {
  const head = JSON.stringify({ format: 'windrow-delta', version: 1, level, zstd, files })
  const lines = texts.flatMap((those, file) => those.map(({ id, text }) => JSON.stringify({ file, id, text })))
  return await zstdFrame(Buffer.from(`${[head, ...lines].join('\n')}\n`), packedLevel)
}

/** Reads a delta. Null: this is none, or one of a later version. */
export function readDelta(packed: Buffer): Delta | null {
  try {
    const raw = zstdDecompressSync(packed, {
      maxOutputLength: unpackedBytesMax,
      params: { [constants.ZSTD_d_windowLogMax]: 27 },
    })
    const lines = linesOf(raw)
    const { level, zstd, files } = HEAD.parse(lines.next().value)
    const texts = files.map(() => new Map<string, string | null>())
    for (const line of lines) {
      const { file, id, text } = LINE.parse(line)
      const those = texts[file]
      if (those === undefined) return null
      those.set(id, text)
    }
    return { level, zstd, files, texts }
  } catch {
    return null
  }
}

/** The lines one after the other, because a list of them all would take many times their bytes. Throws for a damaged or too long line. */
function* linesOf(raw: Buffer): Generator<unknown, undefined> {
  for (let from = 0; from < raw.length; ) {
    const end = raw.indexOf('\n', from)
    const to = end < 0 ? raw.length : end
    if (to - from > lineBytesMax) throw new Error('the line is too long')
    yield JSON.parse(raw.toString('utf8', from, to))
    from = to + 1
  }
}
