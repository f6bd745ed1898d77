// Computes the SHA-256 of a file's bytes.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readSmall, smallBytesMax } from './read-small.ts'

/** Nothing lies there, a file is where its folder would be, or a folder is where it would be. */
const NO_FILE: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** The digest in lower-case hex; null: there is no such file. */
export async function digestOfFile(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const { size } = statSync(path)
    if (size <= smallBytesMax) hash.update(await readSmall(path, size))
    else await pipeline(createReadStream(path, { highWaterMark: smallBytesMax }), hash)
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code)) return null
    throw error
  }
  return hash.digest('hex')
}
