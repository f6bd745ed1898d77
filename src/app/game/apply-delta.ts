// Makes the files of a release from the game's own files, the installed ones and a delta (docs/releases.md#deltas): some
// hundred KB come over the net, and not the whole package. Only files with the digests that the feed names are taken.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOfFile } from '../../base/file-digest.ts'
import { compressorName } from '../../base/zstd.ts'
import { openShards } from '../../formats/container/container-shards.ts'
import { translateContainer } from '../../formats/container/container-writer.ts'
import { type Delta, type DeltaFile, readDelta } from '../../formats/text-delta.ts'
import { keptPath, readInstalled } from './installed.ts'
import type { Offer, OfferedDelta } from './release-feed.ts'
import { planFile, untouchedOf } from './replace-files.ts'

export interface Place {
  /** The player's data folder, and that of the game's text files. */
  readonly data: string
  readonly folder: string
}

/** The delta for the files that are installed; null: there is none. */
export async function deltaFor({ data, folder }: Place, { contents, deltas }: Offer): Promise<OfferedDelta | null> {
  const installed = new Map<string, string | null>()
  for (const { name } of contents) installed.set(name, await digestOfOurs({ data, folder }, name))
  const isFor = ({ before }: OfferedDelta): boolean =>
    before.length === contents.length && before.every(({ name, sha256 }) => installed.get(name) === sha256)
  return contents.length === 0 ? null : (deltas.find(isFor) ?? null)
}

/** Null: what is there is not of windrow. */
async function digestOfOurs({ data, folder }: Place, name: string): Promise<string | null> {
  const known = readInstalled(data)?.files.find((file) => file.name === name)
  const file = await planFile(folder, { slot: null, name }, known)
  return file.state === 'ours' ? file.sha256 : null
}

interface Making {
  readonly signal: AbortSignal
  /** Bytes of the template that are done. */
  readonly onMade: (name: string, done: number, total: number) => void
}

/** Returns the names of the files made in `out`; null: they can't be made here, and the package has to be taken. */
export async function makeByDelta(
  place: Place,
  { path, out }: { readonly path: string; readonly out: string },
  { contents }: Offer,
  making: Making,
): Promise<readonly string[] | null> {
  const delta = readDelta(await readFile(path))
  if (delta === null || delta.zstd !== compressorName) return null
  const names: string[] = []
  for (const { name, sha256 } of contents) {
    const at = delta.files.findIndex((file) => file.name === name)
    const file = delta.files[at]
    if (file === undefined || file.after !== sha256 || !(await makeFile(place, out, { delta, file, at }, making))) {
      return null
    }
    names.push(name)
  }
  return names
}

/** False: the bytes are not those of the release, or a file that it needs is not there. */
async function makeFile(
  place: Place,
  out: string,
  { delta, file, at }: { readonly delta: Delta; readonly file: DeltaFile; readonly at: number },
  { signal, onMade }: Making,
): Promise<boolean> {
  const template = await pathOfTemplate(place, file.template)
  if (template === null) return false
  const before = await openShards(join(place.folder, file.name))
  try {
    const texts = delta.texts[at]
    const made = join(out, file.name)
    await translateContainer({
      template,
      out: made,
      level: delta.level,
      textOf: (id) => {
        const text = texts?.get(id)
        return text === undefined ? (before.textOf(id) ?? null) : text
      },
      packedBefore: {
        blockOf: async (raw, pack, shard) => {
          const isSame = before.rawOf(shard)?.equals(raw) === true
          return (isSame ? before.blockOf(shard) : null) ?? (await pack())
        },
      },
      onProgress: (done, total) => onMade(file.name, done, total),
      signal,
    })
    return (await digestOfFile(made)) === file.after
  } finally {
    before.close()
  }
}

/** The game's own file with that digest, in the game or kept aside; null: there is none. */
async function pathOfTemplate(
  { data, folder }: Place,
  { name, sha256 }: DeltaFile['template'],
): Promise<string | null> {
  const known = readInstalled(data)?.files.find((file) => file.name === name)
  const file = await planFile(folder, { slot: null, name }, known)
  if (untouchedOf(file) !== sha256) return null
  const path = file.state === 'ours' ? keptPath(data, sha256, name) : file.path
  return (await digestOfFile(path)) === sha256 ? path : null
}
