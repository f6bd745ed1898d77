// One zstd frame a block (docs/game-files.md#container): Node's compressor appends an empty second frame when a frame is
// exactly as long as its output chunk, 16,384 bytes by default. So texts are searched for whose frame has that length, and
// their twin is read by windrow, by the independent reader and, where there is one, by the zstd tool.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { headBytes } from '../../packages/formats/src/container/container-frame.ts'
import { translateContainer } from '../../packages/formats/src/container/container-writer.ts'
import { zstdFrame } from '../../src/base/zstd.ts'
import { buildContainer } from '../support/container-builder.ts'
import { makeScratch, readFile } from '../vectors/formats/scratch.ts'

const chunkBytes = 16_384
const blockHeadBytes = 9
const scratch = makeScratch()
const oracle = fileURLToPath(new URL('../oracle/game-files.mjs', import.meta.url))
const hasZstd = spawnSync('zstd', ['--version']).status === 0
const id = (number: number): string => createHash('sha256').update(`row ${number}`).digest('hex').slice(0, 16)
const SOURCES = Array.from({ length: 6 }, (_, at) => ({ id: id(at), text: `Source line number ${at}` }))

/** Text that zstd can't make shorter than three quarters. */
const noise = (seed: string, length: number): string =>
  createHash('shake256', { outputLength: length }).update(seed).digest('base64url').slice(0, length)

/** The only shard's frame in a twin. */
function frameOf(path: string): Buffer {
  const bytes = readFileSync(path)
  const blocksAt = headBytes + 4 * bytes.readUInt32LE(8)
  return bytes.subarray(blocksAt + bytes.readUInt32LE(headBytes) + blockHeadBytes)
}

/** A twin whose frame has exactly the length, and its translations. */
async function searched(seed: string, level: number): Promise<{ path: string; texts: Map<string, string> }> {
  const template = scratch.write('template', buildContainer({ entries: SOURCES, shardCount: 1, level }))
  const path = scratch.write('twin', Buffer.alloc(0))
  for (let attempt = 0; attempt < 20; attempt++) {
    const lengthOf = async (length: number): Promise<Map<string, string> | number> => {
      const texts = new Map(
        SOURCES.map(({ id }, at) => [id, `Ж${noise(`${seed} ${attempt} ${id}`, at === 0 ? length : 3_500)}`]),
      )
      await translateContainer({ template, out: path, level, textOf: (id) => texts.get(id) ?? null })
      const found = frameOf(path).length
      return found === chunkBytes ? texts : found
    }
    let [low, high] = [100, 8_000]
    while (low < high) {
      const middle = (low + high) >> 1
      const found = await lengthOf(middle)
      if (typeof found !== 'number') return { path, texts: found }
      if (found < chunkBytes) low = middle + 1
      else high = middle
    }
    // A character more does not always make the frame longer.
    for (let length = low - 12; length <= low + 12; length++) {
      const found = await lengthOf(length)
      if (typeof found !== 'number') return { path, texts: found }
    }
  }
  throw new Error('no text was found')
}

describe('a frame as long as the compressor’s output chunk', () => {
  it.each([3, 12])('is one frame at level %i, and everybody reads it', async (level) => {
    for (const seed of ['a', 'b']) {
      const { path, texts } = await searched(seed, level)
      const { entries } = await readFile(path)
      expect(new Map(entries.map(({ id, text }) => [id, text]))).toEqual(texts)
      const info = JSON.parse(execFileSync(process.execPath, [oracle, 'info', path, '--json'], { encoding: 'utf8' }))
      expect(info).toMatchObject({ entries: SOURCES.length })
      if (!hasZstd) continue
      const frame = `${path}.zst`
      writeFileSync(frame, frameOf(path))
      execFileSync('zstd', ['--test', '--quiet', frame])
      expect(execFileSync('zstd', ['--list', frame], { encoding: 'utf8' })).toMatch(/\n\s*1\s+0\s/)
    }
  })
})

describe('content that comes to the compressor together with its end', () => {
  const [room, most] = [1 << 20, 128 * 1024]
  const content = (length: number): Buffer =>
    Buffer.from(`${noise('half', Math.ceil(length / 2))}${'again '.repeat(length)}`.slice(0, length))

  it.each([0, 1, 5_000, 27_000, most - 1, most, most + 1, 3 * most])(
    'is packed into the same bytes as content before its end: %i bytes',
    async (length) => {
      for (const level of [1, 3, 12]) {
        const params = { [constants.ZSTD_c_compressionLevel]: level }
        const options = { chunkSize: room, params, pledgedSrcSize: length }
        const raw = content(length)
        expect((await zstdFrame(raw, level)).equals(await promisify(zstdCompress)(raw, options))).toBe(true)
      }
    },
  )
})
